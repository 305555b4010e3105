"""What an answer missed, in words that are read without the question."""

from collections.abc import Iterator

import msgspec

from quizzer.bank.schema import (
    ChoiceItem,
    CodeItem,
    FillItem,
    Item,
    MatchItem,
    OpenItem,
    Option,
    OrderItem,
)
from quizzer.exercises.variant import Variant
from quizzer.grading import choice, matching, ordering
from quizzer.grading.code.case_names import words_of
from quizzer.grading.errors import AnswerError
from quizzer.grading.fill import grade_fill
from quizzer.progress.events import Attempted, LogEvent
from quizzer.study.labels import labels_of
from quizzer.words import in_words

CODE = "code"  # a part that is the whole answer: its name says nothing
EDITED = "no longer known: the question has been edited since"


def missed(item: Item, event: LogEvent | None) -> tuple[str, ...]:
    """The key points, parts, pairs, lines, options or kinds of cases that an answer missed.

    For a wrong answer there is always something, here or as a named mistake.
    """
    if not isinstance(event, Attempted) or event.status == "right":
        return ()
    match item:
        case ChoiceItem() | OrderItem() | MatchItem() | OpenItem():
            return tuple(_by_the_bank(item, event))
        case CodeItem():
            cases = (words_of(name) for name in _short(event) if name != CODE)
            return tuple(dict.fromkeys(cases))  # several are drawn of each kind
        case FillItem():
            return tuple(_of_blanks(item, event))
    labels = labels_of(item)
    return tuple(labels.get(name, in_words(name)) for name in _short(event))


def _short(event: Attempted) -> list[str]:
    """The parts that fell short of all points."""
    return [name for name, status in event.parts.items() if status not in ("right", "follows")]


def _by_the_bank(
    item: ChoiceItem | OrderItem | MatchItem | OpenItem, event: Attempted
) -> Iterator[str]:
    """What was missed where the log has letters and numbers, which the bank gives their meaning."""
    if not event.answer and not isinstance(item, OpenItem):
        return  # nothing was entered: listing all pairs or options would not help
    if item.version != event.item_version:
        yield from () if event.mistakes else (EDITED,)
    else:
        try:
            yield from list(_by_letters(item, event))
        except (AnswerError, KeyError, IndexError, TypeError):  # edited under the same version
            yield from () if event.mistakes else (EDITED,)


def _by_letters(
    item: ChoiceItem | OrderItem | MatchItem | OpenItem, event: Attempted
) -> Iterator[str]:
    variant = msgspec.convert(event.variant, Variant)
    match item:
        case ChoiceItem():
            yield from _of_options(item, variant, event.answer.get(choice.PART, ""))
        case OrderItem():
            yield from _of_an_order(item, variant, event.answer.get(ordering.PART, ""))
        case MatchItem():
            pairs = map(matching.left_sides(item).__getitem__, _short(event))
            yield from (f"{pair.left} – {pair.right}" for pair in pairs)
        case OpenItem():
            points = {str(n): point.text for n, point in enumerate(item.key_points, start=1)}
            short = [name for name in _short(event) if name in points]
            if not short and not event.answer:
                yield from points.values()
            for name in short:
                half = event.parts[name] == "partly"
                yield f"half said: {points[name]}" if half else points[name]


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


def _of_options(item: ChoiceItem, variant: Variant, entered: str) -> Iterator[str]:
    """The right options of several that were left out, and what was wrong with those picked."""
    picked = choice.read_letters(item, entered)
    for letter, option in choice.shown_options(item, variant).items():
        if option.correct and letter not in picked and item.takes_several:
            yield f"that it is also {_quoted(option)}"
        elif letter in picked and not option.correct and not option.mistake:
            yield _why_not(option)


def _why_not(option: Option) -> str:
    """Why an option that shows no named mistake is not right."""
    return f"that it is not {_quoted(option)}" + (f": {option.because}" if option.because else "")


def _quoted(option: Option) -> str:
    """Its text without the full stop, for the middle of a sentence."""
    return f"“{option.text.removesuffix('.')}”"


def _of_blanks(item: FillItem, event: Attempted) -> Iterator[str]:
    """The blanks, and what their bank says of a wrong entry that it knows, but by no name."""
    labels = labels_of(item)
    parts = {part.name: part for part in grade_fill(item, event.answer).parts}
    for name in _short(event):
        label, part = labels.get(name, in_words(name)), parts.get(name)
        why = part.feedback if part and part.status.value == "wrong" and not part.mistake else ""
        yield f"{label}: {why}" if why else label
