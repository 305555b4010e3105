"""The settings file: what is understood, and every problem with its place."""

import tomllib
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.configuration.keymap import keymap
from quizzer.configuration.locating import places
from quizzer.configuration.reading import File, parse, read
from quizzer.configuration.settings import SETTINGS, Settings, WrongValueError

PATH = Path("config.toml")


def told(text: str) -> list[str]:
    """The problems of a text, each as `line:column: severity field: message`."""
    file = parse(text, PATH)
    problems = (*file.problems, *keymap(file.keys, PATH).problems)
    return [str(problem).removeprefix("config.toml:") for problem in problems]


def test_every_setting_has_a_default_and_a_description() -> None:
    assert list(SETTINGS) == list(Settings._fields)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_example_of_every_setting_is_understood(name: str) -> None:
    file = parse(f"{name} = {SETTINGS[name].example}", PATH)
    assert not file.problems
    assert file.values[name] != getattr(Settings(), name)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('theme = "light"', "quizzer-light"),
        ('theme = "nord"', "nord"),
        ("confidence = false", False),
        ("retention = 0.7", 0.7),
        ("retention = 0.99", 0.99),
        ("rollover_hour = 0", 0),
        ("rollover_hour = 23", 23),
        ("interview_day = 2026-12-22", date(2026, 12, 22)),
        ('interview_day = "2026-12-22"', date(2026, 12, 22)),
        ("minutes_a_day = 5", 5),
        ("editor = 'emacs -nw'", "emacs -nw"),
    ],
)
def test_values_are_read(line: str, value: object) -> None:
    file = parse(f"# mine\n{line}", PATH)
    assert not file.problems
    name = line.split()[0]
    assert (file.values[name], file.lines[name]) == (value, 2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("retention = 2", "must be a number between 0.7 and 0.99, not 2"),
        ("retention = nan", "must be a number between 0.7 and 0.99, not nan"),
        ("retention = true", "must be a number between 0.7 and 0.99, not true"),
        ("rollover_hour = 24", "must be a whole number from 0 to 23, not 24"),
        ("rollover_hour = 4.0", "must be a whole number from 0 to 23, not 4.0"),
        ("minutes_a_day = 4", "must be a whole number from 5 to 180, not 4"),
        ('confidence = "yes"', 'must be true or false, without quotes, not "yes"'),
        ('theme = "drak"', 'no theme is called "drak"'),
        ("theme = 3", "must be the name of a theme, in quotes, not 3"),
        ('interview_day = "22.12.2026"', 'must be a day, not "22.12.2026"'),
        ("interview_day = 2026-12-22T10:00:00", "must be a day, not 2026-12-22 10:00:00"),
        ('editor = "vi \'x"', '"vi \'x" is not a command: No closing quotation'),
        ('editor = " "', "must not be empty"),
    ],
)
def test_a_wrong_value_is_told_with_its_place_and_does_not_count(line: str, says: str) -> None:
    name = line.split()[0]
    assert told(f"# mine\n\n  {line}") == [f"3:3: error {name}: {says}"]
    assert not parse(line, PATH).values


def test_the_other_settings_of_the_file_count_all_the_same() -> None:
    assert parse("retention = 2\nrollover_hour = 5", PATH).values == {"rollover_hour": 5}


def test_a_percentage_is_understood_as_a_slip() -> None:
    assert parse("retention = 90", PATH).problems[0].suggestion == "write 0.9 for 90 %"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("theme = dark", "1:9: error Invalid value"),
        ("confidence = true\n\ntheme", "3:6: error Expected '=' after a key in a key/value pair"),
        ('theme = "dark', "1:14: error Unterminated string"),
        ("theme = ", "1:9: error Invalid value"),
        ("a = [1,\n", "2:1: error Invalid value"),
        ("[keys]\n[keys]", "2:6: error Cannot declare keys twice"),
    ],
)
def test_what_is_not_toml_is_told_with_its_place(text: str, says: str) -> None:
    assert told(text) == [says]


def test_nothing_of_a_file_that_is_not_toml_counts() -> None:
    file = parse("retention = 0.8\n=", PATH)
    assert not file.values
    assert file.problems[0].suggestion == "the whole file is ignored until this is fixed"


@pytest.mark.parametrize(
    ("text", "place", "help_text"),
    [
        ("interview-day = 1", "1:1: warning interview-day", "did you mean 'interview_day'?"),
        ("\nthemes = 1", "2:1: warning themes", "did you mean 'theme'?"),
        ("[key]\nx = 1", "1:1: warning key", "did you mean 'keys'?"),
        (
            "question.hint = 'x'",
            "1:1: warning question",
            "keys belong below a line [keys]; remove the # in front of it if there is one",
        ),
    ],
)
def test_an_unknown_setting_is_a_warning_with_the_nearest_name(
    text: str, place: str, help_text: str
) -> None:
    assert told(text) == [f"{place}: no such setting"]
    assert parse(text, PATH).problems[0].suggestion == help_text


def test_a_missing_file_says_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "config.toml") == File({}, {})


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in str(read(tmp_path).problems[0])  # a folder
    file = tmp_path / "config.toml"
    file.write_bytes(b"theme = 'dark'\n# \xff")
    assert f"{file}:2:1: error is not UTF-8 here" in str(read(file).problems[0])
    file.write_bytes(b"#" * 1_000_001)
    assert "too large" in str(read(file).problems[0])


def test_windows_line_ends_and_marks_are_no_problem(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes("\ufeffconfidence = true\r\nretention = 0.8\r\n".encode())
    assert read(file).values == {"confidence": True, "retention": 0.8}
    assert read(file).lines == {"confidence": 1, "retention": 2}


def test_nesting_without_end_is_told() -> None:
    assert told("a = " + "[" * 10_000) == ["1:1: error is nested too deeply"]


def test_a_number_of_a_million_digits_is_told() -> None:
    assert "error" in told(f"retention = {'9' * 900_000}")[0]


_NAMES = st.sampled_from([*SETTINGS, "keys", "Keys", "question.hint", '"a.b"', "home", "x"])
_SCALARS = st.one_of(
    st.booleans().map(lambda on: str(on).lower()),
    st.integers().map(str),
    st.floats(allow_nan=True).map(str),
    st.text("abc [F2]{}=#,\\'+", max_size=6).map(lambda text: f"'''{text}x'''"),
    st.sampled_from(["2026-12-22", "10:00:00", '""', '"""a\n"b"""', "''", '"h"', '"h,f2"']),
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda values: f"[{', '.join(values)}\n]"),
        st.lists(st.tuples(_NAMES, inner), max_size=2).map(
            lambda pairs: f"{{{', '.join(' = '.join(pair) for pair in pairs)}}}"
        ),
    ),
    max_leaves=4,
)
_SOUND = st.sampled_from([f"{name} = {setting.example}" for name, setting in SETTINGS.items()])
_LINES = st.one_of(
    _SOUND,
    st.builds("{} = {} # note".format, _NAMES, _VALUES),
    _NAMES.map("[{}]".format),
    _NAMES.map("[[{}]]".format),
    st.text(max_size=12),
)
_TEXTS = st.lists(_LINES, max_size=6).map("\n".join)


@given(_TEXTS)
def test_any_text_gives_settings_or_problems_within_it(text: str) -> None:
    file = parse(text, PATH)
    found = keymap(file.keys, PATH)
    for name, value in file.values.items():
        assert SETTINGS[name].read(value) == value
    lines = text.split("\n")
    for problem in (*file.problems, *found.problems):
        assert problem.message
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


def paths_of(content: dict[str, Any], above: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """All paths that lead to a value of a table, through tables only."""
    found = set()
    for name, value in content.items():
        found.add((*above, name))
        if isinstance(value, dict):
            found |= paths_of(value, (*above, name))
    return found


@given(_TEXTS)
def test_every_key_is_found_where_it_stands(text: str) -> None:
    try:
        content = tomllib.loads(text)
    except ValueError:
        return
    found = places(text)
    lines = text.split("\n")
    for path in paths_of(content):
        line, column = found[path]
        assert lines[line - 1][column - 1 :].startswith(tuple("abcdefghijklmnopqrstuvwxyzK\"'["))


@given(st.sampled_from(list(SETTINGS)), st.recursive(st.none() | st.text() | st.floats(), st.lists))
def test_any_value_is_read_or_refused_in_words(name: str, value: object) -> None:
    with suppress(WrongValueError):
        SETTINGS[name].read(value)
