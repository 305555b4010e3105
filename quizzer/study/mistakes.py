"""The named mistakes: how often they were made, and in which words verdicts named them."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from quizzer.bank.mistakes import words_for
from quizzer.bank.schema import Item
from quizzer.progress.events import Attempted, LogEvent
from quizzer.words import in_words


class MistakeMade(Struct, frozen=True, kw_only=True):
    """A named mistake, what a verdict said of it, and how often it was made."""

    id: str
    name: str
    says: str
    count: int = 1


def by_count(mistakes: Iterable[MistakeMade]) -> tuple[MistakeMade, ...]:
    """Each mistake once, in the words of its first verdict, the most frequent first."""
    made = list(mistakes)
    first = {mistake.id: mistake for mistake in reversed(made)}
    counts = Counter(mistake.id for mistake in made)
    return tuple(replace(first[mistake], count=count) for mistake, count in counts.most_common())


def say_of(item: Item | None, event: LogEvent | None, mistake: str) -> str:
    """A mistake in the words of the verdict on this answer: some items word one in several ways.

    Without the item, which may no longer be in the banks, its id is all there is.
    """
    if item is None or not isinstance(event, Attempted):
        return in_words(mistake)
    told = words_for(item).get(mistake, [])
    if len(told) > 1:
        from quizzer.study import engine  # here, because few items word one in several ways

        verdict = engine.grade(item, engine.draw(item, event.variant["number"]), event.answer)
        found = (part.mistake for part in verdict.parts if part.mistake)
        told = [one.says for one in found if one.id == mistake] or told
    return told[0] if told else in_words(mistake)
