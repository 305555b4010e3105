"""The app in a real terminal, from start to kill and back."""

import os
import re
import shlex
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.conftest import warm

CODES = re.compile(r"\x1b\[[0-9;?<>$]*[A-Za-z~]|\x1b[=>]|\x1b\][^\x07]*\x07")
PATIENCE = 20
F4 = "\x1bOS"


class Terminal:
    """`quizzer` in a pseudo-terminal of 80×24."""

    def __init__(self, home: Path, streams: str = "", **spawned: bool) -> None:
        environment = {**os.environ, "QUIZZER_HOME": str(home), "TERM": "xterm-256color"}
        environment |= {"COLUMNS": "7", "LINES": "100"}  # a size that the terminal never had
        self.child = pexpect.spawn(
            "/bin/sh",
            ["-c", f"exec {shlex.quote(sys.executable)} -m quizzer {streams}"],
            dimensions=(24, 80),
            env=environment,
            encoding="utf-8",
            codec_errors="replace",
            **spawned,
        )
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """Read until the text has been painted since the last key."""
        end = time.monotonic() + PATIENCE
        while text not in CODES.sub("", self.seen):
            assert time.monotonic() < end, f"never saw {text!r} in {self.seen[-3000:]!r}"
            try:
                self.seen += self.child.read_nonblocking(65536, timeout=0.2)
            except pexpect.TIMEOUT:
                continue

    def press(self, keys: str) -> None:
        """Send keys."""
        self.seen = ""
        self.child.send(keys)


Starter = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path, compiled_banks: Path) -> Iterator[Starter]:
    """Starts it, unless told otherwise where it has been started before."""
    home = tmp_path / "home"
    terminals: list[Terminal] = []

    def begin(streams: str = "", first_time: bool = False, **spawned: bool) -> Terminal:
        if not first_time and not home.exists():
            warm(home, compiled_banks)
        terminals.append(Terminal(home, streams, **spawned))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        if terminal.child.isalive():
            terminal.child.kill(signal.SIGKILL)
            terminal.child.wait()
        terminal.child.close(force=True)


def test_killed_it_goes_on_at_the_same_question_with_what_was_entered(start: Starter) -> None:
    first = start()
    first.wait_for("items seen")
    first.press("\r")
    first.wait_for("don't know")
    first.press(F4)
    first.wait_for("Press again")
    first.press(F4)
    first.wait_for("next")
    first.press("\r")
    first.wait_for("· 2 of")
    first.press("b")
    first.wait_for("(•) B")
    time.sleep(1)  # the draft is written half a second after the first key
    first.child.kill(signal.SIGKILL)
    second = start()
    second.wait_for("question 2 of")
    second.press("c")
    second.wait_for("(•) B")


def test_asked_to_end_it_keeps_what_is_typed_and_gives_the_terminal_back(start: Starter) -> None:
    terminal = start()
    terminal.wait_for("items seen")
    terminal.press("\r")
    terminal.wait_for("don't know")
    os.write(terminal.child.child_fd, b"\xe9\xff")  # as a terminal with another encoding sends
    terminal.press("0.375")
    terminal.wait_for("0.375")
    terminal.child.kill(signal.SIGTERM)
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)
    terminal.child.close()
    assert terminal.child.exitstatus == 128 + signal.SIGTERM
    assert "\x1b[?1049l" in terminal.child.before
    second = start()
    second.wait_for("question 1 of")
    second.press("c")
    second.wait_for("0.375")


def test_a_terminal_that_is_gone_ends_it_even_behind_nohup(start: Starter) -> None:
    terminal = start(ignore_sighup=True)
    terminal.wait_for("s choose")
    terminal.child.ptyproc.fileobj.close()
    end = time.monotonic() + PATIENCE
    while terminal.child.isalive():
        assert time.monotonic() < end, "it runs on, and nobody can see it"
        time.sleep(0.05)


def test_leaving_gives_the_terminal_back(start: Starter) -> None:
    terminal = start(first_time=True)
    terminal.wait_for("items seen")
    terminal.press("q")
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)
    terminal.child.close()
    assert terminal.child.exitstatus == 0
    assert "\x1b[?1049l" in terminal.child.before
    assert "Traceback" not in terminal.child.before


STUCK = """
import time
from textual.widgets import Static
from quizzer.tui import terminal_app

class Stuck(terminal_app.TerminalApp):
    def compose(self):
        yield Static("hangs when it ends")

    def on_unmount(self):
        time.sleep(600)

terminal_app.PATIENCE = 0.5
Stuck().run()
"""


def test_an_end_that_is_wanted_comes_even_when_the_screen_hangs() -> None:
    child = pexpect.spawn(sys.executable, ["-c", STUCK], timeout=PATIENCE)
    child.expect("hangs when it ends")
    child.kill(signal.SIGTERM)
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 128 + signal.SIGTERM


KEYS = """
import selectors
from textual.widgets import Static
from quizzer.tui import terminal_app

class Patient(selectors.SelectSelector):
    def select(self, timeout=None):
        return super().select(600)

class Keys(terminal_app.TerminalApp):
    def compose(self):
        yield Static("ready")

    def on_key(self, event):
        self.query_one(Static).update(event.key)

selectors.SelectSelector = Patient
Keys().run()
"""


def test_escape_is_told_from_other_keys_before_textual_looks_again() -> None:
    child = pexpect.spawn(sys.executable, ["-c", KEYS], timeout=PATIENCE)
    child.expect("ready")
    for typed, key in (("\x1b", "escape"), ("\x1b[A", "up"), ("\x1b\x1b", "escape")):
        child.send(typed)
        child.expect(key)
    child.close(force=True)


ODD = {  # with a key after it
    "\x1b[97;1:3u*": "asterisk",
    "\x1b[1114112;2u+": "plus",
    "\x1b[48;1;0;0;0t\x1b[<0;3;3M-": "minus",
}


def test_codes_of_keys_and_sizes_that_make_no_sense_are_nothing() -> None:
    child = pexpect.spawn(sys.executable, ["-c", KEYS], timeout=PATIENCE)
    child.expect("ready")
    for sent, key in ODD.items():
        child.send(sent)
        child.expect(key)
    child.close(force=True)


STOPPED = """
import os, signal
from textual.widgets import Static
from quizzer.tui import terminal_app

class Painting(terminal_app.TerminalApp):
    def compose(self):
        yield Static("ready")

    async def on_key(self, event):
        if event.key == "q":
            await self.end(0)
        with self._driver._writer_thread._queue.mutex:  # as while something is painted
            os.kill(os.getpid(), getattr(signal, {"t": "SIGTSTP"}.get(event.key, "SIGCONT")))

Painting().run()
"""


@pytest.fixture
def painting() -> Iterator[tuple[pexpect.spawn, list[Any]]]:
    """An app that gets a signal while it paints, and how its terminal was before."""
    child = pexpect.spawn(sys.executable, ["-c", STOPPED], timeout=PATIENCE)
    before = termios.tcgetattr(child.child_fd)
    child.expect("ready")
    yield child, before
    child.close(force=True)


def test_told_to_stop_while_it_paints_it_gives_the_terminal_back_and_goes_on(
    painting: tuple[pexpect.spawn, list[Any]],
) -> None:
    child, before = painting
    child.send("t")
    end = time.monotonic() + PATIENCE
    while not os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED | os.WNOHANG)[1]):
        assert time.monotonic() < end, "it waits for itself"
        time.sleep(0.02)
    assert termios.tcgetattr(child.child_fd) == before
    child.kill(signal.SIGCONT)
    child.expect("ready")


def test_told_to_go_on_without_having_stopped_it_gives_the_terminal_back_at_the_end(
    painting: tuple[pexpect.spawn, list[Any]],
) -> None:
    child, before = painting
    child.send("c")
    child.expect("ready")
    child.send("q")
    child.expect(pexpect.EOF)
    assert termios.tcgetattr(child.child_fd) == before


@pytest.mark.parametrize("streams", ["2> errors.txt", "2>&-"])
def test_the_app_is_seen_where_errors_go_elsewhere(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, streams: str
) -> None:
    """Textual paints on the stream of errors."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    monkeypatch.chdir(tmp_path)
    terminal = start(streams)
    terminal.wait_for("items seen")
    terminal.press("q")
    terminal.child.expect(pexpect.EOF)
    terminal.child.wait()
    assert terminal.child.exitstatus == 0
