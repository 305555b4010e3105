"""Whatever happens in whatever order in an interview, kills included, the log can tell it again."""

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

from quizzer.bank.library import Library
from quizzer.bank.schema import OpenItem
from quizzer.study.interview.interview import Interview
from quizzer.study.interview.transcript import Transcript
from quizzer.study.study import Study
from tests.study.builders import RIGHT, TEMPTED, WRONG, Machine, library
from tests.study.interviewing import ALL_SAID, NO_CLIPPING, blueprint, explain, later, main

MINUTES = 20
MOMENTS = st.sampled_from([1.0, 30.0, 200.0, 700.0])
NAPS = st.sampled_from([30.0, 200.0, 700.0])  # shorter ones pass for a wall clock that was set


def banks() -> Library:
    """Chains that branch in every way."""
    return library(
        attention=[
            main("a-1", ("right", "a-2"), ("fell-for-it", "a-3"), ("wrong", "a-4")),
            later("a-2", ("right", "a-3"), ("wrong", "a-4")),
            later("a-3", ("always", "a-4")),
            later("a-4"),
        ],
        masks=[
            main("m-1", ("always", "m-3")),
            explain("m-2", ("missed-2", "m-3"), ("right", "m-4")),
            later("m-3", ("right", "m-4")),
            later("m-4"),
            main("m-5"),
            main("m-6"),
        ],
    )


class InterviewAgainstModel(RuleBasedStateMachine):
    """The model knows how long the interview ran, and what was answered in which order."""

    study: Study
    interview: Interview

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.machine = Machine(Path(self.folder.name), banks())
        self.answered: list[str] = []
        self.running = 0.0  # seconds on the interview's clock
        self.unsaved = 0.0  # of these, those since the last sign of life
        self.last: float | None = None  # what it showed at the last answer
        self.draft: dict[str, str] = {}
        self.before: list[tuple[str, int]] = []  # the questions so far

    def teardown(self) -> None:
        self.machine.close()
        self.folder.cleanup()

    @initialize(seed=st.integers(0, 50), after_each=st.booleans())
    def begin(self, seed: int, after_each: bool) -> None:
        self.study = self.machine.start()
        plan = blueprint(minutes=MINUTES, seed=seed, answers_after_each=after_each)
        self.interview = self.study.interviews.start(plan)

    def asking(self) -> bool:
        return self.interview.state == "asking"

    def reading(self) -> bool:
        return self.interview.state == "answered"

    def over(self) -> bool:
        return self.interview.state == "finished"

    @precondition(asking)
    @rule(choice=st.integers(0, 2), aloud=st.booleans(), confidence=st.sampled_from([None, 0, 3]))
    def answer(self, choice: int, aloud: bool, confidence: int | None) -> None:
        question = self.interview.question
        assert question is not None
        if isinstance(question.item, OpenItem):
            text = [ALL_SAID, NO_CLIPPING, {"answer": "nothing"}][choice]
            self.interview.submit(text, aloud=aloud, confidence=confidence)
        else:
            self.interview.submit([RIGHT, TEMPTED, WRONG][choice], confidence=confidence)
        self.note(question.item.id)

    @precondition(asking)
    @rule()
    def pass_over(self) -> None:
        question = self.interview.question
        assert question is not None
        self.interview.pass_over()
        self.note(question.item.id)

    def note(self, item: str) -> None:
        self.answered.append(item)
        self.last = self.running
        self.draft, self.unsaved = {}, 0.0

    @precondition(asking)
    @rule(text=st.sampled_from(["r", "ri", ""]))
    def type_something(self, text: str) -> None:
        self.draft, self.unsaved = {"x": text}, 0.0
        self.interview.save_draft(self.draft)

    @precondition(reading)
    @rule()
    def advance(self) -> None:
        self.interview.advance()

    @rule(seconds=MOMENTS)
    def let_time_pass(self, seconds: float) -> None:
        runs = self.interview.state == "asking"
        self.machine.clock.pass_seconds(seconds)
        self.running += seconds * runs
        self.unsaved += seconds * runs

    @precondition(asking)
    @rule(seconds=NAPS)
    def sleep_with_the_program_open(self, seconds: float) -> None:
        self.machine.clock.sleep(seconds)

    @rule(seconds=MOMENTS)
    def leave_and_resume(self, seconds: float) -> None:
        self.interview.leave()
        self.unsaved = 0.0
        self.be_killed(seconds)

    @rule(seconds=MOMENTS)
    def be_killed(self, seconds: float) -> None:
        self.machine.clock.pass_seconds(seconds)
        self.running -= self.unsaved
        self.unsaved = 0.0
        self.study = self.machine.start()
        self.interview = self.study.interviews.resume(self.interview.id)

    @precondition(lambda self: len(self.answered) > 3)
    @rule()
    def finish(self) -> None:
        self.interview.finish()
        self.unsaved = 0.0

    @precondition(over)
    @rule(marks=st.sampled_from(["1 1", "0 ½", "? 1"]))
    def judge(self, marks: str) -> None:
        for number in self.interview.debrief().to_judge[:1]:
            self.interview.judging(number).judge(marks)

    @invariant()
    def the_log_tells_what_was_answered(self) -> None:
        given = [turn for turn in self.interview.turns if turn.given]
        assert [turn.item for turn in given] == self.answered
        attempts = {attempt.item for attempt in self.study.log.attempts()}
        to_judge = {turn.item for turn in given if turn.given and not turn.given.attempt}
        assert attempts | to_judge == set(self.answered)
        assert not attempts & to_judge

    @invariant()
    def the_clock_is_right(self) -> None:
        time = self.interview.time
        assert round(time.elapsed, 3) == round(self.running, 3)
        assert time.remaining == max(0, MINUTES * 60 - time.elapsed)

    @invariant()
    def questions_keep_their_order(self) -> None:
        now = [turn.place for turn in self.interview.turns]
        assert len(set(now)) == len(now)
        dropped = {turn.place for turn in self.interview.turns if turn.dropped}
        kept = [place for place in self.before if place not in dropped]
        assert [place for place in now if place in kept] == kept
        self.before = now
        assert all(turn.depth <= 5 for turn in self.interview.turns)

    @invariant()
    def nothing_is_begun_that_the_clock_has_no_time_for(self) -> None:
        question, last = self.interview.question, self.last
        if question is not None and self.asking() and last is not None:
            assert max(2.0, question.minutes) * 60 <= MINUTES * 60 - last

    @invariant()
    def the_draft_is_kept(self) -> None:
        question = self.interview.question
        if question is not None and self.interview.state == "asking":
            assert question.draft == self.draft

    @invariant()
    def another_reader_of_the_log_sees_the_same(self) -> None:
        fresh = Study(self.machine.library, self.study.log, self.machine.clock).history
        started = fresh.in_session(self.interview.id).started
        assert started is not None
        assert Transcript(started, self.machine.library, fresh).turns == self.interview.turns


InterviewAgainstModel.TestCase.settings = settings(max_examples=50, stateful_step_count=25)
TestInterviewAgainstModel = InterviewAgainstModel.TestCase
