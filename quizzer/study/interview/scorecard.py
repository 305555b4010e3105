"""The score card of an interview: a band per dimension with its evidence, time, and next steps.

A dimension's score is the mean of the scores of its questions, weighted by their minutes. Answers
in overtime or with hints count like the others; the card says how many there were.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.progress.attempt import PASS_MARK
from quizzer.study.drills import to_drill
from quizzer.study.interview.debrief import Debrief, Entry
from quizzer.study.interview.flavours import DIMENSIONS, ENOUGH, Dimension
from quizzer.study.mistakes import by_count
from quizzer.study.next_steps import (
    CutShort,
    Findings,
    Rehearsed,
    Step,
    TopicStanding,
    next_steps,
)

Band: TypeAlias = Literal["strong", "solid", "shaky", "weak"]
BANDS: tuple[tuple[Fraction, Band], ...] = (
    (Fraction(85, 100), "strong"),
    (PASS_MARK, "solid"),
    (Fraction(35, 100), "shaky"),
    (Fraction(0), "weak"),
)
SLOW = 1.5  # times its budget
NEARLY_OVER = 0.8  # of the minutes: whoever ended before that did not run out of time
WEAK = 2  # topics named at most


class DimensionScore(Struct, frozen=True, kw_only=True):
    """One line of the score card; without a question that has a verdict there is no band."""

    dimension: Dimension
    band: Band | None
    score: Fraction | None
    n: int
    evidence: tuple[int, ...]  # the numbers of its questions in the debrief
    to_judge: int  # open answers that still wait
    guessed: int = 0  # of the n, those with marks that nobody decided: suggested by single words

    @property
    def enough(self) -> bool:
        """Whether there were enough questions to rely on the band."""
        return self.n >= ENOUGH


class TimeUse(Struct, frozen=True, kw_only=True):
    """How the time was used, in seconds."""

    used: float
    total: float
    overtime: float
    in_overtime: int  # answers given then
    not_reached: int
    slow: tuple[int, ...]  # the numbers of questions that took more than SLOW times their budget
    ended: str = ""  # why, as in the debrief


class ScoreCard(Struct, frozen=True, kw_only=True):
    """An interview on one card."""

    dimensions: tuple[DimensionScore, ...]
    time: TimeUse
    hints: int
    next_steps: tuple[Step, ...]


def score_card(debrief: Debrief, library: Library) -> ScoreCard:
    """The card of an interview, from its debrief."""
    dimensions, time = scores(debrief), _time(debrief)
    return ScoreCard(
        dimensions=dimensions,
        time=time,
        hints=sum(entry.hints for entry in debrief.entries),
        next_steps=next_steps(_findings(debrief, dimensions, time, library)),
    )


def scores(debrief: Debrief) -> tuple[DimensionScore, ...]:
    """Only the lines of the card, without the next steps."""
    return tuple(_dimension(one, debrief.entries) for one in dict.fromkeys(DIMENSIONS.values()))


def band_of(score: Fraction) -> Band:
    """The band that a score is in."""
    return next(band for least, band in BANDS if score >= least)


def _dimension(dimension: Dimension, entries: Sequence[Entry]) -> DimensionScore:
    own = [entry for entry in entries if entry.dimension == dimension]
    score = _mean(own)
    graded = [entry for entry in own if entry.score is not None]
    return DimensionScore(
        dimension=dimension,
        band=None if score is None else band_of(score),
        score=score,
        n=len(graded),
        evidence=tuple(entry.number for entry in graded),
        to_judge=sum(entry.outcome == "to-judge" for entry in own),
        guessed=sum(entry.is_guessed for entry in graded),
    )


def _mean(entries: Sequence[Entry]) -> Fraction | None:
    graded = [(e.score, Fraction(e.budget)) for e in entries if e.score is not None]
    weight = sum((budget for _, budget in graded), Fraction(0))
    return sum((s * b for s, b in graded), Fraction(0)) / weight if weight else None


def _time(debrief: Debrief) -> TimeUse:
    answered = debrief.answered
    return TimeUse(
        used=debrief.seconds,
        total=debrief.blueprint.minutes * 60,
        overtime=debrief.overtime,
        in_overtime=sum(entry.overtime for entry in answered),
        not_reached=len(debrief.entries) - len(answered),
        slow=tuple(entry.number for entry in answered if entry.seconds > SLOW * entry.budget),
        ended=debrief.ended,
    )


def _findings(
    debrief: Debrief, dimensions: Sequence[DimensionScore], time: TimeUse, library: Library
) -> Findings:
    """What the interview showed: what was lost, what it did not test, whether it was cut short."""
    made = by_count(mistake for entry in debrief.entries for mistake in entry.mistakes)
    untested = (line.dimension for line in dimensions if not line.n and not line.to_judge)
    missed = [entry for entry in debrief.entries if _is_missed(entry)]
    again = tuple(entry.item for entry in missed if _can_be_asked(entry.item, library))
    weak = [_standing(topic, library) for topic in _weak_topics(missed)]
    return Findings(
        to_judge=len(debrief.to_judge),
        missed=again,
        missed_most_of=weak[0] if again else None,
        mistakes=to_drill(made, library),
        weak=tuple(weak[1:] if again else weak),
        interview=Rehearsed(
            blueprint=debrief.blueprint,
            score=_mean(debrief.entries),
            untested=tuple(untested),
            cut_short=_cut_short(time),
            enough=debrief.enough,
            has_written=any(entry.answer and not entry.aloud for entry in debrief.answered),
        ),
    )


def _standing(topic: str, library: Library) -> TopicStanding:
    has_lesson = bool(library.lesson_on(topic))
    return TopicStanding(id=topic, title=library.title_of(topic), has_lesson=has_lesson)


def _is_missed(entry: Entry) -> bool:
    return entry.score is not None and entry.score < PASS_MARK


def _can_be_asked(item: str, library: Library) -> bool:
    return item in library.items and library.asks(library.items[item])


def _weak_topics(missed: Sequence[Entry]) -> list[str]:
    """The topics in which most was lost, in points times minutes."""
    lost: Counter[str] = Counter()
    for entry in missed:
        lost[entry.topic] += round((1 - (entry.score or 0)) * Fraction(entry.budget))
    return [topic for topic, _ in lost.most_common(WEAK)]


def _cut_short(time: TimeUse) -> CutShort:
    if not (time.not_reached or time.overtime):
        return ""
    return "by the clock" if time.used >= NEARLY_OVER * time.total else "by the learner"
