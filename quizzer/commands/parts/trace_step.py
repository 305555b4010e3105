"""Prints one step of the forward pass: what it is, its numbers, and what breaks."""

import argparse
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from quizzer.commands.parts.trace_heading import print_heading
from quizzer.commands.running import errors
from quizzer.commands.running.library import load
from quizzer.commands.text import heat, matrices, output, prose
from quizzer.harmless import cells
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.explorer.breaking.fault import Finding
    from quizzer.explorer.exploring import Exploration
    from quizzer.explorer.tensors import Step, Tensor

MOST_ITEMS = 6


def show(exploration: "Exploration", arguments: argparse.Namespace) -> None:
    """Print the step that is asked for, or write it as JSON."""
    from quizzer.explorer.links import items_about

    name = _find(exploration, arguments.step, arguments.layer)
    step = exploration.steps[name]
    head = _head(step, arguments.head)
    items = items_about(load(), step.kind)
    if arguments.json:
        from quizzer.explorer.data import step_data

        output.write_json("step/1", step_data(exploration, name, head, items))
        return
    print_heading(exploration.model)
    _print_what_it_is(exploration, step)
    for number in [head] if head is not None else range(max(step.num_heads, 1)):
        _print_numbers(exploration, step, number, as_text=arguments.values)
    _print_what_breaks(exploration, name, head or 0)
    named = [(item.id, item.title) for item in items[:MOST_ITEMS]]
    titles = prose.table(named, output.width() - 2)
    print(output.styled(f"Items about this step ({len(items)})", "bold"))
    print(prose.indented("\n".join(titles)))


def _find(exploration: "Exploration", text: str, layer: int | None) -> str:
    from quizzer.explorer.finding import UnknownStepError, find

    layers = exploration.settings.layers
    if layer is not None and layer > layers:
        has = counted(layers, "layer")
        raise errors.CommandError(f"each side has {has}; there is no layer {layer}")
    try:
        return find(exploration.steps, text, layer)
    except UnknownStepError as error:
        if (value := _value_inside(exploration, text)) is not None:
            raise errors.CommandError(
                f"{value} is not a step but a value inside one; `quizzer trace --values` shows it"
            ) from error
        near = ", ".join(error.nearest)
        hint = f"did you mean {near}?" if near else "`quizzer trace` lists all"
        raise errors.CommandError(f"{error}; {hint}") from error


def _value_inside(exploration: "Exploration", text: str) -> str | None:
    """The first value with this name, among those that the reference records inside of a step."""
    from quizzer.explorer.tracing import traced

    names = (name for name in traced(exploration.model) if name not in exploration.steps)
    return next((name for name in names if f".{name}".endswith(f".{text}")), None)


def _head(step: "Step", number: int | None) -> int | None:
    """The index of the head, from 0; None stands for all heads."""
    if number is None or not step.has_heads:
        return None
    if number > step.num_heads:
        raise errors.CommandError(f"there are {step.num_heads} heads; there is no head {number}")
    return number - 1


def _print_what_it_is(exploration: "Exploration", step: "Step") -> None:
    place = [*exploration.steps].index(step.name) + 1
    where = f"· {step.place} · {place} of {len(exploration.steps)}"
    fits = cells(f"{step.title} {where}") <= output.width()
    below = textwrap.fill(where, output.width(), subsequent_indent="  ")
    print(
        output.styled(step.title, "bold"), where if fits else f"\n{below}", sep=" " if fits else ""
    )
    flow = " → ".join(dict.fromkeys(map(_short_shape, exploration.flow(step.name))))
    into = ", ".join(f"{tensor.symbol} {tensor.shape_in_words}" for tensor in step.inputs)
    rows = [
        ("name", step.name),
        ("formula", step.kind.formula),
        ("why", step.kind.says),
        ("in", into or "nothing but the sizes"),
        ("out", f"{step.output.symbol} {step.output.shape_in_words}"),
        ("so far", flow),
        ("code", step.kind.component),
    ]
    if step.function != step.kind.component:
        rows.append(("instead", step.function))
    if exploration.is_changed(step.name):
        change = exploration.changes[step.name]
        rows.append(("changed", f"by up to {change:.3f}".replace("inf", "∞")))
    print(prose.indented("\n".join(prose.table(rows, output.width() - 2))), end="\n\n")


def _short_shape(tensor: "Tensor") -> str:
    return f"{tensor.symbol} {'×'.join(map(str, tensor.shape))}"


def _print_numbers(exploration: "Exploration", step: "Step", head: int, *, as_text: bool) -> None:
    """Print the tensor of one head; if a what-if changes it, print the right one first."""
    from quizzer.explorer.tensors import darkest

    changed = exploration.is_changed(step.name)
    right = {"right": exploration.right[step.name], "broken": step}
    shown = right if changed else {"": step}
    for words, each in shown.items():
        about = [words] if words else []
        about += [f"head {head + 1} of {step.num_heads}"] if step.has_heads else []
        rows, columns = each.matrix(head).axes
        about.append(f"rows: {rows.name}, columns: {columns.name}")
        print(output.styled(textwrap.fill(", ".join(about), output.width()), "dim"))
        print("\n".join(_lines(each, head, darkest(shown.values()), as_text=as_text)), end="\n\n")


def _lines(step: "Step", head: int, most: float, *, as_text: bool) -> Iterator[str]:
    tensor = step.matrix(head)
    if as_text:
        from quizzer.exercises.notation import format_array

        yield prose.indented(matrices.fitted(format_array(tensor.value, 4), output.width() - 2))
        return
    rows, columns = tensor.axes
    values = tensor.value.astype(float).tolist()
    decimals = 0 if tensor.value.dtype.kind == "b" else 2
    width = output.width() - 2
    for line in heat.heat_map(values, rows.labels, columns.labels, most, width, decimals):
        yield f"  {line}".rstrip()


def _print_what_breaks(exploration: "Exploration", name: str, head: int) -> None:
    current = ""
    for finding in exploration.findings(name, head):
        if finding.what_if != current:
            print(output.styled(exploration.heading_of(finding, name, head), "bold"))
            current = finding.what_if
        print(textwrap.fill(f"✗ {finding.says}", output.width(), subsequent_indent="  "))
        if finding.rows:
            print("\n".join(_table(finding)))
        print()


def _table(finding: "Finding") -> Iterator[str]:
    """Numbers under the names of their columns; columns for which there is no room are left out."""
    start = min(max(cells(label) for label, _ in finding.rows), heat.LONGEST) + 4
    wide = max(8, *(len(column) + 2 for column in finding.columns))
    most = max(1, (output.width() - start) // wide)
    yield " " * start + "".join(column.rjust(wide) for column in finding.columns[:most])
    for label, numbers in finding.rows:
        texts = "".join(f"{number:.3f}".rjust(wide) for number in numbers[:most])
        yield prose.pad(f"    {label}", start) + texts
