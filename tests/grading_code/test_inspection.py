"""What `quizzer check` finds in code items."""

from typing import Any

import pytest

from quizzer.grading.code.inspection import mutants, problems_of
from tests.grading_code.items import (
    ATTENTION,
    BROKEN,
    CAUSAL,
    LISTING,
    RIGHT_SOFTMAX,
    SOFTMAX,
    code_item,
)

ONE_ROW = [{"given": {"x": {"shape": [1, 3]}}, "with": ["x"]}]


@pytest.mark.parametrize("fields", [SOFTMAX, ATTENTION, CAUSAL, BROKEN], ids=lambda f: f["id"])
def test_sound_items_have_no_problems(fields: dict[str, Any]) -> None:
    assert problems_of(code_item(fields), 3, deep=True) == []


@pytest.mark.parametrize(
    ("fields", "changes", "path", "says"),
    [
        (SOFTMAX, {"implement": "activations.sotfmax"}, ("implement",), "no public function"),
        (
            SOFTMAX,
            {"mistakes": [{"id": "a", "of": "mistakes.nothing", "says": "x"}]},
            ("mistakes", 0, "of"),
            "no public function",
        ),
        (SOFTMAX, {"properties": ["rows-sum"]}, ("properties", 0), "no property 'rows-sum'"),
        (
            SOFTMAX,
            {"properties": [{"holds": "causal", "of": ["y"]}]},
            ("properties", 0, "of"),
            "has no argument 'y'",
        ),
        (SOFTMAX, {"properties": ["order-invariant"]}, ("properties",), "no case shows whether"),
        (
            SOFTMAX,
            {"cases": [{"given": {"x": {"shape": [2]}}, "with": ["x", "x", "x", "x"]}]},
            ("cases",),
            "not 4",
        ),
        (
            SOFTMAX,
            {"cases": [{"given": {"x": {"value": "text"}}, "with": ["x"]}]},
            ("cases",),
            "activations.softmax: ",
        ),
        (
            SOFTMAX,
            {
                "cases": [
                    {
                        "given": {"x": {"shape": [2]}},
                        "with": ["x"],
                        "options": {"axis": [[1, 2], [3]]},
                    }
                ]
            },
            ("cases",),
            "options: its rows differ in length",
        ),
        (
            ATTENTION,
            {"cases": ATTENTION["cases"][:1], "properties": []},
            ("mistakes", 1),
            "'mask-after-softmax' passes all cases",
        ),
        (
            SOFTMAX,
            {
                "mistakes": [
                    SOFTMAX["mistakes"][0],
                    {**SOFTMAX["mistakes"][0], "id": "the-same-again"},
                ]
            },
            ("mistakes", 0),
            "another mistake gives the same results as 'wrong-axis'",
        ),
    ],
)
def test_what_is_wrong_is_found_and_placed(
    fields: dict[str, Any], changes: dict[str, Any], path: tuple[str | int, ...], says: str
) -> None:
    finding = problems_of(code_item(fields, **changes), 3)[0]
    assert finding.path == path
    assert says in finding.message


@pytest.mark.parametrize(
    ("fields", "starter", "says"),
    [
        (SOFTMAX, RIGHT_SOFTMAX, "the starter passes all cases"),
        (BROKEN, LISTING.replace(", ddof=1", ""), "the starter passes all cases"),
        (SOFTMAX, "def sotfmax(x): ...", "the starter cannot be graded"),
        (SOFTMAX, "oops", "graded: The code failed before the first case: line 1 oops NameError"),
    ],
)
def test_a_starter_must_fail(fields: dict[str, Any], starter: str, says: str) -> None:
    item = code_item(fields, starter=starter)
    assert problems_of(item, 1) == []  # nothing of a bank runs unless it is asked for
    (finding,) = problems_of(item, 1, deep=True)
    assert finding.path == ("starter",)
    assert says in finding.message
    assert "\n" not in finding.message


def test_mutants_tell_which_mistakes_are_rejected_and_named() -> None:
    (mutant,) = mutants(code_item(BROKEN))
    assert (mutant.mistake, mutant.rejected) == ("unbiased-variance", True)
    assert mutant.named == ("unbiased-variance",)
    one_row = code_item(SOFTMAX, cases=ONE_ROW, properties=[])
    assert [mutant.rejected for mutant in mutants(one_row)] == [True]
