"""Commands in a real terminal: the dialogue of `answer`, colours, Ctrl-C."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).parent.parent.parent
BLANKS = ("table", "parameters", "output", "onehot")


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return plain | {"QUIZZER_HOME": str(home), "TERM": "xterm-256color", "PYTHONUTF8": "1"}


def start(environment: dict[str, str], *arguments: str) -> Iterator["pexpect.spawn[str]"]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "quizzer", *arguments],
        cwd=str(ROOT),
        env=environment,
        encoding="utf-8",
        timeout=20,
        dimensions=(24, 80),
    )
    yield child
    child.close(force=True)


@pytest.fixture
def answering(environment: dict[str, str]) -> Iterator["pexpect.spawn[str]"]:
    yield from start(environment, "answer", "embedding-lookup-shapes", "--record")


def test_the_question_is_shown_and_each_part_asked_for(answering: "pexpect.spawn[str]") -> None:
    answering.expect("From ids to vectors")
    for part in BLANKS:
        answering.expect(f"{part}: ")
        answering.sendline("(10000, 512)" if part == "table" else "")
    answering.expect("◐ partly right, score 1/4")
    answering.expect(pexpect.EOF)
    answering.wait()
    assert answering.exitstatus == 1


def test_the_end_of_input_leaves_out_the_rest(answering: "pexpect.spawn[str]") -> None:
    answering.expect("table: ")
    answering.sendline("(10000, 512)")
    answering.expect("parameters: ")
    answering.sendeof()
    answering.expect("partly right")


def test_ctrl_c_leaves_quietly_and_nothing_is_recorded(
    answering: "pexpect.spawn[str]", home: Path
) -> None:
    answering.expect("table: ")
    answering.sendintr()
    answering.expect(pexpect.EOF)
    assert "Traceback" not in (answering.before or "")
    answering.wait()
    assert answering.exitstatus == 130
    assert not list(home.glob("*.sqlite3"))


@pytest.mark.parametrize(("changes", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_styles_are_for_terminals_that_want_them(
    environment: dict[str, str], changes: dict[str, str], coloured: bool
) -> None:
    for child in start(environment | changes, "show", "cbow-or-skip-gram"):
        child.expect(pexpect.EOF)
        assert ("\x1b[1m" in (child.before or "")) is coloured


def test_on_a_terminal_that_cannot_be_drawn_on_the_app_names_the_commands_instead(
    environment: dict[str, str],
) -> None:
    for child in start(environment | {"TERM": "dumb"}):
        child.expect("one that can be drawn on")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 2
