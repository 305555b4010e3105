"""`quizzer interview`: a timed interview as plain text, with its debrief and score card."""

import argparse
from typing import TYPE_CHECKING, Any

from quizzer.commands.dialogue import arguments as shared
from quizzer.commands.dialogue import debriefing, plain
from quizzer.commands.dialogue import interview as dialogue
from quizzer.commands.running import errors, library, names
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.numbers import natural
from quizzer.commands.text import output, prose
from quizzer.study.interview.words import ending, minutes
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.study.interview.blueprint import Blueprint
    from quizzer.study.interview.interview import Interview
    from quizzer.study.study import Study


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Without options for a new interview, an interview you left continues where it was, with "
        "the time that was left. The clock runs in real time while quizzer runs; it stops while "
        "quizzer does not run and while the machine sleeps."
    )
    parser.add_argument(
        "--list", action="store_true", help="list the blueprints without taking an interview"
    )
    parser.add_argument("--blueprint", metavar="NAME", help="one of those that --list shows")
    parser.add_argument("--minutes", type=natural, metavar="M", help="10 to 90")
    parser.add_argument("--level", metavar="LEVEL", help="junior, mid or senior")
    parser.add_argument(
        "--topic", action="append", default=[], metavar="TOPIC", help="only these topics"
    )
    parser.add_argument(
        "--mix", metavar="SHARES", help="such as concept=1,shape=2,compute=2,code=1,explain=1"
    )
    parser.add_argument(
        "--seed",
        type=natural,
        metavar="S",
        help="the same seed begins with the same questions again",
    )
    parser.add_argument(
        "--answers-after-each", action="store_true", help="show what is right after each answer"
    )
    parser.add_argument(
        "--debrief", action="store_true", help="judge and debrief the last interview again"
    )
    parser.add_argument(
        "--new", action="store_true", help="end the interview you left, and start a new one"
    )
    shared.add_plain(parser)


def run(arguments: argparse.Namespace) -> int:
    from quizzer.study.errors import StudyError

    if arguments.list:
        return _list()
    banks = library.load()
    with library.study(banks) as study:
        library.tell_unreadable_interviews(study.history, open_only=not arguments.debrief)
        try:
            interview = (_last if arguments.debrief else _interview)(arguments, study)
        except StudyError as error:
            raise CommandError(str(error)) from error
        return _take(interview, banks)


def _take(interview: "Interview", banks: "Library") -> int:
    try:
        if interview.state != "finished":
            dialogue.run(interview)
            _tell_end(interview)
        dialogue.judge_all(interview)
    except EOFError:
        if interview.state != "finished":
            left = minutes(interview.time.remaining)
            print()
            plain.say(f"You left with {left} on the clock. `quizzer interview` resumes it.")
            return errors.DONE
        print("\nWhat is not judged yet can wait.\n")
    debriefing.show(interview, banks)
    return errors.DONE


def _tell_end(interview: "Interview") -> None:
    debrief = interview.debrief()
    plain.say(f"The interview is over. {ending(debrief.ended, debrief.left)}")
    print()


def _interview(arguments: argparse.Namespace, study: "Study") -> "Interview":
    """The interview that was left, or a new one if there is none or the arguments ask for one."""
    left = study.interviews.open
    changes = _changes(arguments, study.library)
    is_set_up = bool(changes) or arguments.blueprint is not None
    blueprint = _blueprint(arguments.blueprint, changes)
    if left is not None and is_set_up and not arguments.new:
        study.interviews.plan(blueprint)  # refuses one that --new could not start, either
        raise CommandError(
            f"{left.says} `quizzer interview` resumes it; --new starts this one and ends the "
            "other there."
        )
    if left is not None and not arguments.new:
        clock = minutes(left.remaining)
        plain.say(f"Resuming “{left.blueprint.title}”, {clock} on the clock.")
        print()
        return study.interviews.resume(left.session)
    if "seed" not in changes:
        from msgspec.structs import replace

        blueprint = replace(blueprint, seed=study.interviews.fresh_seed(blueprint))
    interview = study.interviews.start(blueprint)
    if left is not None:
        print("The interview that was still open has ended.")
    questions = counted(len(interview.turns), "question")
    plain.say(
        f"{blueprint.title}: {blueprint.minutes} minutes, level {blueprint.level}, seed "
        f"{blueprint.seed}. It begins with {questions}; more follow as you answer, until the time "
        "is up."
    )
    return interview


def _last(arguments: argparse.Namespace, study: "Study") -> "Interview":
    if arguments.new or arguments.blueprint is not None or _changes(arguments, study.library):
        raise CommandError("--debrief is about the last interview: omit what starts another.")
    ended = [card for card in study.interviews.cards() if not card.open]
    if not ended:
        raise CommandError("no interview has ended yet. `quizzer interview` starts one.")
    return study.interviews.resume(ended[0].session)


def _changes(arguments: argparse.Namespace, banks: "Library") -> dict[str, Any]:
    """The fields of a blueprint that the arguments set."""
    for topic in arguments.topic:
        library.expect_topic(banks, topic)
    given = {
        "minutes": arguments.minutes,
        "level": arguments.level,
        "topics": tuple(arguments.topic) or None,
        "mix": None if arguments.mix is None else _mix(arguments.mix),
        "seed": arguments.seed,
        "answers_after_each": arguments.answers_after_each or None,
    }
    return {name: value for name, value in given.items() if value is not None}


def _blueprint(name: str | None, changes: dict[str, Any]) -> "Blueprint":
    from msgspec.structs import replace

    from quizzer.study.interview.blueprint import OWN, READY

    if name is None:
        return replace(OWN, **changes)
    names.expect("blueprint", name, READY)
    return replace(READY[name], **changes)


def _mix(text: str) -> dict[str, float]:
    from typing import get_args

    from quizzer.study.interview.flavours import Flavour

    shares: dict[str, float] = {}
    for entry in text.split(","):
        name, _, share = entry.strip().partition("=")
        names.expect("kind of question", name, get_args(Flavour))
        if name in shares:
            raise CommandError(f"--mix has {name!r} twice. Give each share once.")
        try:
            shares[name] = float(share or 1)
        except ValueError:
            raise CommandError(f"{share!r} is not a share: write {name}=2.") from None
    return shares


def _list() -> int:
    from quizzer.study.interview.blueprint import READY

    rows = [
        (
            f"  {blueprint.name}",
            f"{blueprint.minutes} min",
            blueprint.level,
            f"{blueprint.title}: {', '.join(name for name, x in blueprint.mix.items() if x)}",
        )
        for blueprint in READY.values()
    ]
    print("\n".join(prose.table(rows, output.width())))
    print()
    plain.say(
        "`quizzer interview --blueprint NAME` starts one; --minutes, --level, --topic and --mix "
        "change it. Without a name, they define your own."
    )
    return errors.DONE
