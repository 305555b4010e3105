"""`quizzer completion`: words that could come next, and real shells that ask for them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quizzer.bank.loading import load_library
from quizzer.cli import COMMANDS
from quizzer.commands.completion import SHELLS
from tests.commands.conftest import Quizzer

ROOT = Path(__file__).parent.parent.parent


def offered(quizzer: Quizzer, line: str) -> list[str]:
    """The words that are offered at the end of a line."""
    words = [f":{word}" for word in line.split(" ")[1:]]
    result = quizzer("completion", "--words", *words)
    assert result.err == ""
    return [entry.partition("\t")[0] for entry in result.out.splitlines()]


def test_commands_come_first(quizzer: Quizzer) -> None:
    assert offered(quizzer, "quizzer ") == list(COMMANDS)
    assert offered(quizzer, "quizzer re") == [name for name in COMMANDS if name.startswith("re")]
    assert offered(quizzer, "quizzer --v") == ["--version"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_offers_its_options(quizzer: Quizzer, command: str) -> None:
    assert "--help" in offered(quizzer, f"quizzer {command} --")


def test_an_option_is_offered_until_it_is_there(quizzer: Quizzer) -> None:
    assert "--json" in offered(quizzer, "quizzer show --")
    assert "--json" not in offered(quizzer, "quizzer show --json --")
    assert "--limit" in offered(quizzer, "quizzer practice --")
    assert "--limit" not in offered(quizzer, "quizzer practice --limit=5 --")
    assert "--kind" in offered(quizzer, "quizzer practice --kind fill --")  # several are possible


@pytest.mark.parametrize("start", ["show ", "answer --variant 3 ", "start "])
def test_items_come_from_the_banks(quizzer: Quizzer, home: Path, start: str) -> None:
    items = offered(quizzer, f"quizzer {start}")
    assert items == list(load_library(home / "cache").items)
    assert offered(quizzer, f"quizzer {start}sdpa-by") == ["sdpa-by-hand"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("practice pos", ["positions"]),
        ("review --topic pos", ["positions"]),
        ("practice --kind co", ["compute", "code"]),
        ("practice --kind=co", ["--kind=compute", "--kind=code"]),
        ("interview --level s", ["senior"]),
        ("practice --mistake no-scal", ["no-scale"]),
        ("interview --blueprint pho", ["phone-screen"]),
        ("report --format h", ["html"]),
        ("export --format ", ["anki", "gift"]),
        ("reference attention.split", ["attention.split_heads"]),
        ("reference split_h", ["split_heads"]),
        ("trace --what-if wrong", ["wrong-axis"]),
        ("completion ", list(SHELLS)),
        ("report --output ", [":files"]),
        ("check ", [":files"]),
        ("check one.yaml ", [":files"]),
        ("grade write-softmax ", [":files"]),
        ("report --from ", []),
        ("nonsense ", []),
    ],
)
def test_values_are_offered(quizzer: Quizzer, line: str, expected: list[str]) -> None:
    assert offered(quizzer, f"quizzer {line}") == expected


def test_what_is_said_of_a_mistake_stands_there_without_marks_of_emphasis(quizzer: Quizzer) -> None:
    result = quizzer("completion", "--words", ":practice", ":--mistake", ":").out
    said = dict(entry.split("\t") for entry in result.splitlines())
    assert {"no-scale", "values-forgotten"} <= said.keys()
    assert not [text for text in said.values() if re.search(r"[*][a-z]+[*]", text)]


def test_a_script_is_printed_for_each_shell(quizzer: Quizzer) -> None:
    assert "complete -F _quizzer quizzer" in quizzer("completion", "bash").out
    assert quizzer("completion", "zsh").out.startswith("#compdef quizzer")
    assert "complete -c quizzer" in quizzer("completion", "fish").out
    assert "did you mean 'bash'?" in quizzer("completion", "bsh").err
    assert quizzer("completion").code == 2


_BASH = """
eval "$(quizzer completion bash)"
COMP_WORDS=(quizzer practice --kind = comp); COMP_CWORD=4
_quizzer
echo "${COMPREPLY[@]}"
COMP_WORDS=(quizzer show sdpa-by); COMP_CWORD=2
_quizzer
echo "${COMPREPLY[@]}"
"""
_ZSH = """
compdef() { echo "compdef $@"; }
_describe() { echo ${(P)2}; }
_files() { echo files; }
eval "$(quizzer completion zsh)"
words=(quizzer show sdpa-by); CURRENT=3; _quizzer
words=(quizzer report --output ''); CURRENT=4; _quizzer
"""
_FISH = """
quizzer completion fish | source
complete -C 'quizzer show sdpa-by'
complete -C 'quizzer practice --kind comp'
"""


@pytest.mark.parametrize(
    ("shell", "script", "expected"),
    [
        ("bash", _BASH, ["compute", "sdpa-by-hand"]),
        (
            "zsh",
            _ZSH,
            [
                "compdef _quizzer quizzer",
                "sdpa-by-hand:Scaled dot-product attention, step by step",
                "files",
            ],
        ),
        (
            "fish",
            _FISH,
            ["sdpa-by-hand\tScaled dot-product attention, step by step", "compute"],
        ),
    ],
    ids=SHELLS,
)
def test_real_shells_complete(
    tmp_path: Path, home: Path, shell: str, script: str, expected: list[str]
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here")
    program = tmp_path / "quizzer"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m quizzer "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        [shell, "-c", script],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == expected
    assert done.stderr == ""
