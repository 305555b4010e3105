"""What a question tests, and its stage in the pattern of a real round."""

from typing import Literal, TypeAlias

from quizzer.bank.packing import Head
from quizzer.bank.schema import CodeItem, ComputeItem, Item, OpenItem

Flavour: TypeAlias = Literal["concept", "explain", "shape", "compute", "code", "debug"]
Dimension: TypeAlias = Literal["concepts", "shapes", "computation", "code", "explanation"]
Stage: TypeAlias = Literal["what", "why", "write", "change", "cost"]

DIMENSIONS: dict[Flavour, Dimension] = {
    "concept": "concepts",
    "shape": "shapes",
    "compute": "computation",
    "code": "code",
    "debug": "code",
    "explain": "explanation",
}
SPOKEN: frozenset[Flavour] = frozenset({"concept", "explain"})  # the others are worked out
ENOUGH = 3  # questions of a dimension, or of all; with fewer, a band is only a first indication

# what → why this and not that → derive or write it → change an assumption → cost at scale
STAGES: tuple[Stage, ...] = ("what", "why", "write", "change", "cost")

_BY_TAG: dict[str, Flavour] = {
    "debugging": "debug",
    "shapes": "shape",
    "pytorch": "shape",
    "counting": "compute",
    "by-hand": "compute",
    "numpy": "code",
}
_CLASSIC = "interview"
_CHANGE_TAGS = frozenset({"what-if", "change", "ablation", "assumption"})
_COST_TAGS = frozenset({"counting", "complexity", "cost", "flops", "memory", "parameters"})


def flavour_of(item: Item) -> Flavour:
    """What a question tests: by its kind, and for short questions by its tags."""
    match item:
        case CodeItem():
            return "debug" if item.broken else "code"
        case OpenItem():
            return "explain"
        case ComputeItem():
            return "shape" if all(ask.what == "shape" for ask in item.ask.values()) else "compute"
        case _:
            return next((_BY_TAG[tag] for tag in _BY_TAG if tag in item.tags), "concept")


def is_classic(item: Item | Head) -> bool:
    """Whether real interviews often ask it: the bank says so with a tag."""
    return _CLASSIC in item.tags


def dimension_of(item: Item) -> Dimension:
    """The line of the score card that a question gives evidence for."""
    return DIMENSIONS[flavour_of(item)]


def stage_of(item: Item) -> int:
    """The index in STAGES of what a question asks."""
    return STAGES.index(_stage(item))


def _stage(item: Item) -> Stage:
    tags = frozenset(item.tags)
    title = item.title.lower()
    if tags & _CHANGE_TAGS or title.startswith("what if"):
        return "change"
    if tags & _COST_TAGS:
        return "cost"
    if isinstance(item, ComputeItem | CodeItem) or title.startswith(("derive", "write")):
        return "write"
    if isinstance(item, OpenItem) or title.startswith("why"):
        return "why"
    return "what"
