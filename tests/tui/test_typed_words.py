"""Words typed where letters are keys: they do nothing, while keys do what they are for."""

from pathlib import Path

import pytest

from quizzer.progress.events import Attempted
from quizzer.tui.screens.answering import AnsweringScreen
from quizzer.tui.widgets.choice import ChoicePanel
from quizzer.tui.widgets.order import OrderPanel
from tests.tui.driver import Learner, learner_at
from tests.tui.interviewing import interview, interviewed, pass_over_until

IGNORED = "a word typed fast is ignored"


def attempts(learner: Learner) -> list[str]:
    assert learner.app.study is not None
    events = learner.app.study.log.events()
    return [event.item for event in events if isinstance(event, Attempted)]


async def type_words(learner: Learner, words: str) -> None:
    """As people type: a letter in a fifth of a second, and each has come to something by then."""
    for number, letter in enumerate(words):
        learner.send(letter, after=0.2 if number else 1.0)
        await learner.settle()


@pytest.mark.parametrize(
    "words", ["because it is learned", "i think it is this", "sequence", "i don't know, i guess"]
)
@pytest.mark.parametrize("first", ["why-scale", "which-are-masks"])
async def test_words_on_a_choice_are_no_commands(tmp_path: Path, words: str, first: str) -> None:
    async with learner_at(tmp_path, first=first) as learner:
        await learner.press("enter")
        asked = learner.session.question
        await type_words(learner, words)
        assert learner.session.question.item.id == asked.item.id
        assert learner.session.question.hints_shown == ()
        assert learner.session.verdict is None
        assert not attempts(learner)
        assert IGNORED in " ".join(learner.screen.split())


async def test_a_word_takes_no_answer_back(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "a", "enter", "enter")
        answered = learner.session.question.number
        await type_words(learner, "because")
        assert learner.session.question.number == answered
        assert len(attempts(learner)) == 1


async def test_letters_of_options_count_however_fast_they_come(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="which-are-masks") as learner:
        await learner.press("enter")
        await learner.type("abc")
        assert learner.screen.count("[x]") == 3
        assert IGNORED not in learner.screen


async def test_keys_that_move_and_mark_count_however_fast_they_come(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="which-are-masks") as learner:
        await learner.press("enter")
        await learner.type(" jj jk ")
        assert learner.screen.count("[x]") == 1  # the first and the third; the third not any more
        assert IGNORED not in learner.screen


async def test_keys_that_move_lines_count_however_fast_they_come(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="put-in-order") as learner:
        await learner.press("enter")
        await learner.type(" j ")
        answer = learner.app.screen.query_one(OrderPanel).answer
        assert answer["order"].split()[:2] == ["B", "A"]
        assert IGNORED not in learner.screen


async def test_a_sign_within_a_word_does_not_begin_another(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="why-scale") as learner:
        await learner.press("enter")
        asked = learner.session.question
        await type_words(learner, "o(n) is why?")
        assert learner.session.question.item.id == asked.item.id
        assert isinstance(learner.app.screen, AnsweringScreen)
        assert IGNORED in " ".join(learner.screen.split())


async def test_a_key_may_be_pressed_twice_fast_and_others_slowly(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        await learner.press("a", "h")
        assert len(learner.session.question.hints_shown) == 1
        await learner.type("ii")
        assert len(attempts(learner)) == 1


async def test_what_wants_a_second_press_wants_no_other_letter_between(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "i", "h", "i")
        assert not attempts(learner)
        await learner.press("pagedown", "i")
        assert len(attempts(learner)) == 1


async def test_words_are_typed_where_there_is_a_field(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("i think because")
        assert "i think because" in learner.screen
        assert IGNORED not in learner.screen


async def test_in_an_interview_no_word_says_i_do_not_know(tmp_path: Path) -> None:
    async with interviewed(tmp_path, minutes="40") as learner:
        await pass_over_until(learner, lambda: bool(learner.app.screen.query(ChoicePanel)))
        asked, before = interview(learner).question.item.id, attempts(learner)
        await type_words(learner, "i think it is this")
        assert interview(learner).question.item.id == asked
        assert attempts(learner) == before
        assert IGNORED in " ".join(learner.screen.split())
