"""The command palette: everything that can be done now, found by name or by what it does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on
from textual.widgets.option_list import Option

from quizzer.actions.table import BY_ID
from quizzer.tui.actions import bindings, everywhere
from quizzer.tui.key_names import key
from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.text import MUTED, pad, plain
from quizzer.tui.widgets.finder import NOTHING, Finder, fits
from quizzer.tui.widgets.steady_list import SteadyList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from textual.app import App
    from textual.binding import BindingType
    from textual.screen import Screen
    from textual.widget import Widget

GAP = "  "


@dataclass(frozen=True)
class Command:
    """Something to choose in the palette."""

    name: str
    says: str  # what it does
    run: Callable[[], object]  # if it returns an awaitable, that is awaited
    key: str = ""  # the key that does the same without the palette


class Palette(Dialog[None], inherit_bindings=False):
    """Typing searches, the arrows choose, Enter runs a command."""

    AUTO_FOCUS = "Finder"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("palette"), *everywhere()]

    def __init__(self, heading: str, commands: Iterable[Command], *, enter: str = "run") -> None:
        super().__init__(heading)
        self._enter = enter
        self._commands = sorted(commands, key=lambda command: command.name)
        self._found: Sequence[Command] = ()
        self._finder = Finder()
        self._list = CommandList()

    def body(self) -> Iterable[Widget]:
        """The field and the list."""
        yield self._finder
        yield self._list

    def on_mount(self) -> None:
        """List all commands."""
        self._find()

    @on(Finder.Changed)
    def _find(self) -> None:
        """List the commands that match every word; first those whose names do."""
        words = self._finder.words
        found = [c for c in self._commands if fits(f"{c.name} {c.says}", words)]
        self._found = sorted(found, key=lambda command: not fits(command.name, words))
        self._list.show(self._found)

    @on(SteadyList.OptionSelected)
    def action_choose(self) -> None:
        """Close, and run the command under the cursor; a second Enter does nothing."""
        place = self._list.highlighted
        if place is not None and self.is_active:
            self.dismiss()
            self.app.call_later(self._found[place].run)

    def wording(self, action_id: str) -> str | None:
        """What Enter does with what is highlighted."""
        return self._enter if action_id == "palette.choose" else super().wording(action_id)

    def action_up(self) -> None:
        """To the command above."""
        self._list.action_cursor_up()

    def action_down(self) -> None:
        """To the command below."""
        self._list.action_cursor_down()

    def action_page_up(self) -> None:
        """A page up."""
        self._list.action_page_up()

    def action_page_down(self) -> None:
        """A page down."""
        self._list.action_page_down()


class CommandList(SteadyList, can_focus=False):
    """One line per command, cut off at the edge by the style sheet."""

    def __init__(self) -> None:
        super().__init__(markup=False)

    def show(self, commands: Sequence[Command]) -> None:
        """Show these commands, with the cursor on the first."""
        names, keys = _column([c.name for c in commands]), _column([c.key for c in commands])
        lines = zip(names, keys, commands, strict=True)
        options = [Option(plain(name + key) + plain(c.says, MUTED)) for name, key, c in lines]
        self.clear_options()
        self.add_options(options or [Option(plain(NOTHING, MUTED), disabled=True)])
        self.action_first()


def _column(words: Sequence[str]) -> list[str]:
    """Words padded to the same width, with a gap after them; empty if all are empty."""
    width = max(map(cell_len, words), default=0)
    return [pad(word, width) + GAP if width else "" for word in words]


def commands_for(screen: Screen[object]) -> Iterator[Command]:
    """Every action that works on a screen now, and the themes."""
    app, offered = screen.app, {"commands"}
    focused = screen.focused
    typing = focused is not None and focused.check_consume_key("a", "a")
    for active in screen.active_bindings.values():
        action = BY_ID.get(active.binding.id or "")
        if action is None or action.moves or not active.enabled or action.label in offered:
            continue
        offered.add(action.label)
        run = partial(app.run_action, active.binding.action, active.node)
        pressed = key(app, action.id, typing=typing)
        yield Command(action.label.capitalize(), action.says, run, pressed)
    yield Command("Theme", "Choose the colours.", app.action_change_theme)


def themes_of(app: App[int]) -> Iterator[Command]:
    """Every theme, light or dark."""
    for name, theme in app.available_themes.items():
        yield Command(name, "dark" if theme.dark else "light", partial(_use_theme, app, name))


def _use_theme(app: App[int], theme: str) -> None:
    app.theme = theme
