"""Tables and lists in documents have the rows and the numbers that the program has."""

import re
import tomllib
from pathlib import Path

import pytest

from quizzer.bank.slips import INPUTS_UNCHANGED
from quizzer.configuration.settings import SETTINGS, SHORT_THEMES, THEMES, Settings
from quizzer.grading.code.limits import MEBIBYTE, Limits
from quizzer.grading.code.properties import PROPERTIES

DOCS = Path(__file__).parent.parent.parent / "docs"


def document(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def table(name: str, head: str) -> list[list[str]]:
    """The cells of the table whose first column has this head."""
    _, _, rest = document(name).partition(f"| {head} |")
    lines = rest.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_settings_are_listed_with_their_usual_values() -> None:
    rows = table("configuration.md", "setting")
    assert [name.strip("`") for name, *_ in rows] == list(SETTINGS)
    for name, usual, *_ in rows:
        setting = name.strip("`")
        default = getattr(Settings(), setting)
        if usual == "none":
            assert not default, setting
        else:
            said = tomllib.loads(f"x = {usual.strip('`')}")["x"]
            assert SETTINGS[setting].read(said) == default, setting


def test_themes_are_listed() -> None:
    text = document("configuration.md").partition("\nThemes: ")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([^`]+)`", text)) == {*THEMES, *SHORT_THEMES}


def test_properties_of_code_are_listed() -> None:
    rows = table("learner-code.md", "property")
    assert {name.strip("`") for name, *_ in rows} == {INPUTS_UNCHANGED, *PROPERTIES}


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("time, from the first line of the code to the last case", f"{Limits().seconds:.0f} s"),
        ("address space, NumPy included", f"{Limits().memory // 1024 // MEBIBYTE} GiB"),
        ("output", f"{Limits().printed // MEBIBYTE} MiB; the first 40 lines are shown"),
        ("one result, all results", f"8 MB, {Limits().returned // MEBIBYTE} MiB"),
        ("one file", f"{Limits().file_size // MEBIBYTE} MiB"),
        ("open files", str(Limits().open_files)),
    ],
)
def test_limits_of_code_are_as_told(limit: str, value: str) -> None:
    assert dict(table("learner-code.md", "limit"))[limit] == value
