"""`quizzer trace`: one forward pass of a tiny Transformer, as a whole or one step of it."""

import argparse
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands.parts.trace_heading import print_heading
from quizzer.commands.running import errors
from quizzer.commands.running.numbers import natural, positive
from quizzer.commands.text import matrices, output, prose
from quizzer.explorer.settings import (
    LAYERS,
    Settings,
    SettingsError,
    with_sentence,
    with_trained_weights,
)
from quizzer.explorer.what_ifs import WHAT_IFS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizzer.explorer.exploring import Exploration
    from reference.trace import Trace

DECIMALS: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sentence", metavar="WORD", nargs="*", help="the source sentence, if not the default one"
    )
    parser.add_argument(
        "--step", metavar="NAME", help="one step, by any part of its name that no other step has"
    )
    parser.add_argument("--head", metavar="N", type=positive, help="only this head, counted from 1")
    parser.add_argument("--layer", metavar="N", type=positive, help="the step of this layer")
    parser.add_argument(
        "--what-if",
        metavar="WHAT-IF",
        action="append",
        default=[],
        help=f"break something: {', '.join(WHAT_IFS)} (can be repeated)",
    )
    parser.add_argument(
        "--target", metavar="TEXT", help="what has been written of the target so far"
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=0, help="the seed of the weights (0)"
    )
    parser.add_argument(
        "--layers", metavar="N", type=positive, help=f"layers on each side ({LAYERS})"
    )
    parser.add_argument(
        "--padding", metavar="N", type=natural, default=0, help="tokens of padding (0)"
    )
    parser.add_argument(
        "--trained",
        action="store_true",
        help="one layer, its weights trained to reverse letters (takes 8 s)",
    )
    parser.add_argument("--values", action="store_true", help="show all numbers, for copying")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.step is None and (arguments.head or arguments.layer):
        raise errors.CommandError("--head and --layer choose from one step: name it with --step.")
    if arguments.trained and (arguments.layers or 1) > 1:
        raise errors.CommandError("--trained is for a model of one layer: leave out --layers.")
    try:
        settings = _settings(arguments)
    except SettingsError as error:
        raise errors.CommandError(str(error)) from error
    exploration = _explore(settings)
    if arguments.step is not None:
        from quizzer.commands.parts import trace_step

        trace_step.show(exploration, arguments)
    elif arguments.json:
        _write_json(exploration, with_values=arguments.values)
    else:
        _print(exploration, with_values=arguments.values)
    return errors.DONE


def _write_json(exploration: "Exploration", *, with_values: bool) -> None:
    if exploration.settings.what_ifs:
        output.write_json("changes/1", _changes_data(exploration))
    else:
        output.write_json("trace/1", _as_data(exploration, with_values=with_values))


def _print(exploration: "Exploration", *, with_values: bool) -> None:
    print_heading(exploration.model)
    if exploration.settings.what_ifs:
        _print_changes(exploration)
        return
    from quizzer.explorer.tracing import traced

    tensors = traced(exploration.model)
    if with_values:
        _print_values(tensors)
    else:
        _print_table(tensors)


def _settings(arguments: argparse.Namespace) -> Settings:
    from quizzer.commands.running.names import expect

    for name in arguments.what_if:
        expect("what-if", name, WHAT_IFS)
    settings = Settings(
        layers=arguments.layers or LAYERS,
        seed=arguments.seed,
        padding=arguments.padding,
        what_ifs=frozenset(arguments.what_if),
    )
    if arguments.trained:
        settings = with_trained_weights(settings)
    source = " ".join(arguments.sentence) if arguments.sentence else None
    return with_sentence(settings, source, arguments.target)


def _explore(settings: Settings) -> "Exploration":
    if settings.weights == "drawn":
        from quizzer.explorer.exploring import explore

        return explore(settings)
    import sys

    from quizzer.commands.text.progress_bar import ProgressBar
    from quizzer.explorer.learning import STEPS, explore_trained, learn

    bar = ProgressBar(STEPS, sys.stderr)
    learn(settings.seed, lambda step, loss: bar.show(step, f"loss {loss:.3f}"))
    bar.close()
    return explore_trained(settings)


def _as_data(exploration: "Exploration", *, with_values: bool) -> dict[str, Any]:
    from quizzer.explorer.tracing import traced

    model = exploration.model
    tensors = [
        {"name": record.name, "shape": record.shape, "says": record.says}
        | ({"values": record.value.tolist()} if with_values else {})
        for record in traced(model).values()
    ]
    return {
        "source": _sentence(model.source, model.source_vocabulary),
        "target": _sentence(model.target, model.target_vocabulary),
        "configuration": vars(model.configuration),
        "seed": exploration.settings.seed,
        "weights": model.says,
        "tensors": tensors,
    }


def _sentence(tokens: tuple[str, ...], vocabulary: tuple[str, ...]) -> dict[str, Any]:
    ids = [vocabulary.index(token) for token in tokens]
    return {"tokens": tokens, "ids": ids, "vocabulary": vocabulary}


def _print_table(tensors: "Trace") -> None:
    """Print one line per tensor, under the component that computes it."""
    rows = [(record.name, str(record.shape), record.says) for record in tensors.values()]
    _print_by_component(rows)


def _print_by_component(named: "Sequence[tuple[str, ...]]") -> None:
    names = [row[0].rpartition(".") for row in named]
    rows = [(f"  {name}", *row[1:]) for (_, _, name), row in zip(names, named, strict=True)]
    component = None
    for (scope, _, _), entry in zip(names, prose.table(rows, output.width()), strict=True):
        if scope != component:
            print(output.styled(scope or "output", "bold"))
            component = scope
        print(entry)


def _print_values(tensors: "Trace") -> None:
    from quizzer.exercises.notation import format_array

    for entry in tensors.values():
        print(output.styled(f"{entry.name} {entry.shape}", "bold"), f"— {entry.says}")
        text = format_array(entry.value, DECIMALS)
        print(prose.indented(matrices.fitted(text, output.width() - 2)), end="\n\n")


def _print_changes(exploration: "Exploration") -> None:
    """Print one line per step, with its largest difference from the right pass."""
    rows = []
    for name, step in exploration.steps.items():
        change = f"≠ {exploration.changes[name]:.3f}".replace("inf", "∞")
        mark = change if exploration.is_changed(name) else "="
        rows.append((name, str(step.output.shape), mark, step.title))
    _print_by_component(rows)
    print(
        prose.wrap(
            "\nThe third column is the largest difference from the right pass. `--step NAME` "
            "shows one step and what breaks there.",
            output.width(),
        )
    )


def _changes_data(exploration: "Exploration") -> dict[str, Any]:
    from quizzer.explorer.data import run_data

    steps = [
        {"name": name, "shape": step.output.shape, "says": step.kind.says}
        | {"changed": exploration.changes[name]}
        for name, step in exploration.steps.items()
    ]
    return {**run_data(exploration), "steps": steps}
