"""Asks before starting something new ends what is still open; Enter resumes what is open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from quizzer.tui.actions import bindings
from quizzer.tui.key_names import key
from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.study.interview.interviews import InterviewCard
    from quizzer.study.overview import Resumable
    from quizzer.study.session import Session
    from quizzer.tui.base_app import BaseApp


class StillOpenDialog(Dialog[bool]):
    """Returns True to resume what is open, False to end it, and None if neither is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("open")]

    def __init__(self, left: str) -> None:
        super().__init__("Still open")
        self._left = left

    def body(self) -> Iterable[Widget]:
        """Where it was left, and what the keys do."""
        go_on, anew = key(self.app, "dialog.accept"), key(self.app, "open.anew")
        yield Static(plain(f"{self._left}\n"))
        keys = f"{go_on} resumes there; {anew} drops the rest and starts the new one."
        yield Static(plain(f"{keys} Your answers count either way."))

    def action_accept(self) -> None:
        """Go on with what is open."""
        self.dismiss(True)

    def action_anew(self) -> None:
        """End what is open, and start the new one."""
        self.dismiss(False)

    def wording(self, action_id: str) -> str | None:
        """What Enter does."""
        return "resume" if action_id == "dialog.accept" else super().wording(action_id)


def unless_left(
    app: BaseApp,
    left: Resumable | InterviewCard | None,
    go_on: Callable[[], None],
    begin: Callable[[], None],
) -> None:
    """Begin; but if something of the kind is still open, first ask whether to go on with it."""

    def choose(resumes: bool | None) -> None:
        if resumes is not None:
            (go_on if resumes else begin)()

    if left is not None:
        app.push_screen(StillOpenDialog(left.says), choose)
    else:
        begin()


async def ask_unless_left(
    app: BaseApp,
    purpose: str,
    show: Callable[[Callable[[], Session]], None],
    begin: Callable[[], Session],
) -> None:
    """Show the questions of a session for this purpose: a new one, or one that is still open."""
    study = app.study
    assert study is not None
    left = await app.behind(study.left_for, purpose)
    session = left.session if left is not None else ""
    unless_left(app, left, partial(show, partial(study.resume, session)), partial(show, begin))
