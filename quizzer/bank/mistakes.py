"""The mistakes that an item can name, each with what its bank says about it."""

from collections.abc import Iterator

from quizzer.bank.schema import (
    ChoiceItem,
    CodeItem,
    ComputeItem,
    Distractor,
    FillItem,
    Item,
    MatchItem,
)
from quizzer.bank.slips import slips_of


def words_for(item: Item) -> dict[str, str]:
    """What its bank says about each mistake that an item can name, by the mistake's id."""
    return dict(all_words_for(item))


def all_words_for(item: Item) -> Iterator[tuple[str, str]]:
    """Every mistake with all that is said about it: an item can describe one in several ways."""
    match item:
        case ComputeItem():
            yield from ((mistake.id, mistake.says) for mistake in item.mistakes)
        case CodeItem():
            yield from ((mistake.id, mistake.says) for mistake in item.mistakes)
            yield from slips_of(item)
        case MatchItem():
            strays = (entry for entry in item.distractors if isinstance(entry, Distractor))
            yield from ((entry.mistake, entry.because) for entry in strays if entry.mistake)
        case ChoiceItem():
            yield from ((o.mistake, o.because or o.text) for o in item.options if o.mistake)
        case FillItem():
            tempting = [entry for blank in item.blanks.values() for entry in blank.tempting]
            yield from ((entry.mistake, entry.because) for entry in tempting if entry.mistake)
