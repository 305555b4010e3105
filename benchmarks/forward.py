"""The full forward pass beside PyTorch: the same weights, the same threads, in turn.

    python benchmarks/forward.py [--runs N] [--threads N] [--batch N] [--limit RATIO]

The base model of the paper: 6 + 6 layers, d_model 512, 8 heads, d_ff 2048; 128 tokens on each
side, float32. Both sides look up words, add positions, run encoder and decoder, and score every
word; PyTorch's `nn.Transformer` is in eval mode and keeps nothing for gradients. The best run of
each side is the one that a busy machine disturbed least; with --limit a greater ratio of the best
fails.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # so that the tests' weights are found

LENGTH: Final = 128
VOCABULARY: Final = 1000
THREAD_VARIABLES: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

Run = Callable[[], Any]


def both_sides(batch: int, threads: int) -> tuple[Run, Run]:
    """Our forward pass and PyTorch's, on one set of weights."""
    import torch
    from torch import nn

    from reference.transformer import Configuration

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    c = Configuration(source_vocabulary=VOCABULARY, target_vocabulary=VOCABULARY)
    model = nn.Transformer(c.d_model, c.num_heads, batch_first=True).eval()
    embeddings = [nn.Embedding(VOCABULARY, c.d_model) for _ in range(2)]
    head = nn.Linear(c.d_model, VOCABULARY)
    ids = [torch.randint(0, VOCABULARY, (batch, LENGTH)) for _ in range(2)]
    ours = _ours(c, model, embeddings, head, ids)
    return ours, _theirs(c, model, embeddings, head, ids)


def _ours(c: Any, model: Any, embeddings: Any, head: Any, ids: Any) -> Run:
    import numpy as np

    from reference.parameters import named_arrays, with_arrays
    from reference.transformer import Parameters, forward_logits
    from tests.reference.torch_weights import (
        decoder_layer_parameters,
        encoder_layer_parameters,
        norm_parameters,
    )

    parameters = Parameters(
        source_embedding=embeddings[0].weight.detach().numpy(),
        target_embedding=embeddings[1].weight.detach().numpy(),
        encoder=tuple(map(encoder_layer_parameters, model.encoder.layers)),
        decoder=tuple(map(decoder_layer_parameters, model.decoder.layers)),
        encoder_norm=norm_parameters(model.encoder.norm),
        decoder_norm=norm_parameters(model.decoder.norm),
        w_output=head.weight.detach().numpy().T,
        b_output=head.bias.detach().numpy(),
    )
    # PyTorch keeps (out, in); both sides get their weights in the order in which they keep them.
    arrays = {name: np.ascontiguousarray(w) for name, w in named_arrays(parameters).items()}
    own = with_arrays(parameters, arrays)
    source, target = (np.asarray(side) for side in ids)
    return lambda: forward_logits(source, target, own, c)


def _theirs(c: Any, model: Any, embeddings: Any, head: Any, ids: Any) -> Run:
    import torch

    from reference.positions import sinusoidal

    positions = torch.tensor(sinusoidal(LENGTH, c.d_model), dtype=torch.float32)
    future = torch.nn.Transformer.generate_square_subsequent_mask(LENGTH)

    @torch.inference_mode()
    def run() -> Any:
        source, target = (
            table(side) * c.d_model**0.5 + positions
            for table, side in zip(embeddings, ids, strict=True)
        )
        return head(model(source, target, tgt_mask=future, tgt_is_causal=True)).numpy()

    return run


def measure(sides: tuple[Run, Run], runs: int) -> tuple[list[float], list[float]]:
    """Seconds of every run of each side; two runs more warm caches and are not counted."""
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(runs + 2):
        for side, seconds in zip(sides, times, strict=True):
            start = time.perf_counter()
            side()
            if run >= 2:
                seconds.append(time.perf_counter() - start)
    return times


def main() -> int:
    """Print both times for each size, and fail where a ratio is greater than the limit."""
    parser = argparse.ArgumentParser(description="The forward pass beside PyTorch.")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--limit", type=float, help="fail when the ratio is greater")
    arguments = parser.parse_args()
    for variable in THREAD_VARIABLES:  # read when NumPy and PyTorch are first imported
        os.environ[variable] = str(arguments.threads)
    ours, theirs = sides = both_sides(arguments.batch, arguments.threads)
    result = ours()
    difference = abs(result - theirs()).max()
    ours_seconds, theirs_seconds = measure(sides, arguments.runs)
    print(f"threads {arguments.threads}, batch {arguments.batch}, {result.dtype}")
    print(f"greatest difference of the scores {difference:.1e}")
    print(f"{'':12}{'best':>8}{'median':>8}")
    for name, seconds in (("reference", ours_seconds), ("torch", theirs_seconds)):
        best, median = 1000 * min(seconds), 1000 * statistics.median(seconds)
        print(f"{name:12}{best:5.0f} ms{median:5.0f} ms")
    ratio = min(ours_seconds) / min(theirs_seconds)
    medians = statistics.median(ours_seconds) / statistics.median(theirs_seconds)
    print(f"{'ratio':12}{ratio:8.2f}{medians:8.2f}")
    return int(arguments.limit is not None and ratio > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
