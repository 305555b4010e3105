"""How well a group of items is mastered, on what evidence, and whether that changes."""

import struct
from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Literal, TypeAlias

from msgspec import Struct

from quizzer.progress.attempt import PASS_MARK, Attempt, first_answers
from quizzer.progress.statistics.grouping import by_item
from quizzer.progress.statistics.shares import NORMAL_99, Share, difference

EVIDENCE = 20  # only so many latest first answers count: what was once wrong may be learnt now
DAYS = 2  # answers on a single day show what was just read, not what stays
ITEMS = 3  # one hard question that is missed every day says nothing about the rest of its topic

MasteryLevel: TypeAlias = Literal["not enough data", "weak", "unsettled", "strong"]


class Mastery(Struct, frozen=True, kw_only=True):
    """How many of the latest first answers passed, of those to variants never answered before."""

    share: Share
    days: int  # different study days among them
    items: int  # different items among them
    of: int  # items in the group, answered or not

    @property
    def lacks(self) -> Literal["", "answers", "days", "questions"]:
        """What there is too little of for a judgement; empty if there is enough evidence."""
        if not self.share.enough:
            return "answers"
        if self.days < DAYS:
            return "days"
        return "questions" if self.items < min(ITEMS, self.of) else ""

    @property
    def level(self) -> MasteryLevel:
        """Strong or weak only where the whole interval lies on that side of the pass mark."""
        low, high = self.share.interval
        if self.lacks:
            return "not enough data"
        if low >= PASS_MARK:
            return "strong"
        return "weak" if high < PASS_MARK else "unsettled"


class Trend(Struct, frozen=True, kw_only=True):
    """Clean first answers of the earlier study days, and of the later ones."""

    earlier: Share
    later: Share

    @property
    def direction(self) -> Literal["not enough data", "up", "down", "no clear change"]:
        """Up or down only where the 99 % interval of the change leaves out zero.

        A report has a trend for each topic: with 95 %, every other report on fifteen topics in
        which nothing changes would claim a change.
        """
        if not (self.earlier.enough and self.later.enough):
            return "not enough data"
        low, high = difference(self.later, self.earlier, NORMAL_99)
        if low > 0:
            return "up"
        return "down" if high < 0 else "no clear change"


class ItemMastery(Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """What the attempts at one item show; `mastery` puts those of a group together."""

    mastered: bool  # the latest first answer passed
    evidence: bytes  # the latest answers that show how well a group with this item is mastered


def item_mastery(attempts: Sequence[Attempt]) -> ItemMastery:
    """What the attempts at one item show; there is at least one."""
    fresh, firsts = _first_of_each_variant(attempts), first_answers(attempts)
    evidence = [attempt for attempt in firsts if attempt.id in fresh]
    latest = b"".join(map(_packed, evidence[-EVIDENCE:]))
    return ItemMastery(mastered=firsts[-1].passed, evidence=latest)


# In a long log, there are 20 for each item: packed, they take a tenth of the memory. The id comes
# first, so that the bytes sort in the order of the attempts.
_EVIDENCE = struct.Struct(">32sI?")  # id, day, passed


def _packed(attempt: Attempt) -> bytes:
    return _EVIDENCE.pack(attempt.id.encode(), attempt.day.toordinal(), attempt.passed)


def mastery_by_item(attempts: Iterable[Attempt]) -> dict[str, ItemMastery]:
    """What the attempts at each item show."""
    return {item: item_mastery(own) for item, own in by_item(attempts).items()}


def mastery(items: Iterable[ItemMastery], of: int) -> Mastery:
    """How well a group `of` so many items is mastered; `items` are those of them with attempts."""
    size = _EVIDENCE.size
    # The latest answers of the group are among those to the items that were answered last.
    recent = nlargest(EVIDENCE, items, key=lambda item: item.evidence[-size:])
    found = (
        item.evidence[place : place + size]
        for item in recent
        for place in range(0, len(item.evidence), size)
    )
    packed = sorted(found)[-EVIDENCE:]
    latest = [_EVIDENCE.unpack(entry) for entry in packed]
    return Mastery(
        share=Share(hits=sum(passed for _, _, passed in latest), n=len(latest)),
        days=len({day for _, day, _ in latest}),
        items=sum(item.evidence[-size:] >= first for first in packed[:1] for item in recent),
        of=of,
    )


def trend(firsts: Sequence[Attempt]) -> Trend:
    """Whether first answers got better from the earlier to the later study days.

    They are split where a day begins, as near to the middle as possible: one day shows no trend.
    """
    middle = len(firsts) // 2
    near = (place for n in range(middle + 1) for place in (middle - n, middle + n))
    cut = next((place for place in near if _begins_a_day(firsts, place)), 0)
    clean = [attempt.clean for attempt in firsts]
    return Trend(
        earlier=Share(hits=clean[:cut].count(True), n=cut),
        later=Share(hits=clean[cut:].count(True), n=len(clean) - cut),
    )


def _begins_a_day(firsts: Sequence[Attempt], place: int) -> bool:
    return 0 < place < len(firsts) and firsts[place].day != firsts[place - 1].day


def _first_of_each_variant(attempts: Iterable[Attempt]) -> set[str]:
    """The ids of the attempts at numbers that had not been seen: the rest may be remembered."""
    first: dict[int, str] = {}
    for attempt in attempts:
        first.setdefault(attempt.number, attempt.id)
    return set(first.values())
