"""Order items: the share of lines that can stay, whatever was moved between them."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import present
from quizzer.grading.answer_key import right_answer
from quizzer.grading.grade import grade, understand
from quizzer.grading.ordering import in_order
from quizzer.grading.verdict import PartStatus, Status, Verdict
from tests.exercises.items import item, variant_with

LINES = ["embed", "add positions", "attend", "normalise", "project"]
FIVE = item("order", sequence=LINES)
SHOWN = variant_with(FIVE, order=[2, 0, 4, 1, 3])  # A attend, B embed, C project, D add, E normal.
RIGHT = "B D A E C"


def graded(letters: str) -> Verdict:
    return grade(FIVE, SHOWN, {"order": letters})


@pytest.mark.parametrize(
    "text", [RIGHT, "BDAEC", "b, d, a, e, c", "B > D > A > E > C", "2 4 1 5 3", "B then D A E, C"]
)
def test_the_letters_as_shown_in_the_right_order_are_right(text: str) -> None:
    verdict = graded(text)
    assert (verdict.status, verdict.score) == (Status.RIGHT, 1)
    assert (verdict.parts[0].status, verdict.parts[0].feedback) == (PartStatus.RIGHT, "")


# Worked by hand: the longest run of lines that are in order among themselves.
@pytest.mark.parametrize(
    ("letters", "score", "stay"),
    [
        ("D B A E C", Fraction(4, 5), 4),  # neighbours swapped: one line moves
        ("C B D A E", Fraction(4, 5), 4),  # the last one first: one line moves
        ("D A E C B", Fraction(4, 5), 4),  # the first one last
        ("D B E A C", Fraction(3, 5), 3),  # two swaps
        ("A E C B D", Fraction(3, 5), 3),  # cut like cards
        ("C B E D A", Fraction(3, 5), 3),
    ],
)
def test_a_line_out_of_place_costs_itself_and_no_other(
    letters: str, score: Fraction, stay: int
) -> None:
    verdict = graded(letters)
    assert (verdict.status, verdict.score) == (Status.PARTLY, score)
    assert verdict.parts[0].status is PartStatus.PARTLY
    assert sum(verdict.parts[0].cells) == stay


def test_the_reverse_is_wrong_though_a_single_line_is_always_in_order() -> None:
    verdict = graded("C E A D B")
    assert (verdict.status, verdict.score) == (Status.WRONG, 0)
    assert verdict.parts[0].status is PartStatus.WRONG


def test_two_lines_swapped_are_wrong() -> None:
    two = item("order", sequence=["first", "second"])
    verdict = grade(two, variant_with(two, order=[0, 1]), {"order": "B A"})
    assert (verdict.status, verdict.score) == (Status.WRONG, 0)


def test_feedback_says_what_can_stay_and_where_the_others_go() -> None:
    part = graded("C B D A E").parts[0]
    assert (part.entered, part.expected) == ("C B D A E", RIGHT)
    assert part.cells == [False, True, True, True, True]
    says = "In the right relative order: B, D, A, E. To be moved: C comes right after E."
    assert part.feedback == says
    assert "B comes first" in graded("D A E C B").parts[0].feedback


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("B D A E", "still missing: C", 8),
        ("B D A E B", "B is there twice", 9),
        ("B D F E C", "There is no option 'F'", 5),
        ("B D A E C 9", "There is no option '9'", 11),
        ("?!", "Choose a letter", 1),
    ],
)
def test_what_is_no_order_of_all_lines_costs_nothing_and_is_located(
    text: str, problem: str, column: int
) -> None:
    verdict = graded(text)
    assert verdict.status is Status.INVALID
    (part,) = verdict.parts
    assert part.status is PartStatus.NOT_UNDERSTOOD
    assert problem in part.feedback
    (read,) = understand(FIVE, SHOWN, {"order": text})
    assert problem in str(read.problem)
    assert read.column == column


@pytest.mark.parametrize("text", ["1. B 2. D 3. A 4. E 5. C", "1) b\n2) d\n3) a\n4) e\n5) c"])
def test_the_letters_may_stand_in_a_numbered_list(text: str) -> None:
    assert graded(text).status is Status.RIGHT


@pytest.mark.parametrize(
    ("text", "shown"),
    [("1. B 2. A", [1, 0]), ("1 3 2 4", [0, 2, 1, 3])],  # a numbered list, and numbers alone
)
def test_numbers_are_taken_for_letters_where_no_letters_follow_them(
    text: str, shown: list[int]
) -> None:
    made = item("order", sequence=LINES[: len(shown)])
    assert grade(made, variant_with(made, order=shown), {"order": text}).status is Status.RIGHT


def test_nothing_entered_costs_nothing() -> None:
    assert graded(" ").status is Status.INVALID
    assert grade(FIVE, SHOWN, {}).status is Status.INVALID


def test_the_preview_lists_the_lines_in_the_order_entered() -> None:
    (read,) = understand(FIVE, SHOWN, {"order": RIGHT})
    assert read.text.splitlines()[:2] == ["B: embed", "D: add positions"]


@given(st.integers(0, 50))
def test_the_key_of_every_shuffling_is_right_and_is_never_what_is_shown(number: int) -> None:
    variant = draw(FIVE, number)
    answer = right_answer(FIVE, variant)
    assert grade(FIVE, variant, answer).score == 1
    shown = dict(present(FIVE, variant).options)
    assert [shown[letter] for letter in answer["order"].split()] == LINES
    assert answer["order"] != "A B C D E"


@given(st.permutations("ABCDE"))
def test_only_the_right_order_is_worth_everything(letters: list[str]) -> None:
    assert (graded(" ".join(letters)).score == 1) == (" ".join(letters) == RIGHT)


def longest_common(entered: tuple[int, ...]) -> int:
    """By trying all subsequences."""
    n = len(entered)
    return max(
        bin(mask).count("1")
        for mask in range(2**n)
        if sorted(kept := [entered[i] for i in range(n) if mask >> i & 1]) == kept
    )


def test_the_marked_lines_are_a_longest_common_subsequence_for_every_permutation() -> None:
    right = list("01234")
    for entered in permutations(range(5)):
        texts = [str(line) for line in entered]
        marks = in_order(texts, right)
        kept = [line for line, mark in zip(texts, marks, strict=True) if mark]
        assert kept == sorted(kept)
        assert len(kept) == longest_common(entered)


@given(st.text(max_size=40))
def test_no_text_makes_grading_fail(text: str) -> None:
    verdict = grade(FIVE, SHOWN, {"order": text})
    assert 0 <= verdict.score <= 1
    understand(FIVE, SHOWN, {"order": text})
