"""What a new token costs as the text grows: with the key-value cache, and without it.

    python benchmarks/decoding.py [--runs N] [--threads N] [--limit GROWTH]

The decoder of the paper's base model on 128 source tokens. With the cache one row goes through the
layers, and only its look back grows: a + b · n for the n-th token. Without it all n rows go
through again, and each looks back. Cost that is linear in n at most doubles when n doubles; with
--limit a greater growth of the cached cost fails.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

LENGTHS: Final = (128, 256, 512, 1024, 2048)
WITHOUT_CACHE_UP_TO: Final = 1024
SOURCE_LENGTH: Final = 128
VOCABULARY: Final = 1000
THREAD_VARIABLES: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Cost(NamedTuple):
    """Seconds for the token after n others."""

    length: int
    cached: float
    full: float | None


def costs(runs: int) -> Iterator[Cost]:
    """The cost of one more token at each length."""
    import numpy as np

    from reference.transformer import Configuration, decode, initialize, project

    c = Configuration(VOCABULARY, VOCABULARY, max_length=LENGTHS[-1] + 1)
    generator = np.random.default_rng(0)
    parameters = initialize(c, generator, np.float32)
    memory = generator.normal(size=(1, SOURCE_LENGTH, c.d_model)).astype(np.float32)
    for length in LENGTHS:
        ids = generator.integers(0, VOCABULARY, (1, length + 1))
        step = _cached_step(ids, memory, parameters, c)

        def again(ids: Any = ids) -> Any:
            return project(decode(ids, memory, parameters, c)[:, -1:], parameters)

        full = _best(again, max(2, runs // 5)) if length <= WITHOUT_CACHE_UP_TO else None
        yield Cost(length, _best(step, runs), full)


def _cached_step(ids: Any, memory: Any, parameters: Any, c: Any) -> Callable[[], Any]:
    """A step on caches that hold all tokens but the last."""
    from reference.decoding import decode_step, start_caches

    caches = start_caches(memory, parameters, c)
    _, caches = decode_step(ids[:, :-1], caches, parameters, c)
    return lambda: decode_step(ids[:, -1:], caches, parameters, c)


def _best(function: Callable[[], Any], runs: int) -> float:
    """Seconds of the run that the machine disturbed least."""
    function()
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def main() -> int:
    """Print what a token costs, and fail where doubling n costs more than the limit."""
    parser = argparse.ArgumentParser(description="The cost of one more token.")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=float, help="fail when doubling n costs more than this")
    arguments = parser.parse_args()
    for variable in THREAD_VARIABLES:  # read when NumPy is first imported
        os.environ[variable] = str(arguments.threads)
    print(f"{'tokens before':>13}{'with cache':>14}{'without':>14}")
    found = []
    for cost in costs(arguments.runs):
        found.append(cost)
        full = f"{cost.full * 1000:10.1f} ms" if cost.full is not None else ""
        print(f"{cost.length:13}{cost.cached * 1000:11.2f} ms{full:>14}", flush=True)
    growth = max(after.cached / before.cached for before, after in pairwise(found))
    print(f"twice as many tokens cost at most {growth:.2f} times as much a token with the cache")
    return int(arguments.limit is not None and growth > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
