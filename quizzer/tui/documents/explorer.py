"""A step of the forward pass as a document: what it does, its numbers, what breaks, what next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from quizzer.explorer.what_ifs import WHAT_IFS
from quizzer.tui.documents.document import MEASURE, Element, Gap, Paragraph, heading
from quizzer.tui.documents.heat import Beside, HeatMap
from quizzer.tui.text import MUTED, harmless, pad, plain
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from quizzer.bank.schema import Item
    from quizzer.explorer.breaking.fault import Finding
    from quizzer.explorer.exploring import Exploration
    from quizzer.explorer.tensors import Step, Tensor

NAMED = 3  # how many items about a step are named
INDENT = "  "


@dataclass(frozen=True)
class View:
    """Which part of a step is shown, and how."""

    keys: Mapping[str, str]  # by what a step leads to, such as `reference`
    head: int = 0  # counted from 0; with all heads shown, the findings are about this one
    all_heads: bool = False
    right_in_front: bool = False  # if there is no room for both the right and the broken values

    def next_head(self, num_heads: int) -> View:
        """The view of the next head; after the last one, of all of them."""
        if self.all_heads:
            return replace(self, all_heads=False, head=0)
        last = self.head + 1 >= num_heads
        return replace(self, all_heads=last, head=0 if last else self.head + 1)

    def heads_in_words(self, num_heads: int) -> str:
        """Which of the heads are shown."""
        return "all heads" if self.all_heads else f"head {self.head + 1}/{num_heads}"


@dataclass(frozen=True)
class Shapes:
    """What goes into a step and what comes out, as many on a line as fit; no shape is broken."""

    parts: Sequence[str]
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """The parts, and only one too long for a line is wrapped."""
        lines: list[str] = []
        for part in self.parts:
            longer = f"{lines[-1]}  {part}" if lines else part
            if lines and cell_len(longer) <= min(width, MEASURE) - len(INDENT):
                lines[-1] = longer
            else:
                lines.append(part)
        return Content("\n").join(
            [Paragraph(INDENT, plain(line, "bold")).fit(width) for line in lines]
        )


@dataclass(frozen=True)
class Table:
    """The numbers of a finding, in columns below their names."""

    finding: Finding
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """One line per row; columns for which there is no room are left out, from the right."""
        rows = self.finding.rows
        start = min(max(cell_len(harmless(label)) for label, _ in rows), 12) + 4
        wide = max(7, *(len(name) + 2 for name in self.finding.columns))
        fitting = max(1, (width - start) // wide)
        names = "".join(name.rjust(wide) for name in self.finding.columns[:fitting])
        lines = [plain(" " * start + names, MUTED)]
        for label, numbers in rows:
            texts = "".join(f"{number:.3f}".rjust(wide) for number in numbers[:fitting])
            lines.append(plain("  " + pad(harmless(label), start - 2), MUTED) + plain(texts))
        return Content("\n").join(lines)


def faults(made: Collection[str], keys: Mapping[str, str]) -> Content:
    """The mistakes that can be tried, with their keys; those in `made` are marked."""
    parts: list[Content] = []
    for name, what_if in WHAT_IFS.items():
        wrong = name in made
        words = f"✗ {what_if.title}" if wrong else f"✓ {what_if.healthy}"
        style = "bold $text-warning" if wrong else MUTED
        parts.append(plain(f"{keys[name]} ", "bold $text-primary") + plain(f"{words}  ", style))
    return Content("").join(parts)


def step_elements(
    exploration: Exploration, name: str, view: View, items: Sequence[Item]
) -> list[Element]:
    """Everything there is to see at a step."""
    step = exploration.steps[name]
    return [
        *_what_it_is(exploration, step),
        Gap(),
        *_numbers(exploration, step, view),
        *_what_breaks(exploration, step, view),
        Gap(),
        *_where_to_go_on(exploration, step, items, view.keys),
    ]


def _what_it_is(exploration: Exploration, step: Step) -> Iterator[Element]:
    yield Paragraph("", plain(step.title, "bold") + _change_here(exploration, step))
    yield Paragraph(INDENT, plain(step.kind.formula, "$text-accent"))
    yield Paragraph("", plain(step.kind.says))
    *into, out = [f"{each.symbol} {each.shape_in_words}" for each in (*step.inputs, step.output)]
    yield Shapes([*into, f"→  {out}" if into else out])


def _change_here(exploration: Exploration, step: Step) -> Content:
    """How far the step is from the right one; also says if a mistake changes nothing here."""
    if exploration.is_changed(step.name):
        change = _change_in_words(exploration.changes[step.name])
        return plain(f"   ≠ {change}", "$text-warning")
    return plain("   = nothing changes here" if exploration.settings.what_ifs else "", MUTED)


def _change_in_words(change: float) -> str:
    return f"changed by up to {change:.3f}" if change < float("inf") else "changed: the −∞ are gone"


def _flow(tensors: Sequence[Tensor]) -> str:
    """The shapes on the way; repeated ones are shown once."""
    told = [f"{tensor.symbol} {'×'.join(map(str, tensor.shape))}" for tensor in tensors]
    return " → ".join(dict.fromkeys(told))


def _numbers(exploration: Exploration, step: Step, view: View) -> Iterator[Element]:
    for place, head in enumerate(_heads(step, view)):
        if place:
            yield Gap()
        caption = f"head {head + 1} of {step.num_heads}, " if step.has_heads else ""
        rows, columns = step.matrix(head).axes
        yield Paragraph("", plain(f"{caption}rows: {rows.name}, columns: {columns.name}", MUTED))
        yield _matrix(exploration, step, head, view)


def _heads(step: Step, view: View) -> Sequence[int]:
    """The numbers of the heads that are shown; without heads, 0 for the only matrix."""
    if not step.has_heads:
        return [0]
    return range(step.num_heads) if view.all_heads else [min(view.head, step.num_heads - 1)]


def _matrix(exploration: Exploration, step: Step, head: int, view: View) -> Element:
    from quizzer.explorer.tensors import darkest  # loads NumPy

    right = exploration.right[step.name]
    most = darkest([step, right])
    if not exploration.is_changed(step.name):
        return _heat(step, head, most)
    left = _heat(right, head, most, plain("right", "$text-success"))
    titles = ", ".join(
        WHAT_IFS[name].title for name in WHAT_IFS if name in exploration.settings.what_ifs
    )
    broken = _heat(step, head, most, plain(f"with {titles}", "$text-warning"))
    return Beside(left, broken, left if view.right_in_front else broken)


def _heat(step: Step, head: int, most: float, caption: Content | None = None) -> HeatMap:
    tensor = step.matrix(head)
    rows, columns = tensor.axes
    whole = tensor.value.dtype.kind == "b"
    values = tensor.value.astype(int if whole else float).tolist()
    return HeatMap(values, rows.labels, columns.labels, most, caption, whole)


def _what_breaks(exploration: Exploration, step: Step, view: View) -> Iterator[Element]:
    told, head = "", _heads(step, view)[0]
    for finding in exploration.findings(step.name, head):
        if finding.what_if != told:
            yield Gap()
            yield heading(exploration.heading_of(finding, step.name, head))
            told = finding.what_if
        yield Paragraph("✗ ", plain(finding.says))
        if finding.rows:
            yield Table(finding)


def _where_to_go_on(
    exploration: Exploration, step: Step, items: Sequence[Item], keys: Mapping[str, str]
) -> Iterator[Element]:
    way = _flow(exploration.flow(step.name))
    yield Paragraph("so far  ", plain(way, MUTED))
    wrong = step.function != step.kind.component
    instead = f", replaced here by {step.function}" if wrong else ""
    yield Paragraph(f"{keys['reference']}  ", plain(f"{step.kind.component}{instead}", MUTED))
    titles = ", ".join(item.title for item in items[:NAMED])
    more = " …" if len(items) > NAMED else ""
    about = f"{counted(len(items), 'question')} about it: {titles}{more}"
    yield Paragraph(f"{keys['items']}  ", plain(about, MUTED))
    model = exploration.model
    tokens = f"{' '.join(model.source)} → {' '.join(model.target)}"
    yield Paragraph(f"{keys['sentence']}  ", plain(f"{tokens}; weights {model.says}", MUTED))
