"""Screens at the end of something: the next steps are a key away."""

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
    """Names up to three next steps, and leads to those that are questions."""

    _steps: Sequence[Step] = ()

    def _ask(self, begin: Callable[[], Session]) -> None:
        """Show the questions of a session."""
        raise NotImplementedError

    def action_first(self) -> None:
        """The first of the next steps."""
        self._take(self._steps[0])

    def action_second(self) -> None:
        """The second of them."""
        self._take(self._steps[1])

    def action_third(self) -> None:
        """The third."""
        self._take(self._steps[2])

    def _take(self, step: Step) -> None:
        """Go where a step leads; a subclass knows where those lead that are no questions."""
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
        """Only the steps that there are."""
        return action not in PLACES or PLACES.index(action) < len(self._steps)
