"""Problems are shown with their line and the place marked, whatever stands in that line."""

import json

from quizzer.diagnostics import Problem, as_data, render


def problem(column: int, width: int = 1, **more: str) -> Problem:
    return Problem(path="b.yaml", line=12, column=column, message="wrong", width=width, **more)


def test_a_problem_is_shown_like_a_compiler_error() -> None:
    told = problem(3, 4, item="an-item", field="level", suggestion="did you mean 'hints'?")
    assert render(told, "  hint: [x]") == (
        "b.yaml:12:3: error [an-item] level: wrong\n"
        "   12 |   hint: [x]\n"
        "      |   ^^^^\n"
        "help: did you mean 'hints'?"
    )


def test_without_a_source_line_only_the_place_is_told() -> None:
    assert render(problem(3)) == "b.yaml:12:3: error wrong"


def test_wide_and_combining_characters_keep_the_mark_in_place() -> None:
    # 注意 fills four cells, e with its accent one.
    assert render(problem(5, 2), "注意e\u0301xy").splitlines()[-1] == "      | " + " " * 5 + "^^"
    assert render(problem(1, 2), "注意").splitlines()[-1] == "      | ^^^^"


def test_tabs_are_shown_as_spaces() -> None:
    assert render(problem(2), "\tx").splitlines()[1:] == ["   12 |     x", "      |     ^"]


def test_control_characters_are_escaped_everywhere() -> None:
    told = Problem(
        path="a\x1b.yaml", line=1, column=5, message="m\x07", item="i\n", suggestion="s\u202e"
    )
    shown = render(told, "a\x1b[31mb")
    assert shown.splitlines() == [
        "a\\x1b.yaml:1:5: error [i\\n] m\\x07",
        "    1 | a\\x1b[31mb",
        "      |        ^",
        "help: s\\u202e",
    ]


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "a" * 500 + "HERE" + "b" * 500
    _, source, mark = render(problem(501, 4), line).splitlines()
    assert len(source) < 120
    assert source[mark.index("^") : mark.rindex("^") + 1] == "HERE"
    assert source.endswith("…")


def test_the_mark_of_a_long_value_ends_with_the_line() -> None:
    _, source, mark = render(problem(1, 500), "a" * 500).splitlines()
    assert len(mark) <= len(source)


def test_a_place_beyond_the_line_is_marked_at_its_end() -> None:
    assert render(problem(9), "abc").splitlines()[-1].count("^") == 1


def test_a_problem_is_plain_data_for_json() -> None:
    data = as_data(problem(3, 4, item="an-item", field="level"))
    assert json.loads(json.dumps(data)) == {
        "path": "b.yaml",
        "line": 12,
        "column": 3,
        "width": 4,
        "message": "wrong",
        "item": "an-item",
        "field": "level",
        "suggestion": None,
        "severity": "error",
    }
