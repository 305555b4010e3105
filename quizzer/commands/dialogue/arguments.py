"""Options that commands with a dialogue share."""

import argparse
from typing import TYPE_CHECKING, Final

from quizzer.commands.running.numbers import whole

if TYPE_CHECKING:
    from quizzer.study.study import Study

_LIMIT: Final = whole(1, 1000, "is not a number of questions: give 1 to 1000")


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add --plain, which changes nothing: commands with a dialogue always use plain text."""
    parser.add_argument("--plain", action="store_true", help="ask as plain text (always so here)")


def add_confidence(parser: argparse.ArgumentParser) -> None:
    """Add --confidence and --no-confidence."""
    parser.add_argument(
        "--confidence",
        action=argparse.BooleanOptionalAction,
        help="ask how sure you are, or do not ask (default: as your settings say)",
    )


def add_limit(parser: argparse.ArgumentParser, setting: str) -> None:
    """Add --limit, the most questions of a session; its default is the named setting."""
    parser.add_argument(
        "--limit",
        type=_LIMIT,
        metavar="N",
        help=f"at most N questions (default: the setting `{setting}`)",
    )


def asks_confidence(arguments: argparse.Namespace, study: "Study") -> bool:
    """Whether to ask how sure the learner is: as the options say, or else the settings."""
    chosen: bool | None = arguments.confidence
    return study.settings.confidence if chosen is None else chosen
