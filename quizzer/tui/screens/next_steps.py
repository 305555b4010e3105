"""Screens at the end of a session or an interview, with keys for the next steps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from quizzer.study.purposes import AGAIN
from quizzer.tui.screens.paging import PagedScreen
from quizzer.tui.screens.still_open import ask_unless_left

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quizzer.study.next_steps import Step
    from quizzer.study.session import Session

PLACES: Final = ("first", "second", "third")


class NextStepsScreen(PagedScreen):
    """Names up to three next steps, and opens those that ask questions."""

    _steps: Sequence[Step] = ()

    def _ask(self, begin: Callable[[], Session]) -> None:
        """Show the questions of a session."""
        raise NotImplementedError

    def action_first(self) -> None:
        """Take the first of the next steps."""
        self._take(self._steps[0])

    def action_second(self) -> None:
        """Take the second of them."""
        self._take(self._steps[1])

    def action_third(self) -> None:
        """Take the third."""
        self._take(self._steps[2])

    def _take(self, step: Step) -> None:
        """Take a step that asks questions; subclasses take the other steps."""
        study, target = self.quizzer.study, step.target
        assert study is not None
        match step.action:
            case "again":
                show = partial(self._after_lesson, target)
                begin = partial(study.start_again, step.items)
                self.begin_work(partial(ask_unless_left, self.quizzer, AGAIN, show, begin))
            case "drill":
                self._ask(partial(study.open_drill, target))
            case "review":
                self._ask(study.open_review)
            case "practice":
                self._ask(partial(study.open_practice, target))
            case "lesson":
                self._after_lesson(target, partial(study.open_practice, target))

    def _after_lesson(self, topic: str, begin: Callable[[], Session]) -> None:
        self._ask(begin)
        self.quizzer.open_lesson(topic)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is such a step."""
        return action not in PLACES or PLACES.index(action) < len(self._steps)
