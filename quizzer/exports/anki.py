"""Items as an Anki package, with one deck per topic; importing it again updates the notes."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from quizzer.bank.schema import ChoiceItem, CodeItem, ComputeItem, FillItem, Item, Topic, kind_of
from quizzer.exports.cards import card_of
from quizzer.exports.exported import SAME_NUMBERS, Exported, Loss, loss

MODEL_ID: Final = 1_607_392_377  # must never change: by it, Anki recognises our type of note
_LEAST_ID: Final = 1 << 30
_FIELDS: Final = ("Id", "Title", "Question", "Answer", "Why", "Sources")
_FRONT: Final = '<div class="title">{{Title}}</div>{{Question}}'
_BACK: Final = (
    '{{FrontSide}}<hr id="answer">{{Answer}}<div class="why">{{Why}}</div>'
    '<div class="sources">{{Sources}}</div>'
)
_CSS: Final = """
.card { font: 18px/1.5 sans-serif; text-align: left; max-width: 42em; margin: 0 auto; }
.title { font-weight: bold; margin-bottom: .6em; }
pre { overflow-x: auto; font-size: .85em; }
.why { margin-top: 1em; }
.sources { margin-top: 1em; font-size: .75em; opacity: .7; }
"""


class LibraryMissingError(Exception):
    """A library that this export needs is not installed; the message says how to get it."""


def write(topics: Iterable[tuple[Topic, Sequence[Item]]], file: Path) -> Exported:
    """Write the items to a file as an Anki package, and report what was lost.

    Raises:
        LibraryMissingError: `genanki` or `markdown-it-py` is not installed.
    """
    genanki, markdown = _libraries()
    model = genanki.Model(
        MODEL_ID,
        "quizzer",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "Card", "qfmt": _FRONT, "afmt": _BACK}],
        css=_CSS,
    )
    decks, reduced, left_out = [], [], []
    carried = 0
    for topic, items in topics:
        deck = genanki.Deck(_number(f"deck {topic.id}"), f"quizzer::{topic.title}")
        for item in items:
            if isinstance(item, CodeItem):
                left_out.append(loss(item, "a card cannot run code"))
                continue
            deck.add_note(_note(genanki, model, markdown, topic, item))
            carried += 1
            reduced += list(_reductions(item))
        decks.append(deck)
    genanki.Package(decks).write_to_file(str(file))
    return Exported(carried=carried, reduced=tuple(reduced), left_out=tuple(left_out))


def _libraries() -> tuple[Any, Any]:
    try:
        import genanki  # type: ignore[import-untyped]  # it has no types
        from markdown_it import MarkdownIt
    except ImportError as error:
        raise LibraryMissingError(
            f"the Anki export needs {error.name}: pip install 'quizzer[anki]'"
        ) from error
    return genanki, MarkdownIt("commonmark", {"html": False}).enable("table")


def _note(genanki: Any, model: Any, markdown: Any, topic: Topic, item: Item) -> Any:
    card = card_of(item, markdown)
    kind = kind_of(item)
    return genanki.Note(
        model=model,
        fields=[
            item.id,
            card.title,
            card.question,
            card.answer,
            card.explanation,
            card.sources,
        ],
        guid=hashlib.sha256(f"quizzer {item.id}".encode()).hexdigest()[:20],
        tags=[f"quizzer::{topic.id}", kind, item.level, *item.tags],
    )


def _number(name: str) -> int:
    """The id of a name: the same in every export, and in a range that Anki's own ids leave free."""
    digest = hashlib.sha256(f"quizzer {name}".encode()).digest()
    return _LEAST_ID + int.from_bytes(digest[:4], "big") % _LEAST_ID


def _reductions(item: Item) -> Iterator[Loss]:
    """What a card cannot do that the item does in quizzer."""
    match item:
        case ComputeItem():
            yield loss(item, SAME_NUMBERS)
        case ChoiceItem():
            yield loss(item, "the options are always in the same order")
        case FillItem():
            yield loss(item, "nothing is typed in: you judge your answer yourself")
        case _:
            pass
