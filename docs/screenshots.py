"""Makes the pictures in the README, drawn by the app itself, with a home of their own.

python docs/screenshots.py
"""

import asyncio
import json
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from quizzer.bank.schema import ComputeItem
from quizzer.commands.question import right_answer
from quizzer.exercises.graph import Graph, rebuilt
from quizzer.study.session import Question
from quizzer.study.study import Study
from quizzer.tui import opening
from quizzer.tui.app import QuizzerApp

FOLDER = Path(__file__).parent
ITEM, SLIP = "sdpa-by-hand", "no-scale"
Steps = Callable[[QuizzerApp, Pilot[int]], Awaitable[None]]


def as_typed(values: dict[str, Any]) -> dict[str, str]:
    """Values as a person would enter them."""
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in values.items()
    }


def answer_some(study: Study) -> None:
    """A few questions of the first topics answered rightly, one session left in the middle."""
    for topic, number in (("sequence-models", 6), ("embeddings", 3)):
        session = study.start_practice(topic)
        for _ in range(number):
            question = session.question
            assert question is not None
            session.submit(as_typed(right_answer(question.item, question.variant)))
            session.advance()
        session.leave()


def slipped(question: Question) -> dict[str, str]:
    """The answer of someone who makes the slip and goes on rightly from there."""
    item = question.item
    assert isinstance(item, ComputeItem)
    mistake = next(entry for entry in item.mistakes if entry.id == SLIP)
    wrong = Graph(item, rebuilt(question.variant)).substituting(mistake)
    return {
        name: str(wrong.value(name).round(ask.decimals).tolist()) for name, ask in item.ask.items()
    }


async def open_with_slip(app: QuizzerApp, pilot: Pilot[int]) -> None:
    """Open the question with the slip typed in, look at how it was read, and grade it."""
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


async def settle(pilot: Pilot[int]) -> None:
    """Wait until nothing is going on any more."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def take(name: str, size: tuple[int, int], steps: Steps | None = None) -> None:
    """Run the app, do the steps, and draw what is on the screen."""
    app = QuizzerApp(opening.open_study, opening.load_topics)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        if steps is not None:
            await steps(app, pilot)
        (FOLDER / name).write_text(app.export_screenshot(title="quizzer"), encoding="utf-8")


def main() -> None:
    """Draw every picture anew, from a study with a little progress."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["QUIZZER_HOME"] = home
        study = opening.open_study()
        answer_some(study)
        study.log.close()
        asyncio.run(take("home.svg", (80, 24)))
        asyncio.run(take("verdict.svg", (80, 40), open_with_slip))


if __name__ == "__main__":
    main()
