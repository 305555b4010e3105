"""What the README shows works as it stands."""

import json
import re
import shlex
from pathlib import Path

from tests.commands.conftest import Quizzer

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_worked_example_is_right_as_far_as_it_goes(quizzer: Quizzer) -> None:
    show, answer = re.findall(r"^\$ (.*)$", README, re.MULTILINE)
    assert quizzer(*shlex.split(show)[1:]).code == 0
    echo, _, command = answer.partition(" | ")
    result = quizzer(*shlex.split(command)[1:], "--json", stdin=shlex.split(echo)[1])
    statuses = {part["name"]: part["status"] for part in json.loads(result.out)["parts"]}
    assert statuses == {"scores": "right", "weights": "missing", "output": "missing"}


def test_the_table_names_every_command(quizzer: Quizzer) -> None:
    listed = re.findall(r"^    ([a-z]+) ", quizzer("--help").out, re.MULTILINE)
    shown = re.findall(r"^\| `quizzer ([a-z]+)", README, re.MULTILINE)
    assert sorted(shown) == sorted(listed)
