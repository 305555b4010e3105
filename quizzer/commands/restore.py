"""`quizzer restore`: goes back to a backup, and keeps the log that was there before."""

import argparse
from typing import TYPE_CHECKING

from quizzer.commands.running import errors, library
from quizzer.commands.running.files import file
from quizzer.commands.text import output
from quizzer.commands.text.copies import as_data, in_words
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.progress.copies import Restored


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=file, help="a backup, compressed or not")
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would happen, but change nothing"
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.progress.copies import restore
    from quizzer.progress.places import home

    with library.reporting_log_errors():
        restored = restore(arguments.file, home().database, dry_run=arguments.dry_run)
    if arguments.json:
        output.write_json(
            "restore/1",
            {
                "done": not arguments.dry_run,
                "backup": as_data(restored.backup),
                "present": as_data(restored.present) if restored.present else None,
                "missing": restored.missing,
                "kept": str(restored.kept) if restored.kept else None,
            },
        )
    else:
        output.tell(*_lines(restored, dry_run=arguments.dry_run))
    return errors.DONE


def _lines(restored: "Restored", *, dry_run: bool) -> list[str]:
    lines = [f"The backup holds {in_words(restored.backup)}."]
    if restored.present is not None:
        lines.append(f"Your log {'holds' if dry_run else 'held'} {in_words(restored.present)}.")
    if restored.missing:
        missing = counted(restored.missing, "event")
        lines.append(f"{missing} of your log {_are(restored.missing)} not in the backup.")
    if dry_run:
        return [*lines, "Nothing was changed (dry run)."]
    lines.append("Your log is now as it was in the backup.")
    if restored.kept is not None:
        lines.append(f"What was there before is kept in {restored.kept}.")
    if restored.missing and restored.kept is not None:
        lines.append("To have both, run `quizzer merge` with that file.")
    return lines


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
