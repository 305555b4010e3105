"""What all commands have in common: help, version, wrong usage, encodings, broken pipes."""

import argparse
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from quizzer import __version__
from quizzer.cli import COMMANDS as TABLE
from quizzer.cli import Entry
from quizzer.progress.log import Log
from tests.commands.conftest import Quizzer
from tests.conftest import warm

ROOT = Path(__file__).parent.parent.parent
STEERING = "\x1b]0;x\x07"  # gives the terminal's window another title
COMMANDS = ("list", "show", "answer", "report", "check", "trace", "locate")


def test_the_version_is_printed_alone(quizzer: Quizzer) -> None:
    result = quizzer("--version")
    assert (result.code, result.out, result.err) == (0, f"quizzer {__version__}\n", "")


def test_help_names_every_command_and_the_exit_codes(quizzer: Quizzer) -> None:
    result = quizzer("--help")
    assert result.code == 0
    assert all(f"\n    {command} " in result.out for command in COMMANDS)
    assert "Exit codes: 0" in result.out


@pytest.mark.parametrize("entry", TABLE.values(), ids=lambda entry: entry.module)
def test_every_option_says_what_it_does(entry: Entry) -> None:
    parser = argparse.ArgumentParser()
    import_module(f"quizzer.commands.{entry.module}").add_arguments(parser)
    assert [option.dest for option in parser._actions if not option.help] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(quizzer: Quizzer, command: str) -> None:
    result = quizzer(command, "--help")
    assert result.code == 0
    assert result.out.startswith(f"usage: quizzer {command} ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lst"], "no command is called 'lst'; did you mean 'list'?"),
        (["help"], "no command is called 'help'; `quizzer --help` lists all"),
        (["--", "lst"], "no command is called 'lst'; did you mean 'list'?"),
        (["list", "--topic", ""], "no topic is called ''; `quizzer list` shows all topics"),
        (["list", "--jsno"], "quizzer list does not take '--jsno'; did you mean '--json'?"),
        (["list", "attention"], "quizzer list does not take 'attention'"),
        (["--verbose"], "quizzer does not take '--verbose'"),
        (["show"], "the following arguments are required: ITEM. See `quizzer show --help`."),
        (["show", "x", "--variant", "-1"], "'-1' is not a variant: give a whole number from 0"),
        (["show", "x", "--variant", "two"], "'two' is not a variant: give a whole number from 0"),
        (["show", "x", "--variant", "9" * 12], "give a whole number from 0 to 999999999"),
        (["train", "--steps", "9" * 12], "is not a whole number from 1 to 999999999"),
        (["show", "x", "--var", "2"], "quizzer show does not take '--var'"),
        (["report", "--format", "jsn"], "did you mean 'json'?"),
    ],
)
def test_wrong_usage_is_one_line_on_standard_error(
    quizzer: Quizzer, arguments: list[str], message: str
) -> None:
    result = quizzer(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("quizzer: ")
    assert message in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    "before",
    [
        "backup",
        "restore",
        "merge",
        "watch",
        "check",
        "start code-it",
        "grade code-it",
        "report --output",
        "export --format gift --output",
    ],
)
def test_nothing_is_not_the_name_of_a_file(quizzer: Quizzer, before: str) -> None:
    """As from a variable of a shell that is empty: it would stand for this folder."""
    result = quizzer(*before.split(), "")
    assert (result.code, result.out) == (2, "")
    assert "'' is not the name of a file" in result.err


def test_two_dashes_may_come_before_the_command(quizzer: Quizzer) -> None:
    assert quizzer("--", "locate") == quizzer("locate")


def test_without_a_terminal_the_app_names_the_commands_instead(quizzer: Quizzer) -> None:
    result = quizzer()
    assert (result.code, result.out) == (2, "")
    assert "needs a terminal" in result.err
    assert "quizzer --help" in result.err


def start(arguments: list[str], home: Path, **changes: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "quizzer", *arguments],
        cwd=ROOT,
        env=os.environ | {"QUIZZER_HOME": str(home)} | changes,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


LOCALES = {
    "C": {"LC_ALL": "C"},
    "ascii": {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
    "latin": {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1"},
}


@pytest.mark.parametrize("locale", LOCALES.values(), ids=LOCALES)
def test_input_is_utf_8_whatever_the_locale(home: Path, locale: dict[str, str]) -> None:
    practice = ["practice", "--kind", "open", "--new"]
    out, err = start(practice, home, **locale).communicate("Größe\n:quit\n".encode())
    assert "\nGröße\n" in out.decode()
    assert err == b""
    assert b"is not UTF-8" in start(practice, home, **locale).communicate(b"Gr\xf6\xdfe\n")[1]


@pytest.mark.parametrize("locale", LOCALES.values(), ids=LOCALES)
def test_output_is_utf_8_whatever_the_locale(home: Path, locale: dict[str, str]) -> None:
    out, err = start(["trace"], home, PYTHONUTF8="0", **locale).communicate()
    assert "müde" in out.decode()
    assert err == b""


def test_a_reader_that_goes_away_ends_a_command_quietly(home: Path) -> None:
    process = start(["trace", "--values"], home)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.communicate(b"") if process.stdin is None else process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait() == 128 + signal.SIGPIPE
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_said(home: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "quizzer", "locate"],
            cwd=ROOT,
            env=os.environ | {"QUIZZER_HOME": str(home)},
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert "the output, or a temporary file, cannot be written" in done.stderr.decode()
    assert "No space left" in done.stderr.decode()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["locate", "practice attention"])
def test_closed_streams_end_no_command_with_a_traceback(
    home: Path, command: str, closed: str
) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m quizzer {command} {closed}"],
        cwd=ROOT,
        env=os.environ | {"QUIZZER_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_home_that_leads_nowhere_is_told(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIZZER_HOME", "~nobody-here/x")
    result = quizzer("locate")
    assert (result.code, result.out) == (2, "")
    assert "QUIZZER_HOME is ~nobody-here/x" in result.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("preferences.json", 0, ""),
        ("cache/derived.msgpack", 0, ""),
        ("config.toml", 0, "config.toml:1:1: error cannot be read: it is not a file"),
        ("progress.sqlite3", 2, "progress.sqlite3 cannot be read: it is not a file. Check the"),
    ],
)
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(
    quizzer: Quizzer, home: Path, name: str, code: int, says: str
) -> None:
    os.mkfifo(home / name)
    result = quizzer("report")
    assert result.code == code
    assert says in result.err
    assert bool(result.err) == bool(says)


@pytest.mark.parametrize("error", [MemoryError(), ImportError("x.so: failed to map segment")])
def test_refused_memory_is_told(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse() -> int:
        raise error

    monkeypatch.setattr(time, "time_ns", refuse)
    result = quizzer("report")
    assert (result.code, result.out) == (2, "")
    assert "there is not enough memory" in result.err


def test_an_error_of_our_own_is_not_hidden(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "quizzer.commands.locate", None)
    with pytest.raises(ImportError, match="locate"):
        quizzer("locate")


def test_a_clock_beyond_what_python_counts_is_told(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def beyond() -> int:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    monkeypatch.setattr(time, "time_ns", beyond)
    result = quizzer("report")
    assert (result.code, result.out) == (2, "")
    assert "beyond the year 2262. Correct it" in result.err


@pytest.mark.parametrize("zone", ["IST-530", "XXX+99"])  # hours, for Python more than a day
def test_a_time_zone_that_cannot_be_is_told(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        result = quizzer("report")
    finally:
        monkeypatch.undo()
        time.tzset()
    assert (result.code, result.out) == (2, "")
    assert "a day or more away from UTC" in result.err


@pytest.mark.parametrize("arguments", [["check", "\x1b[2J"], ["show", STEERING]])
def test_complaints_do_not_steer_the_terminal(quizzer: Quizzer, arguments: list[str]) -> None:
    assert "\x1b" not in quizzer(*arguments).err


@pytest.mark.parametrize(
    "arguments",
    [
        ["config", "--init"],
        ["config", "--check"],
        ["doctor"],
        ["backup"],
        ["restore", "kept.sqlite3"],
        ["report", "--output", f"{STEERING}.md"],
        ["start", "mend-layer-norm", f"{STEERING}.py"],
        ["export", "--format", "gift", "--topic", "attention", "--output", f"{STEERING}.gift"],
    ],
)
def test_the_name_of_a_file_does_not_steer_the_terminal(
    quizzer: Quizzer,
    tmp_path: Path,
    compiled_banks: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
) -> None:
    home = warm(tmp_path / STEERING, compiled_banks)
    Log.open(home / "progress.sqlite3").close()
    monkeypatch.setenv("QUIZZER_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    quizzer("backup", "kept.sqlite3")
    result = quizzer(*arguments)
    assert result.code == 0
    assert r"\x1b]0;x\x07" in result.out + result.err
    assert "\x1b" not in result.out + result.err


LOADING = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, *rest):
        if name == "quizzer.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from quizzer.__main__ import main
main()
"""


def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word() -> None:
    done = subprocess.run([sys.executable, "-c", LOADING], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_ctrl_c_ends_a_command_quietly(quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("quizzer.commands.trace.run", interrupted)
    result = quizzer("trace")
    assert (result.code, result.out, result.err) == (130, "", "")


def test_python_without_docstrings_is_told(home: Path) -> None:
    out, err = start(
        ["reference"], home, PYTHONOPTIMIZE="2", PYTHONDONTWRITEBYTECODE="1"
    ).communicate()
    assert out == b""
    assert b"PYTHONOPTIMIZE=2" in err
    assert b"Traceback" not in err
