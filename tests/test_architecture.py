"""The layers hold: no import points the wrong way, and no command pays for what it does not use."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from quizzer.cli import COMMANDS
from quizzer.progress.log import Log
from tests.bank.conftest import SOUND_COMPUTE, bank
from tests.conftest import warm
from tests.progress.builders import attempted

ROOT = Path(__file__).parent.parent


def modules_after_each(steps: Sequence[str], home: Path) -> list[set[str]]:
    """Names of the modules that a fresh interpreter holds after each step of code.

    What one step loads is held after the next as well. So steps share an interpreter where none of
    them may load something: the first that does is found.
    """
    noted = "".join(f"{step}\nheld.append(sorted(sys.modules))\n" for step in steps)
    script = f"import json, sys\nheld = []\n{noted}\nprint('\\n' + json.dumps(held))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"QUIZZER_HOME": str(home), "PATH": "", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [set(names) for names in json.loads(done.stdout.splitlines()[-1])]


def modules_after(code: str, home: Path) -> set[str]:
    return modules_after_each([code], home)[0]


def modules_after_command(arguments: list[str], home: Path) -> set[str]:
    return modules_after(f"from quizzer.cli import main; main({arguments!r})", home)


def expect_none_to_load(
    unwanted: set[str], commands: Sequence[str], home: Path, entered: str = ""
) -> None:
    """Run commands in one fresh interpreter; each finds the same text as its standard input."""
    home.mkdir(exist_ok=True)
    (home / "entered").write_text(entered)
    begin = f"import quizzer.cli; sys.stdin = open({str(home / 'entered')!r})"
    steps = [f"{begin}; quizzer.cli.main({command.split()!r})" for command in commands]
    for command, held in zip(commands, modules_after_each(steps, home), strict=True):
        assert "quizzer.cli" in held
        assert not held & unwanted, f"quizzer {command}"


def expect_no_module_to_load(unwanted: set[str], packages: Sequence[str], home: Path) -> None:
    """Import all modules of the packages in one fresh interpreter."""
    steps = [
        f"""
import importlib, pkgutil
package = importlib.import_module({package!r})
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
"""
        for package in packages
    ]
    for package, held in zip(packages, modules_after_each(steps, home), strict=True):
        assert package in held
        assert not held & unwanted, package


def docstring(package: Path) -> str:
    return ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""


@pytest.mark.parametrize(
    "package",
    [
        folder.parent
        for folder in sorted((ROOT / "quizzer").rglob("__init__.py"))
        if "\n" in docstring(folder.parent) and folder.parent.name not in ("child", "statistics")
    ],
    ids=lambda package: package.relative_to(ROOT).as_posix(),
)
def test_the_map_of_a_package_names_all_of_its_modules(package: Path) -> None:
    named = {*re.findall(r"`(\w+)`", docstring(package)), "__init__", "__main__"}
    if package.name == "commands":
        named = {command.module for command in COMMANDS.values()} | {"__init__"}
    assert {file.stem for file in package.glob("*.py")} <= named


def test_no_test_leans_on_the_file_of_another() -> None:
    leaning = re.compile(r"^\s*from tests[.\w]*\.test_\w+ import|^\s*import tests", re.MULTILINE)
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert len(files) > 200
    assert [str(file) for file in files if leaning.search(file.read_text(encoding="utf-8"))] == []


def test_import_contracts_hold() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_banks_and_progress_load_neither_numpy_nor_textual(tmp_path: Path) -> None:
    packages = ["quizzer.actions", "quizzer.bank", "quizzer.configuration", "quizzer.progress"]
    expect_no_module_to_load({"numpy", "textual", "reference"}, packages, tmp_path)


def test_only_the_app_loads_textual(tmp_path: Path) -> None:
    packages = [
        "quizzer.exercises",
        "quizzer.explorer",
        "quizzer.handbook",
        "quizzer.grading",
        "quizzer.study",
        "quizzer.reports",
        "quizzer.commands",
        "quizzer.web",
    ]
    expect_no_module_to_load({"textual"}, packages, tmp_path)


def test_what_needs_no_numbers_loads_neither_numpy_nor_textual(
    tmp_path: Path, compiled_banks: Path
) -> None:
    home = warm(tmp_path / "home", compiled_banks)
    commands = [
        "--version",
        "--help",
        "list",
        "list --kind compute --json",
        "show cbow-or-skip-gram",
        "answer cbow-or-skip-gram",
        "report",
        "report --format json",
        "locate",
    ]
    expect_none_to_load({"numpy", "textual", "rich"}, commands, home, entered="B")


@pytest.mark.parametrize(
    "arguments",
    [["reference"], ["completion", "--words", ":reference", ":soft"]],
    ids=" ".join,
)
def test_the_components_are_listed_without_numpy_once_they_are_known(
    arguments: list[str], tmp_path: Path
) -> None:
    assert "numpy" in modules_after_command(arguments, tmp_path)
    assert "numpy" not in modules_after_command(arguments, tmp_path)


def test_no_command_loads_textual(tmp_path: Path, compiled_banks: Path) -> None:
    home = warm(tmp_path / "home", compiled_banks)
    commands = [
        "check questions/01-sequence-models.yaml --variants 1",
        "trace",
        "show sdpa-by-hand",
        "answer sdpa-by-hand",
        "reference",
        "reference softmax",
        "train --steps 1",
    ]
    expect_none_to_load({"textual"}, commands, home, entered='{"scores": "1 2 3; 4 5 6"}')


def test_help_and_version_load_no_bank_reader(tmp_path: Path) -> None:
    readers = {"yaml", "sqlite3", "fsrs", "msgspec"}
    expect_none_to_load(readers, ["--version", "--help", "locate"], tmp_path)


def test_a_command_starts_without_the_others(tmp_path: Path) -> None:
    others = {"quizzer.commands.check", "quizzer.commands.train", "multiprocessing"}
    expect_none_to_load(others, ["--version", "--help", "list"], tmp_path)


def test_a_second_list_reads_the_compiled_banks(tmp_path: Path) -> None:
    modules_after_command(["list"], tmp_path)
    assert "yaml" not in modules_after_command(["list"], tmp_path)


def test_the_app_comes_up_without_numpy_banks_or_markdown(tmp_path: Path) -> None:
    loaded = modules_after("import quizzer.cli, quizzer.tui.app", tmp_path)
    assert "textual" in loaded
    assert not loaded & {"argparse", "numpy", "yaml", "msgspec", "sqlite3", "fsrs", "markdown_it"}


CHECK_LIST = """
from quizzer.tui import agenda, opening, preloading
opening.load_topics()
agenda.agenda(opening.open_study())
preloading.after_the_start()
"""


def test_the_check_list_takes_no_memory_for_what_comes_later(
    tmp_path: Path, compiled_banks: Path
) -> None:
    home = warm(tmp_path / "home", compiled_banks)
    modules_after(CHECK_LIST, home)  # the first start reads the rules of schedule and banks
    loaded = modules_after(CHECK_LIST, home)
    assert "quizzer.tui.screens.question" in loaded
    assert not loaded & {"numpy", "yaml", "fsrs", "markdown_it", "hashlib", "tomllib"}
    assert not loaded & {"quizzer.grading.fill", "quizzer.study.interview.interviews"}


OPENED = """
from quizzer.tui import opening
assert "plain-compute" in opening.open_study().library.items
"""


def test_what_the_app_must_compile_is_read_and_tried_out_by_another_process(
    tmp_path: Path, compiled_banks: Path
) -> None:
    home = warm(tmp_path / "home", compiled_banks)
    (home / "banks").mkdir()
    (home / "banks" / "own.yaml").write_text(bank(SOUND_COMPUTE))
    assert not modules_after(OPENED, home) & {"numpy", "yaml"}


def test_a_process_of_its_own_runs_the_same_package_where_that_is_not_installed(
    tmp_path: Path,
) -> None:
    (tmp_path / "quizzer").symlink_to(ROOT / "quizzer")
    (tmp_path / "told.py").write_text("import quizzer\nprint(quizzer.__file__)")
    started = "import subprocess; from quizzer.another_process import command"
    code = f"{started}; subprocess.run(command('told'), check=True)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()) == tmp_path / "quizzer" / "__init__.py"


COUNTED = """
from quizzer.progress import history
from quizzer.tui import opening
history.MANY_EVENTS = 1
assert opening.open_study().history.card("why-scale").reviews == 1
"""


def answered_twice(home: Path) -> None:
    with closing(Log.open(home / "progress.sqlite3")) as log:
        log.append(attempted(log), attempted(log))


def test_a_long_log_is_counted_by_another_process(tmp_path: Path, compiled_banks: Path) -> None:
    home = warm(tmp_path / "home", compiled_banks)
    answered_twice(home)
    assert "fsrs" not in modules_after(COUNTED, home)


def test_where_no_other_process_can_be_started_the_app_does_all_itself(tmp_path: Path) -> None:
    (tmp_path / "banks").mkdir()
    (tmp_path / "banks" / "own.yaml").write_text(bank(SOUND_COMPUTE))
    answered_twice(tmp_path)
    without = f"sys.executable = {str(tmp_path / 'missing')!r}"
    assert {"numpy", "yaml", "fsrs"} <= modules_after(without + OPENED + COUNTED, tmp_path)


def test_without_a_settings_file_none_is_parsed(tmp_path: Path, compiled_banks: Path) -> None:
    home = warm(tmp_path / "home", compiled_banks)
    expect_none_to_load({"tomllib"}, ["--help", "list", "config --path"], home)


def test_help_and_completion_scripts_read_no_settings(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("retention = 2")
    settings = {"tomllib", "quizzer.configuration.configuration"}
    expect_none_to_load(settings, ["--help", "list --help", "completion bash"], tmp_path)


def test_the_app_reads_its_colours_without_a_parser_or_the_log(tmp_path: Path) -> None:
    (tmp_path / "preferences.json").write_text('{"theme": "nord"}')
    code = "from quizzer.tui import app, opening; print(opening.configuration().settings.theme)"
    loaded = modules_after(code, tmp_path)
    assert not loaded & {"tomllib", "sqlite3", "yaml", "quizzer.study.study"}


def test_numpy_starts_no_threads_that_would_only_wait(tmp_path: Path) -> None:
    """On a machine with several processors they take as much time as the command itself."""
    code = """
import sys
from pathlib import Path
from quizzer.__main__ import main
sys.argv = ["quizzer", "show", "sdpa-by-hand"]
main()
import numpy
assert len(list(Path("/proc/self/task").glob("*"))) == 1
"""
    if not Path("/proc/self/task").exists():
        pytest.skip("counts threads as Linux lists them")
    assert "numpy" in modules_after(code, tmp_path)
