"""A form of settings, changed with the arrow keys, by typing, or from a list."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import on
from textual.containers import Vertical
from textual.message import Message

from quizzer.tui.actions import bindings
from quizzer.tui.text import MUTED, pad, plain
from quizzer.tui.widgets.rows import Row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType


class Setting(Protocol):
    """One row of a form."""

    label: str

    @property
    def words(self) -> str:
        """The value as it is shown."""

    def turn(self, by: int) -> None:
        """Change to the next value (1) or the one before (-1)."""


@dataclass
class OneOf:
    """One of several values, each with its words."""

    label: str
    options: Sequence[tuple[str, str]]
    value: str

    @property
    def words(self) -> str:
        """The words of the value."""
        return dict(self.options).get(self.value, self.value)

    def turn(self, by: int) -> None:
        """Change to the next value; after the last one comes the first."""
        values = [value for value, _ in self.options]
        self.value = values[(values.index(self.value) + by) % len(values)]


@dataclass
class AnyOf:
    """Any number of values; choosing none means all of them."""

    label: str
    options: Sequence[tuple[str, str]]
    none: str  # the words when none is chosen
    chosen: tuple[str, ...] = ()
    remarks: Mapping[str, str] = field(default_factory=dict)  # shown beside values in the list
    about: Mapping[str, str] = field(default_factory=dict)  # text in which a search looks too

    @property
    def words(self) -> str:
        """The words of all that are chosen."""
        words = [text for value, text in self.options if value in self.chosen]
        return ", ".join(words) or self.none

    def turn(self, by: int) -> None:
        """Change from none to each single value in turn, and back to none."""
        values = ["", *(value for value, _ in self.options)]
        at = values.index(self.chosen[0]) if len(self.chosen) == 1 else 0
        following = values[(at + by) % len(values)]
        self.chosen = (following,) if following else ()


@dataclass
class Number:
    """A whole number that can also be typed."""

    label: str
    least: int
    most: int
    step: int = 1
    value: int = 0
    unit: str = ""
    zero: str = ""  # the words for 0, if it has a meaning of its own
    _typed: bool = field(default=False, init=False)

    @property
    def words(self) -> str:
        """The number and its unit."""
        return self.zero if self.zero and not self.value else f"{self.value}{self.unit}"

    def turn(self, by: int) -> None:
        """A step up or down, within its bounds."""
        self._typed = False
        self.value = max(self.least, min(self.most, self.value + by * self.step))

    def type(self, digit: str) -> None:
        """Append a digit to those typed before; if the number gets too big, begin a new one."""
        value = int(f"{self.value if self._typed else ''}{digit}")
        self.value, self._typed = value if value <= self.most else int(digit), True

    def erase(self) -> None:
        """Remove the last digit."""
        self.value, self._typed = self.value // 10, True

    def settle(self) -> None:
        """Bring what was typed within the bounds."""
        self._typed = False
        self.value = max(self.least, min(self.most, self.value))


class Form(Vertical, can_focus=True):
    """One row per setting; it changes the settings that it is given."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form")]

    class Changed(Message):
        """A setting has another value."""

        def __init__(self, setting: Setting) -> None:
            super().__init__()
            self.setting = setting

    class Wanted(Message):
        """The learner wants to choose values of this setting from a list."""

        def __init__(self, setting: AnyOf) -> None:
            super().__init__()
            self.setting = setting

    class Accepted(Message):
        """The learner goes on with these settings."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        super().__init__(classes="form")
        self._settings = settings
        self._rows = [Row(str(place), plain("")) for place in range(len(settings))]
        self._cursor = 0

    def compose(self) -> ComposeResult:
        """One row per setting, written before it is laid out."""
        self.redraw()
        yield from self._rows

    @property
    def _setting(self) -> Setting:
        return self._settings[self._cursor]

    @property
    def has_list(self) -> bool:
        """Whether the values of the present row can be chosen from a list."""
        return isinstance(self._setting, AnyOf)

    def on_key(self, event: events.Key) -> None:
        """Digits are typed into a number."""
        digit = event.character or ""
        if isinstance(self._setting, Number) and digit in "0123456789" and digit:
            event.stop()
            self._setting.type(digit)
            self._changed()

    @on(Row.Picked)
    def _clicked(self, event: Row.Picked) -> None:
        event.stop()
        self.focus(scroll_visible=False)
        self._go_to(int(event.key))

    def action_up(self) -> None:
        """To the setting above."""
        self._go_to((self._cursor - 1) % len(self._rows))

    def action_down(self) -> None:
        """To the setting below."""
        self._go_to((self._cursor + 1) % len(self._rows))

    def action_less(self) -> None:
        """Less, or the value before."""
        self._setting.turn(-1)
        self._changed()

    def action_more(self) -> None:
        """More, or the next value."""
        self._setting.turn(1)
        self._changed()

    def action_choose(self) -> None:
        """Choose from a list where there is one."""
        if isinstance(self._setting, AnyOf):
            self.post_message(self.Wanted(self._setting))
        else:
            self.action_more()

    def action_erase(self) -> None:
        """Remove the last digit of a number; clear a choice of several values."""
        setting = self._setting
        if isinstance(setting, Number):
            setting.erase()
        elif isinstance(setting, AnyOf):
            setting.chosen = ()
        self._changed()

    def action_accept(self) -> None:
        """Go on with these settings."""
        self._settle()
        self.post_message(self.Accepted())

    def _go_to(self, place: int) -> None:
        self._settle()
        self._cursor = place
        self.redraw()
        self.screen.refresh_bindings()  # only some rows have a list

    def _settle(self) -> None:
        if isinstance(self._setting, Number):
            before = self._setting.value
            self._setting.settle()
            if self._setting.value != before:
                self._changed()

    def _changed(self) -> None:
        self.redraw()
        self.post_message(self.Changed(self._setting))

    def redraw(self) -> None:
        """Write every row with its present value."""
        longest = max(len(setting.label) for setting in self._settings)
        for place, (row, setting) in enumerate(zip(self._rows, self._settings, strict=True)):
            here = place == self._cursor
            words = plain(f"‹ {setting.words} ›" if here else f"  {setting.words}")
            lead = f"{'›' if here else ' '} {pad(setting.label, longest)}  "
            row.write(lead, words if here else words.stylize_before(MUTED), here=here)
