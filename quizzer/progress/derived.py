"""What was derived from the log, kept in a file from run to run: a start reads only what is new.

The log stays the only truth. What is kept holds for the events up to a position, and goes with
a witness of them, the settings and the rules by which it was derived: with another log, other
settings or rules, or a damaged file, everything is derived from the beginning. Without the file
everything is the same, only slower.
"""

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct, field

from quizzer.bank.digests import FILE, Digests
from quizzer.cache import recall, remember, sources_in
from quizzer.progress.events import InterviewDated, SessionStarted
from quizzer.progress.log import Store
from quizzer.progress.record import Record
from quizzer.progress.schedule import Settings
from quizzer.progress.store import Witness


class Derived(Struct, kw_only=True):
    """What the events up to a position of the log come to."""

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


class _Kept(Struct):
    witness: Witness
    derived: Derived


def read_kept(file: Path, store: Store, settings: Settings) -> Derived:
    """What is kept, if it is of this log; else nothing is derived yet."""
    kept = recall(file, _key(settings, file.parent), _Kept)
    if kept is None or kept.witness != store.witness(kept.derived.position):
        return Derived()
    return kept.derived


def write_kept(file: Path, store: Store, settings: Settings, derived: Derived) -> None:
    """Keep it; where that is not possible it is derived again next time.

    A backup that was put in the place of the log meanwhile does not have all that was derived.
    """
    witness = store.witness(derived.position)
    if witness.events == derived.events and witness.last is not None:
        remember(file, _key(settings, file.parent), _Kept(witness, derived))


def _key(settings: Settings, folder: Path) -> bytes:
    """Of what decides beside the log; the interview day does not."""
    numbers = (settings.desired_retention, settings.maximum_interval, settings.rollover_hour)
    return _rules(folder) + repr(numbers).encode()


@cache
def _rules(folder: Path) -> bytes:
    """The source of this package and of `fsrs`, by digests that are remembered in a folder."""
    digests = Digests(folder / FILE)
    sources = sources_in((Path(__file__).parent, *_folders_of_fsrs()))
    rules = b"".join(map(digests.of, sources))
    digests.keep()
    return rules


def _folders_of_fsrs() -> Iterator[Path]:
    found = find_spec("fsrs")  # looks for it, does not load it
    yield from map(Path, (found and found.submodule_search_locations) or ())
