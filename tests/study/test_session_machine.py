"""Whatever happens in whatever order, crashes included, the log says what was answered."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from quizzer.study.session import Session
from quizzer.study.study import Study
from tests.study.builders import EMPTY, RIGHT, TEMPTED, WRONG, Machine, fill, library

ITEMS = ("a-1", "a-2", "a-3")


class SessionAgainstModel(RuleBasedStateMachine):
    """The model is a list of the answers that count; the session must agree after every step."""

    study: Study
    session: Session

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        items = library(attention=[fill(item) for item in ITEMS])
        self.machine = Machine(Path(self.folder.name), items)
        self.order = list(ITEMS)
        self.answers: list[dict[str, str]] = []  # to the first items of the order
        self.drafts: dict[str, dict[str, str]] = {item: {} for item in ITEMS}
        self.hints = dict.fromkeys(ITEMS, 0)
        self.waiting = False  # the verdict is shown

    def teardown(self) -> None:
        self.machine.close()
        self.folder.cleanup()

    @initialize()
    def begin(self) -> None:
        self.study = self.machine.start()
        self.session = self.study.start_practice("attention")

    @property
    def current(self) -> str:
        return self.order[len(self.answers)]

    def asking(self) -> bool:
        return not self.waiting and len(self.answers) < len(ITEMS)

    @precondition(asking)
    @rule(answer=st.sampled_from([RIGHT, WRONG, TEMPTED]))
    def submit(self, answer: dict[str, str]) -> None:
        self.session.submit(answer)
        self.answers.append(answer)
        self.waiting = True

    @precondition(asking)
    @rule(answer=st.sampled_from([RIGHT, WRONG]))
    def submit_and_advance(self, answer: dict[str, str]) -> None:
        self.submit(answer)
        self.advance()

    @precondition(asking)
    @rule()
    def submit_what_is_not_understood(self) -> None:
        self.session.submit(EMPTY)
        self.drafts[self.current] = EMPTY

    @precondition(asking)
    @rule(text=st.sampled_from(["r", "ri", ""]))
    def type_something(self, text: str) -> None:
        self.drafts[self.current] = {"x": text}
        self.session.save_draft({"x": text})

    @precondition(asking)
    @rule()
    def ask_for_a_hint(self) -> None:
        self.session.hint()
        self.hints[self.current] = min(2, self.hints[self.current] + 1)

    @precondition(asking)
    @rule()
    def put_off(self) -> None:
        alone = len(self.answers) == len(ITEMS) - 1
        assert self.session.skip() == (not alone)
        self.order.append(self.order.pop(len(self.answers)))

    @precondition(lambda self: self.waiting)
    @rule()
    def advance(self) -> None:
        self.session.advance()
        self.waiting = False

    @rule()
    def undo(self) -> None:
        assert self.session.undo() == bool(self.answers)
        if self.answers:
            answer = self.answers.pop()
            self.drafts[self.current] = answer
            self.waiting = False

    @rule()
    def leave_and_resume(self) -> None:
        self.session.leave()
        self.crash()

    @rule()
    def crash(self) -> None:
        self.study = self.machine.start()
        self.session = self.study.resume(self.session.id)
        self.waiting = False

    @rule(days=st.integers(1, 5))
    def let_days_pass(self, days: int) -> None:
        self.machine.clock.pass_days(days)

    @invariant()
    def the_log_holds_the_answers_that_count(self) -> None:
        assert [attempt.answer for attempt in self.study.log.attempts()] == self.answers

    @invariant()
    def the_session_stands_where_the_model_does(self) -> None:
        question = self.session.question
        if self.waiting:
            assert self.session.state == "answered"
        elif len(self.answers) == len(ITEMS):
            assert (self.session.state, question) == ("finished", None)
        else:
            assert self.session.state == "asking"
            assert self.session.position == len(self.answers)
            assert question is not None
            assert question.item.id == self.current
            assert question.draft == self.drafts[self.current]
            assert len(question.hints_shown) == self.hints[self.current]

    @invariant()
    def the_schedule_is_that_of_a_log_without_what_was_undone(self) -> None:
        fresh = Study(self.machine.library, self.study.log, self.machine.clock).history
        for place, item in enumerate(self.order):
            assert self.study.history.card(item) == fresh.card(item)
            assert (fresh.card(item) is None) == (place >= len(self.answers))


SessionAgainstModel.TestCase.settings = settings(max_examples=50, stateful_step_count=25)
TestSessionAgainstModel = SessionAgainstModel.TestCase
