"""`quizzer practice`: questions of a topic or of a selection, as plain text."""

import argparse
from typing import TYPE_CHECKING

from quizzer.commands.dialogue import arguments as shared
from quizzer.commands.dialogue import plain
from quizzer.commands.dialogue import session as dialogue
from quizzer.commands.running import library, names
from quizzer.commands.running.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quizzer.bank.library import Library
    from quizzer.study.session import Session
    from quizzer.study.study import Study


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "If you left the practice of a topic, a drill or the placement, it is resumed; without "
        "arguments, so are the questions you chose last. Practice does not change the schedule of "
        "what is not due yet: cramming has no effect on it."
    )
    parser.add_argument(
        "topic", nargs="?", metavar="TOPIC", help="its id, as `quizzer list` shows it"
    )
    shared.add_plain(parser)
    shared.add_confidence(parser)
    shared.add_limit(parser, "practice_questions")
    parser.add_argument(
        "--kind",
        action="append",
        default=[],
        metavar="KIND",
        help="only this kind, such as choice or compute (can be repeated)",
    )
    parser.add_argument(
        "--level",
        action="append",
        default=[],
        metavar="LEVEL",
        help="only this level: junior, mid or senior (can be repeated)",
    )
    parser.add_argument(
        "--tag",
        action="append",
        default=[],
        metavar="TAG",
        help="only items with this tag (can be repeated)",
    )
    parser.add_argument(
        "--mistake", metavar="MISTAKE", help="drill: only questions that can show this mistake"
    )
    parser.add_argument("--unseen", action="store_true", help="only what you have never answered")
    parser.add_argument("--bookmarked", action="store_true", help="only what you have bookmarked")
    parser.add_argument(
        "--placement", action="store_true", help="six short questions that show where to start"
    )
    parser.add_argument("--hardest-first", action="store_true", help="the hardest first")
    parser.add_argument(
        "--new",
        action="store_true",
        help="end the questions you chose and left, and choose new ones",
    )


def run(arguments: argparse.Namespace) -> int:
    from quizzer.study.errors import StudyError

    banks = library.load()
    if arguments.topic is not None:
        library.expect_topic(banks, arguments.topic)
    _expect_values(arguments, banks)
    with library.study(banks) as study:
        try:
            session = _session(arguments, study)
        except StudyError as error:
            raise CommandError(str(error)) from error
        code = dialogue.run(session, confidence=shared.asks_confidence(arguments, study))
        if arguments.placement:
            print("\n".join(_where_to_start(study)))
        return code


def _where_to_start(study: "Study") -> "Iterator[str]":
    placed = study.placement()
    if placed is None:
        return
    title_of = study.library.title_of
    yield ""
    if known := placed.known_in_words(title_of):
        yield known
    yield f"Start with {title_of(placed.start)}: `quizzer practice {placed.start}`."


def _expect_values(arguments: argparse.Namespace, banks: "Library") -> None:
    from quizzer.bank.schema import KINDS, LEVELS

    tags = {tag for head in banks.heads for tag in head.tags}
    mistakes = {mistake for head in banks.heads for mistake in head.mistakes}
    for what, given, known in (
        ("kind", arguments.kind, KINDS),
        ("level", arguments.level, LEVELS),
        ("tag", arguments.tag, sorted(tags)),
        ("mistake", [] if arguments.mistake is None else [arguments.mistake], sorted(mistakes)),
    ):
        for name in given:
            names.expect(what, name, known)


def _session(arguments: argparse.Namespace, study: "Study") -> "Session":
    from quizzer.study.purposes import CHOSEN
    from quizzer.study.selection import Selection

    selection = Selection(
        topics=(arguments.topic,) if arguments.topic else (),
        kinds=tuple(arguments.kind),
        levels=tuple(arguments.level),
        tags=tuple(arguments.tag),
        mistakes=(arguments.mistake,) if arguments.mistake else (),
        unseen=arguments.unseen,
        bookmarked=arguments.bookmarked,
        hardest_first=arguments.hardest_first,
    )
    if arguments.placement:
        if arguments.limit or selection != Selection():
            raise CommandError("--placement chooses its questions itself: omit other choices.")
        return study.open_placement()
    limit = arguments.limit or study.settings.practice_questions
    if arguments.mistake and selection == Selection(mistakes=(arguments.mistake,)):
        return study.open_drill(arguments.mistake, limit)
    if arguments.topic and selection == Selection(topics=(arguments.topic,)):
        return study.open_practice(arguments.topic, limit)
    left = study.left_for(CHOSEN)
    if left is None or arguments.new:
        return study.start_selection(selection, limit)
    if selection != Selection():
        raise CommandError(
            f"{left.says} `quizzer practice` resumes them; --new ends them there and starts "
            "these. Your answers count either way."
        )
    plain.say(left.says)
    return study.resume(left.session)
