"""Every mistake has a name of its own that says what was done, short enough for a list."""

from collections import Counter

from quizzer.bank.loading import Library
from quizzer.bank.mistakes import words_for

LONGEST = 56


def test_every_mistake_that_an_item_can_tell_has_a_name_and_no_other(library: Library) -> None:
    told = {mistake for item in library.items.values() for mistake in words_for(item)}
    assert told == library.mistake_names.keys()


def test_no_two_mistakes_have_one_name(library: Library) -> None:
    names = Counter(library.mistake_names.values())
    assert {name for name, times in names.items() if times > 1} == set()


def test_names_are_short_and_no_sentences(library: Library) -> None:
    names = library.mistake_names.values()
    assert [name for name in names if len(name) > LONGEST or name.endswith((".", "!"))] == []
    assert [name for name in names if name.startswith(("You", "Your", "Each ", "The "))] == []
