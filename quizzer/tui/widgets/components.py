"""A list of the components of the reference, under the titles of their families."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content
from textual.widgets.option_list import Option

from quizzer.tui.text import MUTED, pad, plain
from quizzer.tui.widgets.finder import NOTHING
from quizzer.tui.widgets.steady_list import SteadyList

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Group = tuple[str, Sequence[tuple[str, str]]]  # a title, and names with summaries

INDENT = "  "


class ComponentList(SteadyList, can_focus=False):
    """One line per component, cut off at the edge by the style sheet; titles cannot be chosen."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._groups: Sequence[Group] = ()

    def show(self, groups: Iterable[Group]) -> None:
        """Show these components, with the cursor on the first."""
        self._groups = tuple(groups)
        options: list[Option] = []
        for title, rows in self._groups:
            longest = max(cell_len(_short(name)) for name, _ in rows)
            options.append(Option(plain(title, "bold"), disabled=True))
            options += [_option(name, says, longest) for name, says in rows]
        if not self._groups:
            options.append(Option(plain(NOTHING, MUTED), disabled=True))
        self.clear_options()
        self.add_options(options)  # all in one call: each call measures all of them
        self.action_first()

    @property
    def names(self) -> tuple[str, ...]:
        """The components on the list."""
        return tuple(name for _, rows in self._groups for name, _ in rows)

    @property
    def chosen(self) -> str | None:
        """The component under the cursor."""
        return self.highlighted_option.id if self.highlighted_option is not None else None


def _option(name: str, says: str, longest: int) -> Option:
    text = f"{INDENT}{pad(_short(name), longest)}{INDENT}"
    return Option(Content.assemble(plain(text), plain(says, MUTED)), id=name)


def _short(name: str) -> str:
    return name.rpartition(".")[2]
