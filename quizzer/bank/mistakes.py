"""The mistakes that a bank declares for an item, and those that an item can name, in its words."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from quizzer.bank.schema import (
    ChoiceItem,
    CodeItem,
    CodeMistake,
    ComputeItem,
    Distractor,
    FillItem,
    Item,
    MatchItem,
    Mistake,
)
from quizzer.bank.slips import declared_slips, slips_of

if TYPE_CHECKING:
    from quizzer.diagnostics import FieldPath


class Declared(NamedTuple):
    """A mistake where a bank declares it: the path of that entry, its id and what it says."""

    path: "FieldPath"
    mistake: str
    says: str


def declared_mistakes(item: Item) -> Iterator[Declared]:
    """The mistakes that the bank declares, in its order; the same one may be in several entries."""
    match item:
        case ChoiceItem():
            for index, option in enumerate(item.options):
                if option.mistake is not None:
                    says = option.because or option.text
                    yield Declared(("options", index), option.mistake, says)
        case FillItem():
            for name, blank in item.blanks.items():
                for index, wrong in enumerate(blank.tempting):
                    if wrong.mistake is not None:
                        path = ("blanks", name, "tempting", index)
                        yield Declared(path, wrong.mistake, wrong.because)
        case MatchItem():
            for index, stray in enumerate(item.distractors):
                if isinstance(stray, Distractor) and stray.mistake is not None:
                    yield Declared(("distractors", index), stray.mistake, stray.because)
        case ComputeItem():
            yield from _listed(item.mistakes)
        case CodeItem():
            yield from _listed(item.mistakes)
            yield from (Declared(path, *slip) for path, slip in declared_slips(item))


def words_for(item: Item) -> dict[str, list[str]]:
    """The mistakes that an item can name, by id, each with all that its bank says about it.

    Options and tempting answers can word one mistake in several ways. Some slips of code are named
    although no bank declares them.
    """
    words: dict[str, list[str]] = {}
    for mistake, says in _named(item):
        words.setdefault(mistake, []).append(says)
    return words


def _named(item: Item) -> Iterator[tuple[str, str]]:
    if isinstance(item, CodeItem):
        yield from ((mistake.id, mistake.says) for mistake in item.mistakes)
        yield from slips_of(item)
    else:
        yield from ((declared.mistake, declared.says) for declared in declared_mistakes(item))


def _listed(mistakes: Sequence[Mistake | CodeMistake]) -> Iterator[Declared]:
    for index, mistake in enumerate(mistakes):
        yield Declared(("mistakes", index), mistake.id, mistake.says)
