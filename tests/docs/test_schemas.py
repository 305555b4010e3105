"""The published schemas of banks and check-lists say what the reader says."""

import json
import runpy
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from quizzer.bank import schema
from quizzer.bank.loading import load_folder
from quizzer.diagnostics import Problem
from tests.bank.conftest import CHOICE, CODE, COMPUTE, FILL, MATCH, OPEN, ORDER, bank, write_folder

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
TOOL = runpy.run_path(str(DOCS / "schemas.py"))

# What docs/banks.md lists as beyond a JSON schema: parts of the reader's messages about it.
BEYOND: Final = (
    "is already used",
    "there is no topic",
    "there is no point",
    "there is no item",
    "refers to itself",
    "a circle of prerequisites",
    "the blank '",
    "the prompt marks a blank",
    "the same text as in entry",
    "is both accepted and a wrong answer",
    "must not be the right side of a pair",
    "is above",
    "is not a given `integer`",
    "is also the name of a given value",
    "does not come before this one",
    "there is no given value or earlier step",
    "there is no step",
    "is given twice",
    "is neither an outcome nor a mistake",
    "of the reference",
)


def validator(name: str) -> jsonschema.Draft202012Validator:
    content = json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(content)
    return jsonschema.Draft202012Validator(content)


PUBLISHED: Final = {name: validator(name) for name in ("bank", "checklist")}
BANK = PUBLISHED["bank"]
SOUND: Final = yaml.safe_load(bank(CHOICE, FILL, ORDER, MATCH, OPEN, COMPUTE, CODE))


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_file_is_made_of_the_records(name: str) -> None:
    text = (DOCS / f"{name}.schema.json").read_text(encoding="utf-8")
    assert text == TOOL["as_text"](TOOL["published"](name)), "run `python docs/schemas.py`"


@pytest.mark.parametrize("file", sorted((ROOT / "questions").glob("*.yaml")), ids=lambda f: f.stem)
def test_every_bank_is_valid_and_names_the_schema_in_its_first_line(file: Path) -> None:
    name = "checklist" if file.stem == "checklist" else "bank"
    text = file.read_text(encoding="utf-8")
    mark, _, path = text.splitlines()[0].partition("=")
    assert mark == "# yaml-language-server: $schema"
    assert (file.parent / path).resolve() == DOCS / f"{name}.schema.json"
    assert list(PUBLISHED[name].iter_errors(yaml.load(text, yaml.CSafeLoader))) == []


def test_an_editor_shows_words_for_every_field() -> None:
    for name, record in vars(schema).items():
        if isinstance(record, type) and issubclass(record, Struct) and record is not schema.Record:
            fields = {name.rstrip("_") for name in record.__annotations__}
            assert fields == set(TOOL["HOVERS"].get(name, {})), f"docs/hovers.yaml, {name}"


def test_sound_items_of_every_kind_are_accepted() -> None:
    assert list(BANK.iter_errors(SOUND)) == []


# Each case changes one thing: the number of the item in SOUND, the way to a field, a new value.
CHOICE_AT, FILL_AT, ORDER_AT, MATCH_AT, OPEN_AT, COMPUTE_AT, CODE_AT = range(7)
LOST: Final = object()
MANY_OPTIONS: Final = [{"text": str(n), "correct": not n, "because": "No."} for n in range(27)]
WRONG: Final[list[tuple[int, tuple[str | int, ...], Any]]] = [
    (CHOICE_AT, ("title",), LOST),
    (CHOICE_AT, ("kind",), LOST),
    (CHOICE_AT, ("kind",), "chioce"),
    (CHOICE_AT, ("hints",), LOST),
    (CHOICE_AT, ("hints",), []),
    (CHOICE_AT, ("sources",), "A paper"),
    (CHOICE_AT, ("sources",), []),
    (CHOICE_AT, ("title",), " "),
    (CHOICE_AT, ("title",), 512),
    (CHOICE_AT, ("title",), None),
    (CHOICE_AT, ("level",), "jnior"),
    (CHOICE_AT, ("difficulty",), 0),
    (CHOICE_AT, ("difficulty",), 6),
    (CHOICE_AT, ("difficulty",), 2.5),
    (CHOICE_AT, ("difficulty",), "2"),
    (CHOICE_AT, ("difficulty",), True),
    (CHOICE_AT, ("minutes",), 0),
    (CHOICE_AT, ("id",), "Plain Choice"),
    (CHOICE_AT, ("colour",), "red"),
    (CHOICE_AT, ("given",), {}),
    (CHOICE_AT, ("options",), []),
    (CHOICE_AT, ("options",), MANY_OPTIONS),
    (ORDER_AT, ("sequence",), [str(number) for number in range(27)]),
    (CHOICE_AT, ("options", 0, "correct"), False),
    (CHOICE_AT, ("options", 0, "mistake"), "denial"),
    (CHOICE_AT, ("options", 1, "correct"), True),
    (CHOICE_AT, ("options", 1, "because"), LOST),
    (CHOICE_AT, ("options", 1, "because"), " "),
    (CHOICE_AT, ("options", 1, "mistake"), "right"),
    (CHOICE_AT, ("follow_ups",), [{"when": "right"}]),
    (CHOICE_AT, ("follow_ups",), [{"item": "plain-fill", "when": " "}]),
    (FILL_AT, ("blanks",), {}),
    (FILL_AT, ("blanks", "two words"), {"accept": ["x"]}),
    (FILL_AT, ("blanks", "scale", "accept"), []),
    (FILL_AT, ("blanks", "scale", "accept"), ["x", "x"]),
    (ORDER_AT, ("sequence",), ["scores"]),
    (ORDER_AT, ("sequence",), ["scores", "scores"]),
    (MATCH_AT, ("pairs", 0, "right"), LOST),
    (MATCH_AT, ("distractors",), ["x", "x"]),
    (MATCH_AT, ("distractors",), [{"text": "x"}]),
    (MATCH_AT, ("distractors",), [{"text": "x", "because": "y", "mistake": "right"}]),
    (OPEN_AT, ("model_answer",), LOST),
    (OPEN_AT, ("key_points", 0, "weight"), 0),
    (COMPUTE_AT, ("steps",), {}),
    (COMPUTE_AT, ("ask",), {}),
    (COMPUTE_AT, ("ask", "weights", "what"), "values"),
    (COMPUTE_AT, ("ask", "weights", "decimals"), 7),
    (COMPUTE_AT, ("ask", "weights", "unit"), "GiB"),
    (COMPUTE_AT, ("given", "Q", "value"), 3),
    (COMPUTE_AT, ("given", "Q", "shape"), LOST),
    (COMPUTE_AT, ("given", "Q", "shape"), [2, -1]),
    (COMPUTE_AT, ("given", "Q"), {"integers": [2], "to": 2.5}),
    (COMPUTE_AT, ("given", "n", "integer"), [2]),
    (COMPUTE_AT, ("given", "n", "integer"), [2, 3, 4]),
    (COMPUTE_AT, ("steps", "scores", "of"), LOST),
    (COMPUTE_AT, ("steps", "scores", "with"), "Q"),
    (COMPUTE_AT, ("steps", "scores", "with"), [["Q"]]),
    (COMPUTE_AT, ("mistakes", 0, "of"), LOST),
    (COMPUTE_AT, ("mistakes", 0, "id"), "always"),
    (CODE_AT, ("cases",), []),
    (CODE_AT, ("cases", 0, "count"), 101),
    (CODE_AT, ("cases", 0, "dtypes"), ["float16"]),
    (CODE_AT, ("properties",), [{"of": ["query"]}]),
    (CODE_AT, ("properties",), [{"holds": "causal", "mistake": "looks-ahead"}]),
    (CODE_AT, ("properties",), [{"holds": "causal", "says": "Do not look ahead."}]),
    (CODE_AT, ("mistakes", 0, "id"), "wrong"),
]


@pytest.mark.parametrize(("item", "path", "value"), WRONG)
def test_what_the_reader_refuses_the_schema_refuses(
    item: int, path: tuple[str | int, ...], value: Any, tmp_path: Path
) -> None:
    content = changed(SOUND, ("items", item, *path), value)
    assert problems_of(content, tmp_path), "the reader takes this"
    assert not BANK.is_valid(content)


def changed(content: Any, path: tuple[str | int, ...], value: Any) -> Any:
    copy = deepcopy(content)
    *way, last = path
    inner = copy
    for part in way:
        inner = inner[part]
    if value is LOST:
        del inner[last]
    else:
        inner[last] = value
    return copy


def problems_of(content: Any, folder: Path) -> list[Problem]:
    """What the reader finds."""
    text = yaml.safe_dump(content, allow_unicode=True)
    return load_folder(write_folder(folder / "banks", text))[1]


def is_beyond(problem: Problem) -> bool:
    """Is it something that no schema can say, at least not always?"""
    return any(part in problem.message for part in BEYOND)


def places(content: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to everything that stands in the content."""
    if path:
        yield path
    entries: Any = ()
    if isinstance(content, dict):
        entries = content.items()
    elif isinstance(content, list):
        entries = enumerate(content)
    for key, inner in entries:
        yield from places(inner, (*path, key))


VALUES = st.sampled_from(
    [LOST, None, True, False, 0, -1, 3, 2.5, "", " ", "x", "Two Words", "right", [], {}]
) | st.sampled_from([["x"], ["x", "x"], [2, 3], [1, "n"], {"x": 1}, {"of": "f"}, {"a b": {}}])
PLACES = st.sampled_from(list(places(SOUND)))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLACES, VALUES)
def test_reader_and_schema_agree_on_any_change(
    tmp_path: Path, path: tuple[str | int, ...], value: Any
) -> None:
    content = changed(SOUND, path, value)
    problems = problems_of(content, tmp_path)
    errors = [error.message for error in BANK.iter_errors(content)]
    if not errors:
        assert [str(problem) for problem in problems if not is_beyond(problem)] == []
    if not problems:
        assert errors == []
