"""Full and read-only disks: words instead of tracebacks, and nothing that was taken is lost."""

import sys
from pathlib import Path

from tests.soak.commanding import COMMANDS
from tests.soak.conftest import Chance
from tests.soak.disks import run_on_disk

FILLED = "head -c 600k /dev/zero > ballast 2>/dev/null; true"
LIVED_IN = f"""mkdir home && {sys.executable} -c '
from pathlib import Path
from quizzer.progress.log import Log
Log.open(Path("home/progress.sqlite3"))'"""
READ_ONLY = "mount -o remount,ro ."
STATES = {
    "full from the start": FILLED,
    "full later": f"{LIVED_IN}; {FILLED}",
    "read-only from the start": READ_ONLY,
    "read-only later": f"{LIVED_IN}; cd ..; cd - && {READ_ONLY}",
    "with files of 8 kB at most": "ulimit -f 16",
    "with few open files": "ulimit -n 16",
}
LEARNER = """
import random, sys
from pathlib import Path
from quizzer.progress.failures import LogError
from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.soak.learner import ITEMS
from tests.study.builders import RIGHT, WRONG, TurnedClock
rng = random.Random(sys.argv[1])
ballast, path = Path("ballast"), Path("progress.sqlite3")
taken, told = 0, 0
log = Log.open(path)
while told < 5:
    study = Study(ITEMS, log, TurnedClock())
    ballast.write_bytes(b"")
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(rng.choice([1000, 4096, 9000])))
                if rng.random() < 0.01:
                    break
        except OSError:
            pass
    session = None
    for _ in range(200):
        try:
            session = None
            session = study.start_practice("attention")
            session.save_draft({"x": "draft" * rng.choice([1, 2000])})
            session.submit(rng.choice([RIGHT, WRONG]))
            taken += 1
        except LogError as error:
            assert "disk is full" in str(error) or "reports an error" in str(error), error
            told += 1
            freed = ballast.stat().st_size
            ballast.unlink()
            if freed < 100_000:  # the log alone fills the disk
                told = 5
                break
            session = session or study.start_practice("attention")
            if session.state == "asking":
                session.submit(RIGHT)
                taken += 1
            break
    assert len(log.attempts()) == taken, (len(log.attempts()), taken)
    if rng.random() < 0.5:
        log.close()
        log = Log.open(path)
assert log.integrity_problems() == [] and log.odd_entries() == []
assert len(log.attempts()) == taken
print("sound")
"""


def test_no_disk_brings_a_traceback(tmp_path: Path, chance: Chance) -> None:
    for label, rng in chance.rounds(short=1, long=300):
        state, command = rng.choice(list(STATES)), rng.choice(COMMANDS)
        program = f"{sys.executable} -m quizzer {command}"
        done = run_on_disk(tmp_path / "disk", STATES[state], program)
        told = f"{label}: {command}, {state}\n{done.stderr}"
        assert "Traceback" not in done.stderr, told
        assert "Exception ignored" not in done.stderr, told
        assert done.returncode in (0, 1, 2), told


def test_a_full_disk_loses_no_answer(tmp_path: Path, chance: Chance) -> None:
    for label, _ in chance.rounds(short=1, long=60):
        program = f"{sys.executable} -c '{LEARNER}' '{label}'"
        done = run_on_disk(tmp_path / "disk", "true", program)
        assert done.stdout == "sound\n", f"{label}\n{done.stderr}"
