"""Keys that come too late, and questions that are forgotten again and again."""

import asyncio
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import TextArea

from quizzer.grading.answer_key import right_answer
from quizzer.study.study import Study
from tests.tui import bank
from tests.tui.driver import StillClock, learner_at

RIGHT = {"scale": "√d_k", "sum": "1"}
SIXTY_DAYS = 60 * 86_400_000


async def test_what_is_typed_while_it_is_graded_leaves_the_answer_as_it_was(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("sqrt(d_k)")
        await learner.press("enter")
        await learner.type("1")
        begun, released = Event(), Event()
        submit = learner.session.submit

        def slowly(*arguments: object) -> object:
            begun.set()
            released.wait(5)
            return submit(*arguments)

        learner.session.submit = slowly
        learner.app.simulate_key("enter")
        await asyncio.to_thread(begun.wait, 5)
        learner.app.simulate_key("7")
        await asyncio.sleep(0.05)
        released.set()
        await learner.settle()
        assert "✓ Right" in learner.screen
        assert [field.text for field in learner.app.screen.query(TextArea)] == ["sqrt(d_k)", "1"]


async def test_what_is_kept_late_goes_to_no_other_question(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("sqrt(d_k)")
        screen, session = learner.app.screen, learner.session
        await learner.app.behind(session.submit, RIGHT)
        await learner.app.behind(session.advance)
        await screen.keep()  # the timer, just before the next question is on the screen
        await screen.preview()
        await learner.settle()
        assert learner.app.screen is screen
        assert session.question.number == 2
        assert session.question.draft == {}


def forget(study: Study, item: str, times: int) -> None:
    """Answer it rightly once, then not at all so many times, each long after the one before."""
    assert isinstance(study.clock, StillClock)
    session = study.start_items([item])
    question = session.question
    assert question is not None
    session.submit(right_answer(question.item, question.variant))
    for _ in range(times):
        study.clock.ms += SIXTY_DAYS
        study.start_items([item]).give_up()
    study.clock.ms += SIXTY_DAYS


async def test_where_letters_are_keys_the_note_on_the_lesson_names_the_letter(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        assert learner.app.study is not None
        forget(learner.app.study, "why-scale", 4)
        await learner.press("g", "escape", "r")
        assert "You forgot this 4 times. The lesson may help more: l." in learner.screen


async def test_what_is_forgotten_again_and_again_offers_something_easier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harder = (
        "title: Name the scale\n  level: junior\n  difficulty: 3\n  covers: [compute-attention]"
    )
    asked = bank.ATTENTION.replace(
        "title: Name the scale\n  level: junior\n  difficulty: 1", harder
    )
    monkeypatch.setattr(bank, "ATTENTION", asked)
    async with learner_at(tmp_path, size=(100, 30)) as learner:
        assert learner.app.study is not None
        forget(learner.app.study, "name-the-scale", 4)
        await learner.press("g", "escape", "r")
        assert "You forgot this 4 times. The lesson may help more: " in learner.everything
        assert "Or try an easier one first: Ctrl+g." in learner.everything
        await learner.press("ctrl+g")
        assert "Why are the scores divided by √d_k?" in learner.screen
