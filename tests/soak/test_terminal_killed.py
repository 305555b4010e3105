"""The app ended in a real terminal at random moments: what it showed as taken is in the log."""

import random
import signal
import time
from pathlib import Path

from quizzer.bank.library import Library
from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.soak.conftest import Chance
from tests.soak.terminal import KilledError, Terminal

HEADLINES = ("Not known yet", "✓ Right", "◐ Partly right", "✗ Not right yet")
HEAD = r"· \d+ of \d+ ·"  # of another question
HOME, ASKED, SUMMARY = "l lesson.* q quit", "don't know", "check-list"
F2, F4, F5, F6 = "\x1bOQ", "\x1bOS", "\x1b[15~", "\x1b[17~"
CTRL_T, PAGE_UP, PAGE_DOWN, TAB = "\x14", "\x1b[5~", "\x1b[6~", "\t"
NOISE = [F2, CTRL_T, PAGE_UP, PAGE_DOWN, TAB, "\x1b[A", "\x1b[B"]
TEXTS = ["a", "b", "1", "0.5", "2, 3", "softmax", "1 0 2"]
SIZES = [(24, 80), (40, 120), (60, 200)]
DRAFT = "0.12345"
ENDS = [signal.SIGKILL] * 4 + [signal.SIGTERM, signal.SIGHUP]
WHILE_IT_STARTS = 0.15  # of all kills; the others come after the first check-list
ENOUGH = 50  # answers that survived, or the long run has shown little


class Player:
    """Answers question after question, and notes what the terminal said was taken."""

    def __init__(self, terminal: Terminal, rng: random.Random, longest: float) -> None:
        self.terminal = terminal
        self._longest = longest  # seconds from the first check-list to the end
        self.taken = 0  # answers whose verdict was seen, without those seen to be taken back
        self.pending = 0  # +1 handed in, -1 taken back; and nothing seen of it yet
        self.kept = ""  # what was typed long enough ago to be kept
        self._rng = rng

    def play(self) -> None:
        """Go on until the end, which comes from outside."""
        try:
            assert self.terminal.wait_for(HOME), self.terminal.told
            self._end_within(self._longest)
            while True:
                self._begin()
                self._noise()
                while self._question():
                    pass
        except KilledError:
            self._settle()

    def _end_within(self, seconds: float) -> None:
        moment = time.monotonic() + self._rng.uniform(0, seconds)
        self.terminal.moment = min(self.terminal.moment, moment)

    def _settle(self) -> None:
        """What was painted before the end counts, though it was read after it."""
        painted = self.terminal.painted
        if self.pending > 0 and any(text in painted for text in HEADLINES):
            self.taken, self.pending = self.taken + 1, 0
        if self.pending < 0 and "Taken back" in painted:
            self.taken, self.pending = self.taken - 1, 0

    def _begin(self) -> None:
        """Practise any topic, or go on with what was left."""
        self._to(*["\x1b[B"] * self._rng.randint(0, 14), self._rng.choice(["\r", "\r", "p"]))
        assert self.terminal.wait_for(ASKED), self.terminal.told

    def _question(self) -> bool:
        """Answer one question, perhaps twice; whether there is another."""
        self._answer()
        while self._rng.random() < 0.2:
            self.pending = -1
            self._to("u")
            assert self.terminal.wait_for("Taken back"), self.terminal.told
            self.taken, self.pending = self.taken - 1, 0
            self._answer()
        self._to(F6)
        found = self.terminal.wait_for(HEAD, SUMMARY)
        assert found, self.terminal.told
        if found == SUMMARY:
            self._to("\r")
            assert self.terminal.wait_for(HOME), self.terminal.told
            return False
        assert self.terminal.wait_for(ASKED), self.terminal.told
        self.terminal.idle(0.2)  # the answer before goes from the screen
        return True

    def _answer(self) -> None:
        """Type something and hand it in; say that one does not know it where that will not do."""
        self._draft()
        self.terminal.forget()
        self.pending, self.kept = 1, ""
        self._hurry()
        if self._rng.random() < 0.5:
            self.terminal.press(self._rng.choice(TEXTS), F5, F5, F5)
            if self.terminal.wait_for(*HEADLINES, seconds=1):
                return self._seen()
        while True:  # a run of code takes no keys
            self.terminal.press(F4, F4)
            if self.terminal.wait_for(*HEADLINES, seconds=5):
                return self._seen()

    def _seen(self) -> None:
        self.taken, self.pending = self.taken + 1, 0

    def _draft(self) -> None:
        """Now and then type something, see it, and leave it for a while."""
        if self._rng.random() < 0.2:
            self._to(DRAFT)
            if self.terminal.wait_for(DRAFT, seconds=1):
                self.terminal.idle(1.5)
                self.kept = DRAFT
                self.terminal.idle(self._rng.uniform(0, 1))
        self._noise()

    def _noise(self) -> None:
        for _ in range(self._rng.choice([0, 0, 1, 5])):
            self.terminal.press(self._rng.choice(NOISE))
        if self._rng.random() < 0.2:
            self.terminal.resize(*self._rng.choice(SIZES))
        if self._rng.random() < 0.05:
            self.terminal.stop_for(self._rng.choice([0, 0.3]))

    def _hurry(self) -> None:
        """Now and then the end comes just when an answer is handed in."""
        if self._rng.random() < 0.3:
            self._end_within(0.5)

    def _to(self, *keys: str) -> None:
        self.terminal.forget()
        self.terminal.press(*keys)


def test_what_was_shown_survives_any_end(tmp_path: Path, bundled: Library, chance: Chance) -> None:
    before: list[str] = []
    for label, rng in chance.rounds(short=1, long=300):
        terminal = Terminal(tmp_path / "home", rng.choice(SIZES))
        terminal.signal = rng.choice(ENDS)
        if rng.random() < WHILE_IT_STARTS:
            terminal.moment = time.monotonic() + rng.uniform(0, 2)
        player = Player(terminal, rng, rng.choice([3, 12, 30]) if chance.is_long else 2)
        player.play()
        assert terminal.is_as_found or terminal.signal == signal.SIGKILL, f"{label}{terminal.told}"
        before = _expect_all(tmp_path / "home", before, player, bundled, label)
    if chance.is_long and not chance.is_single:
        assert len(before) >= ENOUGH


def _expect_all(
    home: Path, before: list[str], player: Player, bundled: Library, label: str
) -> list[str]:
    """All that was seen is in the log, the log is sound, and the draft is offered again."""
    if not (home / "progress.sqlite3").exists():
        assert not before, label
        return before
    label = f"{label}\n{player.terminal.told}"
    log = Log.open(home / "progress.sqlite3")
    try:
        assert log.integrity_problems() == [], label
        assert log.odd_entries() == [], label
        attempts = [attempt.id for attempt in log.attempts()]
        seen = len(before) + player.taken
        assert len(attempts) in (seen, seen + player.pending), f"{label}: {seen}, {len(attempts)}"
        kept = min(len(before), seen - (player.pending < 0))
        assert attempts[:kept] == before[:kept], label
        if player.kept:
            study = Study(bundled, log)
            questions = [study.resume(session).question for session in log.drafted()]
            drafts = [text for asked in questions if asked for text in asked.draft.values()]
            assert player.kept in "".join(drafts), f"{label}\n{drafts}"
        return attempts
    finally:
        log.close()
