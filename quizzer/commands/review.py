"""`quizzer review`: what is due, as plain text."""

import argparse

from quizzer.commands.dialogue import arguments as shared
from quizzer.commands.dialogue import session as dialogue
from quizzer.commands.running import errors, library


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "What you miss comes again at the end, with new numbers, until you get it right or have "
        "missed it three times. A review that you left is resumed."
    )
    parser.add_argument("--topic", metavar="TOPIC", help="only this topic")
    shared.add_plain(parser)
    shared.add_confidence(parser)
    shared.add_limit(parser, "review_questions")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.study.errors import StudyError

    banks = library.load()
    if arguments.topic is not None:
        library.expect_topic(banks, arguments.topic)
    with library.study(banks) as study:
        try:
            session = study.open_review(arguments.topic, arguments.limit)
        except StudyError as error:
            print(f"{error} `quizzer practice` asks something new.")
            return errors.DONE
        return dialogue.run(session, confidence=shared.asks_confidence(arguments, study))
