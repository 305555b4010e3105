"""A small library, a clock that is turned by hand, and a learner's machine that can crash."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from quizzer.bank.library import Library
from quizzer.bank.schema import (
    Bank,
    Blank,
    Cases,
    CodeItem,
    FillItem,
    Item,
    KeyPoint,
    MatchItem,
    OpenItem,
    OrderItem,
    Pair,
    Tempting,
    Topic,
)
from quizzer.progress.log import Log
from quizzer.study.study import Study

RIGHT = {"x": "right"}
WRONG = {"x": "wrong"}
TEMPTED = {"x": "tempting"}  # wrong, and a named mistake
EMPTY = {"x": ""}  # not an answer

NOON = 1_772_452_800_000  # 2026-03-02T12:00:00Z, a Monday
DAY = 86_400_000


def fill(item_id: str, **changes: Any) -> FillItem:
    """An item with one blank x, two hints and one named mistake."""
    fields: dict[str, Any] = {
        "id": item_id,
        "title": f"Title of {item_id}",
        "level": "junior",
        "difficulty": 1,
        "prompt": "Type right: {x}",
        "explanation": "Because it is right.",
        "sources": ["The book"],
        "hints": ["first hint", "second hint"],
        "blanks": {
            "x": Blank(
                accept=["right"],
                tempting=[
                    Tempting(
                        answers=["tempting"], because="You fell for it.", mistake="fell-for-it"
                    )
                ],
            )
        },
    }
    return FillItem(**(fields | changes))


def open_item(item_id: str, **changes: Any) -> OpenItem:
    """An item to be answered in one's own words: two key points, the first counts twice."""
    return OpenItem(
        **(_common(item_id) | changes),
        key_points=[
            KeyPoint(text="Says product", weight=2, suggests=["product", "jacobian"]),
            KeyPoint(text="Says clipping", suggests=["clip"]),
        ],
        model_answer="A strong answer.",
    )


def order_item(item_id: str) -> OrderItem:
    """Three lines to put into order."""
    return OrderItem(**_common(item_id), sequence=["one", "two", "three"])


def match_item(item_id: str) -> MatchItem:
    """Two pairs and a distractor."""
    pairs = [Pair(left="1", right="one"), Pair(left="2", right="two")]
    return MatchItem(**_common(item_id), pairs=pairs, distractors=["three"])


def code_item(item_id: str, **changes: Any) -> CodeItem:
    """An item to be answered by writing a function."""
    code = {
        "implement": "attention.softmax",
        "starter": "...",
        "cases": [Cases(given={}, with_=[])],
    }
    return CodeItem(**(_common(item_id) | code | changes))


def _common(item_id: str) -> dict[str, Any]:
    return {
        "id": item_id,
        "title": f"Title of {item_id}",
        "level": "junior",
        "difficulty": 1,
        "prompt": "Say something.",
        "explanation": "Said.",
        "sources": ["The book"],
    }


def taught(banks: Library, topic: str) -> Library:
    """The same with a lesson on a topic."""
    bank = replace(banks.banks[topic], lesson="# Look here")
    return Library(banks.topics, (banks.banks | {topic: bank}).values())


def library(**topics: Sequence[Item]) -> Library:
    """Topics in the order given, each with its items."""
    return Library(
        [Topic(id=topic, title=topic.title(), about="About it.") for topic in topics],
        [Bank(topic=topic, items=list(items)) for topic, items in topics.items()],
    )


class TurnedClock:
    """Stands still until a test turns it."""

    def __init__(self) -> None:
        self.ms = NOON
        self.seconds = 100.0

    def now_ms(self) -> int:
        return self.ms

    def offset_minutes(self) -> int:
        return 0

    def monotonic(self) -> float:
        return self.seconds

    def pass_days(self, days: int) -> None:
        self.ms += days * DAY

    def pass_seconds(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)
        self.seconds += seconds

    def sleep(self, seconds: float) -> None:
        """The machine sleeps: what measures how long something takes does not go on."""
        self.ms += round(seconds * 1000)


class Machine:
    """A machine with a log on its disk.

    `start` begins a new run of the program, without an end of the one before: what that held in
    memory is gone, as after a crash.
    """

    def __init__(self, folder: Path, library: Library) -> None:
        self.library = library
        self.clock = TurnedClock()
        self._path = folder / "progress.sqlite3"
        self._logs: list[Log] = []

    def start(self) -> Study:
        log = Log.open(self._path)
        self._logs.append(log)
        self.clock.seconds = 100.0
        return Study(self.library, log, self.clock)

    def close(self) -> None:
        for log in self._logs:
            log.close()


MachineOn = Callable[[Library], Machine]  # the fixture that makes a machine with these banks
