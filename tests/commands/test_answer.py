"""`quizzer answer`: from what a person typed to a verdict, an exit code, and the log."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Quizzer, Result

SDPA = "sdpa-by-hand"


def given(quizzer: Quizzer, item: str = SDPA, *arguments: str) -> dict[str, Any]:
    content = json.loads(quizzer("show", item, *arguments, "--json").out)
    return {value["name"]: value["value"] for value in content["given"]} | {
        "variant": content["variant"]
    }


def attention(values: dict[str, Any], scale: float, decimals: tuple[int, int, int]) -> str:
    """The answer of someone who divides the scores by `scale`, in JSON, rounded."""
    scores = [
        [sum(a * b for a, b in zip(q, k, strict=True)) / scale for k in values["K"]]
        for q in values["Q"]
    ]
    weights = []
    for row in scores:
        powers = [math.exp(score) for score in row]
        weights.append([power / sum(powers) for power in powers])
    columns = list(zip(*values["V"], strict=True))
    output = [
        [sum(w * v for w, v in zip(row, column, strict=True)) for column in columns]
        for row in weights
    ]
    named = zip(("scores", "weights", "output"), (scores, weights, output), decimals, strict=True)
    return json.dumps(
        {name: [[round(x, places) for x in row] for row in rows] for name, rows, places in named}
    )


def verdict(result: Result) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(result.out)
    return content


def right_choice(quizzer: Quizzer, item: str) -> str:
    content = json.loads(quizzer("show", item, "--solution", "--json").out)
    letter: str = content["solution"]["answer"]["choice"]
    return letter


def test_right_numbers_rounded_as_asked_are_right(quizzer: Quizzer) -> None:
    answer = attention(given(quizzer), math.sqrt(2), (2, 3, 2))
    result = quizzer("answer", SDPA, stdin=answer)
    assert result.code == 0
    assert result.out.startswith("✓ right, score 1\n")


def test_more_digits_than_asked_are_right(quizzer: Quizzer) -> None:
    answer = attention(given(quizzer), math.sqrt(2), (8, 8, 8))
    assert quizzer("answer", SDPA, stdin=answer).code == 0


def test_leaving_out_the_scale_is_named_and_what_follows_earns_its_marks(quizzer: Quizzer) -> None:
    answer = attention(given(quizzer), 1, (2, 3, 2))
    result = quizzer("answer", SDPA, "--json", stdin=answer)
    content = verdict(result)
    assert result.code == 1
    assert (content["status"], content["mistakes"]) == ("partly", ["no-scale"])
    parts = {part["name"]: part for part in content["parts"]}
    assert parts["scores"]["status"] == "wrong"
    assert parts["scores"]["mistake"]["id"] == "no-scale"
    assert parts["weights"]["status"] == parts["output"]["status"] == "follows"
    assert "√d_k" in quizzer("answer", SDPA, stdin=answer).out


def test_the_json_of_a_verdict_has_its_documented_fields(quizzer: Quizzer) -> None:
    answer = attention(given(quizzer), 1, (2, 3, 2))
    content = verdict(quizzer("answer", SDPA, "--json", stdin=answer))
    assert content["schema"] == "quizzer-verdict/1"
    assert (content["item"], content["variant"]) == (SDPA, 0)
    assert content["answer"]["scores"] == json.dumps(json.loads(answer)["scores"])
    assert content["score"] == "3/4"  # weights count double: (0 + 2 + 1) / 4
    assert content["explanation"]
    assert content["sources"][0].startswith("Vaswani et al., Attention Is All You Need (2017)")
    assert content["recorded"] is False
    (scores, *_) = content["parts"]
    assert (scores["name"], scores["score"]) == ("scores", "0")
    assert scores["entered"] == json.loads(answer)["scores"]
    assert scores["cells"] == [[False] * 3] * 2
    assert len(scores["expected"]) == 2
    assert set(scores["mistake"]) >= {"id", "step", "says", "value"}


def test_one_wrong_cell_is_marked_and_shown_beside_the_right_one(quizzer: Quizzer) -> None:
    answer = json.loads(attention(given(quizzer), math.sqrt(2), (2, 3, 2)))
    answer["output"][1][0] += 1
    result = quizzer("answer", SDPA, stdin=json.dumps(answer))
    assert result.code == 1
    assert result.out.count("✗") == 1
    assert "row 2, column 1" in result.out


def test_a_choice_takes_a_bare_letter(quizzer: Quizzer) -> None:
    letter = right_choice(quizzer, "cbow-or-skip-gram")
    assert quizzer("answer", "cbow-or-skip-gram", stdin=f" {letter.lower()}\n").code == 0
    wrong = next(other for other in "ABCD" if other != letter)
    result = quizzer("answer", "cbow-or-skip-gram", stdin=json.dumps({"choice": wrong}))
    assert result.code == 1
    assert result.out.startswith("✗ not right yet, score 0\n")


def test_blanks_are_answered_by_name(quizzer: Quizzer) -> None:
    entered = {"table": "(10000, 512)", "parameters": 5120000, "output": "8 x 20 x 512"}
    result = quizzer("answer", "embedding-lookup-shapes", "--json", stdin=json.dumps(entered))
    statuses = {part["name"]: part["status"] for part in verdict(result)["parts"]}
    assert result.code == 1
    assert statuses == {
        "table": "right",
        "parameters": "right",
        "output": "right",
        "onehot": "missing",
    }


def test_a_shape_is_written_as_a_shape(quizzer: Quizzer) -> None:
    told = quizzer("answer", "self-attention-shapes", stdin="3x4x5\n(5, 5)\n3, 5, 3").out
    assert "  yours  (3✓, 4✗, 5✗)\n  right  (3, 5, 4)\n" in told
    assert "  yours  (5, 5)\n  right  (3, 5, 5)\n  An axis is missing: the first one." in told


def test_a_verdict_calls_parts_as_the_screen_does_and_not_by_their_ids(quizzer: Quizzer) -> None:
    told = quizzer("answer", "embedding-lookup-shapes", stdin="onehot = (1, 2)").out
    assert "one-hot form  ✗ not right" in told
    assert "embedding matrix  " in told
    assert "onehot" not in told
    assert (
        "one-hot form      (8, 20, 10000)"
        in quizzer("show", "embedding-lookup-shapes", "--solution").out
    )


@pytest.mark.parametrize(
    "entered",
    [
        "(10000, 512)\n5120000\n\n8 x 20 x 512\n-",
        "table = (10000, 512)\nparameters: 5120000\n  output =8 x 20 x 512  \r\nonehot =-",
        "onehot:\n-\noutput:\n\n8 x 20 x 512\ntable: (10000, 512)\nparameters: 5120000",
    ],
)
def test_blanks_are_answered_line_by_line(quizzer: Quizzer, entered: str) -> None:
    result = quizzer("answer", "embedding-lookup-shapes", "--json", stdin=entered)
    statuses = {part["name"]: part["status"] for part in verdict(result)["parts"]}
    assert result.code == 1
    assert statuses.pop("onehot") == "wrong"
    assert set(statuses.values()) == {"right"}


def test_matrices_are_answered_row_by_row_below_their_names(quizzer: Quizzer) -> None:
    answer = json.loads(attention(given(quizzer), math.sqrt(2), (2, 3, 2)))
    rows = {name: "\n".join(" ".join(map(str, row)) for row in own) for name, own in answer.items()}
    entered = "\n".join(f"{name} =\n{own}" for name, own in rows.items())
    assert quizzer("answer", SDPA, stdin=entered).code == 0
    only = quizzer("answer", SDPA, "--json", stdin=f"weights: {rows['weights']}")
    statuses = [part["status"] for part in verdict(only)["parts"]]
    assert statuses == ["missing", "right", "missing"]


@pytest.mark.parametrize(
    ("entered", "status", "says"),
    [
        ("[[1, 2], [3", "not-understood", "column 10"),
        ("1 2; 3 4", "wrong-shape", "Shape (2, 3) is asked for; this has shape (2, 2)."),
    ],
)
def test_what_cannot_be_graded_costs_nothing_and_says_why(
    quizzer: Quizzer, entered: str, status: str, says: str
) -> None:
    answer = json.dumps({"scores": entered})
    result = quizzer("answer", SDPA, "--record", "--json", stdin=answer)
    content = verdict(result)
    assert result.code == 2
    assert (content["status"], content["recorded"]) == ("invalid", False)
    assert content["parts"][0]["status"] == status
    assert says in content["parts"][0]["feedback"]
    assert content["explanation"] == ""
    assert content["sources"] == []
    assert "0 answers counted" in quizzer("report").out


@pytest.mark.parametrize(
    ("item", "entered", "message"),
    [
        (SDPA, "", "standard input is empty. Write one line for each, such as `scores = ...`"),
        (SDPA, "1 2 3", "this item asks 3 things and standard input has 1 line. Write one line"),
        (
            SDPA,
            "1\n2\n3\n4",
            "has 4 lines. Write one line for each, such as `scores = ...`, or a JSON",
        ),
        (SDPA, "scores = 1\n\nweigths: 2", "line 3) is called 'weigths'; did you mean 'weights'?"),
        (SDPA, "scores = 1\nscores = 2", "line 2: 'scores' was already given in line 1."),
        (SDPA, "1 2 3\nscores = 2", "line 1: which part does '1 2 3' belong to? Begin"),
        (SDPA, '{"scores": [[1, 2}', "line 1, column 18: this is not JSON"),
        (SDPA, '{"score": 1}', "no part of this item is called 'score'; did you mean 'scores'?"),
        (SDPA, '{"scores": 1, "scores": 2}', "standard input has 'scores' twice"),
        (SDPA, '{"scores": true}', "'scores' is true"),
        (SDPA, '{"scores": {"a": 1}}', "'scores' is {\"a\": 1}"),
        pytest.param(SDPA, '{"scores": ' + "[" * 100_000, "nested too deeply", id="nested"),
        pytest.param(SDPA, f'{{"scores": {"9" * 5_000}}}', "number that is too long", id="long"),
        (SDPA, b"\xff\xfe1 2", "standard input is not UTF-8 (byte 1)"),
        pytest.param(
            SDPA,
            "1 " * 500_001,
            "too long for an answer; at most 1,000,000 characters",
            id="too much",
        ),
        ("cbow-or-skip-gram", "\n", "standard input is empty. Give the answer as text."),
        ("no-such-item", "A", "no item is called 'no-such-item'"),
    ],
)
def test_an_answer_that_cannot_be_read_is_one_line_on_standard_error(
    quizzer: Quizzer, item: str, entered: str | bytes, message: str
) -> None:
    result = quizzer("answer", item, stdin=entered)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_text_with_a_byte_order_mark_is_read(quizzer: Quizzer) -> None:
    letter = right_choice(quizzer, "cbow-or-skip-gram")
    entered = b"\xef\xbb\xbf" + letter.encode()
    assert quizzer("answer", "cbow-or-skip-gram", stdin=entered).code == 0


def test_brackets_and_escapes_in_an_answer_come_back_as_they_are(quizzer: Quizzer) -> None:
    entered = json.dumps({"table": "w[/path] [bold]a[i][/bold]"})
    result = quizzer("answer", "embedding-lookup-shapes", stdin=entered)
    assert "w[/path] [bold]a[i][/bold]" in result.out


def test_control_characters_in_an_answer_do_not_reach_the_terminal(quizzer: Quizzer) -> None:
    entered = json.dumps({"table": "\x1b[2J\x07 10000"})
    out = quizzer("answer", "embedding-lookup-shapes", stdin=entered).out
    assert "\x1b" not in out
    assert "\\x1b[2J\\x07 10000" in out


def test_infinities_in_json_are_words(quizzer: Quizzer) -> None:
    entered = '{"scores": [[-Infinity, 0, 0], [0, 0, NaN]]}'
    content = verdict(quizzer("answer", SDPA, "--json", stdin=entered))
    assert "Infinity" not in json.dumps(content["parts"])


def test_a_recorded_answer_is_remembered_and_the_next_variant_is_fresh(quizzer: Quizzer) -> None:
    before = given(quizzer)
    assert before["variant"] == 0
    answer = attention(before, 1, (2, 3, 2))
    assert verdict(quizzer("answer", SDPA, "--record", "--json", stdin=answer))["recorded"]
    after = given(quizzer)
    assert after["variant"] == 1
    assert after["Q"] != before["Q"]
    report = json.loads(quizzer("report", "--format", "json").out)
    (mistake,) = report["mistakes"]
    assert (mistake["id"], mistake["count"]) == ("no-scale", 1)


def test_an_answer_that_is_not_recorded_leaves_no_trace(quizzer: Quizzer, home: Path) -> None:
    quizzer("answer", SDPA, stdin=attention(given(quizzer), 1, (2, 3, 2)))
    assert not list(home.glob("*.sqlite3"))


def test_a_log_that_cannot_be_used_is_said_and_nothing_is_lost(
    quizzer: Quizzer, home: Path
) -> None:
    (home / "progress.sqlite3").write_bytes(b"this is not a database, whatever its name says" * 99)
    result = quizzer("answer", "cbow-or-skip-gram", "--variant", "0", "--record", stdin="A")
    assert (result.code, result.out) == (2, "")
    assert str(home / "progress.sqlite3") in result.err
    assert quizzer("answer", "cbow-or-skip-gram", "--variant", "0", stdin="A").code in (0, 1)
