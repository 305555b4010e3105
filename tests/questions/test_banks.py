"""The bundled banks are well formed, complete against the check-list, and hands-on."""

import re
from collections import Counter

import pytest

from quizzer.bank.check import read_paths
from quizzer.bank.coverage import coverage
from quizzer.bank.loading import Library, bundled_folder
from quizzer.bank.schema import CodeItem, Item
from quizzer.exercises.functions import resolve
from tests.each import for_each
from tests.questions.conftest import LIBRARY

COLUMNS = 60


def texts(item: Item) -> list[str]:
    return [item.prompt, item.explanation, *item.hints]


def test_the_check_finds_nothing() -> None:
    assert read_paths([bundled_folder()]).problems == []


def test_every_topic_has_a_lesson_and_at_least_three_items(library: Library) -> None:
    for topic in library.topics:
        bank = library.banks[topic.id]
        assert bank.lesson, topic.id
        assert len(bank.items) >= 3, topic.id


def test_files_are_numbered_in_the_order_of_the_check_list(library: Library) -> None:
    numbered = [path.stem for path in sorted(bundled_folder().glob("[0-9]*.yaml"))]
    expected = [f"{n:02}-{topic.id}" for n, topic in enumerate(library.topics, start=1)]
    assert numbered == expected


def test_every_point_is_covered_within_its_topic(library: Library) -> None:
    for topic in library.topics:
        covered = {point for item in library.items_of(topic.id) for point in item.covers}
        assert {point.id for point in topic.points} <= covered, topic.id


def test_points_are_things_that_one_can_do_each_said_once(library: Library) -> None:
    texts = [point.text for topic in library.topics for point in topic.points]
    assert 150 <= len(texts) <= 250
    assert all(text.startswith("can ") for text in texts)
    assert len(set(texts)) == len(texts)


def test_what_is_computed_or_coded_needs_more_than_words(library: Library) -> None:
    for entry in coverage(library):
        if re.match("(compute|count|write|mend|run|derive)-", entry.point.id):
            assert entry.point.subject != "concept", entry.point.id
        assert entry.gap is None, entry.point.id


def test_every_item_covers_a_point_and_has_two_hints_and_tags(library: Library) -> None:
    for item in library.items.values():
        assert item.covers, item.id
        assert len(item.hints) >= 2, item.id
        assert item.tags, item.id


def test_the_bank_makes_people_compute(library: Library) -> None:
    kinds = Counter(type(item).__name__ for item in library.items.values())
    assert kinds["ComputeItem"] >= 16
    assert kinds["ChoiceItem"] >= 16
    assert kinds["FillItem"] >= 8


@for_each("item", LIBRARY.items.values(), named=lambda item: item.id)
def test_formulas_are_plain_text_that_fits_a_narrow_screen(item: Item) -> None:
    for text in texts(item):
        assert not re.search(r"\$|\\[a-z]+\{|\\frac", text)
        code = [line for line in text.splitlines() if line.startswith("    ")]
        assert all(len(line) <= COLUMNS for line in code), code


@pytest.mark.parametrize("topic", LIBRARY.banks)
def test_lessons_fit_half_a_page(topic: str) -> None:
    lesson = LIBRARY.banks[topic].lesson
    assert len(lesson.split()) <= 260
    assert all(len(line) <= COLUMNS for line in lesson.splitlines() if line.startswith("    "))


def test_code_items_name_public_functions(library: Library) -> None:
    for item in library.items.values():
        if isinstance(item, CodeItem):
            for name in (item.implement, *(mistake.of for mistake in item.mistakes)):
                assert callable(resolve(name))


def test_no_line_of_a_formula_is_taken_for_a_list(library: Library) -> None:
    """A plus that begins a line begins a list in Markdown; lists of the banks have a minus."""
    long = [entry for item in library.items.values() for entry in texts(item)]
    long += [bank.lesson or "" for bank in library.banks.values()]
    assert not re.findall(r"^ {0,3}\+ .*", "\n".join(long), re.MULTILINE)
