"""The draft of the question that waits for its answer, stored as soon as it changes."""

from collections.abc import Mapping

import msgspec

from quizzer.bank.schema import Item
from quizzer.progress.drafts import Draft
from quizzer.progress.events import Planned
from quizzer.progress.store import Store
from quizzer.study.clock import Clock


class Drafting:
    """Starts with what was kept for a question, and measures the time from then on.

    If no question waits, there is no place, and the draft is empty.
    """

    def __init__(self, store: Store, clock: Clock, session: str, place: Planned | None) -> None:
        self._store = store
        self._clock = clock
        self._session = session
        self._place = place
        kept = store.draft(session, place.item, place.variant) if place is not None else None
        self.draft = kept or Draft()
        self._since = clock.monotonic()

    @property
    def seconds(self) -> float:
        """Time spent on this question, without the time away."""
        return self.draft.seconds + self._clock.monotonic() - self._since

    def hint(self, item: Item) -> str | None:
        """The next hint, counted from now on; none when there is no further one."""
        shown = self.draft.hints
        if shown >= len(item.hints):
            return None
        self._keep(msgspec.structs.replace(self.draft, hints=shown + 1))
        return item.hints[shown]

    def enter(self, answer: Mapping[str, str]) -> None:
        """Keep what is entered so far."""
        self._keep(msgspec.structs.replace(self.draft, answer=dict(answer)))

    def keep(self) -> None:
        """Keep the draft with the time until now, the last sign of life, if a question waits."""
        if self._place is not None:
            self._keep(self.draft)

    def _keep(self, draft: Draft) -> None:
        assert self._place is not None
        kept = msgspec.structs.replace(draft, seconds=self.seconds, at=self._clock.now_ms())
        self._store.save_draft(self._session, self._place.item, self._place.variant, kept)
        self.draft, self._since = kept, self._clock.monotonic()
