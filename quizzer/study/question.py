"""Questions as they are asked: all that an interface shows of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizzer.bank.library import Library
from quizzer.bank.schema import Item
from quizzer.exercises.variant import Variant
from quizzer.progress.history import History
from quizzer.study import choosing

if TYPE_CHECKING:
    from quizzer.exercises.shown import Presentation


@dataclass(frozen=True, kw_only=True)
class Leech:
    """An item forgotten again and again: its lesson or an easier item helps more than asking it."""

    lapses: int
    lesson: str  # the title of the topic whose lesson to read
    easier: Item | None


@dataclass(frozen=True, kw_only=True)
class ShownQuestion:
    """A question as it is shown, wherever it is asked or looked at again."""

    item: Item
    variant: Variant
    presentation: "Presentation"
    hints_shown: tuple[str, ...]
    draft: dict[str, str]  # what was entered so far


@dataclass(frozen=True, kw_only=True)
class Question(ShownQuestion):
    """The current question of a session."""

    number: int  # counted from 1
    total: int
    again: bool = False  # it was missed before in this session
    leech: Leech | None = None


def leech(item: Item, library: Library, history: History) -> Leech | None:
    """What helps more than asking the item again; none if it was not forgotten so often."""
    card = history.card(item.id)
    if card is None or not choosing.is_leech(item.id, history):
        return None
    topic = library.topic_of(item.id)
    easier = choosing.easier_item(item, choosing.askable_items(library, topic), history)
    return Leech(lapses=card.lapses, lesson=library.title_of(topic), easier=easier)
