"""What a session achieved, as data."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.progress.attempt import Attempt
from quizzer.progress.events import Planned
from quizzer.progress.history import History
from quizzer.study.mistakes import MistakeMade, by_count, say_of


class SummaryRow(Struct, frozen=True, kw_only=True):
    """One question of the session; status and score are none while it is not answered."""

    item: str
    title: str
    status: Literal["right", "partly", "wrong"] | None = None
    score: Fraction | None = None
    mistakes: tuple[MistakeMade, ...] = ()
    hints: int = 0
    solution_seen: bool = False
    seconds: float = 0.0
    due: date | None = None  # when the item comes back


class Summary(Struct, frozen=True, kw_only=True):
    """A session summed up; `mistakes` are sorted by how often they were made."""

    rows: tuple[SummaryRow, ...]
    right: int
    partly: int
    wrong: int
    seconds: float
    mistakes: tuple[MistakeMade, ...]
    next_due: date | None  # when the first of its items comes back

    @property
    def total(self) -> int:
        """How many questions the session has."""
        return len(self.rows)


def summarise(
    plan: Sequence[Planned], attempts: Sequence[Attempt], library: Library, history: History
) -> Summary:
    """Sum up a session from its plan and the attempts that count."""
    given = {(attempt.item, attempt.number): attempt for attempt in attempts}
    rows = tuple(
        _row(place.item, given.get((place.item, place.variant)), library, history) for place in plan
    )
    statuses = Counter(row.status for row in rows)
    return Summary(
        rows=rows,
        right=statuses["right"],
        partly=statuses["partly"],
        wrong=statuses["wrong"],
        seconds=sum(row.seconds for row in rows),
        mistakes=by_count(mistake for row in rows for mistake in row.mistakes),
        next_due=min((row.due for row in rows if row.due is not None), default=None),
    )


def _row(item: str, attempt: Attempt | None, library: Library, history: History) -> SummaryRow:
    known = library.items[item]
    title = known.title
    if attempt is None:
        return SummaryRow(item=item, title=title)
    card = history.card(item)
    event = history.store.event(attempt.id) if attempt.mistakes else None
    return SummaryRow(
        item=item,
        title=title,
        status=attempt.status,
        score=attempt.score,
        mistakes=tuple(
            MistakeMade(
                id=mistake, name=library.name_of(mistake), says=say_of(known, event, mistake)
            )
            for mistake in attempt.mistakes
        ),
        hints=attempt.hints,
        solution_seen=attempt.solution_seen,
        seconds=attempt.seconds,
        due=card.due_day if card else None,
    )
