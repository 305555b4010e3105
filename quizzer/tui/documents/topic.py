"""A topic as a document: how far the learner is in it, what it is about, and its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.tui.documents.document import Noted, Paragraph
from quizzer.tui.text import MUTED, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quizzer.bank.schema import Point, Topic
    from quizzer.progress.statistics import Mastery, PointProgress
    from quizzer.study.overview import TopicCard
    from quizzer.tui.agenda import Agenda
    from quizzer.tui.documents.document import Element


def topic_elements(
    topic: Topic, card: TopicCard | None, agenda: Agenda | None
) -> Iterator[Element]:
    """The whole text; card and agenda are known only after the first frame, and None before."""
    if card is not None and card.seen and agenda is not None:
        said = f"{card.seen} of {card.items} seen, {card.mastered} passed, {card.due} due. "
        yield Paragraph("", plain(said + _mastery(agenda.mastery[topic.id])))
    yield Paragraph("", plain(f"{topic.about}."))
    for point in topic.points:
        yield _point(point, agenda.points.get(point.id) if agenda is not None else None)


def _mastery(mastery: Mastery) -> str:
    """How well something is mastered, with the evidence; no percentage if there is too little."""
    from quizzer.reports.words import percent

    share = mastery.share
    if mastery.lacks:
        return f"Level: too few {mastery.lacks} so far to tell."
    low, high = share.interval
    passed = f"{share.hits} of the latest {share.n} first answers passed"
    return f"Level: {mastery.level} ({passed}, so {100 * low:.0f} to {percent(high)})."


def _point(point: Point, found: PointProgress | None) -> Element:
    """A point, whether the learner can do it, and on what evidence."""
    if found is None:
        return Paragraph("· ", plain(point.text, MUTED))
    from quizzer.reports.words import STANDINGS, passed

    text = plain(point.text, "" if found.seen else MUTED)
    return Noted(f"{STANDINGS[found.standing]} ", text, passed(found))
