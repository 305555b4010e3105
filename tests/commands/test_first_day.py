"""A newcomer's first day, from the command line alone."""

import json
import math
from typing import Any

from tests.commands.conftest import Quizzer


def shown(quizzer: Quizzer, item: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(quizzer("show", item, "--json").out)
    return content


def scores(content: dict[str, Any], scale: float) -> list[list[float]]:
    given = {value["name"]: value["value"] for value in content["given"]}
    return [
        [round(sum(a * b for a, b in zip(q, k, strict=True)) / scale, 2) for k in given["K"]]
        for q in given["Q"]
    ]


def test_answers_are_graded_remembered_and_reported(quizzer: Quizzer) -> None:
    topics = json.loads(quizzer("list", "--json").out)["topics"]
    items = {item["id"]: topic["title"] for topic in topics for item in topic["items"]}

    # a choice: read the options, pick one
    options = shown(quizzer, "cbow-or-skip-gram")["options"]
    centre = "CBOW predicts the centre word from the mean of its context vectors"
    letter = next(option["letter"] for option in options if option["text"].startswith(centre))
    assert quizzer("answer", "cbow-or-skip-gram", "--record", stdin=letter).code == 0

    # numbers: two decimals of the right scores are accepted, the other steps are left out
    rounded = json.dumps({"scores": scores(shown(quizzer, "sdpa-by-hand"), math.sqrt(2))})
    first = quizzer("answer", "sdpa-by-hand", "--record", "--json", stdin=rounded)
    assert json.loads(first.out)["parts"][0]["status"] == "right"

    # fresh numbers: the division by √d_k is forgotten, and named
    unscaled = json.dumps({"scores": scores(shown(quizzer, "sdpa-by-hand"), 1)})
    second = quizzer("answer", "sdpa-by-hand", "--record", stdin=unscaled)
    assert second.code == 1
    assert "(to drill this: quizzer practice --mistake no-scale)" in second.out

    report = quizzer("report").out
    assert items["cbow-or-skip-gram"] in report
    assert items["sdpa-by-hand"] in report
    assert r"- **scores not divided by √d\_k:** " in report
    assert "3 answers counted" in report
