"""Every named mistake is wrong, every equivalent is right, and both are entered properly."""

import importlib
import inspect
import re
from copy import deepcopy

import numpy as np
import pytest

from reference import mistakes
from reference.mistakes import REGISTRY
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
    if isinstance(result, tuple | list):
        for part in result:
            yield from arrays_in(part)
    else:
        yield np.asarray(result)


def agree(ours, theirs):
    if isinstance(ours, str) or isinstance(theirs, str) or len(ours) != len(theirs):
        return ours == theirs
    return all(
        a.shape == b.shape and np.allclose(a, b, atol=1e-6, rtol=0, equal_nan=True)
        for a, b in zip(ours, theirs, strict=True)
    )


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_differs_from_the_right_function(name):
    entry = REGISTRY[name]
    right = right_function(entry)
    differs = False
    for args, options in examples()[entry.right]:
        wrong = outcome(entry.function, *deepcopy((args, options)))  # a generator must not move on
        differs |= wrong != "refused" and not agree(outcome(right, args, options), wrong)
    assert differs


@pytest.mark.parametrize("name", EQUIVALENT)
def test_an_equivalent_agrees_with_the_right_function(name):
    entry = REGISTRY[name]
    for args, options in examples()[entry.right]:
        assert agree(
            outcome(right_function(entry), args, options), outcome(entry.function, args, options)
        )


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_an_entry_takes_the_arguments_of_its_right_function(name):
    entry = REGISTRY[name]
    right = inspect.signature(right_function(entry)).parameters
    ours = inspect.signature(entry.function).parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in ours.values())
    named = [p for p in ours if ours[p].kind is not inspect.Parameter.VAR_KEYWORD]
    assert named == list(right)[: len(named)]
    assert open_ended or len(named) == len(right)


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_an_entry_says_in_one_line_what_people_confuse(name):
    entry = REGISTRY[name]
    assert getattr(mistakes, name) is entry.function
    assert entry.says.endswith(".")
    assert len(entry.says) > 20
    assert all(re.fullmatch(r"m\d{3}", number) for number in entry.entries)


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_leaves_its_inputs_alone(name):
    entry = REGISTRY[name]
    for (args, options), (untouched, _) in zip(
        examples()[entry.right], examples()[entry.right], strict=True
    ):
        outcome(entry.function, args, options)
        for array, copy in zip(args, untouched, strict=True):
            if isinstance(array, np.ndarray):
                np.testing.assert_array_equal(array, copy)


def test_an_unknown_mistake_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_mistake"):
        _ = mistakes.no_such_mistake
