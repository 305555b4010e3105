"""How long a log of 100,000 answers takes to read and to fold into the overview.

Run it from the checkout: python benchmarks/log.py [answers]
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quizzer.bank.library import Library
from quizzer.bank.loading import load_library
from quizzer.progress.events import Attempted
from quizzer.progress.log import Log
from quizzer.reports import build, markdown
from quizzer.study.study import Study

DAYS = 730
MILLISECONDS_A_DAY = 86_400_000
BATCH = 1000


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long what is done inside takes."""
    start = time.perf_counter()
    yield
    print(f"{what:46} {time.perf_counter() - start:7.3f} s")


def fill(log: Log, library: Library, answers: int) -> None:
    """Two years of daily study: the items by turns, mostly right, some with a mistake."""
    items = list(library.items.values())
    begin = time.time_ns() // 1_000_000 - DAYS * MILLISECONDS_A_DAY
    matrix = {"Q": [[0.5] * 4] * 4, "K": [[-1.5] * 4] * 4}
    for first in range(0, answers, BATCH):
        log.append(
            *(
                Attempted(
                    id=log.new_id(),
                    device=log.device,
                    at=begin + n * DAYS * MILLISECONDS_A_DAY // answers,
                    session=None,
                    item=items[n % len(items)].id,
                    item_version=1,
                    topic=library.topic_of(items[n % len(items)].id),
                    kind="compute",
                    variant={"item": "x", "version": 1, "number": n, "seed": "x", "drawn": matrix},
                    answer={"scores": "0.5 0.25; 1 2"},
                    status="wrong" if n % 5 == 0 else "right",
                    score="0" if n % 5 == 0 else "1",
                    mistakes=["no-scale"] if n % 5 == 0 else [],
                    seconds=30.0,
                )
                for n in range(first, min(first + BATCH, answers))
            )
        )


def main() -> None:
    """Fill a log, and print how long each use of it takes."""
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    library = load_library()
    with tempfile.TemporaryDirectory() as folder:
        log = Log.open(Path(folder) / "progress.sqlite3")
        with timed(f"write {answers} answers, {BATCH} a transaction"):
            fill(log, library, answers)
        print(f"{'size':46} {log.path.stat().st_size / 1e6:7.1f} MB")
        with timed("read all events whole"):
            log.events()
        with timed("read them without given values and answers"):
            log.outline()
        with timed("open Study (fold the log)"):
            study = Study(library, log)
        with timed("first overview (schedule of every item)"):
            study.overview()
        with timed("overview again"):
            study.overview()
        topic = library.topics[0].id
        with timed("start a session"):
            study.start_practice(topic)
        with timed("report in Markdown"):
            markdown.render(build.build(log, library))
        log.close()


if __name__ == "__main__":
    main()
