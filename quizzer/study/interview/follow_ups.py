"""Which question follows an answer: the gap just shown, else one step further in the pattern.

what → why this and not that → derive or write it → change an assumption → cost at scale

These are pure functions of the item, the impression and what was asked before: the same answers
lead to the same questions.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from quizzer.bank.library import Library
from quizzer.bank.schema import CodeItem, Item, Level, OpenItem
from quizzer.bank.slips import slips_of
from quizzer.grading.verdict import PartStatus, Verdict
from quizzer.progress.attempt import PASS_MARK
from quizzer.study import engine
from quizzer.study.drills import drilled_by
from quizzer.study.interview.flavours import SPOKEN, Flavour, flavour_of, stage_of
from quizzer.study.interview.planning import NOT_LONG, RANKS

DEEPEST = 5  # follow-ups in a chain, at most
RARE = 4  # a mistake or a point that more items share is too general to lead to the same subject


@dataclass(frozen=True, kw_only=True)
class Impression:
    """What an answer showed, as far as it is known when the next question is due.

    An open answer is not judged by then: what counts is the words found in it, or for a spoken one,
    how sure the learner was.
    """

    passed: bool
    mistakes: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()  # key points without a mark, "missed-2" for the second
    silent: bool = False  # "I don't know" was all


@dataclass(frozen=True, kw_only=True)
class Found:
    """The next question, and what in the answer led to it."""

    item: Item
    because: str


def impression_of(item: Item, verdict: Verdict) -> Impression:
    """What a verdict, or the one suggested for an open answer, says about the answer."""
    missed = [f"missed-{p.name}" for p in verdict.parts if p.status is PartStatus.WRONG]
    return Impression(
        passed=verdict.score >= PASS_MARK,
        mistakes=verdict.mistakes,
        missed=tuple(missed) if isinstance(item, OpenItem) else (),
    )


def follow_up(
    item: Item,
    impression: Impression,
    library: Library,
    *,
    asked: Collection[str],
    level: Level,
    minutes: float,
    flavours: Collection[Flavour],
    lack: Mapping[Flavour, float],
) -> Found | None:
    """The question that an interviewer would ask next; none when none fits.

    It may be one level above that of the interview: that is what follow-ups are for. What was just
    got wrong or left out is followed up in any flavour, a step further only in one of `flavours`. A
    question that takes long to work out comes only if the mix lacks as many minutes of its flavour.
    After an answer that shows nothing, nothing harder comes.
    """
    gaps = {*impression.mistakes, *impression.missed}
    highest = min(RANKS[level] + 1, max(RANKS.values()))
    for found in _wanted(item, impression, library):
        other = found.item
        if (
            other.id not in asked
            and other.minutes <= minutes
            and (found.because in gaps or flavour_of(other) in flavours)
            and not _is_too_long(other, lack)
            and RANKS[other.level] <= highest
            and not (_shows_nothing(item, impression) and _harder(other, item))
            and engine.available(other, library)
        ):
            return found
    return None


def _shows_nothing(item: Item, impression: Impression) -> bool:
    """Whether it was "I don't know", or an open answer with none of the key points."""
    says_none = isinstance(item, OpenItem) and len(impression.missed) == len(item.key_points)
    return impression.silent or says_none


def _harder(other: Item, item: Item) -> bool:
    return RANKS[other.level] > RANKS[item.level] or other.difficulty > item.difficulty


def _is_too_long(other: Item, lack: Mapping[Flavour, float]) -> bool:
    """Whether it would take the place of what the interview is about."""
    flavour = flavour_of(other)
    return flavour not in SPOKEN and other.minutes > max(NOT_LONG, lack.get(flavour, 0.0))


def _wanted(item: Item, impression: Impression, library: Library) -> Iterator[Found]:
    """What could follow, the best first: what the item lists for the answer, then other items.

    Listed are follow-ups for a mistake made, a point missed, a right or wrong answer, or always. An
    answer that shows nothing leads back to the basics before any single point is asked about. Other
    items are those in which the same mistake shows; after a good answer, those a step further;
    after another one, the basics.
    """
    said = "right" if impression.passed else "wrong"
    gaps = (*impression.missed, said)
    if _shows_nothing(item, impression):
        gaps = (said, *impression.missed)
    for reason in (*impression.mistakes, *gaps, "always"):
        for entry in item.follow_ups:
            if entry.when == reason and entry.item in library.items:
                yield Found(item=library.items[entry.item], because=reason)
    for mistake in impression.mistakes:
        for other in _naming(mistake, item, library):
            yield Found(item=other, because=mistake)
    if not impression.silent and not any(e.when in (said, "always") for e in item.follow_ups):
        for other in (_further if impression.passed else _basics)(item, library):
            yield Found(item=other, because=said)


def _naming(mistake: str, item: Item, library: Library) -> Sequence[Item]:
    """Other items in which this mistake shows: first those about the same point, then of its topic.

    A mistake that many items share is a habit, such as forgetting a bias: an item of another topic
    would change the subject. For a slip in code, such as changing an argument in place, even
    another point of the topic would.
    """
    topic, points = library.topic_of(item.id), set(item.covers)

    def distance(other: Item) -> int:
        return 0 if points & set(other.covers) else 1 + (library.topic_of(other.id) != topic)

    telling = drilled_by(mistake, library)
    farthest = 0 if _is_slip(mistake, item) else 1 + (len(telling) <= RARE)
    return sorted(
        (other for other in telling if other.id != item.id and distance(other) <= farthest),
        key=lambda other: (distance(other), other.minutes, other.difficulty),
    )


def _is_slip(mistake: str, item: Item) -> bool:
    return isinstance(item, CodeItem) and mistake in {slip.mistake for slip in slips_of(item)}


def _further(item: Item, library: Library) -> Sequence[Item]:
    """Items about the same point that are later in the pattern and not easier, nearest first."""
    stage = stage_of(item)
    return sorted(
        (
            other
            for other in library.items_of(library.topic_of(item.id))
            if set(other.covers) & set(item.covers)
            and stage_of(other) > stage
            and other.difficulty >= item.difficulty
        ),
        key=lambda other: (stage_of(other), other.difficulty),
    )


def _basics(item: Item, library: Library) -> Sequence[Item]:
    """Items about the same point that are no harder and not later in the pattern, nearest first.

    A point that many items cover is too wide for that: they would ask about something else. Code is
    never among them: learners who failed to write one thing are not asked to write another.
    """
    others = [other for other in library.items_of(library.topic_of(item.id)) if other != item]
    covering = Counter(point for other in others for point in other.covers)
    points = {point for point in item.covers if covering[point] <= RARE}
    stage = stage_of(item)
    return sorted(
        (
            other
            for other in others
            if points & set(other.covers)
            and not isinstance(other, CodeItem)
            and stage_of(other) <= stage
            and other.difficulty <= item.difficulty
        ),
        key=lambda other: (-len(points & set(other.covers)), -other.difficulty, other.minutes),
    )
