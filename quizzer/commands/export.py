"""`quizzer export`: the items for Anki or Moodle, and what these could not take."""

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quizzer.commands.running import errors, files, library, names
from quizzer.commands.running.errors import CommandError
from quizzer.commands.text import output, prose
from quizzer.words import counted, reason_of

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.exports.exported import Exported, Loss

ENDINGS: Final = {"anki": ".apkg", "gift": ".gift"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        type=_format,
        required=True,
        metavar="FORMAT",
        help="anki (a package; importing it again updates the cards) or gift",
    )
    parser.add_argument("--topic", metavar="TOPIC", help="only this topic")
    parser.add_argument(
        "--output",
        type=files.file,
        metavar="FILE",
        help="where to write it (default: quizzer.apkg or quizzer.gift in this folder)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def _format(name: str) -> str:
    names.expect("format", name, ENDINGS)
    return name


def run(arguments: argparse.Namespace) -> int:
    banks = library.load()
    if arguments.topic is not None:
        library.expect_topic(banks, arguments.topic)
    file: Path = arguments.output or Path(f"quizzer{ENDINGS[arguments.format]}")
    library.spare_the_log(file)
    if file.exists() and not file.is_file():  # our file would take the place of a device
        raise CommandError(f"{file} exists and is not a file. Choose another place with --output.")
    try:
        exported = _write(banks, arguments.format, arguments.topic, file)
    except OSError as error:
        raise CommandError(
            f"{file} cannot be written: {reason_of(error)}. Choose another place with --output."
        ) from error
    if arguments.json:
        from msgspec import to_builtins

        output.write_json("export/1", {"file": str(file), **to_builtins(exported)})
    else:
        output.tell(*_lines(exported, file))
    return errors.DONE


def _write(banks: "Library", form: str, topic: str | None, file: Path) -> "Exported":
    from quizzer.exports import anki, gift
    from quizzer.exports.exported import chosen

    topics = chosen(banks, topic)
    target = Path(os.path.realpath(file))  # so that a link is not replaced by a file
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        if form == "anki":
            exported = anki.write(topics, unfinished)
        else:
            text, exported = gift.render(topics)
            unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(target)
    except anki.LibraryMissingError as error:
        raise CommandError(f"{error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return exported


def _lines(exported: "Exported", file: Path) -> Iterator[str]:
    yield f"{counted(exported.carried, 'item')} written to {file}."
    if exported.reduced:
        yield ""
        yield "With something missing:"
        for why, count in Counter(entry.why for entry in exported.reduced).most_common():
            yield f"- {counted(count, 'item')}: {why}"
    if exported.left_out:
        yield ""
        yield "Left out:"
        yield from _by_reason(exported.left_out)


def _by_reason(losses: "tuple[Loss, ...]") -> Iterator[str]:
    for why, count in Counter(entry.why for entry in losses).most_common():
        yield f"- {counted(count, 'item')}: {why}"
        ids = ", ".join(entry.item for entry in losses if entry.why == why)
        yield prose.wrap(ids, output.width(), "    ")
