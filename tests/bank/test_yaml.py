"""Text that is not YAML, or YAML that is not plain data, is explained; nothing of it is run."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quizzer.bank.loading import load_folder
from quizzer.diagnostics import Problem
from tests.bank.conftest import CHOICE, COMPUTE, bank, place, the_only, write_folder

Check = Callable[[str | bytes], list[Problem]]

SYNTAX = [
    # (old text, new text, line, column, part of the message, part of the suggestion)
    ("What?", "What: this?", 7, 15, "a colon inside text without quotes", "quotes"),
    ("What?", "What:\tthis?", 7, 15, "a colon inside text without quotes", "quotes"),
    ("What?", "`d_k`?", 7, 11, "cannot begin with this character", "quotes"),
    ("What?", "**What**?", 7, 12, "means an alias in YAML", "quotes"),
    ("What?", '"\\q"', 7, 12, "unknown escape", "single quotes"),
    ("What?", '"What" now', 7, 18, "text after a closing quote or bracket", "quote above"),
    ("  level: junior\n", "\tlevel: junior\n", 5, 1, "a tab in the indentation", "spaces"),
    ("[Think]", "[Think", 11, 7, "not closed, or lacks a comma", "`]`"),
    ("  level: junior\n", "    level: junior\n", 5, 10, "continues the text above", "indent"),
    ("title: A", "title:A", 4, 3, "without a colon and a space", "`name: value`"),
    ("title: A", "title：A", 4, 3, "without a colon and a space", "`name: value`"),
    ("A title", "- A title", 4, 10, "cannot begin with `- `", "quotes"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "message", "hint"), SYNTAX)
def test_a_syntax_error_is_placed_and_explained(
    problems_in: Check, old: str, new: str, line: int, column: int, message: str, hint: str
) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace(old, new, 1))))
    assert place(problem) == (line, column)
    assert problem.item == "plain-choice"
    assert message in problem.message
    assert hint in str(problem.suggestion)


def test_a_quote_that_is_never_closed_is_shown_where_it_opens(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace("What?", "'What?"))))
    assert place(problem) == (7, 11)
    assert "never closed" in problem.message


def test_after_a_syntax_error_the_other_items_are_still_checked(problems_in: Check) -> None:
    broken = CHOICE.replace("What?", "What: this?")
    flawed = COMPUTE.replace("A title", "no")
    also_broken = CHOICE.replace("plain-choice", "third").replace("Because.", "@ once")
    told = [(p.item, p.line) for p in problems_in(bank(broken, flawed, also_broken))]
    assert told == [("plain-choice", 7), ("plain-compute", 16), ("third", 39)]


def test_a_list_with_ids_inside_of_an_item_begins_no_item(problems_in: Check) -> None:
    mistake = "  - id: no-scale\n    step: scores\n    says: No scale: none\n"
    broken = COMPUTE.partition("  - {id: no-scale")[0] + mistake
    problem = the_only(problems_in(bank(broken, CHOICE)))
    assert problem.item == "plain-compute"


def test_items_lost_to_a_syntax_error_can_still_be_referred_to(problems_in: Check) -> None:
    broken = CHOICE.replace("What?", "What: this?")
    refers = COMPUTE + "  prerequisites: [plain-choice]\n"
    assert [p.item for p in problems_in(bank(broken, refers))] == ["plain-choice"]


def test_an_unclosed_bracket_costs_only_the_item_it_is_in_and_the_next(problems_in: Check) -> None:
    broken = CHOICE.replace("[Think]", "[Think").replace("  kind: choice\n", "")
    items = [CHOICE.replace("plain-choice", f"item-{i}") for i in range(4)]
    assert len(problems_in(bank(broken, *items))) == 1


def test_a_second_document_is_refused(problems_in: Check) -> None:
    problem = problems_in(bank(CHOICE) + "---\n" + bank(CHOICE))[0]
    assert place(problem) == (15, 1)
    assert "one YAML document" in problem.message


def test_a_key_given_twice_names_both_places(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace("  level", "  title: B\n  level"))))
    assert (place(problem), problem.item) == ((5, 3), "plain-choice")
    assert problem.message == "'title' is given twice; the first is on line 4"


@pytest.mark.parametrize(
    "tagged",
    ["!!python/object/apply:os.system [echo]", "!!python/name:os.system ''", "!!set {a}", "!own x"],
)
def test_tags_other_than_plain_data_are_refused(problems_in: Check, tagged: str) -> None:
    problem = problems_in(bank(CHOICE.replace("A title", tagged)))[0]
    assert place(problem) == (4, 10)
    assert "banks are plain data" in problem.message


def test_text_that_begins_with_a_blank_needs_quotes(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace("What?", "{{blank}} is text"))))
    assert (problem.line, problem.item) == (7, "plain-choice")
    assert "text after a closing quote or bracket" in problem.message


def test_merge_keys_are_refused(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace("{text: Yes", "{<<: {}, text: Yes"))))
    assert (place(problem), problem.field) == ((13, 6), "options[0]")
    assert "merge keys" in problem.message


def test_a_mapping_as_the_name_of_a_field_is_refused(problems_in: Check) -> None:
    problems = problems_in(bank(CHOICE.replace("What?", "{{blank}}")))
    assert {(p.item, p.line) for p in problems} == {("plain-choice", 7)}
    assert "the name of a field must be text" in [p.message for p in problems]


def test_an_alias_repeats_what_its_anchor_names(tmp_path: Path) -> None:
    text = bank(CHOICE.replace("[A paper]", "&s [A paper]"), COMPUTE.replace("[A paper]", "*s"))
    library, problems = load_folder(write_folder(tmp_path / "banks", text))
    assert problems == []
    assert library.items["plain-compute"].sources == ["A paper"]


@pytest.mark.parametrize(
    ("source", "message"),
    [("*s", "no anchor '&s'"), ("&s [*s]", "is inside what it refers to")],
)
def test_an_alias_that_leads_nowhere_is_refused(
    problems_in: Check, source: str, message: str
) -> None:
    problem = the_only(problems_in(bank(CHOICE.replace("[A paper]", source))))
    assert (problem.line, problem.item) == (9, "plain-choice")
    assert message in problem.message


def laughs(levels: int) -> str:
    lines = ['a0: &a0 ["ha", "ha", "ha", "ha", "ha", "ha", "ha", "ha", "ha"]']
    for level in range(1, levels):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]")
    return "\n".join(lines)


HOSTILE = {
    "billion laughs": laughs(10),
    "long text repeated": f"a: &a {'x' * 50_000}\nb: [{', '.join(['*a'] * 5000)}]\n",
    "deep chain of aliases": "\n".join(
        ["a0: &a0 [x]", *(f"a{i}: &a{i} [[[[*a{i - 1}]]]]" for i in range(1, 400))]
    ),
    "deep brackets": "[" * 50_000,
    "deep dashes": "- " * 50_000,
    "deep braces": "{a: " * 10_000,
    "many values": "items: [" + "a," * 400_000 + "]",
    "many syntax errors": "items:\n" + "- id: a\n  b: c: d\n" * 3_000,
    "long name": f"items:\n- id: {'x' * 1_000_000}\n  {'y' * 1_000_000}: 1\n",
    "not text": bytes(range(256)) * 200,
    "huge": b"a" * 5_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused_quickly(problems_in: Check, name: str) -> None:
    started = time.process_time()
    problems = problems_in(HOSTILE[name])
    assert time.process_time() - started < 2
    assert problems
    assert all(len(problem.message) <= 300 for problem in problems)


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (bank(CHOICE).replace("A title", "Caf\xe9").encode("latin-1"), 4, 13, "0xe9 is not UTF-8"),
        (bank(CHOICE).encode("utf-16"), 1, 1, "UTF-16"),
        (bank(CHOICE).encode("utf-32"), 1, 1, "UTF-32"),
        (bank(CHOICE).replace("A title", "A\x00b").encode(), 4, 11, "U+0000"),
        (bank(CHOICE).replace("A title", "A\x1b[31m").encode(), 4, 11, "U+001B"),
        (bank(CHOICE).replace("A title", "A\ufeffb").encode(), 4, 11, "U+FEFF"),
        (bank(CHOICE).replace("A title", "A\u2028b").encode(), 4, 11, "U+2028"),
    ],
    ids=["latin-1", "utf-16", "utf-32", "nul", "escape", "bom inside", "line separator"],
)
def test_bytes_that_are_not_clean_text_are_placed(
    problems_in: Check, data: bytes, line: int, column: int, message: str
) -> None:
    problem = problems_in(data)[0]
    assert place(problem) == (line, column)
    assert message in problem.message


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_endings_and_a_byte_order_mark_do_no_harm(problems_in: Check, newline: str) -> None:
    text = "\ufeff" + bank(CHOICE.replace("junior", "x"))
    problem = the_only(problems_in(text.replace("\n", newline)))
    assert place(problem) == (5, 10)


def test_columns_count_characters_also_after_wide_ones(problems_in: Check) -> None:
    text = CHOICE.replace("{text: Yes it is, correct: true}", "{text: '𝛼注意é', corect: true}")
    assert place(problems_in(bank(text))[-1]) == (13, 20)


def test_without_the_c_loader_the_same_places_are_told(tmp_path: Path) -> None:
    text = bank(CHOICE.replace("What?", "What: this?"), COMPUTE.replace("A title", "no"))
    folder = write_folder(tmp_path / "banks", text)
    program = (
        "import sys, yaml; del yaml.CSafeLoader\n"
        "from pathlib import Path\n"
        "from quizzer.bank.loading import load_folder\n"
        "for problem in load_folder(Path(sys.argv[1]))[1]: print(problem)\n"
    )
    command = [sys.executable, "-c", program, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(p) for p in load_folder(folder)[1]]
