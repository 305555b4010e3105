"""Every command in odd surroundings: streams, homes, locales, widths and keys that interrupt."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.soak.commanding import COMMANDS, run
from tests.soak.conftest import Chance
from tests.soak.hostile import expect_calm, hostile_text

ROOT = Path(__file__).parent.parent.parent
SURROUNDINGS = [
    "HOME=/nonexistent", "-u HOME -u QUIZZER_HOME", "QUIZZER_HOME=pyproject.toml", "TZ=Nowhere/Bad",
    "QUIZZER_HOME=~nobody-here", "LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=ascii", "TERM=nonsense",
    "COLUMNS=x LINES=-3", "PYTHONIOENCODING=latin-1:strict", f"QUIZZER_HOME=/{'x' * 5_000}",
]  # fmt: skip
STREAMS = ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full", "| true"]
LOADED = "from quizzer.__main__ import main; print(flush=True); main()"
SOON = 60  # seconds


def test_no_surroundings_bring_a_traceback(home: Path, tmp_path: Path, chance: Chance) -> None:
    (tmp_path / "pyproject.toml").write_text("a file in place of a home")
    for label, rng in chance.rounds(short=1, long=400):
        command, around = rng.choice(COMMANDS), rng.choice(SURROUNDINGS)
        streams = rng.choice(STREAMS)
        line = f"env {around} {sys.executable} -m quizzer {command} {streams}"
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT), "QUIZZER_HOME": str(home)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SOON,
        )
        assert b"Traceback" not in done.stderr, f"{label}: {line}\n{done.stderr.decode()}"
        assert b"Exception ignored" not in done.stderr, f"{label}: {line}"
        assert done.returncode in (0, 1, 2, 141), f"{label}: {line}: {done.returncode}"


def test_every_width_will_do(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    monkeypatch.chdir(tmp_path)
    for label, rng in chance.rounds(short=2, long=1_500):
        columns, command = rng.randint(1, 300), rng.choice(COMMANDS)
        monkeypatch.setenv("COLUMNS", str(columns))
        result = run(*command.split(), stdin="a\nb\n\n:help\n:quit\n")
        assert result.code in (0, 1, 2), f"{label}: {command} at {columns}"


def test_no_arguments_bring_a_traceback(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    monkeypatch.chdir(tmp_path)
    odd = ["--", "-", "-1", "--json", "--help", "--variant", "--format", "--topic", "--record", ""]
    odd += ["x" * 100_000, "99999999999999999999", "../..", "\udcff", "/dev/null", "nan", "--="]
    names = ["list", "show", "answer", "report", "doctor", "trace", "reference", "locate", "export"]
    for label, rng in chance.rounds(short=5, long=5_000):
        arguments = rng.choices(odd, k=rng.randint(0, 4))
        if rng.random() < 0.4:
            arguments.append(hostile_text(rng).replace("\0", ""))
        try:
            result = run(rng.choice(names), *arguments, stdin=hostile_text(rng))
        except BaseException as error:
            raise AssertionError(f"{label}: {[one[:80] for one in arguments]}") from error
        assert result.code in (0, 1, 2), label
        expect_calm(result.err, label)


def test_ctrl_c_at_any_moment_ends_a_command_quietly(home: Path, chance: Chance) -> None:
    for label, rng in chance.rounds(short=1, long=150):
        command = rng.choice(COMMANDS)
        process = subprocess.Popen(
            [sys.executable, "-c", LOADED, *command.split()],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"QUIZZER_HOME": str(home)},
        )
        assert process.stdout is not None
        process.stdout.readline()  # Python itself has started
        time.sleep(rng.choice([0.1, rng.uniform(0.05, 1.5)]))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=SOON)
        assert b"Traceback" not in err, f"{label}: {command}\n{err.decode()}"
