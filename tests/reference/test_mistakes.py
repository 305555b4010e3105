"""Every named mistake is wrong, every equivalent is right, and both are entered properly."""

import importlib
import inspect
from copy import deepcopy
from typing import NamedTuple

import numpy as np
import pytest

from reference import mistakes
from reference.mistakes import REGISTRY
from tests.each import for_each
from tests.reference.mistake_examples import examples

WRONG = sorted(name for name, entry in REGISTRY.items() if not entry.equivalent)
EQUIVALENT = sorted(name for name, entry in REGISTRY.items() if entry.equivalent)


def right_function(entry):
    module, name = entry.right.rsplit(".", 1)
    return getattr(importlib.import_module(f"reference.{module}"), name)


def outcome(function, args, options):
    """What a call gives, as arrays; or the fact that NumPy refused the shapes."""
    try:
        result = function(*args, **options)
    except (ValueError, IndexError):
        return "refused"
    return list(arrays_in(result))


def arrays_in(result):
    """All arrays of a result, however its tuples are nested."""
    if isinstance(result, tuple | list | dict):
        for part in result.values() if isinstance(result, dict) else result:
            yield from arrays_in(part)
    else:
        yield np.asarray(result)


def agree(ours, theirs):
    if isinstance(ours, str) or isinstance(theirs, str) or len(ours) != len(theirs):
        return ours == theirs
    return all(same(a, b) for a, b in zip(ours, theirs, strict=True))


def same(a, b):
    if a.shape != b.shape or a.dtype.kind == "U":
        return np.array_equal(a, b)
    return np.allclose(a, b, atol=1e-6, rtol=0, equal_nan=True)


@for_each("name", WRONG)
def test_a_mistake_differs_from_the_right_function(name):
    entry = REGISTRY[name]
    right = right_function(entry)
    differs = False
    for args, options in examples(entry.right):
        wrong = outcome(entry.function, *deepcopy((args, options)))  # a generator must not move on
        differs |= wrong != "refused" and not agree(outcome(right, args, options), wrong)
    assert differs


@for_each("name", EQUIVALENT)
def test_an_equivalent_agrees_with_the_right_function(name):
    entry = REGISTRY[name]
    for args, options in examples(entry.right):
        assert agree(
            outcome(right_function(entry), args, options), outcome(entry.function, args, options)
        )


@for_each("name", sorted(REGISTRY))
def test_an_entry_takes_the_arguments_of_its_right_function(name):
    entry = REGISTRY[name]
    right, ours = named_arguments(right_function(entry)), named_arguments(entry.function)
    assert ours.positional == right.positional[: len(ours.positional)]
    assert ours.by_name <= right.by_name
    assert ours.open_ended or (ours.positional, ours.by_name) == (right.positional, right.by_name)


class Arguments(NamedTuple):
    positional: list[str]
    by_name: set[str]
    open_ended: bool


def named_arguments(function):
    kinds = {name: p.kind for name, p in inspect.signature(function).parameters.items()}
    by_name = {name for name, kind in kinds.items() if kind is inspect.Parameter.KEYWORD_ONLY}
    rest = {name for name, kind in kinds.items() if kind is inspect.Parameter.VAR_KEYWORD}
    return Arguments([n for n in kinds if n not in by_name | rest], by_name, bool(rest))


@for_each("name", sorted(REGISTRY))
def test_an_entry_says_in_one_line_what_people_confuse(name):
    entry = REGISTRY[name]
    assert getattr(mistakes, name) is entry.function
    assert entry.says.endswith(".")
    assert len(entry.says) > 20


@for_each("name", WRONG)
def test_a_mistake_leaves_its_inputs_alone(name):
    entry = REGISTRY[name]
    for (args, options), (untouched, _) in zip(
        examples(entry.right), examples(entry.right), strict=True
    ):
        outcome(entry.function, args, options)
        for array, copy in zip(args, untouched, strict=True):
            if isinstance(array, np.ndarray):
                np.testing.assert_array_equal(array, copy)


def test_an_unknown_mistake_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_mistake"):
        _ = mistakes.no_such_mistake
