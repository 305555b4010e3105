"""`quizzer report`: what the log says about what you can do."""

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from quizzer.commands.running import errors, library, names, settings
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.files import file
from quizzer.commands.running.numbers import MOST, whole
from quizzer.garbage import collection_paused
from quizzer.harmless import harmless
from quizzer.reports.formats import FORMATS, rendered
from quizzer.words import reason_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizzer.bank.library import Library
    from quizzer.progress.history import History
    from quizzer.reports.scope import Scope
    from quizzer.study.interview.interviews import InterviewCard


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        type=_format,
        metavar="FORMAT",
        help="md (default), html (one file, to read or print), json, or csv (all answers); "
        "without it, the ending of --output decides",
    )
    parser.add_argument("--from", dest="since", type=_day, metavar="DAY", help="from this day on")
    parser.add_argument(
        "--to", dest="until", type=_day, metavar="DAY", help="up to this day; as in 2026-03-02"
    )
    parser.add_argument("--topic", metavar="TOPIC", help="only this topic")
    parser.add_argument(
        "--interview",
        type=whole(0, MOST, "is not the number of an interview"),
        metavar="N",
        help="only this interview, question by question: 1 is the first one, 0 the latest",
    )
    parser.add_argument(
        "--output",
        type=file,
        metavar="FILE",
        help="write there instead of to standard output, which `-` stands for",
    )


def _format(name: str) -> str:
    names.expect("format", name, FORMATS)
    return name


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a day: write it as in 2026-03-02"
        ) from None


def run(arguments: argparse.Namespace) -> int:
    if arguments.output == Path("-"):
        arguments.output = None
    if arguments.output is not None:
        library.spare_the_log(arguments.output)
    if arguments.since and arguments.until and arguments.since > arguments.until:
        raise CommandError("the period ends before it begins: --from must not be after --to.")
    narrower = arguments.topic or arguments.since or arguments.until
    if arguments.interview is not None and narrower:  # it would have no debrief
        raise CommandError("--interview takes a whole interview: omit --topic, --from and --to.")
    with collection_paused():  # nearly all objects are needed until the end
        text = _report(arguments, arguments.format or _format_of(arguments.output))
    if arguments.output is None:
        print(text, end="")
        return errors.DONE
    try:
        arguments.output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise CommandError(
            f"the report cannot be written to {arguments.output}: "
            f"{reason_of(error)}. Choose another place with --output."
        ) from error
    print(harmless(f"The report is in {arguments.output}."), file=sys.stderr)
    return errors.DONE


def _format_of(output: Path | None) -> str:
    ending = output.suffix.removeprefix(".").lower() if output else ""
    return ending if ending in FORMATS else "md"


def _report(arguments: argparse.Namespace, form: str) -> str:
    from quizzer.study.clock import SystemClock

    banks = library.load()
    if arguments.topic is not None:
        library.expect_topic(banks, arguments.topic)
    with library.history_to_read() as history:
        library.tell_unreadable_interviews(history)
        scope = _scope(arguments, banks, history)
        minutes = settings.configuration().settings.minutes_a_day
        return rendered(form, history, banks, SystemClock(), scope, minutes_a_day=minutes)


def _scope(arguments: argparse.Namespace, banks: "Library", history: "History") -> "Scope":
    from quizzer.reports.scope import Scope

    session = None
    if arguments.interview is not None:
        from quizzer.study.clock import SystemClock
        from quizzer.study.interview.interviews import Interviews

        cards = Interviews(banks, history, SystemClock()).cards()
        session = _session(arguments.interview, cards[::-1])
    return Scope(
        topic=arguments.topic, since=arguments.since, until=arguments.until, session=session
    )


def _session(number: int, cards: "Sequence[InterviewCard]") -> str:
    """The session of interview `number`, or of the latest for 0; `cards` has all, first to last."""
    if not cards:
        raise CommandError("there has been no interview yet; `quizzer interview` starts one.")
    if number > len(cards):
        raise CommandError(f"there is no interview {number}; the latest one is {len(cards)}.")
    card = cards[number - 1]
    if card.open:
        raise CommandError(
            f"interview {number or len(cards)} is not over yet; its report comes after the end."
        )
    return card.session
