"""A verdict as a document: what was right, your values beside the right ones, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizzer.grading.verdict import PartStatus
from quizzer.grading.words import PARTS, sign
from quizzer.tui.documents.document import Band, Element, Gap, Paragraph, from_markdown, heading
from quizzer.tui.documents.markdown import inline
from quizzer.tui.documents.matrices import Figure, array_lines, shape_line
from quizzer.tui.text import MUTED, plain
from quizzer.tui.verdict_words import headline, style

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from quizzer.bank.schema import Item
    from quizzer.grading.verdict import PartVerdict, Verdict


@dataclass(frozen=True)
class PartLabels:
    """What the parts of an answer are called on the screen, and how their values are written."""

    names: Mapping[str, str]
    decimals: Mapping[str, int]
    shapes: frozenset[str] = frozenset()  # the parts whose values are shapes


def verdict_elements(
    verdict: Verdict,
    labels: PartLabels,
    beside: Sequence[Element] = (),
    told: Sequence[PartVerdict] = (),
) -> Iterator[Element]:
    """The headline, the parts that are not `told` elsewhere, and what else goes with them."""
    title = plain(headline(verdict), f"bold {style(verdict.status)}")
    yield Paragraph(f"{sign(verdict.status)} ", title)
    if verdict.feedback:
        yield Paragraph("  ", plain(verdict.feedback))
    said: set[str] = set()  # texts already shown: they can be the same for several parts
    before = PartStatus.RIGHT
    for part in verdict.parts:
        if part in told:
            continue
        if labels.names.get(part.name) and {before, part.status} != {PartStatus.RIGHT}:
            yield Gap()
        yield from _part(part, labels, said)
        before = part.status
    if beside:
        yield Gap()
        yield from beside


def why_elements(item: Item) -> Iterator[Element]:
    """The explanation, and where to read more about it."""
    yield heading("Why")
    yield from from_markdown(item.explanation)
    yield Gap()
    yield heading("Sources")
    for source in item.sources:
        yield Paragraph("· ", plain(source))


def _part(part: PartVerdict, labels: PartLabels, said: set[str]) -> Iterator[Element]:
    if name := labels.names.get(part.name):
        words = plain(f"  {PARTS[part.status]}", style(part.status))
        yield Paragraph(f"{sign(part.status)} ", plain(name, "bold") + words)
        if figures := list(_figures(part, labels)):
            yield Band(figures, indent=2)
    mistake = part.mistake
    repeats = not name and part.feedback in said
    if part.feedback and not repeats and (mistake is None or mistake.says not in part.feedback):
        yield Paragraph("  " if name else f"{sign(part.status)} ", inline(part.feedback))
        said.add(part.feedback)
    if mistake is not None:
        says = part.feedback if mistake.says in part.feedback else mistake.says
        if name or says not in said:  # without a name, it would seem to be about the line above
            yield _mistake("The same mistake." if says in said else says)
        said.add(says)


def _figures(part: PartVerdict, labels: PartLabels) -> Iterator[Figure]:
    """The learner's values beside the right ones; none if all is right."""
    if part.status is PartStatus.RIGHT or part.expected is None:
        return
    if part.entered is not None:
        yield _figure("yours", part.entered, part.name, labels, part.cells)
    yield _figure("right", part.expected, part.name, labels)


def _mistake(says: str) -> Element:
    """What went wrong. The value that it gives is the one that was entered, so it is not shown."""
    return Paragraph("▸ ", inline(says).stylize_before("$text-warning"))


def _figure(
    caption: str, value: object, name: str, labels: PartLabels, marks: object = None
) -> Figure:
    title = plain(caption, MUTED)
    if name in labels.shapes and isinstance(value, list):
        return Figure(None, [title + "  " + shape_line(value, marks)])
    lines = array_lines(value, labels.decimals.get(name), marks)
    if not isinstance(value, list):  # one number or word needs no line of its own
        return Figure(None, [title + "  " + lines[0], *lines[1:]])
    return Figure(title, lines)
