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


class SessionAgainstModel(RuleBasedStateMachine):
    """The model is a list of the answers that count; the session must agree after every step."""

    study: Study
    session: Session

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        items = [fill(f"a-{n}") for n in range(3)]
        self.machine = Machine(Path(self.folder.name), library(attention=items))
        self.answers: list[dict[str, str]] = []
        self.drafts: list[dict[str, str]] = [{}, {}, {}]  # by question, as the hints
        self.hints = [0, 0, 0]
        self.waiting = False  # the verdict is shown

    def teardown(self) -> None:
        self.machine.close()
        self.folder.cleanup()

    @initialize()
    def begin(self) -> None:
        self.study = self.machine.start()
        self.session = self.study.start_practice("attention")

    def asking(self) -> bool:
        return not self.waiting and len(self.answers) < 3

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
        self.drafts[len(self.answers)] = EMPTY

    @precondition(asking)
    @rule(text=st.sampled_from(["r", "ri", ""]))
    def type_something(self, text: str) -> None:
        self.drafts[len(self.answers)] = {"x": text}
        self.session.save_draft({"x": text})

    @precondition(asking)
    @rule()
    def ask_for_a_hint(self) -> None:
        self.session.hint()
        self.hints[len(self.answers)] = min(2, self.hints[len(self.answers)] + 1)

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
            self.drafts[len(self.answers)] = answer
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
        elif len(self.answers) == 3:
            assert (self.session.state, question) == ("finished", None)
        else:
            assert self.session.state == "asking"
            assert self.session.position == len(self.answers)
            assert question is not None
            assert question.draft == self.drafts[len(self.answers)]
            assert len(question.hints_shown) == self.hints[len(self.answers)]

    @invariant()
    def the_schedule_is_that_of_a_log_without_what_was_undone(self) -> None:
        fresh = Study(self.machine.library, self.study.log, self.machine.clock).history
        for number in range(3):
            item = f"a-{number}"
            assert self.study.history.card(item) == fresh.card(item)
            assert (fresh.card(item) is None) == (number >= len(self.answers))


SessionAgainstModel.TestCase.settings = settings(
    max_examples=50, stateful_step_count=25, deadline=None
)
TestSessionAgainstModel = SessionAgainstModel.TestCase
