"""Banks with every kind of item, and a learner who has been there for weeks."""

from pathlib import Path

import numpy as np

from quizzer.bank.library import Library
from quizzer.bank.loading import load_folder
from quizzer.bank.schema import ComputeItem, OpenItem
from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import present
from quizzer.grading.grade import grade
from quizzer.progress.log import Log
from quizzer.study.interview.blueprint import READY
from quizzer.study.study import Study
from tests.tui.bank import ATTENTION, BRACKETS, CHECKLIST, CODE, WIDE, WORDS
from tests.tui.driver import StillClock

DAY = 86_400_000
LEECH = "by-hand"  # forgotten again and again
LESSON = "lesson: |\n  # Scores and weights\n\n  Rows of `a[i]` sum to 1.\n"


def write_everything(folder: Path) -> Library:
    """Topics with items of all kinds, with a lesson, and with an easier item for the leech."""
    folder.mkdir(parents=True)
    (folder / "checklist.yaml").write_text(CHECKLIST, encoding="utf-8")
    items = [bank.partition("\nitems:\n")[2] for bank in (ATTENTION, WORDS, CODE)]
    attention = f"topic: attention\n{LESSON}items:\n{''.join(items)}"
    covered = f"- id: {LEECH}\n  covers: [compute-attention]\n"
    attention = attention.replace(f"- id: {LEECH}\n", covered)
    for name, bank in {"1": attention, "2": BRACKETS, "3": WIDE}.items():
        (folder / f"{name}.yaml").write_text(bank, encoding="utf-8")
    library, problems = load_folder(folder)
    assert problems == []
    return library


def live_in(library: Library, path: Path, clock: StillClock) -> None:
    """Two weeks of answers, an interview with open answers to judge, and one that is open."""
    log = Log.open(path)
    study = Study(library, log, clock)
    for day in range(14):
        clock.ms += DAY
        _answer(study, LEECH, day, is_right=day < 4 or day % 2 == 0)
        if day == 3:
            for item in ("why-scale", "name-the-scale", "put-in-order", "say-why", "match-masks"):
                _answer(study, item, 0, is_right=True)
    for is_last in (False, True):
        interview = study.interviews.start(READY["fundamentals"])
        while not is_last and interview.question is not None:
            clock.ms += 60_000
            if isinstance(interview.question.item, OpenItem):
                interview.submit({"answer": "a product of Jacobians"})
            else:
                interview.pass_over()
        interview.leave()
    log.close()


def _answer(study: Study, item_id: str, number: int, *, is_right: bool) -> None:
    """One answer; what is wrong is the mistake of leaving out the scale."""
    item = study.library.items[item_id]
    variant = draw(item, number)
    if isinstance(item, ComputeItem):
        query, key = (np.array(variant.drawn[name]) for name in ("Q", "K"))
        scores = query @ key.T / (np.sqrt(query.shape[1]) if is_right else 1)
        powers = np.exp(scores)
        weights = powers / powers.sum(axis=1, keepdims=True)
        answer = {
            "scores": str(scores.round(4).tolist()),
            "weights": str(weights.round(5).tolist()),
        }
    else:
        answer = {ask.name: "A" for ask in present(item, variant).asks}
    verdict = grade(item, variant, answer)
    if verdict.status != "invalid":
        study.record(variant, answer, verdict)
