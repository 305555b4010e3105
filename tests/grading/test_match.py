"""Match items: each pair counts the same, a distractor belongs to none."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import present
from quizzer.grading.answer_key import right_answer
from quizzer.grading.grade import grade, understand
from quizzer.grading.verdict import PartStatus, Status
from tests.exercises.items import item, variant_with

MASKS = item(
    "match",
    pairs=[
        {"left": "encoder", "right": "source padding"},
        {"left": "decoder", "right": "future"},
        {"left": "cross", "right": "memory padding"},
    ],
    distractors=["nothing"],
)
SHOWN = variant_with(MASKS, order=[3, 2, 0, 1])  # A nothing, B memory, C source, D future
RIGHT = {"1": "C", "2": "D", "3": "B"}


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        (RIGHT, Fraction(1)),
        ({"1": " c.", "2": "(d)", "3": "2"}, Fraction(1)),
        ({"1": "C", "2": "D"}, Fraction(2, 3)),
        ({"1": "C", "2": "A", "3": "A"}, Fraction(1, 3)),
        ({"1": "D", "2": "C", "3": "A"}, Fraction(0)),
    ],
)
def test_every_pair_counts_the_same(answer: dict[str, str], score: Fraction) -> None:
    verdict = grade(MASKS, SHOWN, answer)
    assert verdict.score == score
    assert (verdict.status is Status.RIGHT) == (score == 1)
    assert (verdict.status is Status.WRONG) == (score == 0)


def test_a_pair_left_out_is_missing_and_says_what_belonged_there() -> None:
    parts = {part.name: part for part in grade(MASKS, SHOWN, {"1": "C"}).parts}
    assert parts["2"].status is PartStatus.MISSING
    assert parts["2"].expected == "D"


def test_feedback_says_where_the_picked_side_belongs() -> None:
    parts = {p.name: p for p in grade(MASKS, SHOWN, {"1": "A", "2": "C", "3": "B"}).parts}
    assert parts["1"].feedback == "A belongs to none of them."
    assert parts["2"].feedback == "C belongs to: encoder"
    assert parts["3"].feedback == ""


TEMPTING = item(
    "match",
    pairs=[{"left": "Q", "right": "decoder"}, {"left": "K and V", "right": "last encoder layer"}],
    distractors=[
        "nothing",
        {"text": "layer l", "because": "Layers are not paired.", "mistake": "layers-paired"},
        {"text": "the embeddings", "because": "They were read long before."},
    ],
)


def test_a_distractor_that_says_why_it_tempts_names_its_mistake() -> None:
    shown = variant_with(TEMPTING, order=range(5))  # D layer l, E the embeddings
    verdict = grade(TEMPTING, shown, {"1": "E", "2": "D"})
    assert verdict.mistakes == ("layers-paired",)
    first, second = verdict.parts
    assert first.feedback == "E belongs to none of them. They were read long before."
    assert second.feedback == "D belongs to none of them. Layers are not paired."
    assert first.mistake is None
    assert second.mistake is not None
    assert (second.mistake.step, second.mistake.says) == ("2", "Layers are not paired.")
    assert grade(TEMPTING, shown, {"1": "A", "2": "B"}).mistakes == ()


@pytest.mark.parametrize(
    ("answer", "part", "problem", "column"),
    [
        ({"1": "C", "2": "E"}, "2", "There is no option 'E'", 1),
        ({"1": "C D"}, "1", "Write one letter here", 3),
        ({"4": "A"}, "4", "no such left side", 1),
        ({"2": "…"}, "2", "Choose a letter", 1),
    ],
)
def test_what_is_no_letter_costs_nothing_and_is_located(
    answer: dict[str, str], part: str, problem: str, column: int
) -> None:
    verdict = grade(MASKS, SHOWN, answer)
    assert verdict.status is Status.INVALID
    assert [entry.name for entry in verdict.parts] == [part]
    assert problem in verdict.parts[0].feedback
    read = {entry.part: entry for entry in understand(MASKS, SHOWN, answer)}
    assert read[part].column == column


def test_nothing_entered_costs_nothing() -> None:
    assert grade(MASKS, SHOWN, {"1": " "}).status is Status.INVALID


def test_the_preview_shows_the_text_behind_the_letter() -> None:
    (read,) = understand(MASKS, SHOWN, {"2": "d"})
    assert read.text == "D: future"


@given(st.integers(0, 50))
def test_the_key_of_every_shuffling_is_right(number: int) -> None:
    variant = draw(MASKS, number)
    answer = right_answer(MASKS, variant)
    assert grade(MASKS, variant, answer).score == 1
    shown = dict(present(MASKS, variant).options)
    assert shown[answer["2"]] == "future"


@given(st.dictionaries(st.sampled_from("1234") | st.text(max_size=3), st.text(max_size=9)))
def test_no_text_makes_grading_fail(answer: dict[str, str]) -> None:
    assert 0 <= grade(MASKS, SHOWN, answer).score <= 1
    understand(MASKS, SHOWN, answer)
