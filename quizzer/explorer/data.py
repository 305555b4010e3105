"""A step with everything there is to see in it, as plain data: what `--json` writes."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from quizzer.bank.schema import Item
from quizzer.exercises.plain import to_plain
from quizzer.explorer.exploring import Exploration
from quizzer.explorer.tensors import Step, Tensor
from quizzer.explorer.what_ifs import WHAT_IFS


def step_data(
    exploration: Exploration, name: str, head: int | None, items: Iterable[Item]
) -> dict[str, Any]:
    """One step of a pass. `head` counts from 0; None means all heads."""
    step = exploration.steps[name]
    return {
        **run_data(exploration),
        "step": {
            "name": name,
            "title": step.title,
            "place": step.place,
            "number": [*exploration.steps].index(name) + 1,
            "of": len(exploration.steps),
            "formula": step.kind.formula,
            "says": step.kind.says,
            "component": step.kind.component,
            "function": step.function,
            "inputs": [_shape(tensor) for tensor in step.inputs],
            "flow": [_shape(tensor) for tensor in exploration.flow(name)],
            "output": _output(step, head),
            "items": [{"id": item.id, "title": item.title} for item in items],
        },
        "changed": exploration.changes[name],
        "right": to_plain(_chosen(exploration.right[name], head).value),
        "breaks": breaks_data(exploration, name, head),
    }


def run_data(exploration: Exploration) -> dict[str, Any]:
    """What the pass was run on: sentences, weights, sizes, and what is done wrongly."""
    model = exploration.model
    what_ifs = [WHAT_IFS[name] for name in WHAT_IFS if name in exploration.settings.what_ifs]
    return {
        "source": list(model.source),
        "target": list(model.target),
        "weights": model.says,
        "configuration": dict(vars(model.configuration)),
        "what_ifs": [
            {"name": each.name, "title": each.title, "says": each.says, "mistake": each.mistake}
            for each in what_ifs
        ],
    }


def breaks_data(exploration: Exploration, name: str, head: int | None) -> list[dict[str, Any]]:
    """What breaks at a step, head by head if there are heads."""
    num_heads = exploration.steps[name].num_heads
    chosen = [head] if head is not None else range(max(num_heads, 1))
    found = []
    for number in chosen:
        for finding in exploration.findings(name, number):
            rows = [{"label": label, "values": to_plain(list(row))} for label, row in finding.rows]
            found.append(
                {**asdict(finding), "head": number + 1 if num_heads else None, "rows": rows}
            )
    return found


def _output(step: Step, head: int | None) -> dict[str, Any]:
    tensor = _chosen(step, head)
    labels = [{"name": axis.name, "labels": list(axis.labels)} for axis in tensor.axes]
    head_number = None if head is None or not step.has_heads else head + 1
    return {
        **_shape(tensor),
        "labels": labels,
        "head": head_number,
        "values": to_plain(tensor.value),
    }


def _chosen(step: Step, head: int | None) -> Tensor:
    return step.output if head is None else step.matrix(head)


def _shape(tensor: Tensor) -> dict[str, Any]:
    return {
        "symbol": tensor.symbol,
        "axes": [axis.name for axis in tensor.axes],
        "shape": list(tensor.shape),
    }
