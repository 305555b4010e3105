"""The score card of an interview: a band a dimension with its evidence, time, and three next steps.

A dimension's score is the mean of the scores of its questions, each weighing its minutes. Answers
given in overtime or with hints count like the others and are counted beside them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from quizzer.bank.library import Library
from quizzer.bank.schema import CodeItem, ComputeItem, Level
from quizzer.progress.attempt import PASS_MARK
from quizzer.study.interview.blueprint import OWN, Blueprint
from quizzer.study.interview.debrief import Debrief, Entry
from quizzer.study.interview.flavours import DIMENSIONS, ENOUGH, Dimension
from quizzer.study.summary import MistakeMade
from quizzer.words import listed

Band: TypeAlias = Literal["strong", "solid", "shaky", "weak"]
BANDS: tuple[tuple[Fraction, Band], ...] = (
    (Fraction(85, 100), "strong"),
    (PASS_MARK, "solid"),
    (Fraction(35, 100), "shaky"),
    (Fraction(0), "weak"),
)
SLOW = 1.5  # times its budget
STEPS = 3
NEARLY_OVER = 0.8  # of the minutes: who ends before did not run out of time
ROOM_FOR_CODE = 30  # minutes: in shorter interviews few code questions fit
HARDER: dict[Level, Level] = {"junior": "mid", "mid": "senior"}

Action: TypeAlias = Literal["judge", "drill", "practice", "interview", "review"]


class DimensionScore(Struct, frozen=True, kw_only=True):
    """One line of the score card; without a question that has a verdict there is no band."""

    dimension: Dimension
    band: Band | None
    score: Fraction | None
    n: int
    evidence: tuple[int, ...]  # the numbers of its questions in the debrief
    to_judge: int  # open answers that still wait

    @property
    def enough(self) -> bool:
        """Whether there were questions enough to rely on the band."""
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


class NextStep(Struct, frozen=True, kw_only=True):
    """What to do next; `target` is a topic, a mistake, or empty, `blueprint` the next interview."""

    action: Action
    says: str
    target: str = ""
    blueprint: Blueprint | None = None


class ScoreCard(Struct, frozen=True, kw_only=True):
    """An interview on one card."""

    dimensions: tuple[DimensionScore, ...]
    time: TimeUse
    hints: int
    next_steps: tuple[NextStep, ...]


def score_card(debrief: Debrief, library: Library) -> ScoreCard:
    """The card of an interview, from its debrief."""
    dimensions = tuple(
        _dimension(dimension, debrief.entries) for dimension in dict.fromkeys(DIMENSIONS.values())
    )
    time = _time(debrief)
    return ScoreCard(
        dimensions=dimensions,
        time=time,
        hints=sum(entry.hints for entry in debrief.entries),
        next_steps=tuple(_steps(debrief, dimensions, time, library))[:STEPS],
    )


def band_of(score: Fraction) -> Band:
    """The band that a score lies in."""
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
    )


def _mean(entries: Sequence[Entry]) -> Fraction | None:
    graded = [(e.score, Fraction(e.budget)) for e in entries if e.score is not None]
    weight = sum((budget for _, budget in graded), Fraction(0))
    return sum((s * b for s, b in graded), Fraction(0)) / weight if weight else None


def _time(debrief: Debrief) -> TimeUse:
    answered = [entry for entry in debrief.entries if entry.outcome != "not-reached"]
    return TimeUse(
        used=debrief.seconds,
        total=debrief.blueprint.minutes * 60,
        overtime=debrief.overtime,
        in_overtime=sum(entry.overtime for entry in answered),
        not_reached=len(debrief.entries) - len(answered),
        slow=tuple(entry.number for entry in answered if entry.seconds > SLOW * entry.budget),
        ended=debrief.ended,
    )


def _steps(
    debrief: Debrief,
    dimensions: Sequence[DimensionScore],
    time: TimeUse,
    library: Library,
) -> Iterator[NextStep]:
    """The steps by urgency: judge, drill mistakes, weak topics, missed items, pace, go on."""
    if debrief.to_judge:
        waiting = len(debrief.to_judge)
        says = f"Judge your open answers against their key points: {waiting} to go."
        yield NextStep(action="judge", says=says)
    yield from _drill(debrief, library)
    for topic in _weak_topics(debrief)[:2]:
        title = library.title_of(topic)
        says = f"Practise “{title}”."
        if library.lesson_on(topic):
            says = f"Read the lesson on “{title}”, then practise it."
        yield NextStep(action="practice", target=topic, says=says)
    yield from _about_pace(debrief, time)
    yield from _further(debrief, dimensions)


def _drill(debrief: Debrief, library: Library) -> Iterator[NextStep]:
    """The mistake made most often; of several, one that fresh numbers or code can show again."""
    made = [(mistake, entry.item) for entry in debrief.entries for mistake in entry.mistakes]
    times = Counter(mistake.id for mistake, _ in made)

    def urgency(of: tuple[MistakeMade, str]) -> tuple[int, bool]:
        mistake, item = of
        fresh = isinstance(library.items.get(item), ComputeItem | CodeItem)
        return times[mistake.id], fresh

    if made:
        urgent, _ = max(made, key=urgency)
        yield NextStep(action="drill", target=urgent.id, says=f"Drill a mistake: {urgent.says}")


def _weak_topics(debrief: Debrief) -> list[str]:
    """The topics in which most was lost, in points times minutes; none in which nothing was."""
    lost: Counter[str] = Counter()
    for entry in debrief.entries:
        if entry.score is not None and entry.score < PASS_MARK:
            lost[entry.topic] += round((1 - entry.score) * Fraction(entry.budget))
    return [topic for topic, _ in lost.most_common()]


def _about_pace(debrief: Debrief, time: TimeUse) -> Iterator[NextStep]:
    if not (time.not_reached or time.overtime):
        return
    if time.used >= NEARLY_OVER * time.total:
        says = "Repeat this interview with another seed, and watch the budget of each question."
    else:
        says = "Take this interview again, with another seed, and to its end."
    yield _interview(says, debrief.blueprint)


def _further(debrief: Debrief, dimensions: Sequence[DimensionScore]) -> Iterator[NextStep]:
    """What remains when little was missed: what was not tested, then what is harder."""
    own, score = debrief.blueprint, _mean(debrief.entries)
    untested = [line.dimension for line in dimensions if not line.n and not line.to_judge]
    if untested and score is not None:  # where nothing was answered, all of it is
        says = f"Nothing was asked about {listed(untested)}: take an interview that does."
        yield _interview(says, _about(untested, own))
    level = HARDER.get(own.level)
    if level and score is not None and score >= PASS_MARK:
        yield _interview(f"Take the next one at level {level}.", replace(own, level=level))
    else:
        yield _interview("Take the next one with a new seed.", own)
    says = "Come back for the review: what was asked here returns before you forget it."
    yield NextStep(action="review", says=says)
    says = "Say your answers aloud in the next one: speaking is another skill than writing."
    yield _interview(says, own)


def _interview(says: str, blueprint: Blueprint) -> NextStep:
    """Another interview, with questions of its own."""
    return NextStep(action="interview", says=says, blueprint=replace(blueprint, seed=0))


def _about(untested: Sequence[Dimension], like: Blueprint) -> Blueprint:
    """An interview of the same level and topics about these dimensions alone."""
    mix = {flavour: 1.0 for flavour, dimension in DIMENSIONS.items() if dimension in untested}
    shares = {flavour: share / len(mix) for flavour, share in mix.items()}
    minutes = max(like.minutes, ROOM_FOR_CODE if "code" in untested else 0)
    return replace(like, name=OWN.name, title=OWN.title, minutes=minutes, mix=shares)
