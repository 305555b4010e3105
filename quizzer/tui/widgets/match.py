"""Left sides, to be matched with the letters of right sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from quizzer.grading.words import sign
from quizzer.tui.actions import bindings
from quizzer.tui.documents.markdown import inline
from quizzer.tui.key_names import key
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.rows import Row, RowsPanel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.content import Content

    from quizzer.grading.verdict import Verdict


class MatchPanel(RowsPanel):
    """The pairs of a match item: (name, text) of each left side, (letter, text) of each right."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("match")]

    def __init__(
        self, lefts: Sequence[tuple[str, str]], options: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(classes="match")
        self._lefts = {name: inline(text) for name, text in lefts}
        self._options = {letter: inline(text) for letter, text in options}
        self._rows = {name: Row(name, text) for name, text in self._lefts.items()}
        self._rights = {letter: Row(letter, text) for letter, text in self._options.items()}
        next(iter(self._rights.values())).add_class("-first")
        self._status = Static("", classes="remark")
        self._matched: dict[str, str] = {}
        self._cursor = next(iter(self._lefts))

    def compose(self) -> ComposeResult:
        """The left sides, then the right sides under their letters, and how to match them."""
        yield from self._rows.values()
        yield from self._rights.values()
        yield self._status

    @property
    def answer(self) -> dict[str, str]:
        """The letter of each left side that has one."""
        return {name: self._matched[name] for name in self._lefts if name in self._matched}

    @property
    def missing(self) -> str:
        """What to do while left sides have no letter."""
        if not self._matched:
            return "Type a letter for each line first."
        empty = [name for name in self._lefts if name not in self._matched]
        return f"Still empty: {', '.join(empty)}." if empty else ""

    def load(self, draft: Mapping[str, str]) -> None:
        """Restore saved letters."""
        kept = {name: draft.get(name, "") for name in self._lefts}
        self._matched = {name: letter for name, letter in kept.items() if letter in self._options}
        self._to_first_empty()
        self.redraw()

    def focus_part(self, name: str) -> None:
        """Go to one left side."""
        self.begin()
        self.go_to(name)

    def show_verdict(self, verdict: Verdict) -> None:
        """Show each left side with its correct right side, marked as right or wrong."""
        for right_side in self._rights.values():
            right_side.display = False
        for part in verdict.parts:
            row, right = self._rows[part.name], str(part.expected)
            is_right = part.entered == right
            row.set_class(is_right, "-right")
            row.set_class(not is_right, "-wrong")
            entered = f"[{part.entered or ' '}]"
            target = "    " if is_right else f" → {right}"
            text = self._with_option(part.name, right)
            row.write(f"{sign(part.status)} {part.name}. {entered}{target}  ", text)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """The letters of the right sides and the numbers of the left ones belong to this widget."""
        typed = (character or key).upper()
        return not self.locked and (typed in self._options or typed in self._rows)

    def on_key(self, event: events.Key) -> None:
        """A letter matches the left side under the cursor; a number goes to its left side."""
        typed = (event.character or "").upper()
        if self.locked or not typed:
            return
        if typed in self._options or typed in self._rows:
            event.stop()
            self.go_to(typed)

    def go_to(self, key: str) -> None:
        """Put the cursor on a left side, or match it with a right side."""
        if key in self._rows:
            self._cursor = key
            self.redraw()
        else:
            self._match(key)
            self._to_next_empty()
            self.changed()

    def action_up(self) -> None:
        """To the left side above."""
        self.go_to(_neighbour(list(self._rows), self._cursor, -1))

    def action_down(self) -> None:
        """To the left side below."""
        self.go_to(_neighbour(list(self._rows), self._cursor, 1))

    def action_before(self) -> None:
        """Match the left side with the previous right side."""
        self._turn(-1)

    def action_after(self) -> None:
        """Match the left side with the next right side."""
        self._turn(1)

    def action_clear(self) -> None:
        """Remove the letter of the left side."""
        if self._matched.pop(self._cursor, None) is not None:
            self.changed()

    def _turn(self, step: int) -> None:
        letters = list(self._options)
        now = self._matched.get(self._cursor)
        first = letters[0] if step > 0 else letters[-1]
        self._match(first if now is None else _neighbour(letters, now, step))
        self.changed()

    def _match(self, letter: str) -> None:
        self._matched[self._cursor] = letter

    def _to_next_empty(self) -> None:
        """Go to the next left side below that still has no letter, if there is one."""
        below = list(self._rows)[list(self._rows).index(self._cursor) + 1 :]
        self._cursor = next((name for name in below if name not in self._matched), self._cursor)

    def _to_first_empty(self) -> None:
        names = list(self._rows)
        self._cursor = next((name for name in names if name not in self._matched), names[0])

    def redraw(self) -> None:
        """Write what each left side is matched with, and which letters are in use."""
        for name, row in self._rows.items():
            here = name == self._cursor and not self.locked
            letter = self._matched.get(name)
            marker = f"{'›' if here else ' '} {name}. [{letter or ' '}]  "
            row.write(marker, self._with_option(name, letter), here=here)
        self._status.display = not self.locked and not self._matched
        up, down = (key(self.app, f"match.{name}") for name in ("up", "down"))
        says = f"Type the letter that goes with this line. {up} {down} go to another line."
        self._status.update(plain(says, MUTED))
        for letter, right in self._rights.items():
            right.write(f"{'•' if letter in self._matched.values() else ' '} {letter}  ")

    def _with_option(self, name: str, letter: str | None) -> Content:
        left = self._lefts[name].stylize("bold")
        if letter is None:
            return left
        return left + plain(" — ", MUTED) + self._options[letter].stylize_before(MUTED)


def _neighbour(keys: Sequence[str], key: str, step: int) -> str:
    return keys[(keys.index(key) + step) % len(keys)]
