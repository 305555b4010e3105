"""`quizzer train`: watch a small Transformer learn to write sequences backwards."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from quizzer.commands.running import errors
from quizzer.commands.running.numbers import natural, positive
from quizzer.commands.text import charts, heat, output, prose
from quizzer.commands.text.progress_bar import ProgressBar
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.commands.parts.reversal import Look, Written
    from reference.gradients.training import Progress, TrainingPlan
    from reference.transformer import Parameters

STEPS: Final = 600
WIDEST: Final = 60  # columns of the curve
EXAMPLES: Final = 6
DIAGONAL: Final = (
    "Each row is a letter to write, each column a position in the source. Reversing looks like "
    "the diagonal from the top right to the bottom left."
)


class Point(NamedTuple):
    """Where training stood after one step."""

    step: int
    loss: float
    accuracy: float
    learning_rate: float


class Course(NamedTuple):
    """How training went, and the weights that it reached."""

    points: list[Point]
    parameters: Parameters
    interrupted: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--steps",
        metavar="N",
        type=positive,
        default=STEPS,
        help=f"how many steps to train ({STEPS})",
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=0, help="the seed of weights and sequences (0)"
    )
    parser.add_argument("--json", action="store_true", help="write JSON at the end")


def run(arguments: argparse.Namespace) -> int:
    from reference.gradients.training import TrainingPlan

    plan = TrainingPlan(steps=arguments.steps, seed=arguments.seed)
    if not arguments.json:
        _introduce(plan)
    course = _train(plan, sys.stderr if arguments.json else sys.stdout)
    _tell(plan, course, as_json=arguments.json)
    return errors.INTERRUPTED if course.interrupted else errors.DONE


def _introduce(plan: TrainingPlan) -> None:
    layers = counted(plan.num_layers, "layer")
    text = (
        f"A Transformer with {layers} per side, width {plan.d_model} and {plan.num_heads} heads "
        f"learns to write {plan.shortest} to {plan.longest} letters backwards. To write the next "
        "letter, it must find the right position in the source, which only cross-attention can do."
    )
    print(prose.wrap(text, output.width()), end="\n\n")


def _train(plan: TrainingPlan, stream: TextIO) -> Course:
    """Train until the end, or until Ctrl-C."""
    from reference.gradients.training import train

    points: list[Point] = []
    parameters: Parameters | None = None
    bar = ProgressBar(plan.steps, stream)
    interrupted = False
    try:
        for progress in train(plan):
            points.append(_point(progress))
            parameters = progress.parameters
            bar.show(progress.step, _in_words(points[-1]))
    except KeyboardInterrupt:
        interrupted = True
    bar.close()
    if parameters is None:
        raise errors.CommandError("stopped before the first step was done")
    return Course(points, parameters, interrupted)


def _point(progress: Progress) -> Point:
    return Point(progress.step, progress.loss, progress.accuracy, progress.learning_rate)


def _in_words(point: Point) -> str:
    return f"loss {point.loss:.3f}  right {point.accuracy:4.0%}"


def _tell(plan: TrainingPlan, course: Course, *, as_json: bool) -> None:
    from quizzer.commands.parts.reversal import look, write_unseen

    seen = look(plan, course.parameters)
    written = write_unseen(plan, course.parameters)
    if as_json:
        output.write_json("train/1", _data(plan, course, seen, written))
        return
    if course.interrupted:
        print(f"Stopped after step {len(course.points)} of {plan.steps}; this is what it reached.")
    for title, lines in (
        ("Loss, step by step", _curve(course.points)),
        (
            "Where the decoder looks while it writes (cross-attention, mean of the heads)",
            _map(seen),
        ),
        ("Sequences it has not seen before", _examples(written)),
    ):
        print("\n" + prose.wrap(title, output.width()))
        print("\n".join(lines))


def _curve(points: Sequence[Point]) -> Iterator[str]:
    yield from charts.curve([point.loss for point in points], min(output.width(), WIDEST))


def _map(seen: Look) -> Iterator[str]:
    names = [f"writes {word}" for word in seen.writes]
    yield from heat.heat_map(seen.weights, names, seen.source, 1.0, output.width())
    yield prose.wrap(DIAGONAL, output.width())


def _examples(written: Sequence[Written]) -> Iterator[str]:
    rows = [
        (entry.source, "→", entry.written, "✓ right" if entry.right else "✗ wrong")
        for entry in islice(written, EXAMPLES)
    ]
    yield from prose.table(rows, output.width())
    right = sum(entry.right for entry in written)
    yield f"{right} of {len(written)} written without a mistake."


def _data(
    plan: TrainingPlan, course: Course, seen: Look, written: Sequence[Written]
) -> dict[str, Any]:
    return {
        "plan": asdict(plan),
        "interrupted": course.interrupted,
        "steps": [point._asdict() for point in course.points],
        "attention": asdict(seen),
        "written": [asdict(entry) | {"right": entry.right} for entry in written],
    }
