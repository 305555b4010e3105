"""A question as a session asks it: all that an interface shows of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizzer.bank.schema import Item
from quizzer.exercises.variant import Variant

if TYPE_CHECKING:
    from quizzer.exercises.shown import Presentation


@dataclass(frozen=True, kw_only=True)
class Leech:
    """An item forgotten again and again: its lesson or an easier item helps more than asking it."""

    lapses: int
    topic: str  # whose lesson to read
    easier: Item | None


@dataclass(frozen=True, kw_only=True)
class Question:
    """All that is shown of the question a session stands at."""

    item: Item
    variant: Variant
    presentation: "Presentation"
    hints_shown: tuple[str, ...]
    draft: dict[str, str]
    number: int  # counted from 1
    total: int
    again: bool = False  # it was missed before in this session
    leech: Leech | None = None
