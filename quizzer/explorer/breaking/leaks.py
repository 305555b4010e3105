"""Leaks: a token notices what it must not, a change of a later word or padding beside it."""

from collections.abc import Iterator
from dataclasses import replace

from quizzer.explorer import measures
from quizzer.explorer.breaking.fault import Fault, Finding
from quizzer.explorer.model import Model
from quizzer.explorer.tensors import Step
from quizzer.explorer.walk import walk


def of_the_future(fault: Fault, name: str) -> Iterator[Finding]:
    """How far another last word of the target changes the first row, which it must not."""
    model, faults = fault.model, [fault.what_if.name]
    of_the_source = name.startswith("encoder") or "cross_attention" in name
    if of_the_source or (changed := _with_another_end(model)) is None:
        return
    first, last, other = model.target[0], model.target[-1], changed.target[-1]
    before = _first_row_change(fault.right[name], walk(changed)[name])
    after = _first_row_change(fault.broken[name], walk(changed, faults)[name])
    follows = "In training, the model could read off the answer."
    if f"{after:.4f}" == f"{0:.4f}":
        follows = "It does not show here, but in training, the model could read off the answer."
    yield fault.finding(
        f"The last target token “{last}” is changed to “{other}”. The first row, “{first}”, must "
        f"not notice: it changes by {before:.4f} in the right version and by {after:.4f} in the "
        f"broken one. {follows}"
    )


def of_padding(fault: Fault, name: str) -> Iterator[Finding]:
    """How far padding changes the result, which it must not: each pass with and without it."""
    model = fault.model
    if model.pad is None:
        return
    count = model.source.count(model.source_vocabulary[model.pad])
    bare = replace(model, source=model.source[:-count], pad=None)
    before, after = (
        measures.largest_difference(alone[name].output.value, steps[name].output.value)
        for alone, steps in (
            (walk(bare), fault.right),
            (walk(bare, [fault.what_if.name]), fault.broken),
        )
    )
    yield fault.finding(
        "Without its padding, the sentence must give the same result: the difference is "
        f"{before:.4f} in the right version and {after:.4f} in the broken one. The answer would "
        "depend on what else is in the batch."
    )


def _with_another_end(model: Model) -> Model | None:
    """The same model with another last target word, if the target has more than one token."""
    *first, last = model.target
    if not first:
        return None
    words = [word for word in reversed(model.target_vocabulary) if word not in (last, first[0])]
    return replace(model, target=(*first, next(iter(words), first[0])))


def _first_row_change(first: Step, second: Step) -> float:
    """The largest difference in the first row, over all heads."""
    one, other = (step.output.value[..., 0, :] for step in (first, second))
    return measures.largest_difference(one, other)
