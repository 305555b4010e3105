"""Does everything stay usable with many questions and many answers, and grow no faster than they?

    python benchmarks/scale.py [--items N] [--answers N] [--parts SHARE ...] [--limit SECONDS]

Each use is timed, the app and commands as processes of their own, with a tenth, three tenths and
all of the items and answers, or other parts. A growth of 10 from the first to the last is linear.
With --limit a use that takes longer fails.
"""

import argparse
import gc
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final
from unittest.mock import patch

from homes import add_questions, answer, folder, places
from terminal import QUIZZER, Program, compile_packages, environment

from quizzer.bank.library import Library
from quizzer.grading import inspection
from quizzer.progress.log import Log
from quizzer.reports import build, csv, html, json, markdown
from quizzer.reports.report import Report
from quizzer.study import banks
from quizzer.study.selection import Selection
from quizzer.study.study import Study
from quizzer.study.trials import VARIANTS
from quizzer.tui.agenda import agenda

PARTS: Final = (0.1, 0.3, 1.0)
MINUTES_A_DAY: Final = 30
TRIED: Final = 50  # of one's own, each time when they have changed
WRITERS: Final = {"Markdown": markdown.render, "HTML": html.render, "JSON": json.render}

Use = tuple[str, float]


def timed(what: str, use: Callable[[], object]) -> Use:
    """How long a use takes."""
    start = time.perf_counter()
    use()
    return what, time.perf_counter() - start


def uses(home: Path) -> Iterator[Use]:
    """What a learner does, in a folder with questions and answers."""
    where = places(home)
    yield timed("banks, read and compiled", lambda: load(home))
    edit(home)
    yield timed("banks, one file changed", lambda: load(home))
    yield timed("banks, compiled before", lambda: load(home))
    library = load(home)
    some = list(library.items.values())[-TRIED:]
    yield timed(
        f"{TRIED} items tried out",
        lambda: [inspection.problems_of(item, VARIANTS) for item in some],
    )
    gc.collect()
    gc.freeze()  # as the app has it, once the banks are there
    log = Log.open(where.database)
    yield timed("first start: log, read through", lambda: Study(library, log))
    study = Study(library, log, kept=where.derived)
    yield timed("first start: home", lambda: agenda(study))
    study.history.keep()
    yield timed("later: log, what is kept of it", lambda: Study(library, log, kept=where.derived))
    study = Study(library, log, kept=where.derived)
    yield timed("later: home", lambda: agenda(study))
    yield timed("app, from its start to the counts", lambda: start(home))
    yield from sessions(study, library)
    study.set_interview_day(study.today() + timedelta(days=30))
    yield timed("plan", lambda: study.plan(MINUTES_A_DAY))
    yield timed("report, counted (progress screen)", lambda: counted(study))
    report = counted(study)
    for name, render in WRITERS.items():
        yield timed(f"report, written as {name}", partial(render, report))
    yield timed("report, all answers as CSV", lambda: answers_of(study))
    log.close()
    for command in (["list"], ["report"], ["show", next(iter(library.items))]):
        yield timed(f"quizzer {command[0]}", partial(run, command, home))


def load(home: Path) -> Library:
    """The banks as the app has them. The items are taken for sound: to try all takes minutes."""
    with patch("quizzer.grading.inspection.problems_of", lambda *_: []):  # a mock notes all calls
        return banks.load(places(home))


def edit(home: Path) -> None:
    """Change one of one's own banks a little."""
    file = min(places(home).banks.iterdir())
    file.write_bytes(file.read_bytes() + b"\n")


def run(command: list[str], home: Path) -> None:
    """A command of the command line, from the start of its process to the end."""
    subprocess.run(
        [*QUIZZER, *command], env=environment(home), stdout=subprocess.DEVNULL, check=True
    )


def start(home: Path) -> None:
    """The app, until its home screen tells how much was seen."""
    with Program(QUIZZER, home) as program:
        program.until(r"\d+ of \d+ items seen")


def counted(study: Study) -> Report:
    """All numbers of a report, as the app has them made."""
    return build.build(study.history, study.library, study.clock)


def answers_of(study: Study) -> str:
    """All answers, as the app has them written for a spreadsheet."""
    return csv.render(study.history, study.library, study.clock)


def sessions(study: Study, library: Library) -> Iterator[Use]:
    """Choosing what is asked, and beginning with it."""
    topic = library.topics[0].id
    yield timed("choose: every item", lambda: study.select(Selection()))
    yield timed("choose: hard ones that are due", lambda: study.select(HARD))
    yield timed("review begins", study.start_review)
    yield timed("practice begins", lambda: study.start_practice(topic))
    yield timed("drills", study.drills)


HARD: Final = Selection(due=True, levels=("senior",), hardest_first=True)


def main() -> int:
    """Print a line for each use, and fail where the last column is greater than the limit."""
    parser = argparse.ArgumentParser(description="Many questions, many answers.")
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--limit", type=float, help="seconds")
    parser.add_argument("--parts", type=float, nargs="+", default=PARTS, help="of both")
    arguments = parser.parse_args()
    compile_packages()
    columns: list[dict[str, float]] = []
    for part in arguments.parts:
        with folder() as home:
            add_questions(home, round(part * arguments.items))
            answer(home, round(part * arguments.answers))
            shutil.rmtree(places(home).cache)
            columns.append(dict(uses(home)))
    print(f"{'seconds':38}" + "".join(f"{p:9.0%}" for p in arguments.parts) + f"{'growth':>9}")
    for what, last in columns[-1].items():
        times = [column[what] for column in columns]
        print(f"{what:38}" + "".join(f"{t:9.3f}" for t in times) + f"{last / times[0]:9.1f}")
    worst = max(columns[-1].values())
    return int(arguments.limit is not None and worst > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
