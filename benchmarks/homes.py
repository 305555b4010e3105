"""Folders to run quizzer in: a new one, and those of a learner with many answers or questions."""

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import msgspec
import yaml
from msgspec.structs import replace

from quizzer.bank.files import CHECKLIST, bundled_folder
from quizzer.bank.library import Library
from quizzer.bank.loading import load_library
from quizzer.bank.schema import ChoiceItem, Item, OpenItem
from quizzer.progress.events import Attempted
from quizzer.progress.log import Log
from quizzer.progress.places import Places, home
from quizzer.study import banks
from quizzer.study.interview.blueprint import OWN, Blueprint
from quizzer.study.interview.flavours import Flavour
from quizzer.study.study import Study

DAYS = 730
MILLISECONDS_A_DAY = 86_400_000
BATCH = 1000


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder, gone afterwards."""
    path = Path(tempfile.mkdtemp(prefix="quizzer-benchmark-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)  # a program may still be closing its files


def places(path: Path) -> Places:
    """Where quizzer keeps its files when it is run in this folder."""
    return home({"QUIZZER_HOME": str(path)})


def library_in(path: Path) -> Library:
    """The banks in this folder, from now on compiled; one's own are not tried out."""
    return load_library(places(path).cache, banks.own(places(path)))


def fill_log(log: Log, library: Library, answers: int) -> None:
    """Two years of daily study: the items by turns, mostly right, some with a mistake."""
    items = [(item.id, library.topic_of(item.id)) for item in library.items.values()]
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
                    item=items[n % len(items)][0],
                    item_version=1,
                    topic=items[n % len(items)][1],
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


def answer(path: Path, answers: int) -> None:
    """Fill the log in this folder."""
    log = Log.open(places(path).database)
    fill_log(log, library_in(path), answers)
    log.close()


@contextmanager
def study_in(path: Path) -> Iterator[Study]:
    """The study of the learner in this folder."""
    log = Log.open(places(path).database)
    yield Study(library_in(path), log)
    log.close()


def leave_session(path: Path, items: Sequence[str]) -> None:
    """Leave a session of these items after the first of them; and say when the interview is."""
    with study_in(path) as study:
        study.set_interview_day(study.today() + timedelta(days=30))
        session = study.start_items(items)
        session.give_up()
        session.advance()
        session.leave()


def interview_of(flavour: Flavour, minutes: int) -> Blueprint:
    """An interview that asks the same each time."""
    return replace(OWN, minutes=minutes, seed=1, mix={flavour: 1.0})


def leave_interview(path: Path, blueprint: Blueprint) -> None:
    """Begin an interview, and leave it at the first question."""
    with study_in(path) as study:
        study.interviews.start(blueprint).leave()


def finish_interview(path: Path, blueprint: Blueprint, written: str = "") -> list[Item]:
    """Take an interview to its end: letters where they can be an answer, and words if given."""
    asked: list[Item] = []
    with study_in(path) as study:
        interview = study.interviews.start(blueprint)
        while (question := interview.question) is not None:
            asked.append(question.item)
            if isinstance(question.item, ChoiceItem):
                interview.submit({"choice": "A"})
            elif written and isinstance(question.item, OpenItem):
                interview.submit({"answer": written})
            else:
                interview.pass_over()
    return asked


def add_questions(path: Path, total: int) -> None:
    """Lay banks of one's own into the folder: the bundled items again and again, up to a total."""
    bundled = load_library()
    copies = -(-total // len(bundled.items)) - 1
    left = total - len(bundled.items)
    own = places(path).banks
    own.mkdir(parents=True)
    for copy in range(copies):
        for file in sorted(bundled_folder().glob("*.yaml")):
            if file.name != CHECKLIST and left > 0:
                bank = yaml.load(file.read_bytes(), Loader=yaml.CSafeLoader)
                items = [_renamed(item, copy) for item in bank["items"][:left]]
                left -= len(items)
                text = msgspec.json.encode({"topic": bank["topic"], "items": items})
                (own / f"{copy}-{file.name}").write_bytes(text)


def _renamed(item: dict[str, object], copy: int) -> dict[str, object]:
    """The item as another one; what it refers to stays."""
    return item | {"id": f"{item['id']}-{copy}"}
