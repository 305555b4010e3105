"""What commands for code items work on: the item, and the file with the learner's code."""

from pathlib import Path
from typing import TYPE_CHECKING

from quizzer import handed_over
from quizzer.commands.running import library
from quizzer.commands.running.errors import CommandError
from quizzer.words import reason_of

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.bank.schema import CodeItem


def find(banks: "Library", name: str) -> "CodeItem":
    """The code item with this id; CommandError if it asks for no code."""
    from quizzer.bank.schema import CodeItem, kind_of

    item = library.find_item(banks, name)
    if not isinstance(item, CodeItem):
        raise CommandError(
            f"{item.id} does not ask for code: its kind is {kind_of(item)!r}. "
            "`quizzer list --kind code` shows the items that do."
        )
    return item


def read(path: Path) -> str:
    """The code in the learner's file; CommandError if it cannot be read."""
    try:
        return handed_over.file(path)
    except UnicodeDecodeError as error:
        raise CommandError(
            f"{path} is not UTF-8 (byte {error.start + 1}). Save it as UTF-8."
        ) from None
    except ValueError as error:  # no file can have this name
        raise CommandError(f"{path}: {error}.") from None
    except OSError as error:
        raise CommandError(f"{path}: {reason_of(error)}.") from None
