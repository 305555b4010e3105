"""`quizzer schema`: the published schemas at hand, also offline."""

import json
from pathlib import Path

import jsonschema
import pytest

from tests.commands.conftest import Quizzer


@pytest.mark.parametrize("name", ["bank", "checklist", "report"])
def test_it_prints_a_schema_and_where_it_is(quizzer: Quizzer, name: str) -> None:
    printed = json.loads(quizzer("schema", name).out)
    jsonschema.Draft202012Validator.check_schema(printed)
    assert printed["$id"] == f"quizzer-{name}/1"
    path = Path(quizzer("schema", name, "--path").out.strip())
    assert path.is_absolute()
    assert json.loads(path.read_text(encoding="utf-8")) == printed


def test_an_unknown_one_is_refused(quizzer: Quizzer) -> None:
    result = quizzer("schema", "banks")
    assert (result.code, result.out) == (2, "")
    assert "did you mean 'bank'?" in result.err
