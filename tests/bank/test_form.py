"""A bank whose fields do not have the form of the schema is told where, what and what to do."""

from collections.abc import Callable

import pytest

from quizzer.diagnostics import Problem
from tests.bank.conftest import CHOICE, COMPUTE, bank, place, the_only

Check = Callable[[str | bytes], list[Problem]]


def test_sound_items_have_no_problems(problems_in: Check) -> None:
    assert problems_in(bank(CHOICE, COMPUTE)) == []


# Each case changes one thing in a sound bank; the item begins on line 3.
CASES = [
    # (old text, new text, line, column, field, part of the message, suggestion)
    ("level:", "lvel:", 5, 3, "", "no field 'lvel'", "did you mean 'level'?"),
    ("hints:", "hint:", 10, 3, "", "no field 'hint' in an item of kind 'choice'", "'hints'?"),
    ("because:", "becuase:", 14, 26, "options[1]", "no field 'becuase'", "'because'?"),
    ("junior", "jnior", 5, 10, "level", "not one of junior, mid and senior", "'junior'?"),
    ("difficulty: 2", "difficulty: 7", 6, 15, "difficulty", "whole number from 1 to 5", None),
    ("difficulty: 2", "difficulty: 2.5", 6, 15, "difficulty", "not the number 2.5", None),
    ("difficulty: 2", 'difficulty: "2"', 6, 15, "difficulty", "text '2'", "remove the quotes"),
    ("difficulty: 2", "difficulty: 2.0", 6, 15, "difficulty", "not the number 2.0", "write 2"),
    ("difficulty: 2", "difficulty: 010", 6, 15, "difficulty", "octal", "write 10"),
    ("difficulty: 2", "difficulty: 1:30", 6, 15, "difficulty", "in base 60", "quotes"),
    ("difficulty: 2", "difficulty: true", 6, 15, "difficulty", "not true", None),
    ("difficulty: 2", "difficulty:", 6, 14, "difficulty", "not nothing", None),
    ("difficulty: 2", "minutes: 1e1", 6, 12, "minutes", "text '1e1'", "write 1.0e+1"),
    ("difficulty: 2", "minutes: 0", 6, 12, "minutes", "a number above 0", None),
    ("difficulty: 2", "minutes: .inf", 6, 12, "minutes", "out of range", None),
    ("A title", "no", 4, 10, "title", "`no`, which YAML reads as false", 'quotes: "no"'),
    ("A title", "on", 4, 10, "title", "`on`, which YAML reads as true", 'quotes: "on"'),
    ("A title", "512", 4, 10, "title", "text is expected here, not the number 512", '"512"'),
    ("A title", "~", 4, 10, "title", "`~`, which YAML reads as no value", '"~"'),
    ("A title", "2024-01-31", 4, 10, "title", "as a date", "quotes"),
    ("A title", "[d_k]", 4, 10, "title", "not a list", "quotes"),
    ("A title", '" "', 4, 10, "title", "there must be text here", None),
    ("A title", '"\\e[31m"', 4, 10, "title", "invisible character U+001B", None),
    ("plain-choice", "Plain Choice", 3, 7, "id", "is not an id", "did you mean 'plain-choice'?"),
    ("[A paper]", "A paper", 9, 12, "sources", "a list of texts", "[A paper]"),
    ("[A paper]", "[]", 9, 12, "sources", "1 or more entries are needed", None),
    ("[A paper]", "[1706]", 9, 13, "sources[0]", "the number 1706", '"1706"'),
    ("kind: choice", "kind: chioce", 11, 9, "kind", "'chioce' is unknown", "'choice'?"),
    ("kind: choice", "kind: [choice]", 11, 9, "kind", "not a list", None),
    ("kind: choice", "kind: !mine choice", 11, 9, "kind", "the tag '!mine'", "remove it"),
    ("correct: true", "correct: 1", 13, 32, "options[0].correct", "true or false", None),
    ("true}", '"true"}', 13, 32, "options[0].correct", "the text 'true'", "remove the quotes"),
    ("{text: No it is not, because: It is}", "Nay", 14, 5, "options[1]", "an option", "are text,"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "field", "message", "hint"), CASES)
def test_a_wrong_field_is_placed_and_explained(
    problems_in: Check,
    old: str,
    new: str,
    line: int,
    column: int,
    field: str,
    message: str,
    hint: str | None,
) -> None:
    problems = problems_in(bank(CHOICE.replace(old, new)))
    problem = next(p for p in problems if "missing" not in p.message)
    assert (problem.line, problem.column, problem.field) == (line, column, field)
    assert message in problem.message
    assert (problem.suggestion is None) if hint is None else (hint in str(problem.suggestion))


def test_a_problem_names_its_file_and_item(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace("difficulty: 2", "difficulty: 7"))))
    assert problem.path.endswith("bank.yaml")
    assert problem.item == "plain-choice"


def test_a_missing_field_is_told_at_the_item(problems_in: Check) -> None:
    text = bank(CHOICE.replace("  explanation: Because.\n", ""))
    problem = the_only(problems_in(text))
    assert place(problem) == (3, 3)
    assert "'explanation' is missing" in problem.message


def test_an_item_without_kind_is_told_all_kinds(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace("  kind: choice\n", ""))))
    assert "'kind' is missing" in problem.message
    assert "choice, fill, order, match, open, compute or code" in problem.message


def test_fields_are_checked_even_when_the_kind_is_unknown(problems_in: Check) -> None:
    text = bank(CHOICE.replace("choice\n", "riddle\n").replace("difficulty: 2", "difficulty: 9"))
    assert [p.field for p in problems_in(text)] == ["difficulty", "kind"]


def test_the_other_rules_are_checked_even_when_a_field_is_wrong(problems_in: Check) -> None:
    text = CHOICE.replace("A title", "no").replace("because: It is", "because: ''")
    assert [p.field for p in problems_in(bank(text))] == ["title", "options[1]"]


@pytest.mark.parametrize(
    ("old", "new", "field", "message", "hint"),
    [
        ("[n, 3]", "[n, -1]", "given.Q.shape[1]", "of at least 0", None),
        ("[n, 3]", "[n, 2.5]", "given.Q.shape[1]", "not the number 2.5", None),
        ("{shape: [n, 3]}", "[n, 3]", "given.Q", "a given is expected", "its fields are shape"),
        ("weights: {decimals: 3}", "weights:", "ask.weights", "not nothing", "`{}`"),
        ("[n, 3]", "[n, two words]", "given.Q.shape[1]", "is not a name", "'two_words'?"),
        ("[Q, Q]", "[Q, yes]", "steps.scores.with[1]", "`yes` without quotes as true", '"yes"'),
        ("[Q, Q]", "[Q, 1e3]", "steps.scores.with[1]", "as text, not as a number", "1.0e+3"),
        ("[Q, Q]", "Q", "steps.scores.with", "a list", None),
        ("integer: [2, 3]", "integer: [2]", "given.n.integer", "2 entries are needed", None),
        ("integer: [2, 3]", "integer: [1, 2, 3]", "given.n.integer", "2 entries belong", None),
        ("decimals: 3", "decimals: 9", "ask.weights.decimals", "from 0 to 6", None),
        ("weights: {dec", "no-name: {step: weights, dec", "ask", "is not a name", "'no_name'?"),
        ("integer: [2, 3]", "value: [[no]]", "given.n.value[0][0]", "as false", '"no"'),
    ],
)
def test_graphs_have_their_form_too(
    problems_in: Check, old: str, new: str, field: str, message: str, hint: str | None
) -> None:
    problem = problems_in(bank(COMPUTE.replace(old, new, 1)))[0]
    assert problem.field == field
    assert message in problem.message
    assert hint is None or hint in str(problem.suggestion)


def test_numbers_too_large_for_any_machine_are_refused(problems_in: Check) -> None:
    text = COMPUTE.replace("integer: [2, 3]", f"value: {'9' * 5000}", 1)
    assert "too many digits" in problems_in(bank(text))[0].message
    text = COMPUTE.replace("integer: [2, 3]", f"value: {2**63}", 1)
    assert "too large" in problems_in(bank(text))[0].message


def test_every_problem_of_a_file_is_told_at_once(problems_in: Check) -> None:
    first = CHOICE.replace("A title", "no").replace("junior", "expert")
    second = COMPUTE.replace("decimals: 3", "decimal: 3")
    told = [(p.item, p.field) for p in problems_in(bank(first, second, "- just text\n"))]
    assert told == [
        ("plain-choice", "title"),
        ("plain-choice", "level"),
        ("plain-compute", "ask.weights"),
        (None, "items[2]"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this file is empty"),
        ("# only a comment\n", "this file is empty"),
        ("- a\n- b\n", "a bank is expected here, not a list"),
        ("just text\n", "a bank is expected here, not the text 'just text'"),
        ("null\n", "a bank is expected here, not `null`"),
    ],
)
def test_a_file_that_is_no_bank_is_refused(problems_in: Check, text: str, message: str) -> None:
    problem = the_only(problems_in(text))
    assert place(problem) == (1, 1)
    assert message in problem.message


def test_a_wrong_field_of_the_bank_does_not_hide_those_of_its_items(problems_in: Check) -> None:
    text = bank(CHOICE.replace("A title", "no")).replace("topic: ", "subject: ")
    messages = [p.message for p in problems_in(text)]
    assert len(messages) == 3
    assert "'topic' is missing" in messages[0] or "'topic' is missing" in messages[1]
