"""A built wheel is complete: installed into an empty environment, it works from another folder."""

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(command: Sequence[str | Path], folder: Path, check: bool = True) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["QUIZZER_HOME"] = str(folder / "home")
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True
    )
    assert done.returncode == 0 or not check, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it, and the dependencies of this one beside it."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet"]
    run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT], folder)
    (wheel,) = folder.glob("quizzer-*.whl")
    run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], folder)
    python = folder / "env" / "bin" / "python"
    install = [*pip, "--python", python, "install", "--no-deps", "--no-index", "--no-compile"]
    run([*install, wheel], folder)
    site = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder)
    (Path(site.strip()) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_both_packages_come_from_the_wheel(environment: Path) -> None:
    code = "import quizzer, reference; print(quizzer.__file__, reference.__file__)"
    paths = run([environment / "env/bin/python", "-c", code], environment).split()
    assert all(Path(path).is_relative_to(environment / "env") for path in paths)


def test_the_banks_are_in_the_wheel_and_one_passes_its_check(environment: Path) -> None:
    bank = next((environment / "env").rglob("quizzer/questions/03-attention.yaml"))
    run([environment / "env/bin/quizzer", "check", "--variants", "1", bank], environment)
    listed = json.loads(run([environment / "env/bin/quizzer", "list", "--json"], environment))
    banks = {path.name for path in (ROOT / "questions").glob("[0-9]*.yaml")}
    assert len([topic for topic in listed["topics"] if topic["items"]]) == len(banks)


def test_editors_find_the_schema_that_the_banks_of_the_wheel_name(environment: Path) -> None:
    path = run([environment / "env/bin/quizzer", "schema", "bank", "--path"], environment)
    schema = Path(path.strip())
    assert schema.is_relative_to(environment / "env")
    bank = next(schema.parent.parent.glob("questions/[0-9]*.yaml"))
    named = bank.read_text(encoding="utf-8").splitlines()[0].partition("=")[2]
    assert (bank.parent / named).resolve() == schema.resolve()


def test_the_reference_runs_from_the_wheel(environment: Path) -> None:
    assert "probabilities" in run([environment / "env/bin/quizzer", "trace"], environment)


def test_the_wheel_carries_the_looks_of_the_app(environment: Path) -> None:
    installed = next((environment / "env").rglob("quizzer/tui"))
    looks = {path.name for path in (ROOT / "quizzer/tui").rglob("*.tcss")}
    assert looks == {path.name for path in installed.rglob("*.tcss")}


def test_the_wheel_carries_the_page_for_browsers(environment: Path) -> None:
    installed = next((environment / "env").rglob("quizzer/web/page"))
    page = {path.name for path in (ROOT / "quizzer/web/page").iterdir()}
    assert page == {path.name for path in installed.iterdir()}
