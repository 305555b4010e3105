"""Makes the plan of an interview from its blueprint and the banks, and adds to it.

All functions are pure. Main questions get MAIN_SHARE of the minutes. The rest is for follow-ups.
What the clock has left after these goes to further main questions.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from quizzer.bank.library import Library
from quizzer.bank.schema import Item, Level
from quizzer.progress.events import Planned
from quizzer.study import engine
from quizzer.study.errors import StudyError
from quizzer.study.interview.blueprint import Blueprint
from quizzer.study.interview.flavours import Flavour, flavour_of, is_classic

MAIN_SHARE = 0.65
NOT_LONG = 5.0  # minutes; what takes longer is asked only where it leaves room for others
VARIANTS = 1_000_000  # a seed draws one of so many: two interviews hardly ever ask the same numbers
RANKS: dict[Level, int] = {"junior": 0, "mid": 1, "senior": 2}

# The ladder: the share of the main questions that each level of interview takes from each level.
LADDER: dict[Level, dict[Level, float]] = {
    "junior": {"junior": 1.0},
    "mid": {"junior": 0.35, "mid": 0.65},
    "senior": {"junior": 0.15, "mid": 0.45, "senior": 0.4},
}


@dataclass(frozen=True)
class Before:
    """The question answered before, and whether it was answered well.

    After a good answer, the next question is harder, and may be a level above that of the
    interview, as a follow-up may. After another answer, it is easier.
    """

    item: Item
    passed: bool

    @property
    def due(self) -> int:
        """The difficulty that the next question should have."""
        return self.item.difficulty + (1 if self.passed else -1)


def make_plan(blueprint: Blueprint, library: Library) -> list[Planned]:
    """The main questions in order: from easy to hard, topics and flavours mixed."""
    chooser = _Chooser(blueprint, library)
    budget = blueprint.minutes * MAIN_SHARE
    chosen: list[Item] = []
    while item := chooser.next(chosen, budget, at_most=max(budget / 2, NOT_LONG)):
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
    blueprint: Blueprint,
    library: Library,
    asked: Sequence[Item],
    minutes: float,
    *,
    without: Collection[str] = (),
    before: Before | None = None,
) -> Item | None:
    """A further main question of at most so many minutes; none when none fits.

    A follow-up of a question asked before, or the other way round, comes only if nothing else fits.
    """
    chooser = _Chooser(blueprint, library, before)
    budget = sum(item.minutes for item in asked) + minutes
    alone = chooser.next(asked, budget, at_most=minutes, without=without)
    return alone or chooser.next(asked, budget, at_most=minutes, without=without, linked=True)


def lack(
    blueprint: Blueprint, library: Library, items: Sequence[Item], minutes: float
) -> dict[Flavour, float]:
    """The minutes that each flavour lacks of its share after these items; negative if too many."""
    at_hand = _candidates(blueprint, library, RANKS[blueprint.level] + 1)  # as a follow-up may be
    shares = _shares_at_hand(blueprint, at_hand)
    tally = _Tally(items, library)
    return {flavour: tally.lack(flavour, share * minutes) for flavour, share in shares.items()}


def out_of_reach(blueprint: Blueprint, library: Library) -> tuple[Flavour, ...]:
    """The flavours of the mix that have no question to ask; the others share their minutes."""
    present = {flavour_of(item) for item in _candidates(blueprint, library, RANKS[blueprint.level])}
    wanted = (flavour for flavour, share in blueprint.mix.items() if share)
    return tuple(flavour for flavour in wanted if flavour not in present)


def place(blueprint: Blueprint, item: Item) -> Planned:
    """A place for an item, with the variant that the seed draws."""
    return Planned(item=item.id, variant=_lot(blueprint.seed, item.id) % VARIANTS)


class _Chooser:
    """Finds the question that is wanted most, given those already chosen."""

    def __init__(
        self, blueprint: Blueprint, library: Library, before: Before | None = None
    ) -> None:
        self._blueprint = blueprint
        self._library = library
        self._before = before
        self._level = RANKS[blueprint.level]
        self._pool = _candidates(blueprint, library, self._level + bool(before and before.passed))
        self._shares = _shares_at_hand(blueprint, self._pool)

    def next(
        self,
        chosen: Sequence[Item],
        budget: float,
        at_most: float,
        *,
        without: Collection[str] = (),
        linked: bool = False,
    ) -> Item | None:
        """The best item of at most so many minutes that still fits into the budget.

        Of two items that are linked by a follow-up, only one is planned, as the other will follow,
        unless items `linked` to those chosen are wanted too.
        """
        left = min(at_most, budget - sum(item.minutes for item in chosen))
        taken = {item.id for item in chosen}.union(without)
        follow = {entry.item for item in chosen for entry in item.follow_ups}
        fitting = [
            item
            for item in self._pool
            if item.minutes <= left
            and item.id not in taken
            and (linked or not self._is_linked(item, taken, follow))
        ]
        tally = _Tally(chosen, self._library)
        return min(fitting, key=lambda item: self._rank(item, tally, budget), default=None)

    def _is_linked(self, item: Item, chosen: Collection[str], follow: Collection[str]) -> bool:
        return item.id in follow or any(entry.item in chosen for entry in item.follow_ups)

    def _rank(self, item: Item, tally: "_Tally", budget: float) -> tuple[float, float, float]:
        """The flavour that lacks most minutes first; in it, a new topic and what is due.

        What leads on, and what real interviews ask, comes before what does not. What is too long
        comes last.
        """
        chance = _lot(self._blueprint.seed, item.id) / 2**64
        leads_on = any(entry.when in ("right", "always") for entry in item.follow_ups)
        crowd = tally.topics[self._library.topic_of(item.id)] + self._off(item, tally)
        return (
            self._beyond(item, tally, budget),
            -self._lack(item, tally, budget),
            crowd + chance - (leads_on + is_classic(item)) / 3,
        )

    def _lack(self, item: Item, tally: "_Tally", budget: float) -> float:
        """The minutes that the flavour of an item lacks of its share of a budget."""
        flavour = flavour_of(item)
        return tally.lack(flavour, self._shares[flavour] * budget)

    def _beyond(self, item: Item, tally: "_Tally", budget: float) -> float:
        """By how many minutes a long question exceeds what its flavour lacks.

        While a plan is made, only computations count, because nobody does them at length on the
        phone, and all minutes of the interview count, because a plan leaves room for more.
        """
        if self._before is None and flavour_of(item) != "compute":
            return 0.0
        whole = self._blueprint.minutes if self._before is None else budget
        return max(0.0, item.minutes - max(NOT_LONG, self._lack(item, tally, whole)))

    def _off(self, item: Item, tally: "_Tally") -> float:
        """How far an item is from the difficulty due; while a plan is made, from the ladder.

        A step of difficulty outweighs one more question on the same topic. Otherwise, good answers
        would be followed by easy questions, just because these are on a new topic.
        """
        if self._before is not None:
            above = RANKS[item.level] > self._level
            return 2 * abs(item.difficulty - self._before.due) + above / 2
        due = LADDER[self._blueprint.level][item.level]
        return (tally.levels[item.level] + 1) / (tally.count + 1) - due


class _Tally:
    """What was chosen so far, counted."""

    def __init__(self, chosen: Sequence[Item], library: Library) -> None:
        self.count = len(chosen)
        self.topics = Counter(library.topic_of(item.id) for item in chosen)
        self.levels = Counter(item.level for item in chosen)
        self.minutes: dict[Flavour, float] = defaultdict(float)
        for item in chosen:
            self.minutes[flavour_of(item)] += item.minutes

    def lack(self, flavour: Flavour, due: float) -> float:
        """How many of the minutes due a flavour lacks; negative if it has more."""
        return due - self.minutes[flavour]


def _candidates(blueprint: Blueprint, library: Library, highest: int) -> list[Item]:
    """What may be asked: of the topics and the flavours wanted, up to a level."""
    return [
        item
        for topic in library.topics
        if not blueprint.topics or topic.id in blueprint.topics
        for item in library.items_of(topic.id)
        if RANKS[item.level] <= highest
        and blueprint.mix.get(flavour_of(item))
        and engine.available(item, library)
    ]


def _shares_at_hand(blueprint: Blueprint, pool: Iterable[Item]) -> dict[Flavour, float]:
    """The mix without flavours that have no items: the others share their minutes."""
    present = {flavour_of(item) for item in pool}
    total = sum(blueprint.mix[flavour] for flavour in present)
    return {flavour: blueprint.mix[flavour] / total for flavour in present}


def _lot(seed: int, item: str) -> int:
    """A number of 64 bits that seed and item draw."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{item}".encode()).digest()[:8], "big")
