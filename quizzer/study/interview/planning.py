"""Makes the plan of an interview from its blueprint, and adds to it: nothing but functions of both.

Main questions get MAIN_SHARE of the minutes. The rest is for follow-ups; what these leave over goes
to further main questions at the end. The minutes of all questions never exceed those of the
blueprint, so whoever answers each question in its time is never in overtime.
"""

import hashlib
from collections.abc import Iterable, Sequence

from quizzer.bank.library import Library
from quizzer.bank.schema import Item, Level
from quizzer.progress.events import Planned
from quizzer.study import engine
from quizzer.study.errors import StudyError
from quizzer.study.interview.blueprint import Blueprint
from quizzer.study.interview.flavours import Flavour, flavour_of

MAIN_SHARE = 0.65
VARIANTS = 1_000_000  # a seed draws one of so many: two interviews hardly ever ask the same numbers
RANKS: dict[Level, int] = {"junior": 0, "mid": 1, "senior": 2}

# The ladder: the share of the main questions that each level of interview takes from each level.
LADDER: dict[Level, dict[Level, float]] = {
    "junior": {"junior": 1.0},
    "mid": {"junior": 0.35, "mid": 0.65},
    "senior": {"junior": 0.15, "mid": 0.45, "senior": 0.4},
}


def make_plan(blueprint: Blueprint, library: Library) -> list[Planned]:
    """The main questions in order: from easy to hard, topics and flavours mixed."""
    chooser = _Chooser(blueprint, library)
    budget = blueprint.minutes * MAIN_SHARE
    chosen: list[Item] = []
    while item := chooser.next(chosen, budget, at_most=budget / 2):
        chosen.append(item)
    if not chosen:  # all are long: take one that fits at all
        item = chooser.next([], blueprint.minutes, at_most=blueprint.minutes)
        chosen = [item] if item else []
    if not chosen:
        raise StudyError(
            f"No question of this level and these topics fits into {blueprint.minutes} minutes. "
            "Give it more time, another level, another mix or other topics."
        )
    ordered = sorted(chosen, key=lambda item: (RANKS[item.level], item.difficulty))
    return [place(blueprint, item) for item in ordered]


def one_more(
    blueprint: Blueprint, library: Library, asked: Iterable[Item], spare: float
) -> Item | None:
    """A further main question for minutes that are left over; none when none fits."""
    so_far = list(asked)
    budget = sum(item.minutes for item in so_far) + spare
    return _Chooser(blueprint, library).next(so_far, budget, at_most=spare)


def place(blueprint: Blueprint, item: Item) -> Planned:
    """A place for an item, with the variant that the seed draws."""
    return Planned(item=item.id, variant=_lot(blueprint.seed, item.id) % VARIANTS)


class _Chooser:
    """Finds the question that is wanted most next to those already chosen."""

    def __init__(self, blueprint: Blueprint, library: Library) -> None:
        self._blueprint = blueprint
        self._library = library
        self._pool = _candidates(blueprint, library)
        self._shares = _shares_at_hand(blueprint, self._pool)
        self._follow_ups = {
            entry.item for item in library.items.values() for entry in item.follow_ups
        }

    def next(self, chosen: Sequence[Item], budget: float, at_most: float) -> Item | None:
        """The best item of at most so many minutes that still fits into the budget.

        Of two that follow each other only one is planned: the other comes as its follow-up.
        """
        left = min(at_most, budget - sum(item.minutes for item in chosen))
        taken = {item.id for item in chosen}
        follow = {entry.item for item in chosen for entry in item.follow_ups}
        fitting = [
            item
            for item in self._pool
            if item.minutes <= left
            and item.id not in taken | follow
            and taken.isdisjoint(entry.item for entry in item.follow_ups)
        ]
        return min(fitting, key=lambda item: self._rank(item, chosen, budget), default=None)

    def _rank(self, item: Item, chosen: Sequence[Item], budget: float) -> tuple[float, float]:
        """The flavour that lacks most minutes first; in it, a new topic and the level due."""
        flavour = flavour_of(item)
        spent = sum(other.minutes for other in chosen if flavour_of(other) == flavour)
        topic = self._library.topic_of(item.id)
        same_topic = sum(self._library.topic_of(other.id) == topic for other in chosen)
        same_level = sum(other.level == item.level for other in chosen)
        ladder = LADDER[self._blueprint.level][item.level]
        crowd = same_topic + (same_level + 1) / (len(chosen) + 1) - ladder
        chance = _lot(self._blueprint.seed, item.id) / 2**64
        opens_a_chain = item.id not in self._follow_ups
        return spent - self._shares[flavour] * budget, crowd + chance - opens_a_chain / 2


def _candidates(blueprint: Blueprint, library: Library) -> list[Item]:
    """What may be asked: of the topics and the flavours wanted, and not above the level."""
    return [
        item
        for topic in library.topics
        if not blueprint.topics or topic.id in blueprint.topics
        for item in library.items_of(topic.id)
        if RANKS[item.level] <= RANKS[blueprint.level]
        and blueprint.mix.get(flavour_of(item))
        and engine.available(item, library)
    ]


def _shares_at_hand(blueprint: Blueprint, pool: Iterable[Item]) -> dict[Flavour, float]:
    """The mix without the flavours that are lacking: the others share what these would get."""
    present = {flavour_of(item) for item in pool}
    total = sum(blueprint.mix[flavour] for flavour in present)
    return {flavour: blueprint.mix[flavour] / total for flavour in present}


def _lot(seed: int, item: str) -> int:
    """A number of 64 bits that seed and item draw."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{item}".encode()).digest()[:8], "big")
