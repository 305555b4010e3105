"""Inspects items by calling their functions: one after the other, or on all processors."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quizzer.bank.schema import Item
    from quizzer.diagnostics import Finding

Found = tuple[str, "list[Finding]"]


def one_by_one(items: "Sequence[Item]", variants: int) -> Iterator[Found]:
    """The id of each item, and what is wrong with it. No code of a bank runs."""
    for item in items:
        yield _inspect(item, variants, deep=False)


def on_all_processors(items: "Sequence[Item]", variants: int) -> Iterator[Found]:
    """The same, in the order in which results arrive; this also runs starters of code items."""
    spawn = multiprocessing.get_context("spawn")  # a forked process could copy a lock that is held
    workers = ProcessPoolExecutor(mp_context=spawn)
    try:
        jobs = [workers.submit(_inspect, item, variants, True) for item in items]
        for job in as_completed(jobs):
            yield job.result()
    finally:
        workers.shutdown(cancel_futures=True)


def _inspect(item: "Item", variants: int, deep: bool) -> Found:
    from quizzer.grading import inspection

    return item.id, inspection.problems_of(item, variants, deep)
