"""Worlds in which a walk can begin: banks of all kinds, and a learner new to them or at home."""

import random
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import numpy as np
import yaml

from quizzer.bank.library import Library
from quizzer.bank.loading import load_folder
from quizzer.bank.schema import Item, OpenItem
from quizzer.configuration.configuration import FILE
from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import present
from quizzer.exercises.variant import Variant
from quizzer.grading.grade import grade
from quizzer.progress.log import Log
from quizzer.study.interview.blueprint import READY
from quizzer.study.study import Study
from tests.soak.hostile import bank_text, hostile_bank, hostile_checklist, hostile_text
from tests.tui.bank import ATTENTION, BRACKETS, CHECKLIST, CODE, WIDE, WORDS
from tests.tui.driver import StillClock

DAY = 86_400_000
LEECH = "by-hand"  # forgotten again and again
SETTINGS = '[keys]\n"palette.choose" = ["enter", "f6"]\n'  # its field knows an Enter of its own
SHORT = "practice_questions = 2\n"  # there is more to go on with, at the end
LESSON = "lesson: |\n  # Scores and weights\n\n  Rows of `a[i]` sum to 1.\n"
Answering = Callable[[Item, Variant], dict[str, str]]


def world(name: str, home: Path, clock: StillClock) -> Library:
    """Write the banks and the log of a world: `new 3`, `lived in` or, named otherwise, hostile.

    In a new one, the practice of its first topic begins with an item of the number.
    """
    folder = home / "banks"
    folder.mkdir(parents=True)
    new = re.fullmatch(r"new (\d+)", name)
    settings = SHORT + SETTINGS if new else SETTINGS
    (home / FILE).write_text(settings, encoding="utf-8")
    if new or name == "lived in":
        write_everything(folder, int(new[1]) if new else 0)
    else:
        write_hostile(folder, random.Random(name))
    library, problems = load_folder(folder)
    assert problems == []
    if not new:
        rng = random.Random(name)
        hostile = name != "lived in"
        library.flaws = ("mine.yaml:7:10: error level: 'jnior' is no level",)
        live_in(library, home, clock, lambda *asked: _answers(*asked, rng if hostile else None))
    return library


def write_everything(folder: Path, first: int) -> None:
    """Topics with items of all kinds, with a lesson, and with an easier item for the leech."""
    (folder / "checklist.yaml").write_text(CHECKLIST, encoding="utf-8")
    text = "".join(bank.partition("\nitems:\n")[2] for bank in (ATTENTION, WORDS, CODE))
    items = re.split(r"(?m)^(?=- id: )", text)[1:]
    first %= len(items)
    attention = f"topic: attention\n{LESSON}items:\n{''.join(items[first:] + items[:first])}"
    covered = f"- id: {LEECH}\n  covers: [compute-attention]\n"
    attention = attention.replace(f"- id: {LEECH}\n", covered)
    for name, bank in {"1": attention, "2": BRACKETS, "3": WIDE}.items():
        (folder / f"{name}.yaml").write_text(bank, encoding="utf-8")


def write_hostile(folder: Path, rng: random.Random) -> None:
    """A topic with items of all kinds and a lesson, whose every text is hostile."""
    bank = yaml.safe_load(hostile_bank(rng))
    code = yaml.safe_load(CODE)["items"][1]
    words = {field: bank_text(rng) for field in ("title", "prompt", "explanation")}
    bank["items"].append(code | words | {"hints": [bank_text(rng)]})
    bank["lesson"] = bank_text(rng)
    (folder / "checklist.yaml").write_text(hostile_checklist(rng), encoding="utf-8")
    text = yaml.safe_dump(bank, allow_unicode=True, width=10**9)
    (folder / "bank.yaml").write_text(text, encoding="utf-8")


def live_in(library: Library, home: Path, clock: StillClock, answering: Answering) -> None:
    """Two weeks of answers, an interview with open answers to judge, and one that is open."""
    log = Log.open(home / "progress.sqlite3")
    study = Study(library, log, clock)
    for day in range(14):
        clock.ms += DAY
        for item in library.items.values():
            if day == 3 or (item.id == LEECH and day % 3 == 0):
                variant = draw(item, day)
                answer = answering(item, variant)
                verdict = grade(item, variant, answer)
                if verdict.status != "invalid":
                    study.record(variant, answer, verdict)
    for is_last in (False, True):
        interview = study.interviews.start(READY["fundamentals"])
        while not is_last and interview.question is not None:
            clock.ms += 60_000
            if isinstance(interview.question.item, OpenItem):
                interview.submit({"answer": "a product of Jacobians"})
            else:
                interview.pass_over()
        interview.leave()
    study.set_interview_day(study.today() + timedelta(days=20))
    log.close()


def _answers(item: Item, variant: Variant, rng: random.Random | None) -> dict[str, str]:
    """Hostile ones; or simple ones, and the leech's with its mistake."""
    if rng is not None:
        return {ask.name: hostile_text(rng)[:300] for ask in present(item, variant).asks}
    if item.id != LEECH:
        return {ask.name: "A" for ask in present(item, variant).asks}
    query, key = (np.array(variant.drawn[name]) for name in ("Q", "K"))
    powers = np.exp(scores := query @ key.T)  # without the scale
    weights = powers / powers.sum(axis=1, keepdims=True)
    return {"scores": str(scores.round(4).tolist()), "weights": str(weights.round(5).tolist())}
