"""What a mistake is called: as the bank of the item says, and else by its id."""

from typing import Any

import pytest

from quizzer.bank.mistakes import words_for
from quizzer.study.drills import drilled_by
from tests.exercises.items import item
from tests.study.builders import library

PAIRS = [{"left": "a", "right": "b"}, {"left": "c", "right": "d"}]
STRAY = {"text": "e", "because": "It belongs to none.", "mistake": "a-slip"}
CODE: dict[str, Any] = {
    "implement": "activations.softmax",
    "starter": "def softmax(x): ...",
    "cases": [{"given": {"x": {"shape": [2, 3]}}, "with": ["x"]}],
    "properties": [{"holds": "rows-sum-to-one", "mistake": "a-slip", "says": "Look at the rows."}],
    "mistakes": [{"id": "wrong-axis", "of": "mistakes.softmax_over_queries", "says": "Rows."}],
}


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        (
            "match",
            {"pairs": PAIRS, "distractors": ["f", STRAY]},
            {"a-slip": ["It belongs to none."]},
        ),
        ("code", CODE, {"wrong-axis": ["Rows."], "a-slip": ["Look at the rows."]}),
    ],
)
def test_distractors_and_properties_have_words_for_their_mistakes(
    kind: str, fields: dict[str, Any], words: dict[str, list[str]]
) -> None:
    told = words_for(item(kind, **fields))
    assert {mistake: told[mistake] for mistake in words} == words


BATCH = {"given": {"x": {"shape": [2, 2, 3]}}, "with": ["x"], "dtypes": ["float64", "float32"]}
SLIP = {"mistake": "axes-from-the-front", "because": "Count axes from the end."}


def test_every_slip_that_code_can_show_has_words_and_can_be_drilled() -> None:
    code = item("code", **CODE | {"cases": [*CODE["cases"], BATCH | SLIP]})
    told = words_for(code)
    assert told["axes-from-the-front"] == ["Count axes from the end."]
    always = {"argument-changed", "wrong-in-float32", "edge-case-missed"}
    assert always <= told.keys()
    assert all(code in drilled_by(slip, library(attention=[code])) for slip in told)


def test_no_kind_of_cases_stands_out_where_there_is_one() -> None:
    assert "edge-case-missed" not in words_for(item("code", **CODE))
