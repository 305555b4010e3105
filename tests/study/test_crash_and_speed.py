"""The promises of study towards the machine: nothing lost when killed, nothing loaded in vain."""

import signal
import subprocess
import sys
from pathlib import Path

from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.study.builders import RIGHT, TurnedClock, fill, library

STUDYING = """
import sys
from pathlib import Path
from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.study.builders import RIGHT, TurnedClock, fill, library
items = library(attention=[fill("a-1"), fill("a-2")])
study = Study(items, Log.open(Path(sys.argv[1])), TurnedClock())
study.overview()
session = study.open_session("attention")
session.question, session.hint()
session.submit(RIGHT)
heavy = sorted({"numpy", "textual", "yaml", "torch"} & set(sys.modules))
print(session.id, *heavy, flush=True)
sys.stdin.read()
"""


def _studying(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", STUDYING, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_an_answer_with_a_verdict_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite3"
    process = _studying(path)
    assert process.stdout is not None
    session_id = process.stdout.readline().split()[0]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    log = Log.open(path)
    study = Study(library(attention=[fill("a-1"), fill("a-2")]), log, TurnedClock())
    assert [(a.answer, a.hints) for a in log.attempts()] == [(RIGHT, 1)]
    question = study.resume(session_id).question
    assert question is not None
    assert question.item.id == "a-2"
    log.close()


def test_studying_words_loads_neither_numpy_nor_textual(tmp_path: Path) -> None:
    output, _ = _studying(tmp_path / "progress.sqlite3").communicate()
    assert len(output.split()) == 1
