"""`quizzer show` and `quizzer answer` for lines to order, pairs to match and open answers."""

import json
import re
from typing import Any

import pytest

from quizzer.bank.schema import ChoiceItem, MatchItem, OpenItem, OrderItem
from tests.bundled import bundled
from tests.commands.conftest import Quizzer

ITEMS = bundled().items.values()
ORDER = next(item for item in ITEMS if isinstance(item, OrderItem))
MATCH = next(item for item in ITEMS if isinstance(item, MatchItem))
OPEN = next(item for item in ITEMS if isinstance(item, OpenItem))


def shown(quizzer: Quizzer, item: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(quizzer("show", item, "--solution", "--json").out)
    return content


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_an_order_is_answered_with_bare_letters(quizzer: Quizzer) -> None:
    content = shown(quizzer, ORDER.id)
    lines = {option["letter"]: option["text"] for option in content["options"]}
    letters = sorted(lines, key=lambda letter: ORDER.sequence.index(lines[letter]))
    assert content["solution"]["answer"] == {"order": " ".join(letters)}
    assert quizzer("answer", ORDER.id, stdin=", ".join(letters)).code == 0
    swapped = [letters[1], letters[0], *letters[2:]]
    result = quizzer("answer", ORDER.id, stdin=" ".join(swapped))
    assert result.code == 1
    total = len(letters)
    assert f"partly right, score {total - 1}/{total}" in result.out
    assert "To be moved" in result.out


def test_a_letter_left_out_of_an_order_costs_nothing(quizzer: Quizzer) -> None:
    result = quizzer("answer", ORDER.id, stdin="A B")
    assert result.code == 2
    assert "still missing: C" in result.out


def test_pairs_are_answered_by_number(quizzer: Quizzer) -> None:
    content = shown(quizzer, MATCH.id)
    right = content["solution"]["answer"]
    lines = {option["letter"]: option["text"] for option in content["options"]}
    assert [ask["label"] for ask in content["asks"]] == [pair.left for pair in MATCH.pairs]
    assert [lines[letter] for letter in right.values()] == [pair.right for pair in MATCH.pairs]
    assert quizzer("answer", MATCH.id, stdin=json.dumps(right)).code == 0
    named = "\n".join(f"{left} = {letter.lower()}" for left, letter in right.items())
    assert quizzer("answer", MATCH.id, stdin=named).code == 0
    assert quizzer("answer", MATCH.id, stdin="\n".join(right.values())).code == 0
    result = quizzer("answer", MATCH.id, "--json", stdin=json.dumps({"1": right["1"]}))
    assert json.loads(result.out)["score"] == f"1/{len(MATCH.pairs)}"


def test_key_points_and_strong_answer_are_shown_with_the_solution_only(quizzer: Quizzer) -> None:
    question = quizzer("show", OPEN.id).out
    solved = quizzer("show", OPEN.id, "--solution").out
    for text in [OPEN.key_points[0].text, OPEN.model_answer]:
        assert squeezed(text)[:40] not in squeezed(question)
    assert squeezed(OPEN.model_answer) in squeezed(solved)
    points = shown(quizzer, OPEN.id)["solution"]["key_points"]
    assert points == [{"text": p.text, "weight": p.weight} for p in OPEN.key_points]
    plain = json.loads(quizzer("show", OPEN.id, "--json").out)
    assert OPEN.key_points[0].text not in json.dumps(plain, ensure_ascii=False)


def test_an_open_answer_is_graded_by_the_marks_given(quizzer: Quizzer) -> None:
    marks = ["1", *["0"] * (len(OPEN.key_points) - 1)]
    answer = {"answer": "My words.", "points": " ".join(marks)}
    result = quizzer("answer", OPEN.id, "--json", stdin=json.dumps(answer))
    content = json.loads(result.out)
    weights = [point.weight for point in OPEN.key_points]
    numerator, denominator = map(int, content["score"].split("/"))
    assert numerator * sum(weights) == denominator * weights[0]
    assert content["model_answer"] == OPEN.model_answer
    text = squeezed(quizzer("answer", OPEN.id, stdin=json.dumps(answer)).out)
    assert squeezed(f"Not said: {OPEN.key_points[1].text}") in text
    assert squeezed(OPEN.model_answer) in text


def test_an_open_answer_in_plain_text_says_that_nobody_judged_it(quizzer: Quizzer) -> None:
    result = quizzer("answer", OPEN.id, stdin=OPEN.model_answer)
    assert "Nobody has judged this answer." in result.out


@pytest.mark.parametrize("points", ["1", "x"])
def test_bad_marks_cost_nothing_and_hide_the_strong_answer(quizzer: Quizzer, points: str) -> None:
    answer = json.dumps({"answer": "My words.", "points": points})
    result = quizzer("answer", OPEN.id, "--record", "--json", stdin=answer)
    content = json.loads(result.out)
    assert result.code == 2
    assert (content["status"], content["model_answer"]) == ("invalid", "")
    assert content["recorded"] is False
    assert "column" in content["parts"][0]["feedback"]


def test_marks_of_a_list_and_open_ones_are_read(quizzer: Quizzer) -> None:
    marks = [1, 0.5, "?", *[0] * (len(OPEN.key_points) - 3)]
    words = [str(mark) for mark in marks]
    answer = json.dumps({"answer": "My words.", "points": words})
    content = json.loads(quizzer("answer", OPEN.id, "--json", stdin=answer).out)
    assert [part["score"] for part in content["parts"]][:2] == ["1", "1/2"]
    assert "1 of 6 marks is still a suggestion" in content["feedback"]


def test_emphasis_of_the_banks_is_shown_without_asterisks(quizzer: Quizzer) -> None:
    emphasis = re.compile(r"\*([a-z]+)\*")
    said = {
        item.id: emphasis.findall(" ".join(option.because for option in item.options))
        for item in ITEMS
        if isinstance(item, ChoiceItem)
    }
    name, words = next((name, words) for name, words in said.items() if words)
    options = json.loads(quizzer("show", name, "--json").out)["options"]
    answers = "".join(quizzer("answer", name, stdin=option["letter"]).out for option in options)
    assert all(word in answers for word in words)
    assert not emphasis.search(answers)
