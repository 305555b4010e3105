"""Makes the pictures in the README, drawn by the app itself, in a separate home.

python docs/screenshots.py
"""

import asyncio
import json
import os
import random
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import structs
from textual.pilot import Pilot

from quizzer.bank.schema import ComputeItem, Kind, OpenItem
from quizzer.commands.text.question import right_answer
from quizzer.configuration.configuration import Configuration
from quizzer.configuration.settings import Settings
from quizzer.exercises.graph import Graph, rebuilt
from quizzer.progress.log import Log
from quizzer.progress.places import home
from quizzer.study import banks
from quizzer.study.interview.blueprint import READY
from quizzer.study.question import Question
from quizzer.study.selection import Selection
from quizzer.study.session import Session
from quizzer.study.study import Study
from quizzer.tui.app import QuizzerApp

FOLDER = Path(__file__).parent
ITEM, SLIP = "sdpa-by-hand", "no-scale"
TODAY = date(2026, 11, 29)
DAYS = 35  # for which the learner has studied
SHORT: tuple[Kind, ...] = ("choice", "fill", "order", "match", "compute")  # in an evening
Steps = Callable[[QuizzerApp, Pilot[int]], Awaitable[None]]


class Clock:
    """Starts at six in the evening of a day, and moves on by some minutes for each thing done."""

    def __init__(self) -> None:
        self.day, self.seconds = TODAY, 0.0

    def now_ms(self) -> int:
        """UTC in milliseconds."""
        begin = datetime(self.day.year, self.day.month, self.day.day, 18, tzinfo=UTC)
        return round((begin.timestamp() + self.seconds) * 1000)

    def offset_minutes(self) -> int:
        """Greenwich time."""
        return 0

    def monotonic(self) -> float:
        """Seconds since the evening began."""
        return self.seconds


CLOCK = Clock()


def open_study() -> Study:
    """The banks and the log, on the evening of the clock."""
    return Study(banks.load(home()), Log.open(home().database), CLOCK)


def as_typed(values: dict[str, Any]) -> dict[str, str]:
    """Values as a person would enter them."""
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in values.items()
    }


def answer_some(study: Study) -> None:
    """A few questions of the first topics are answered right, one session is left in the middle."""
    for topic, number in (("sequence-models", 6), ("embeddings", 3)):
        session = study.start_practice(topic)
        for _ in range(number):
            question = session.question
            assert question is not None
            session.submit(as_typed(right_answer(question.item, question.variant)))
            session.advance()
        session.leave()


def study_for_weeks(study: Study) -> None:
    """A month of evenings: first what is due, then some new questions, topics in turn."""
    chance = random.Random(7)
    topics = [topic.id for topic in study.library.topics]
    for number in range(DAYS):
        CLOCK.day, CLOCK.seconds = TODAY - timedelta(days=DAYS - number), 0.0
        if chance.random() < 0.2:  # an evening off
            continue
        if study.overview().due:
            answer_all(study.start_review(), chance, knows=0.85)
        evening = Selection(topics=(topics[number // 5],), kinds=SHORT)
        answer_all(study.start_selection(evening, limit=6), chance, knows=0.7)
    CLOCK.day, CLOCK.seconds = TODAY, 0.0


def answer_all(session: Session, chance: random.Random, knows: float) -> None:
    """Answer what comes; the share `knows` is right."""
    while (question := session.question) is not None:
        CLOCK.seconds += chance.uniform(20, 60 * question.item.minutes)
        if chance.random() < knows:
            session.submit(as_typed(right_answer(question.item, question.variant)), confidence=2)
        else:
            session.give_up()
        session.advance()


def slipped(question: Question) -> dict[str, str]:
    """The answer of someone who makes the mistake, and goes on right from there."""
    item = question.item
    assert isinstance(item, ComputeItem)
    mistake = next(entry for entry in item.mistakes if entry.id == SLIP)
    wrong = Graph(item, rebuilt(question.variant)).substituting(mistake)
    return {
        name: str(wrong.value(name).round(ask.decimals).tolist()) for name, ask in item.ask.items()
    }


async def open_with_slip(app: QuizzerApp, pilot: Pilot[int]) -> None:
    """Open the question, type the mistaken answer, look at how it was read, and grade it."""
    assert app.study is not None
    session = app.study.start_practice("attention")
    while (question := session.question) is not None and question.item.id != ITEM:
        session.skip()
    assert question is not None
    session.save_draft(slipped(question))
    app.open_question(lambda: session)
    await settle(pilot)
    while session.verdict is None:  # the first press may only show how the answer was read
        await pilot.press("f5")
        await settle(pilot)


def take_an_interview(study: Study) -> str:
    """An interview with good answers, a mistake, a hint, and questions that were skipped."""
    blueprint = structs.replace(READY["phone-screen"], seed=4)
    interview = study.interviews.start(blueprint)
    number = 0
    while (question := interview.question) is not None:
        number += 1
        CLOCK.seconds += 45 * question.minutes
        if number % 4 == 3:
            interview.pass_over()
        elif isinstance(question.item, OpenItem):
            interview.submit({"answer": question.item.model_answer})
        else:
            interview.submit(as_typed(right_answer(question.item, question.variant)))
    for number in interview.debrief().to_judge:
        points = interview.judging(number).item.key_points
        interview.judging(number).judge(
            " ".join("1½1"[place % 3] for place, _ in enumerate(points))
        )
    return interview.id


async def open_debrief(app: QuizzerApp, pilot: Pilot[int]) -> None:
    """Take an interview, and look at how it went."""
    assert app.study is not None
    study = app.study
    interview = take_an_interview(study)
    app.open_debrief(lambda: study.interviews.resume(interview))
    await settle(pilot)


async def open_explorer(app: QuizzerApp, pilot: Pilot[int]) -> None:
    """Walk a sentence through the model up to the scaled scores of the first layer."""
    for key in ("w", *["right"] * 11):
        await pilot.press(key)
        await settle(pilot)


async def open_progress(app: QuizzerApp, pilot: Pilot[int]) -> None:
    """Turn the pages of progress to the one on topics."""
    await pilot.press("g")
    await settle(pilot)
    for _ in range(3):
        await pilot.press("right")
        await settle(pilot)


async def settle(pilot: Pilot[int]) -> None:
    """Wait until nothing is running any more."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def take(name: str, size: tuple[int, int], steps: Steps | None = None) -> None:
    """Run the app, do the steps, and draw the screen."""
    quiet = Configuration(Settings(confidence=False))
    app = QuizzerApp(open_study, lambda: banks.load_topics(home()), quiet)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        if steps is not None:
            await steps(app, pilot)
        (FOLDER / name).write_text(app.export_screenshot(title="quizzer"), encoding="utf-8")


def prepared(prepare: Callable[[Study], None]) -> None:
    """Do something before the app opens."""
    study = open_study()
    prepare(study)
    study.log.close()


def main() -> None:
    """Draw every picture again, from a study with a little progress."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUIZZER_HOME"] = folder
        prepared(answer_some)
        asyncio.run(take("home.svg", (80, 24)))
        asyncio.run(take("verdict.svg", (80, 40), open_with_slip))
        asyncio.run(take("explorer.svg", (90, 28), open_explorer))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUIZZER_HOME"] = folder
        prepared(study_for_weeks)
        asyncio.run(take("progress.svg", (90, 30), open_progress))
        asyncio.run(take("debrief.svg", (90, 32), open_debrief))


if __name__ == "__main__":
    main()
