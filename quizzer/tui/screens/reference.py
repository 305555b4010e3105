"""The reference: all components by family, or those that a question uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import on

from quizzer.handbook.short_names import short_names
from quizzer.tui import preloading
from quizzer.tui.actions import bindings
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.component import ComponentScreen
from quizzer.tui.screens.leaving import while_seen
from quizzer.tui.widgets.components import ComponentList
from quizzer.tui.widgets.finder import Finder, fits
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.bank.schema import Item
    from quizzer.tui.widgets.components import Group


CALLED: Final = "called by these"  # the solution to code is a few lines that call others


class ReferenceScreen(FullScreen):
    """A search field and a list of components; given an item, only of those that it uses."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("reference")]

    def __init__(self, item: Item | None = None) -> None:
        super().__init__()
        self._item = item
        self._groups: Sequence[Group] | None = None  # until they are read

    def page(self) -> Iterable[Widget]:
        """The field, which has the focus, and the list, in which the arrows choose."""
        yield Finder()
        yield ComponentList()

    async def on_mount(self) -> None:
        """Show the frame soon; the list may come after it."""
        self.head("Reference", "…")
        self.query_one(Finder).focus()
        await self.begin_with_first_frame(self._read)

    async def _read(self) -> None:
        self._groups = await self.quizzer.behind(_groups, self._item)
        self._find()
        self.quizzer.preload(preloading.with_a_component)

    @on(Finder.Changed)
    def _find(self) -> None:
        """List the components whose names match; if none does, those whose summaries match."""
        if self._groups is None:  # what is typed meanwhile is looked for as soon as they are
            return
        words = self.query_one(Finder).words
        found = _fitting(self._groups, words, _name) or _fitting(self._groups, words, _summary)
        components = self.query_one(ComponentList)
        components.show(found)
        where = "" if self._item is None else " for this question"
        self.head("Reference", f"{counted(len(components.names), 'component')}{where}")
        self.refresh_bindings()

    @on(ComponentList.OptionSelected)
    @while_seen
    def action_open(self) -> None:
        """Show the component under the cursor."""
        components = self.query_one(ComponentList)
        if (name := components.chosen) is not None:
            names = components.names
            self.quizzer.push_screen(ComponentScreen(names, names.index(name)))

    def action_up(self) -> None:
        """To the component above."""
        self.query_one(ComponentList).action_cursor_up()

    def action_down(self) -> None:
        """To the component below."""
        self.query_one(ComponentList).action_cursor_down()

    def action_page_up(self) -> None:
        """A page up."""
        self.query_one(ComponentList).action_page_up()

    def action_page_down(self) -> None:
        """A page down."""
        self.query_one(ComponentList).action_page_down()

    def action_leave(self) -> None:
        """Back to where the reference was opened."""
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a component to open."""
        return bool(self.query_one(ComponentList).names) if action == "open" else True


def _groups(item: Item | None) -> Sequence[Group]:
    """Titles of families, and their components with summaries."""
    from quizzer.handbook.kept import groups
    from quizzer.progress.places import home

    every = groups(home().cache)
    if item is None:
        return every
    from quizzer.handbook.using import called_by, used_by  # loads NumPy and the reference

    used = used_by(item)
    called = _only(every, called_by(used))
    return [*_only(every, used), *((f"{title}, {CALLED}", rows) for title, rows in called)]


def _only(groups: Sequence[Group], names: Sequence[str]) -> list[Group]:
    found = [(title, [row for row in rows if row[0] in names]) for title, rows in groups]
    return [(title, rows) for title, rows in found if rows]


def _fitting(
    groups: Sequence[Group], words: list[str], text_of: Callable[[str, str], str]
) -> Sequence[Group]:
    """The groups, with only the rows whose text matches every word."""
    found = [(title, [row for row in rows if fits(text_of(*row), words)]) for title, rows in groups]
    return [(title, rows) for title, rows in found if rows]


def _name(name: str, _summary: str) -> str:
    return " ".join([name, *short_names(name)])


def _summary(_name: str, summary: str) -> str:
    return summary
