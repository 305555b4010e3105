"""What an answer missed, in words that are read without the question."""

import re
from collections.abc import Iterator

import msgspec

from quizzer.bank.schema import ChoiceItem, CodeItem, Item, MatchItem, OpenItem, OrderItem
from quizzer.exercises.variant import Variant
from quizzer.grading import choice, matching, ordering
from quizzer.grading.errors import AnswerError
from quizzer.progress.events import Attempted, LogEvent
from quizzer.study.labels import labels_of
from quizzer.words import in_words

WHOLE = ("code", "choice", "order")  # parts that are the whole answer: their names tell nothing
_CASE = re.compile(r"case \d+ \((.*)\)")  # of code: several cases are drawn of each description


def missed(item: Item, event: LogEvent | None) -> tuple[str, ...]:
    """The key points, parts, pairs, lines, options or kinds of cases that an answer missed."""
    if not isinstance(event, Attempted) or event.status == "right":
        return ()
    short = [name for name, status in event.parts.items() if status not in ("right", "follows")]
    if isinstance(item, OpenItem):
        points = {str(number): point.text for number, point in enumerate(item.key_points, start=1)}
        said = tuple(points[name] for name in short if name in points)
        return said if said or event.answer else tuple(points.values())
    if isinstance(item, MatchItem):
        pairs = matching.left_sides(item) if event.answer else {}  # not each, when it is all
        return tuple(f"{pairs[name].left} – {pairs[name].right}" for name in short if name in pairs)
    if isinstance(item, CodeItem):
        cases = (_CASE.sub(r"\1", name) for name in short if name not in WHOLE)
        return tuple(dict.fromkeys(cases))
    if isinstance(item, ChoiceItem | OrderItem):
        try:
            return tuple(_of_letters(item, event))
        except (AnswerError, KeyError, IndexError):
            return ()  # the bank was edited since: what the letters stood for is not known
    labels = labels_of(item)
    return tuple(labels.get(name, in_words(name)) for name in short if name not in WHOLE)


def _of_letters(item: ChoiceItem | OrderItem, event: Attempted) -> Iterator[str]:
    """What was missed in an answer of letters; nothing where one letter is the whole answer."""
    if item.version != event.item_version:
        return
    variant = msgspec.convert(event.variant, Variant)
    if isinstance(item, OrderItem):
        yield from _of_an_order(item, variant, event.answer.get(ordering.PART, ""))
    elif choice.takes_several(item):
        yield from _of_several(item, variant, event.answer.get(choice.PART, ""))


def _of_an_order(item: OrderItem, variant: Variant, entered: str) -> Iterator[str]:
    shown = ordering.shown_lines(item, variant)
    lines = [shown[letter] for letter in ordering.read_order(item, entered)]
    marks = ordering.in_order(lines, item.sequence)
    if sum(marks) < 2:
        yield "the whole order"
        return
    yield from (
        f"where “{line}” comes" for line, mark in zip(lines, marks, strict=True) if not mark
    )


def _of_several(item: ChoiceItem, variant: Variant, entered: str) -> Iterator[str]:
    """The right options that were left out, and the wrong ones that no mistake tells of."""
    picked = choice.read_letters(item, entered)
    for letter, option in choice.shown_options(item, variant).items():
        if option.correct and letter not in picked:
            yield f"that it is “{option.text}”, too"
        elif letter in picked and not option.correct and not option.mistake:
            yield f"that it is not “{option.text}”"
