"""Time to grade a code submission, beside a bare child process that imports NumPy.

    python benchmarks/code_grading.py [--runs N] [--limit RATIO]

Both are started in turn, so that a busy machine slows both. The ratio of their medians says what
containment, cases and judging add; with --limit a greater ratio fails.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final

from quizzer.bank.files import bundled_folder
from quizzer.bank.loading import load_folder
from quizzer.exercises.drawing import draw
from quizzer.grading.grade import grade

ITEM: Final = "write-scaled-dot-product-attention"
SOURCE: Final = """
import numpy as np


def scaled_dot_product_attention(query, key, value, mask=None):
    scores = query @ np.swapaxes(key, -1, -2) / query.shape[-1] ** 0.5
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isinf(top), 0, top))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total) @ value
"""
ENVIRONMENT: Final = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def bare_child() -> None:
    """A process that imports NumPy and ends: what no grading can be faster than."""
    subprocess.run([sys.executable, "-c", "import numpy"], env=ENVIRONMENT, check=True)


def submission() -> Callable[[], None]:
    """Grades a right solution."""
    item = load_folder(bundled_folder())[0].items[ITEM]
    variant = draw(item, 0)

    def run() -> None:
        assert grade(item, variant, {"code": SOURCE}).status == "right"

    return run


def seconds(run: Callable[[], None]) -> float:
    """How long one run takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> int:
    """Compare the two, and fail where the difference is greater than the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--limit", type=float)
    arguments = parser.parse_args()
    graded = submission()
    graded()
    bare_child()
    pairs = [(seconds(bare_child), seconds(graded)) for _ in range(arguments.runs)]
    bare, whole = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for other, one in pairs)
    print(f"bare child with NumPy  {bare * 1000:6.0f} ms")
    print(f"submission, graded     {whole * 1000:6.0f} ms")
    print(f"ratio                  {ratio:6.2f}")
    return int(arguments.limit is not None and ratio > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
