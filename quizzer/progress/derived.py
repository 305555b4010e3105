"""What was derived from the log, kept in a file from run to run: a start reads only what is new.

The log remains the only source of truth. What is kept covers the events up to a position. With it
go a witness of these events, the settings, and digests of the rules that derived it, which are our
own source code. With another log, other settings, other rules or a damaged file, everything is
derived from the beginning. Without the file everything is the same, only slower. If other rules
derived what is kept, as before an update of quizzer, its replays are still used if the rules of
replays are unchanged: replays take most of the time.
"""

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from quizzer.bank.digests import FILE, Digests
from quizzer.cache import recall, remember, sources_in
from quizzer.progress.events import InterviewDated, SessionStarted
from quizzer.progress.record import Record
from quizzer.progress.schedule import Settings
from quizzer.progress.store import Store, Witness

RULES: Final = Path(__file__).parent
REPLAYING: Final = (  # the rules of replays, together with `fsrs`
    "attempt.py",
    "days.py",
    "forgetting.py",
    "record.py",
    "schedule.py",
)


class Derived(Struct, kw_only=True):
    """What is derived from the events up to a position of the log."""

    position: int = 0
    last_id: str = ""
    events: int = 0  # how many
    undone: set[str] = field(default_factory=set)  # ids of events
    open: dict[str, SessionStarted] = field(default_factory=dict)  # sessions without an end
    interviews: dict[str, SessionStarted] = field(default_factory=dict)
    latest: dict[str, SessionStarted] = field(default_factory=dict)  # by purpose
    bookmarks: dict[str, bool] = field(default_factory=dict)
    interview_days: list[InterviewDated] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)  # by item
    stale: set[str] = field(default_factory=set)  # items whose record must be made anew

    def started_over(self) -> "Derived":
        """Nothing of the log, but the old records, which help to make the new ones."""
        return Derived(records=self.records, stale=set(self.records))


class _Kept(Struct):
    rules: bytes
    witness: Witness
    derived: Derived


def read_kept(file: Path, store: Store, settings: Settings) -> Derived:
    """What is kept, if it is of this log; otherwise, nothing is derived yet."""
    kept = recall(file, _key(settings, file.parent), _Kept)
    if kept is None or kept.witness != store.witness(kept.derived.position):
        return Derived()
    rules, _ = _rules(file.parent)
    return kept.derived if kept.rules == rules else kept.derived.started_over()


def write_kept(file: Path, store: Store, settings: Settings, derived: Derived) -> None:
    """Keep what is derived; where that is not possible, it is derived again next time.

    Nothing is kept if the log no longer holds these events, as after a backup was restored.
    """
    witness = store.witness(derived.position)
    if witness.events == derived.events and witness.last is not None:
        rules, _ = _rules(file.parent)
        remember(file, _key(settings, file.parent), _Kept(rules, witness, derived))


def _key(settings: Settings, folder: Path) -> bytes:
    """What replays depend on besides the log; they do not depend on the day of the interview."""
    numbers = (settings.desired_retention, settings.maximum_interval, settings.rollover_hour)
    _, replaying = _rules(folder)
    return replaying + repr(numbers).encode()


@cache
def _rules(folder: Path) -> tuple[bytes, bytes]:
    """Digests of the source of this package and of that of replays, remembered in a folder."""
    digests = Digests(folder / FILE)

    def digest(sources: Iterable[Path]) -> bytes:
        return b"".join(map(digests.of, sources))

    replaying = (*(RULES / name for name in REPLAYING), *sources_in(_folders_of_fsrs()))
    found = digest(sources_in([RULES])), digest(replaying)
    digests.keep()
    return found


def _folders_of_fsrs() -> list[Path]:
    found = find_spec("fsrs")  # looks for it, does not load it
    return [Path(folder) for folder in (found and found.submodule_search_locations) or ()]
