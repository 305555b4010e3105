"""What an interview is made of, and the blueprints that are ready to use."""

import math
from collections.abc import Collection, Mapping
from typing import get_args

import msgspec
from msgspec import Struct

from quizzer.bank.schema import LEVELS, Level
from quizzer.study.errors import StudyError
from quizzer.study.interview.flavours import Flavour

LEAST_MINUTES, MOST_MINUTES = 10, 90

# Published lists of questions are nearly all about concepts; real rounds ask far more about shapes,
# numbers and code. Rounds on code have a few concepts, so that a short question may follow code.
REAL_ROUND: dict[Flavour, float] = {
    "concept": 0.2,
    "explain": 0.2,
    "shape": 0.15,
    "compute": 0.2,
    "code": 0.15,
    "debug": 0.1,
}


class Blueprint(Struct, frozen=True, kw_only=True):
    """The same blueprint over the same banks always makes the same plan.

    `mix` gives each flavour its share of the minutes; if the banks lack one, the others share its
    minutes. Without `topics`, questions are on all of them.
    """

    name: str
    title: str
    minutes: int
    level: Level = "mid"
    topics: tuple[str, ...] = ()
    mix: dict[Flavour, float] = msgspec.field(default_factory=lambda: dict(REAL_ROUND))
    seed: int = 0
    answers_after_each: bool = False


READY: Mapping[str, Blueprint] = {
    blueprint.name: blueprint
    for blueprint in (
        Blueprint(
            name="phone-screen",
            title="Phone screen",
            minutes=30,
            level="junior",
            mix={"concept": 0.4, "explain": 0.3, "shape": 0.15, "compute": 0.15},
        ),
        Blueprint(name="fundamentals", title="Deep learning fundamentals", minutes=45),
        Blueprint(
            name="coding-round",
            title="Coding round",
            minutes=60,
            mix={"code": 0.6, "shape": 0.15, "compute": 0.1, "explain": 0.1, "concept": 0.05},
        ),
        Blueprint(
            name="debugging-round",
            title="Debugging round",
            minutes=60,
            mix={"debug": 0.6, "shape": 0.15, "code": 0.1, "explain": 0.1, "concept": 0.05},
        ),
        Blueprint(name="full-round", title="Full technical round", minutes=90, level="senior"),
    )
}


OWN = Blueprint(name="own", title="Your own interview", minutes=30)  # for learners to change


class UnreadableBlueprintError(StudyError):
    """The log kept a blueprint that makes no sense to this version; the message says why."""


def checked(blueprint: Blueprint, topics: Collection[str]) -> Blueprint:
    """The same blueprint, if it makes sense; StudyError says what is wrong with it."""
    _expect_sense(blueprint)
    for topic in blueprint.topics:
        if topic not in topics:
            raise StudyError(f"There is no topic {topic!r}.")
    return blueprint


def _expect_sense(blueprint: Blueprint) -> None:
    """Check what does not depend on the banks."""
    if not LEAST_MINUTES <= blueprint.minutes <= MOST_MINUTES:
        raise StudyError(
            f"An interview takes {LEAST_MINUTES} to {MOST_MINUTES} minutes, "
            f"not {blueprint.minutes}."
        )
    if blueprint.level not in LEVELS:
        raise StudyError(f"The level must be one of {', '.join(LEVELS)}.")
    if set(blueprint.mix) - set(get_args(Flavour)):
        raise StudyError(f"The mix can have only {', '.join(get_args(Flavour))}.")
    shares = blueprint.mix.values()
    if min(shares, default=0) < 0 or not 0 < sum(shares) < math.inf:  # NaN is not in between
        raise StudyError("The shares of the mix must be numbers from 0 up, and not all of them 0.")


def as_data(blueprint: Blueprint) -> dict[str, object]:
    """The blueprint as the log keeps it."""
    data: dict[str, object] = msgspec.to_builtins(blueprint)
    return data


def from_data(data: Mapping[str, object] | None) -> Blueprint:
    """The blueprint that the log kept; the learner's own one if it kept none.

    UnreadableBlueprintError if it makes no sense: a newer version, or one under development, may
    have written anything.
    """
    if not data:
        return OWN
    try:
        blueprint = msgspec.convert(data, Blueprint)
        _expect_sense(blueprint)
    except (msgspec.ValidationError, StudyError) as error:
        raise UnreadableBlueprintError(str(error).rstrip(".")) from error
    return blueprint
