"""Choice items cannot be guessed by their form: length and place give nothing away."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import Final

import pytest

from quizzer.bank.loading import Library
from quizzer.bank.schema import ChoiceItem
from quizzer.exercises.drawing import draw

MARGIN: Final = 0.10  # two standard deviations of a fair share over some ninety items
CAUTIOUS: Final = ("usually", "may ", "can ", "mostly", "often", "roughly", "about ")
ABSOLUTE: Final = ("always", "never", "only", "all ", "exactly", "must")


def choices(library: Library) -> list[ChoiceItem]:
    return [item for item in library.items.values() if isinstance(item, ChoiceItem)]


def single(library: Library) -> list[ChoiceItem]:
    return [item for item in choices(library) if sum(o.correct for o in item.options) == 1]


def right_place(item: ChoiceItem) -> int:
    return next(place for place, option in enumerate(item.options) if option.correct)


def rank_by_length(item: ChoiceItem) -> int:
    """How many options are longer than the right one."""
    right = len(item.options[right_place(item)].text)
    return sum(len(option.text) > right for option in item.options)


def fair_share(items: Sequence[ChoiceItem]) -> float:
    """How many of the items one gets right by guessing."""
    return mean(1 / len(item.options) for item in items)


def guesses(item: ChoiceItem, words: Sequence[str]) -> float:
    """The score of who picks among the options that hold such a word, or among all if none does."""
    marked = [o for o in item.options if any(word in o.text.lower() for word in words)]
    pool = marked or item.options
    return sum(option.correct for option in pool) / len(pool)


def test_no_rank_by_length_is_a_good_guess(library: Library) -> None:
    """The longest option, the shortest, or any between, is right about as often as any other."""
    items = single(library)
    for rank in range(max(len(item.options) for item in items)):
        share = mean(rank_by_length(item) == rank for item in items)
        assert share <= fair_share(items) + MARGIN, f"rank {rank}: {share:.2f}"


def test_of_several_right_options_none_is_the_longest_by_rule(library: Library) -> None:
    items = [item for item in choices(library) if item not in single(library)]
    hit = mean(max(item.options, key=lambda o: len(o.text)).correct for item in items)
    fair = mean(o.correct for item in items for o in item.options)
    assert hit <= fair + 2 * MARGIN, f"{hit:.2f} of {fair:.2f}"


@pytest.mark.parametrize("words", [CAUTIOUS, ABSOLUTE], ids=["cautious", "absolute"])
def test_neither_caution_nor_certainty_gives_the_right_option_away(
    library: Library, words: Sequence[str]
) -> None:
    items = single(library)
    score = mean(guesses(item, words) for item in items)
    assert score <= fair_share(items) + MARGIN, f"{score:.2f}"


def test_drawn_variants_put_the_right_option_everywhere_alike(library: Library) -> None:
    items = single(library)
    shown = [
        draw(item, number).drawn["order"].index(right_place(item)) / (len(item.options) - 1)
        for item in items
        for number in range(8)
    ]
    assert abs(mean(shown) - 0.5) < 0.04
    for edge in (0, 1):
        assert abs(mean(place == edge for place in shown) - fair_share(items)) < 0.05


def test_right_and_wrong_options_are_about_equally_long(library: Library) -> None:
    options = [option for item in choices(library) for option in item.options]
    right = mean(len(option.text) for option in options if option.correct)
    wrong = mean(len(option.text) for option in options if not option.correct)
    assert 0.85 < right / wrong < 1.15


def test_the_right_option_has_no_favourite_place_in_the_bank(library: Library) -> None:
    items = single(library)
    places = Counter(
        next(place for place, option in enumerate(item.options) if option.correct) for item in items
    )
    assert max(places.values()) <= 0.45 * len(items), places


def test_some_items_have_several_right_options_and_not_always_the_same_number(
    library: Library,
) -> None:
    counts = Counter(sum(option.correct for option in item.options) for item in choices(library))
    assert len(counts) >= 3, counts


def test_nobody_says_all_or_none_of_the_above(library: Library) -> None:
    for item in choices(library):
        for option in item.options:
            assert "of the above" not in option.text.lower(), item.id
