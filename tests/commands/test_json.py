"""docs/json.md tells of every field that a command writes."""

import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.commands.text.output import plain_data, write_json
from quizzer.harmless import harmless_json
from tests.commands.conftest import Quizzer

DOCS = (Path(__file__).parent.parent.parent / "docs/json.md").read_text(encoding="utf-8")
FREE = {"answer", "entered", "configuration", "value", "expected"}  # keys are data, not fields


def documented(schema: str) -> set[str]:
    """The names in backticks in the section on this schema, and in the general part."""
    general, *sections = DOCS.split("\n## ")
    (section,) = (text for text in sections if text.splitlines()[0].endswith(schema))
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", general + section))))


def fields(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for entry in value:
            yield from fields(entry)
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield name
            if name not in FREE:
                yield from fields(entry)


@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--json"],
        ["list", "--points", "--json"],
        ["show", "sdpa-by-hand", "--solution", "--json"],
        ["show", "cbow-or-skip-gram", "--solution", "--json"],
        ["answer", "sdpa-by-hand", "--json"],
        ["check", "mine.yaml", "--json"],
        ["check", "--coverage", "--json"],
        ["report", "--format", "json"],
        ["trace", "--values", "--json"],
        ["trace", "--what-if", "no-mask", "--json"],
        ["trace", "--step", "logits", "--what-if", "no-mask", "--json"],
        ["config", "--json"],
        ["locate", "--json"],
        ["backup", "copy.sqlite3", "--json"],
        ["merge", "home", "--json"],
        ["doctor", "--json"],
        ["plan", "--date", "+14", "--json"],
        ["export", "--format", "gift", "--json"],
    ],
    ids=" ".join,
)
def test_every_field_is_documented(
    quizzer: Quizzer, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("topic: atention\nitems: []\n")
    answer = '{"scores": "1 2 3; 4 5 6"}'
    quizzer("answer", "sdpa-by-hand", "--record", stdin=answer)
    content = json.loads(quizzer(*arguments, stdin=answer).out)
    assert re.fullmatch(r"quizzer-[a-z]+/\d+", content["schema"])
    assert set(fields(content)) <= documented(content["schema"])


def test_what_would_steer_a_terminal_is_escaped(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "\x9b31m\x7f\u202eed")
    out = quizzer("config", "--json").out
    assert out.replace("\n", "").isprintable()
    (editor,) = [one for one in json.loads(out)["settings"] if one["name"] == "editor"]
    assert editor["value"] == "\x9b31m\x7f\u202eed"


DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(content=st.dictionaries(st.text(st.characters(categories=["Ll"]), max_size=3), DATA))
@settings(max_examples=15, deadline=None)
def test_documents_are_laid_out_as_python_does(content: dict[str, Any]) -> None:
    """Whatever is in it, half letters too."""
    content["half a letter"] = "\ud800"
    with redirect_stdout(StringIO()) as written:
        write_json("test/1", content)
    document = {"schema": "quizzer-test/1", **plain_data(content)}
    expected = json.dumps(document, ensure_ascii=False, indent=2)
    assert written.getvalue() == harmless_json(expected) + "\n"
