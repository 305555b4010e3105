"""`quizzer trace`: every intermediate of one forward pass of a tiny Transformer."""

import argparse
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands import errors, matrices, output, prose

if TYPE_CHECKING:
    from reference.trace import Trace
    from reference.transformer import Configuration

SOURCE: Final = ("the", "animal", "was", "very", "tired", "</s>")
TARGET: Final = ("<s>", "das", "Tier", "war", "müde")
MARKS: Final = ("<s>", "</s>")
SEED: Final = 0
DECIMALS: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--values", action="store_true", help="show the numbers too")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    source, target = _ids(SOURCE), _ids(TARGET)
    configuration = _configuration()
    tensors = _forward(source, target, configuration)
    if arguments.json:
        sentences = {"source": _sentence(SOURCE), "target": _sentence(TARGET)}
        rows = _as_data(tensors, with_values=arguments.values)
        sizes = vars(configuration)
        output.write_json(
            "trace/1", {**sentences, "configuration": sizes, "seed": SEED, "tensors": rows}
        )
        return errors.DONE
    _print_heading(configuration)
    if arguments.values:
        _print_values(tensors)
    else:
        _print_table(tensors)
    return errors.DONE


def _vocabulary(tokens: tuple[str, ...]) -> list[str]:
    return sorted({*MARKS, *tokens}, key=lambda token: (token not in MARKS, token.casefold()))


def _ids(tokens: tuple[str, ...]) -> list[int]:
    vocabulary = _vocabulary(tokens)
    return [vocabulary.index(token) for token in tokens]


def _sentence(tokens: tuple[str, ...]) -> dict[str, Any]:
    return {"tokens": tokens, "ids": _ids(tokens), "vocabulary": _vocabulary(tokens)}


def _configuration() -> "Configuration":
    from reference.transformer import Configuration

    return Configuration(
        source_vocabulary=len(_vocabulary(SOURCE)),
        target_vocabulary=len(_vocabulary(TARGET)),
        d_model=8,
        num_heads=2,
        d_ff=16,
        num_encoder_layers=1,
        num_decoder_layers=1,
    )


def _forward(source: list[int], target: list[int], configuration: "Configuration") -> "Trace":
    import numpy as np

    from reference.trace import trace
    from reference.transformer import forward, initialize

    parameters = initialize(configuration, np.random.default_rng(SEED))
    with trace() as tensors:
        forward(np.array(source), np.array(target), parameters, configuration)
    return tensors


def _as_data(tensors: "Trace", *, with_values: bool) -> list[dict[str, Any]]:
    return [
        {"name": record.name, "shape": record.shape, "says": record.says}
        | ({"values": record.value.tolist()} if with_values else {})
        for record in tensors.values()
    ]


def _print_heading(configuration: "Configuration") -> None:
    c = configuration
    sizes = f"d_model {c.d_model}, {c.num_heads} heads, d_ff {c.d_ff}"
    rows = [
        ("source", " ".join(SOURCE)),
        ("target", " ".join(TARGET)),
        ("model", f"{sizes}, one encoder layer, one decoder layer"),
        ("weights", f"drawn at random (seed {SEED}), never trained"),
    ]
    print("\n".join(prose.table(rows, output.width())), end="\n\n")


def _print_table(tensors: "Trace") -> None:
    """One line a tensor, under the component that computes it."""
    records = list(tensors.values())
    names = [record.name.rpartition(".") for record in records]
    rows = [
        (f"  {name}", _shape(record.shape), record.says)
        for (_, _, name), record in zip(names, records, strict=True)
    ]
    component = None
    for (scope, _, _), entry in zip(names, prose.table(rows, output.width()), strict=True):
        if scope != component:
            print(output.styled(scope or "output", "bold"))
            component = scope
        print(entry)


def _print_values(tensors: "Trace") -> None:
    from quizzer.exercises.notation import format_array

    for entry in tensors.values():
        print(output.styled(f"{entry.name} {_shape(entry.shape)}", "bold"), f"— {entry.says}")
        text = format_array(entry.value, DECIMALS)
        print(prose.indented(matrices.fitted(text, output.width() - 2)), end="\n\n")


def _shape(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
