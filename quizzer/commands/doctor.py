"""`quizzer doctor`: says whether the log is sound, and if it is not, saves what can be saved."""

import argparse
from typing import TYPE_CHECKING

from quizzer.commands.running import errors, library
from quizzer.commands.text import output
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.progress.doctor import Health, Repaired


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repair",
        action="store_true",
        help="if the log is damaged, make a sound one from everything readable in it and in "
        "backups; the damaged file is kept",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.progress.doctor import examine, repair
    from quizzer.progress.places import home

    database = home().database
    with library.reporting_log_errors():
        health = examine(database)
        repaired = repair(database) if health.problems and arguments.repair else None
        if repaired is not None:
            health = examine(database)
    if health.exists and not health.problems:
        health = _with_unreadable_interviews(health)
    if arguments.json:
        output.write_json("doctor/1", _as_data(health, repaired, str(database)))
    else:
        if repaired is not None:
            output.tell(*_repaired_lines(repaired))
        output.tell(*_health_lines(health, str(database)))
    return errors.FOUND_WRONG if health.problems else errors.DONE


def _with_unreadable_interviews(health: "Health") -> "Health":
    """The same, with a note if what an interview was made of cannot be read."""
    from msgspec.structs import replace

    from quizzer.study.interview.interviews import unreadable
    from quizzer.study.interview.words import unreadable_in_words

    with library.history_to_read() as history:
        said = unreadable_in_words(unreadable(history))
    return replace(health, notes=(*health.notes, said)) if said else health


def _as_data(health: "Health", repaired: "Repaired | None", log: str) -> dict[str, object]:
    from msgspec import to_builtins

    return {
        "log": log,
        **to_builtins(health),
        "repaired": to_builtins(repaired, enc_hook=str) if repaired else None,
    }


def _repaired_lines(repaired: "Repaired") -> list[str]:
    drafts = f" and {counted(repaired.drafts, 'draft')}" if repaired.drafts else ""
    saved = f"{counted(repaired.events, 'event')}{drafts} saved"
    if repaired.from_backups:
        saved += f", {repaired.from_backups} of them from backups"
    return [f"{saved}.", f"The damaged file is kept as {repaired.kept}.", ""]


def _health_lines(health: "Health", log: str) -> list[str]:
    if not health.exists:
        return ["There is no log yet: nothing has been answered.", *_backup_lines(health)]
    if health.problems:
        return [
            f"The log {log} is not sound:",
            *(f"- {problem}" for problem in health.problems),
            *_backup_lines(health),
            "`quizzer doctor --repair` makes a sound log from everything readable in it and in "
            "backups, and keeps the damaged file.",
        ]
    return [
        f"The log {log} is sound.",
        f"- {counted(health.events, 'event')}, each of them readable; "
        f"{counted(health.attempts, 'answer')} counted, {health.undone} undone",
        f"- schedule and statistics rebuilt for {counted(health.items, 'item')}",
        *_backup_lines(health),
        *(f"- {note}" for note in health.notes),
    ]


def _backup_lines(health: "Health") -> list[str]:
    return [f"- {counted(health.backups, 'automatic backup')}"]
