"""The layers hold: no import points the wrong way, and no command pays for what it does not use."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def modules_after(code: str, home: Path) -> set[str]:
    """Names of the modules that a fresh interpreter holds after running the code."""
    script = f"import json, sys\n{code}\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"QUIZZER_HOME": str(home), "PATH": "", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def modules_after_command(arguments: list[str], home: Path) -> set[str]:
    return modules_after(f"from quizzer.cli import main; main({arguments!r})", home)


def test_import_contracts_hold() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", ["quizzer.bank", "quizzer.progress"])
def test_banks_and_progress_load_neither_numpy_nor_textual(package: str, tmp_path: Path) -> None:
    loaded = modules_after(
        f"""
import importlib, pkgutil
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
""",
        tmp_path,
    )
    assert package in loaded
    assert not loaded & {"numpy", "textual", "reference"}


@pytest.mark.parametrize(
    "package",
    [
        "quizzer.exercises",
        "quizzer.grading",
        "quizzer.study",
        "quizzer.reports",
        "quizzer.commands",
    ],
)
def test_only_the_app_loads_textual(package: str, tmp_path: Path) -> None:
    loaded = modules_after(
        f"""
import importlib, pkgutil
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
""",
        tmp_path,
    )
    assert package in loaded
    assert "textual" not in loaded
