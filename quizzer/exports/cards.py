"""An item as the two sides of a flash card, in HTML."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct

from quizzer import emphasis
from quizzer.bank.blanks import with_blanks
from quizzer.bank.schema import ChoiceItem, FillItem, Item, MatchItem, OpenItem, OrderItem
from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import present, solution
from quizzer.exercises.shown import Presentation
from quizzer.exercises.variant import Variant
from quizzer.exports.exported import VARIANT

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


class Card(Struct, frozen=True, kw_only=True):
    """The two sides of a card, and what goes below the answer; every field is HTML."""

    title: str
    question: str
    answer: str
    explanation: str
    sources: str


def card_of(item: Item, markdown: "MarkdownIt") -> Card:
    """The card of an item of any kind but code."""
    variant = draw(item, VARIANT)
    shown = present(item, variant)
    return Card(
        title=escape(item.title),
        question="\n".join(_question(item, shown, markdown)),
        answer="\n".join(_answer(item, variant, shown, markdown)),
        explanation=markdown.render(item.explanation),
        sources=_list(map(escape, item.sources)),
    )


def _question(item: Item, shown: Presentation, markdown: "MarkdownIt") -> Iterator[str]:
    yield markdown.render(with_blanks(shown.prompt))
    for value in shown.given:
        caption = f"{escape(value.name)} {escape(value.shape)} {emphasis.html(value.caption)}"
        yield f"<p>{caption.strip()}</p>{_preformatted(value.text)}"
    if isinstance(item, MatchItem):
        yield _list(emphasis.html(pair.left) for pair in item.pairs)
    if shown.options:
        lines = (f"<b>{letter}</b> {emphasis.html(text)}" for letter, text in shown.options)
        yield f"<p>{'<br>'.join(lines)}</p>"


def _answer(
    item: Item, variant: Variant, shown: Presentation, markdown: "MarkdownIt"
) -> Iterator[str]:
    match item:
        case ChoiceItem():
            yield from _choice(item, shown)
        case FillItem():
            rows = (_blank(name, blank.accept) for name, blank in item.blanks.items())
            yield _list(rows)
        case OrderItem():
            yield _list((emphasis.html(line) for line in item.sequence), "ol")
        case MatchItem():
            yield _list(
                f"{emphasis.html(pair.left)} — {emphasis.html(pair.right)}" for pair in item.pairs
            )
        case OpenItem():
            yield markdown.render(item.model_answer)
            yield _list(emphasis.html(point.text) for point in item.key_points)
        case _:
            for step in solution(item, variant):
                says = f"<b>{escape(step.name)}</b> {escape(step.shape)} {emphasis.html(step.says)}"
                yield f"<p>{says}</p>{_preformatted(step.text)}"


def _preformatted(text: str) -> str:
    return f"<pre>{escape(text)}</pre>" if text else ""


def _choice(item: ChoiceItem, shown: Presentation) -> Iterator[str]:
    options = {option.text: option for option in item.options}
    lines = []
    for letter, text in shown.options:
        mark = "✓" if options[text].correct else "✗"
        because = options[text].because
        line = f"{mark} <b>{letter}</b> {emphasis.html(text)}"
        lines.append(f"{line}<br><i>{emphasis.html(because)}</i>" if because else line)
    yield _list(lines)


def _blank(name: str, accepted: list[str]) -> str:
    first, *others = map(escape, accepted)
    also = f" (also: {', '.join(others)})" if others else ""
    return f"{escape(name)}: <b>{first}</b>{also}"


def _list(entries: Iterable[str], tag: str = "ul") -> str:
    return f"<{tag}>{''.join(f'<li>{entry}</li>' for entry in entries)}</{tag}>"
