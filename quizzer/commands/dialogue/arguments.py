"""Options that commands with a dialogue share."""

import argparse
from typing import TYPE_CHECKING, Final

from quizzer.commands.running.numbers import whole

if TYPE_CHECKING:
    from quizzer.study.study import Study

_LIMIT: Final = whole(1, 1000, "is no number of questions: give 1 to 1000")


def add_plain(parser: argparse.ArgumentParser) -> None:
    """--plain, for what is so anyway."""
    parser.add_argument("--plain", action="store_true", help="ask as plain text (always so here)")


def add_confidence(parser: argparse.ArgumentParser) -> None:
    """--confidence and --no-confidence."""
    parser.add_argument(
        "--confidence",
        action=argparse.BooleanOptionalAction,
        help="ask how sure you are, or do not (default: as your settings say)",
    )


def add_limit(parser: argparse.ArgumentParser, setting: str) -> None:
    """--limit, the most questions of a session."""
    parser.add_argument(
        "--limit", type=_LIMIT, metavar="N", help=f"at most N (default: the setting `{setting}`)"
    )


def asks_confidence(arguments: argparse.Namespace, study: "Study") -> bool:
    """What was said for this run, or else the setting."""
    said: bool | None = arguments.confidence
    return study.settings.confidence if said is None else said
