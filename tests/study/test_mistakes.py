"""What a mistake is called: as the bank of the item says, and else by its id."""

from typing import Any

import pytest

from quizzer.study.mistakes import words_for
from tests.exercises.items import item

PAIRS = [{"left": "a", "right": "b"}, {"left": "c", "right": "d"}]
STRAY = {"text": "e", "because": "It belongs to none.", "mistake": "a-slip"}
CODE = {
    "implement": "activations.softmax",
    "starter": "def softmax(x): ...",
    "cases": [{"given": {"x": {"shape": [2, 3]}}, "with": ["x"]}],
    "properties": [{"holds": "rows-sum-to-one", "mistake": "a-slip", "says": "Look at the rows."}],
    "mistakes": [{"id": "wrong-axis", "of": "mistakes.softmax_over_queries", "says": "Rows."}],
}


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("match", {"pairs": PAIRS, "distractors": ["f", STRAY]}, {"a-slip": "It belongs to none."}),
        ("code", CODE, {"wrong-axis": "Rows.", "a-slip": "Look at the rows."}),
    ],
)
def test_distractors_and_properties_have_words_for_their_mistakes(
    kind: str, fields: dict[str, Any], words: dict[str, str]
) -> None:
    assert words_for(item(kind, **fields)) == words
