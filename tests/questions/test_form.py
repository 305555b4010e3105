"""Choice items cannot be guessed by their form: length and place give nothing away."""

from collections import Counter
from statistics import mean

from quizzer.bank.loading import Library
from quizzer.bank.schema import ChoiceItem


def choices(library: Library) -> list[ChoiceItem]:
    return [item for item in library.items.values() if isinstance(item, ChoiceItem)]


def single(library: Library) -> list[ChoiceItem]:
    return [item for item in choices(library) if sum(o.correct for o in item.options) == 1]


def rank_by_length(item: ChoiceItem) -> int:
    """How many options are longer than the right one."""
    right = next(len(option.text) for option in item.options if option.correct)
    return sum(len(option.text) > right for option in item.options)


def test_no_rank_by_length_is_a_good_guess(library: Library) -> None:
    items = single(library)
    ranks = Counter(map(rank_by_length, items))
    assert max(ranks.values()) <= 0.4 * len(items), ranks


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
