"""Open answers: marks suggested by words, decided by the learner, weighted into a score."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.bank.schema import OpenItem
from quizzer.grading.grade import grade, understand
from quizzer.grading.inspection import problems_of
from quizzer.grading.rubric import read_marks, suggest, write_marks
from quizzer.grading.verdict import PartStatus, Status, Verdict
from tests.exercises.items import item, variant_with

HALF = Fraction(1, 2)


def open_item(*suggests: list[str], weights: tuple[int, ...] = ()) -> OpenItem:
    points = [
        {"text": f"Point {n}", "weight": weights[n - 1] if weights else 1, "suggests": words}
        for n, words in enumerate(suggests, 1)
    ]
    made = item("open", key_points=points, model_answer="A strong answer.")
    assert isinstance(made, OpenItem)
    return made


THREE = open_item(["jacobian", "product"], ["clip"], [], weights=(2, 1, 1))
VARIANT = variant_with(THREE)


def graded(text: str, points: str | None = None) -> Verdict:
    answer = {"answer": text} if points is None else {"answer": text, "points": points}
    return grade(THREE, VARIANT, answer)


def suggested(words: list[str], text: str) -> Fraction:
    return suggest(open_item(words), text)[0].mark


# The learner's marks, worked by hand with weights 2, 1, 1.
@pytest.mark.parametrize(
    ("points", "score", "status"),
    [
        ("1 1 1", Fraction(1), Status.RIGHT),
        ("0 0 0", Fraction(0), Status.WRONG),
        ("1 0 0", Fraction(1, 2), Status.PARTLY),
        ("½ 1 0", Fraction(1, 2), Status.PARTLY),
        ("½, 0, ½", Fraction(3, 8), Status.PARTLY),
        ("[1, 0.5, 0]", Fraction(5, 8), Status.PARTLY),
        ("0\n1/2\n.5", Fraction(1, 4), Status.PARTLY),
    ],
)
def test_the_learners_marks_are_weighted(points: str, score: Fraction, status: Status) -> None:
    verdict = graded("Any words.", points)
    assert (verdict.score, verdict.status) == (score, status)
    assert verdict.feedback == ""


def test_the_learners_mark_wins_over_the_suggestion() -> None:
    assert graded("A product of Jacobians, clipped.", "0 0 0").score == 0


def test_key_points_missed_or_half_said_are_told() -> None:
    parts = graded("Any words.", "1 ½ 0").parts
    assert [part.name for part in parts] == ["1", "2", "3"]
    assert [part.status for part in parts] == [
        PartStatus.RIGHT,
        PartStatus.PARTLY,
        PartStatus.WRONG,
    ]
    assert [part.feedback for part in parts] == ["", "Half said: Point 2", "Not said: Point 3"]


def test_without_marks_the_suggestions_count_and_the_verdict_says_nobody_judged() -> None:
    verdict = graded("A Jacobian for each step; clipping helps.")
    assert verdict.score == Fraction(1, 2)  # ½ · 2 + 1 + 0, of 4
    assert verdict.feedback.startswith("Nobody has judged this answer.")
    assert verdict.parts[0].feedback == "Half said: Point 1 (½ suggested by “Jacobian”)"
    assert verdict.parts[1].feedback == "Said: Point 2 (1 suggested by “clipping”)"
    assert verdict.parts[2].feedback == (
        "Not said: Point 3 (0 suggested: none of its words found, beyond those of the question)"
    )


def test_marks_left_open_count_as_suggested_and_are_told() -> None:
    verdict = graded("Clipping.", "1 ? 0")
    assert verdict.score == Fraction(3, 4)
    assert "1 of 3 marks is still a suggestion" in verdict.feedback


@pytest.mark.parametrize(
    ("points", "problem", "column"),
    [
        ("1 2 0", "'2' is not a mark", 3),
        ("1\n0\nyes", "'yes' is not a mark", 1),
        ("1", "There are 3 key points, but 1 mark:", 2),
        ("1 0", "There are 3 key points, but 2 marks", 4),
        ("1 0 0 1", "There are 3 key points, but 4 marks", 7),
    ],
)
def test_bad_marks_cost_nothing_and_are_located(points: str, problem: str, column: int) -> None:
    verdict = graded("Any words.", points)
    assert verdict.status is Status.INVALID
    (part,) = verdict.parts
    assert (part.name, part.entered) == ("points", points)
    assert problem in part.feedback
    (read,) = understand(THREE, VARIANT, {"points": points})
    assert read.column == column


def test_marks_without_an_answer_are_no_answer() -> None:
    assert graded("  ", "1 1 1").status is Status.INVALID


def test_an_endless_answer_costs_nothing() -> None:
    assert graded("word " * 10_000).status is Status.INVALID


def test_the_preview_sets_each_mark_beside_its_point() -> None:
    (read,) = understand(THREE, VARIANT, {"points": "1 .5 ?"})
    assert read.text == "1: Point 1\n½: Point 2\n?: Point 3"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("Jacobian", "the JACOBIAN"),
        ("jacobian", "Jacobians multiply"),
        ("gate", "gating, that is"),
        ("query", "the queries"),
        ("sum", "summed up"),
        ("cache", "we keep caching"),
        ("saturat", "the softmax saturates"),
        ("normalisation", "normalization"),
        ("naive", "naïve"),
        ("d_k", "divide by √dₖ"),
        ("√d_k", "sqrt(d_k)"),
        ("1/d_k", "not 1 / d_k"),
        ("d²", "O(d^2)"),
        ("T × S", "a T x S matrix of T × S"),
        ("one-hot", "nearly one hot"),
        ("feed-forward", "a feedforward network"),
        ("lookup", "a look-up in a table"),
        ("cross attention", "cross-attention"),
        ("rope", "ＲoＰＥ"),
        ("β", "beta"),
        ("equivariant", "equivarient"),
    ],
)
def test_a_word_is_found_however_it_is_written(word: str, text: str) -> None:
    assert suggested([word], text) == 1


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("sum", "assume"),
        ("sum", "a summary"),
        ("gate", "the navigator"),
        ("chain rule", "the rule of the chain"),
        ("1/d_k", "d_k"),
        ("set", "reset"),
        ("d_k", "d_v"),
        ("path", "a sympathetic reading"),
        ("lose", "the loss"),
        ("compete", "we compute"),
        ("commute", "it computes"),
        ("output T", "the output"),
    ],
)
def test_other_words_are_not_taken_for_it(word: str, text: str) -> None:
    assert suggested([word], text) == 0


@pytest.mark.parametrize(
    ("text", "mark"),
    [("none of it", 0), ("sine", HALF), ("sine and cosine", 1), ("sine, sine and sines", HALF)],
)
def test_two_different_words_suggest_all_and_one_suggests_half(text: str, mark: Fraction) -> None:
    assert suggested(["sine", "cosine", "frequency"], text) == mark


def test_a_phrase_within_another_is_not_a_second_word() -> None:
    words = ["sum", "weighted sum", "mean"]
    assert suggested(words, "a weighted sum") == HALF
    assert suggested(words, "a weighted sum, a mean") == 1


def test_the_words_that_suggest_it_are_told_as_they_were_written() -> None:
    (point,) = suggest(open_item(["jacobian", "chain rule"]), "By the Chain Rule, JACOBIANS.")
    assert point.words == ("JACOBIANS", "Chain Rule")


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Because the gradient vanishes in a long product.", 0),  # as the question says
        ("A product of Jacobians.", 1),  # one of its own is enough beside it
        ("Jacobians.", HALF),
    ],
)
def test_words_of_the_question_alone_suggest_nothing(text: str, mark: Fraction) -> None:
    points = [{"text": "Point", "suggests": ["vanish", "product", "jacobian"]}]
    asked = {"title": "Products", "prompt": "Why do gradients vanish?"}
    made = item("open", key_points=points, model_answer="A strong answer.", **asked)
    assert isinstance(made, OpenItem)
    (point,) = suggest(made, text)
    assert point.mark == mark
    assert bool(point.words) == bool(mark)


def test_a_word_of_any_answer_is_warned_of_with_what_it_was_found_in() -> None:
    (finding,) = problems_of(open_item(["jacobian", "learned"]), 1)
    assert (finding.severity, finding.path) == ("warning", ("key_points", 0, "suggests", 1))
    assert finding.message == (
        "'learned' is too general: it suggests this for any answer with “learns”"
    )


def test_negation_is_not_claimed_to_be_understood() -> None:
    assert suggested(["vanish"], "They do not vanish.") == 1


@given(st.lists(st.sampled_from([Fraction(0), HALF, Fraction(1), None]), min_size=3, max_size=3))
def test_marks_are_read_as_they_are_written(marks: list[Fraction | None]) -> None:
    assert read_marks(THREE, write_marks(marks)) == tuple(marks)


@given(st.text(max_size=80), st.text(max_size=12))
def test_no_text_makes_grading_fail(text: str, points: str) -> None:
    assert 0 <= graded(text, points).score <= 1
    understand(THREE, VARIANT, {"answer": text, "points": points})


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        (["n² d"], "costs O(n^2 d) time", ("n^2 d",)),
        (["O n"], "a step is O(n), not more", ("O(n)",)),
        (["encoder s output"], "from the encoder's\noutput.", ("encoder's output",)),
        (["lookup"], "a look-up in a table", ("look-up",)),
        (["a sum", "sum"], "it is a sum", ("a sum",)),  # one word is told once
        (["encoder", "the encoder s"], "the encoder's", ("the encoder's",)),
    ],
)
def test_words_found_are_told_as_they_were_written(
    words: list[str], text: str, found: tuple[str, ...]
) -> None:
    assert suggest(open_item(words), text)[0].words == found
