"""`quizzer list`: topics in order, their items, filters, JSON."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.commands.conftest import Quizzer

QUESTIONS = Path(__file__).parent.parent.parent / "questions"


def written(file: Path) -> Any:
    """What stands in a file, read without quizzer."""
    return yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)


@cache
def topics() -> list[Any]:
    return list(written(QUESTIONS / "checklist.yaml")["topics"])


@cache
def banks() -> list[Any]:
    return [written(file) for file in sorted(QUESTIONS.glob("[0-9]*.yaml"))]


def test_json_holds_all_topics_in_order_and_all_their_items(quizzer: Quizzer) -> None:
    result = quizzer("list", "--json")
    listed = json.loads(result.out)
    assert (result.code, listed["schema"]) == (0, "quizzer-list/1")
    assert [topic["id"] for topic in listed["topics"]] == [topic["id"] for topic in topics()]
    items = {topic["id"]: [item["id"] for item in topic["items"]] for topic in listed["topics"]}
    for bank in banks():
        assert items[bank["topic"]] == [item["id"] for item in bank["items"]]


def test_json_tells_of_an_item_what_helps_to_choose_it(quizzer: Quizzer) -> None:
    (topic,) = json.loads(quizzer("list", "--topic", banks()[0]["topic"], "--json").out)["topics"]
    first = banks()[0]["items"][0]
    assert topic["items"][0] == {
        "id": first["id"],
        "kind": first["kind"],
        "title": first["title"],
        "level": first["level"],
        "difficulty": first["difficulty"],
        "minutes": first.get("minutes", 2),
        "tags": first.get("tags", []),
        "covers": first.get("covers", []),
        "available": first["kind"] != "code",
    }


def test_kind_narrows_every_topic(quizzer: Quizzer) -> None:
    listed = json.loads(quizzer("list", "--kind", "compute", "--json").out)
    kinds = [item["kind"] for topic in listed["topics"] for item in topic["items"]]
    in_the_files = [item["kind"] for bank in banks() for item in bank["items"]]
    assert kinds == ["compute"] * in_the_files.count("compute")


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for arguments in ([], ["--points"]):
        out = quizzer("list", *arguments).out
        assert max(map(len, out.splitlines())) <= columns
    assert "\x1b" not in out


def test_points_are_listed_with_what_one_can_do(quizzer: Quizzer) -> None:
    topic = next(topic for topic in topics() if topic["id"] == "attention")
    out = quizzer("list", "--topic", "attention", "--points").out
    for point in topic["points"]:
        assert point["text"] in " ".join(out.split())
    assert (
        f"✓ can: 0 of {len(topic['points'])} points; ~ partly; ✗ cannot yet; · not yet seen." in out
    )
    assert "✓ can compute" not in out


def test_an_answer_changes_where_a_point_stands(quizzer: Quizzer) -> None:
    answer = json.dumps({"choice": "A"})
    quizzer("answer", "attention-sinks", "--record", stdin=answer)
    out = quizzer("list", "--topic", "attention", "--points", "--json").out
    (topic,) = json.loads(out)["topics"]
    (own,) = (point for point in topic["points"] if point["id"] == "explain-attention-sinks")
    assert own["seen"] == 1
    assert own["standing"] == ("can" if own["mastered"] else "cannot yet")
    others = [point for point in topic["points"] if point["id"] != "explain-attention-sinks"]
    assert {point["standing"] for point in others} == {"not yet seen"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--topic", "atention"], "no topic is called 'atention'; did you mean 'attention'?"),
        (["--kind", "chioce"], "no kind is called 'chioce'; did you mean 'choice'?"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(
    quizzer: Quizzer, arguments: list[str], message: str
) -> None:
    result = quizzer("list", *arguments)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
