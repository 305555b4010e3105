"""How well a group of items is mastered, on what evidence, and whether that changes."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from quizzer.progress.attempt import PASS_MARK, Attempt, first_answers
from quizzer.progress.statistics.grouping import by_item, firsts_of
from quizzer.progress.statistics.shares import Share, difference

EVIDENCE = 20  # the latest first answers that are looked at: what was once wrong may be learnt now
DAYS = 2  # all on one day shows what was just read, not what stays

MasteryLevel: TypeAlias = Literal["not enough data", "weak", "unsettled", "strong"]


class Mastery(Struct, frozen=True, kw_only=True):
    """Of the latest first answers, each to a variant never answered before, those that passed."""

    share: Share
    days: int  # different study days among them

    @property
    def enough(self) -> bool:
        """Whether there is enough evidence, and not all of it from one day."""
        return self.share.enough and self.days >= DAYS

    @property
    def level(self) -> MasteryLevel:
        """Strong or weak only where the whole interval lies on that side of the pass mark."""
        low, high = self.share.interval
        if not self.enough:
            return "not enough data"
        if low >= PASS_MARK:
            return "strong"
        return "weak" if high < PASS_MARK else "unsettled"


class Trend(Struct, frozen=True, kw_only=True):
    """Clean first answers in the earlier half of all first answers, and in the later half."""

    earlier: Share
    later: Share

    @property
    def direction(self) -> Literal["not enough data", "up", "down", "no clear change"]:
        """Up or down only where the 95 % interval of the change leaves out zero."""
        if not (self.earlier.enough and self.later.enough):
            return "not enough data"
        low, high = difference(self.later, self.earlier)
        if low > 0:
            return "up"
        return "down" if high < 0 else "no clear change"


class Shown(NamedTuple):
    """What the attempts at one item show."""

    mastered: bool  # the latest first answer passed
    evidence: list[Attempt]  # the latest that tell how well a group with this item is mastered


def shown(attempts: Sequence[Attempt]) -> Shown:
    """What the attempts at one item show, of which there is at least one."""
    fresh, firsts = _first_of_each_variant(attempts), first_answers(attempts)
    evidence = [attempt for attempt in firsts if attempt.id in fresh]
    return Shown(firsts[-1].passed, evidence[-EVIDENCE:])


def is_mastered(attempts: Sequence[Attempt]) -> bool:
    """Whether the latest first answer to an item passed; `attempts` are those at that item."""
    firsts = first_answers(attempts)
    return bool(firsts) and firsts[-1].passed


def mastery(attempts: Iterable[Attempt]) -> Mastery:
    """The evidence in the attempts at a group of items."""
    return mastery_shown(map(shown, by_item(attempts).values()))


def mastery_shown(items: Iterable[Shown]) -> Mastery:
    """How well a group of items is mastered whose attempts show this."""
    found = chain.from_iterable(item.evidence for item in items)
    given = sorted(found, key=lambda attempt: attempt.id)
    latest = given[-EVIDENCE:]
    days: set[date] = {attempt.day for attempt in latest}
    passed = sum(attempt.passed for attempt in latest)
    return Mastery(share=Share(hits=passed, n=len(latest)), days=len(days))


def trend(attempts: Iterable[Attempt]) -> Trend:
    """Whether first answers got better; of an odd number the middle one counts as later."""
    return trend_of(firsts_of(attempts))


def trend_of(firsts: Iterable[Attempt]) -> Trend:
    """The trend in first answers."""
    clean = [attempt.clean for attempt in firsts]
    earlier, later = clean[: len(clean) // 2], clean[len(clean) // 2 :]
    return Trend(
        earlier=Share(hits=sum(earlier), n=len(earlier)),
        later=Share(hits=sum(later), n=len(later)),
    )


def _first_of_each_variant(attempts: Iterable[Attempt]) -> set[str]:
    """The ids of the attempts at numbers that had not been seen: the rest may be remembered."""
    first: dict[int, str] = {}
    for attempt in attempts:
        first.setdefault(attempt.number, attempt.id)
    return set(first.values())
