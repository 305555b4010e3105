"""The chains of questions that interviewers walk can be walked, answer by answer."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import get_args

import msgspec
import pytest
import yaml

from quizzer.bank.loading import Library
from quizzer.bank.mistakes import declared_mistakes
from quizzer.bank.schema import Item, OpenItem
from quizzer.study.interview.flavours import Flavour
from quizzer.study.interview.follow_ups import DEEPEST, Impression, follow_up

ANY = get_args(Flavour)
ROOM: dict[Flavour, float] = dict.fromkeys(ANY, 60.0)  # minutes of each that the mix lacks
CHAINS = yaml.safe_load((Path(__file__).parent / "chains.yaml").read_text(encoding="utf-8"))
WALKS = {name: [step["item"] for step in steps] for name, steps in CHAINS.items()}


def impressions(item: Item) -> Iterator[Impression]:
    """Everything that an answer can show."""
    yield Impression(passed=True)
    yield Impression(passed=False)
    for declared in declared_mistakes(item):
        yield Impression(passed=False, mistakes=(declared.mistake,))
    if isinstance(item, OpenItem):
        for number, _ in enumerate(item.key_points, start=1):
            yield Impression(passed=True, missed=(f"missed-{number}",))


def test_there_are_eighteen_chains_each_as_long_as_an_interview_can_follow() -> None:
    assert len(WALKS) == 18
    for name, walk in WALKS.items():
        assert 4 <= len(walk) <= 1 + DEEPEST, name
        assert len(set(walk)) == len(walk), name


@pytest.mark.parametrize("name", WALKS)
def test_each_question_leads_to_the_next(library: Library, name: str) -> None:
    for before, after in pairwise(WALKS[name]):
        follow_ups = [entry.item for entry in library.items[before].follow_ups]
        assert after in follow_ups, f"{before} does not lead to {after}"


@pytest.mark.parametrize("name", WALKS)
def test_in_an_interview_some_answers_walk_the_whole_chain(library: Library, name: str) -> None:
    walk = WALKS[name]
    for place, (before, after) in enumerate(pairwise(walk), start=1):
        item = library.items[before]
        asked = walk[:place]
        found = [
            follow_up(
                item,
                impression,
                library,
                asked=asked,
                level="mid",
                minutes=60,
                flavours=ANY,
                lack=ROOM,
            )
            for impression in impressions(item)
        ]
        assert after in [entry.item.id for entry in found if entry], f"{before} to {after}"


def leads_to(library: Library, item: str, mistake: str) -> str:
    """The item that a mistake leads to for itself, whatever the bank lists; empty without one."""
    made = Impression(passed=False, mistakes=(mistake,))
    bare = msgspec.structs.replace(library.items[item], follow_ups=[])
    found = follow_up(
        bare, made, library, asked=(item,), level=bare.level, minutes=60, flavours=ANY, lack=ROOM
    )
    return found.item.id if found and found.because == mistake else ""


@pytest.mark.parametrize(
    ("item", "mistake", "follows"),
    [
        # a slip of code about something else is another interview
        ("mend-bert-corruption", "edge-case-missed", ""),
        ("mend-loss-axes", "argument-changed", ""),
        # a habit in another topic as well: patches have nothing to do with projections
        ("patches-as-a-convolution", "biases-forgotten", ""),
        # the same thing, asked in another topic
        ("one-size-doubled", "ffn-mixes-tokens", "why-a-feed-forward-network"),
        # the same point before the same topic
        ("adam-two-steps", "fixed-bias-correction", "write-adam"),
    ],
)
def test_a_mistake_leads_on_only_to_what_it_is_about(
    library: Library, item: str, mistake: str, follows: str
) -> None:
    assert leads_to(library, item, mistake) == follows


def test_after_a_weak_answer_comes_no_harder_question_about_another_point(
    library: Library,
) -> None:
    for item in library.items.values():
        if any(entry.when == "wrong" for entry in item.follow_ups):
            continue  # that is what comes then
        for entry in item.follow_ups:
            other = library.items[entry.item]
            jumps = other.difficulty > item.difficulty and not set(other.covers) & set(item.covers)
            assert entry.when != "always" or not jumps, f"{item.id} leads to {other.id}"


def test_a_weak_answer_on_the_size_of_the_cache_leads_to_the_cache(library: Library) -> None:
    item, weak = library.items["kv-cache-bytes"], Impression(passed=False)
    found = follow_up(
        item, weak, library, asked=(), level="mid", minutes=60, flavours=ANY, lack=ROOM
    )
    assert found is not None
    assert found.item.id == "explain-the-kv-cache"


def test_every_open_question_goes_on_after_a_good_answer_and_after_a_weak_one(
    library: Library,
) -> None:
    for item in library.items.values():
        if not isinstance(item, OpenItem):
            continue
        led_on = {
            impression.passed and not impression.missed
            for impression in impressions(item)
            if follow_up(
                item,
                impression,
                library,
                asked=(),
                level=item.level,
                minutes=60,
                flavours=ANY,
                lack=ROOM,
            )
        }
        assert led_on == {True, False}, item.id
