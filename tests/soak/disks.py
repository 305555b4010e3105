"""Disks that are full, small or read-only, mounted where nobody else sees them."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ALONE = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), "--mount", "sh", "-c"]
SOON = 120  # seconds


@cache
def why_not() -> str:
    """Why no disk can be mounted here; empty where it can."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return "mounting disks of one's own needs Linux and unshare"
    done = subprocess.run([*ALONE, "mount -t tmpfs none /mnt"], capture_output=True, text=True)
    return done.stderr.strip()


def on_disk(folder: Path, prepare: str, program: str) -> list[str]:
    """A command line that runs a program where `folder` is a new disk of 600 kB, prepared so."""
    if why_not():
        pytest.skip(f"no disk of one's own: {why_not()}")
    folder.mkdir(parents=True, exist_ok=True)
    mount = f"mount -t tmpfs -o size=600k none '{folder}' && cd '{folder}'"
    return [*ALONE, f"{mount} && {prepare}\n{program}"]


def run_on_disk(folder: Path, prepare: str, program: str) -> subprocess.CompletedProcess[str]:
    """Run it there."""
    return subprocess.run(
        on_disk(folder, prepare, program),
        env=os.environ | {"PYTHONPATH": str(ROOT), "QUIZZER_HOME": str(folder / "home")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=SOON,
    )
