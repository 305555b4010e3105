"""A solution as a document: every step from what is given to the answer, or notes instead."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from quizzer.tui.documents.document import Band, Element, Gap, Paragraph, heading
from quizzer.tui.documents.markdown import inline
from quizzer.tui.documents.matrices import Figure, text_lines
from quizzer.tui.text import MUTED, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quizzer.exercises.shown import StepShown


def solution_elements(
    steps: Sequence[StepShown], notes: Sequence[tuple[str, str]]
) -> Iterator[Element]:
    """All steps from the given values to the answer; or notes, for an item without steps."""
    yield heading("Solution")
    yield Gap()
    for marker, text in notes:
        yield Paragraph(f"{marker}  ", inline(text))
    told: set[str] = set()  # formulas that were shown above
    for number, (within, together) in enumerate(groupby(steps, key=_within)):
        group = list(together)
        if number:
            yield Gap()
        if within and len(group) > 1:
            yield from _side_by_side(within, group)
            continue
        for place, step in enumerate(group):
            if place:
                yield Gap()
            yield from _one_step(step, told)


def _within(step: StepShown) -> str:
    """The name of the step of which this is an intermediate value; empty if it is not one."""
    return "" if step.of else step.name.rpartition(".")[0]


def _side_by_side(within: str, steps: Sequence[StepShown]) -> Iterator[Element]:
    """The intermediate values of a step: a line about each, then all of them as figures."""
    yield Paragraph("", plain(f"on the way to {within}", "bold"))
    names = [step.name.removeprefix(f"{within}.") for step in steps]
    for name, step in zip(names, steps, strict=True):
        words = "  ".join(filter(None, [step.shape, step.says]))
        yield Paragraph("  ", plain(f"{name}  ") + plain(words, MUTED))
    figures = [
        Figure(plain(name, MUTED), text_lines(step.text))
        for name, step in zip(names, steps, strict=True)
    ]
    yield Band(figures, indent=2)


def _one_step(step: StepShown, told: set[str]) -> Iterator[Element]:
    says = "" if step.says in step.formula else step.says
    beside = "".join(f"  {words}" for words in (step.shape, says) if words)
    yield Paragraph("", plain(step.name, "bold") + plain(beside, MUTED))
    letters = f"with {step.letters}" if step.letters else ""
    if step.formula in told:
        letters = f"as above, {letters}" if letters else ""
    elif step.formula:
        told.add(step.formula)
        yield Paragraph("  ", plain(step.formula, MUTED))
    if letters:
        yield Paragraph("  ", plain(letters, MUTED))
    if step.text:
        yield Band([Figure(None, text_lines(step.text))], indent=2)
