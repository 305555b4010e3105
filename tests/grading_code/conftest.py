"""What the machine offers, which children live, and how hostile code is graded."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from quizzer.grading.code.leftovers import MARK
from quizzer.grading.code.limits import MEBIBYTE, Limits
from quizzer.grading.code.process import run_code
from quizzer.grading.verdict import Verdict
from tests.grading_code.items import SOFTMAX, graded

LIMITS = Limits(seconds=0.6, memory=600 * MEBIBYTE, printed=MEBIBYTE)
PATIENCE = 20  # seconds more for a busy machine; what is not stopped takes longer still
WEAK = replace(LIMITS, kernel=False)  # as on a kernel without Landlock and seccomp

Hostile = Callable[..., Verdict]


@pytest.fixture(scope="session")
def guards() -> tuple[str, ...]:
    """What this machine's kernel keeps from learner code."""
    return run_code("def f(): ...", "f", []).guards


@pytest.fixture
def hostile() -> Hostile:
    """Grade hostile code, and see that it ended as it must."""

    def grade(source: str, limits: Limits = LIMITS) -> Verdict:
        before = living_children()
        start = time.monotonic()
        verdict = graded(SOFTMAX, source, limits)
        elapsed = time.monotonic() - start
        assert elapsed < limits.seconds + PATIENCE
        assert verdict.status != "right"
        assert verdict.score == 0
        end = time.monotonic() + PATIENCE
        while living_children() - before:  # the kernel takes its time to end what is killed
            assert time.monotonic() < end
            time.sleep(0.01)
        return verdict

    return grade


def living_children(parent: int | None = None) -> set[int]:
    """The processes that a child of the parent (by default: of this process) is, or left behind."""
    return set(_marked(f"{MARK}={parent or os.getpid()}-".encode()))


def _marked(mark: bytes) -> Iterator[int]:
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (entry / "environ").read_bytes():
                yield int(entry.name)
        except OSError:
            continue
