"""What commands work on: the banks, topics and items by their ids, variants, and the log."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from quizzer.commands.running import names, settings
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.numbers import MOST, whole
from quizzer.commands.text import output

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.bank.schema import Item
    from quizzer.exercises.variant import Variant
    from quizzer.progress.history import History
    from quizzer.progress.log import Log
    from quizzer.study.study import Study


def load() -> "Library":
    """The banks, without items that have errors. Standard error says whether there are any.

    It also says which settings do not count.
    """
    from quizzer.bank.loading import BankError
    from quizzer.progress.places import home
    from quizzer.study import banks

    try:
        loaded = banks.load(home())
    except BankError as error:
        raise CommandError(f"the banks cannot be used.\n\n{error}") from error
    if loaded.flaws:
        output.complain(banks.flaws_in_words(loaded))
    settings.tell_problems(settings.configuration().problems)
    return loaded


def expect_topic(banks: "Library", topic: str) -> None:
    """Refuse a topic that the check-list does not have."""
    known = [entry.id for entry in banks.topics]
    names.expect("topic", topic, known, otherwise="`quizzer list` shows all topics")


def add_item_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ITEM and --variant, which all commands for one item take."""
    parser.add_argument("item", metavar="ITEM", help="the item's id, as `quizzer list` prints it")
    parser.add_argument(
        "--variant",
        type=whole(0, MOST, f"is not a variant: give a whole number from 0 to {MOST}"),
        metavar="N",
        help="use variant N (default: the next one that you have not answered)",
    )


def find_item(banks: "Library", item: str) -> "Item":
    """The item with this id; CommandError, with the nearest id, if there is none."""
    if item not in banks.items and any(topic.id == item for topic in banks.topics):
        raise CommandError(f"{item!r} is a topic; `quizzer list --topic {item}` shows its items")
    names.expect("item", item, banks.items, otherwise="`quizzer list` shows all items")
    return banks.items[item]


def draw(item: "Item", number: int | None) -> "Variant":
    """The variant of an item with this number, or else the next one that is not answered yet."""
    from quizzer.progress.places import home
    from quizzer.study import engine
    from quizzer.study.errors import StudyError

    if number is None and (database := home().database).exists():
        from quizzer.progress.log import Log
        from quizzer.study.numbering import next_number

        with reporting_log_errors(), closing(Log.open_to_read(database)) as log:
            number = next_number(log.numbers_used(item.id))
    try:
        return engine.draw(item, number or 0)
    except StudyError as error:
        raise CommandError(str(error)) from error


@contextmanager
def study(banks: "Library") -> "Iterator[Study]":
    """The banks with the log, to which answers can be added."""
    from quizzer.progress.log import Log

    with _studying(banks, Log.open) as memory:
        yield memory


@contextmanager
def study_to_read(banks: "Library") -> "Iterator[Study]":
    """The banks with the log, which is only read; works where nothing can be written."""
    from quizzer.progress.log import Log

    with _studying(banks, Log.open_to_read) as memory:
        yield memory


@contextmanager
def history_to_read() -> "Iterator[History]":
    """What the log says, for commands that ask nothing; works where nothing can be written."""
    from quizzer.progress.history import History
    from quizzer.progress.log import Log
    from quizzer.progress.places import home
    from quizzer.progress.schedule import Settings

    places, chosen = home(), settings.configuration().settings
    with reporting_log_errors(), closing(Log.open_to_read(places.database)) as log:
        history = History(log, Settings.chosen(chosen), places.derived)
        yield history
        history.keep()


def tell_unreadable_interviews(history: "History", *, open_only: bool = False) -> None:
    """Say on standard error which interviews are left out because they cannot be read."""
    from quizzer.study.interview.interviews import unreadable
    from quizzer.study.interview.words import unreadable_in_words

    still_open = {started.id for started in history.open_sessions()}
    found = [each for each in unreadable(history) if not open_only or each.started.id in still_open]
    if found:
        output.complain(unreadable_in_words(found))


def spare_the_log(file: Path) -> None:
    """Refuse to overwrite the learner's answers, or a backup of them, with another file."""
    from quizzer.progress.copies import BESIDE
    from quizzer.progress.places import home

    places = home()
    answers = [places.database.with_name(places.database.name + ending) for ending in BESIDE]
    if places.backups.is_dir():
        answers += places.backups.iterdir()
    if file.exists() and any(each.exists() and file.samefile(each) for each in answers):
        raise CommandError(f"{file} contains your answers. Choose another place with --output.")


@contextmanager
def reporting_log_errors() -> Iterator[None]:
    """Turn errors of the log, whose messages are made for people, into a CommandError."""
    from quizzer.progress.failures import LogError

    try:
        yield
    except LogError as error:
        raise CommandError(str(error)) from error


@contextmanager
def _studying(banks: "Library", open_log: "Callable[[Path], Log]") -> "Iterator[Study]":
    from quizzer.progress.places import home
    from quizzer.study.study import Study

    places, chosen = home(), settings.configuration().settings
    with reporting_log_errors(), closing(open_log(places.database)) as log:
        memory = Study(banks, log, settings=chosen, kept=places.derived)
        yield memory
        memory.history.keep()  # in the cache: this does not change the log itself
