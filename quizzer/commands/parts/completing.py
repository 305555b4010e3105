"""What could come next on a command line, according to the parser, the banks and the reference."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from quizzer.commands.running import library

if TYPE_CHECKING:
    from quizzer.bank.packing import Head

Candidate: TypeAlias = tuple[str, str]  # the word, and what it means

SHELLS: Final = ("bash", "zsh", "fish")
FILES: Final = ":files"  # stands for the names of files, which the shell completes itself


def candidates(parser: argparse.ArgumentParser, words: Sequence[str]) -> Iterator[Candidate]:
    """The words that the last one could become; it may be empty. The others come before it."""
    *before, begun = words or [""]
    commands = _commands(parser)
    name = next((word for word in before if not word.startswith("-")), None)
    if name is None:
        found = _options(parser, ()) if begun.startswith("-") else _summaries(commands)
    elif name in commands.choices:
        typed = before[before.index(name) + 1 :]
        found = _of_command(name, commands.choices[name], typed, begun)
    else:
        return
    yield from (each for each in found if each[0].startswith(begun) or each[0] == FILES)


def _commands(
    parser: argparse.ArgumentParser,
) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    return next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))


def _summaries(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> Iterator[Candidate]:
    for action in commands._choices_actions:
        yield action.dest, action.help or ""


def _of_command(
    name: str, parser: argparse.ArgumentParser, typed: Sequence[str], begun: str
) -> Iterator[Candidate]:
    """Values of the option before, options, or values of the next positional argument."""
    wanted, positionals = _expecting(parser, typed)
    option, equals, _ = begun.partition("=")
    if wanted is not None:
        yield from _values(name, wanted)
    elif equals and (valued := parser._option_string_actions.get(option)) is not None:
        yield from ((f"{option}={word}", says) for word, says in _values(name, valued))
    elif begun.startswith("-"):
        yield from _options(parser, typed)
    elif positionals:
        yield from _values(name, positionals[0])
    else:
        yield from _options(parser, typed)


def _expecting(
    parser: argparse.ArgumentParser, typed: Sequence[str]
) -> tuple[argparse.Action | None, list[argparse.Action]]:
    """The option that still needs its value, if one does, and the positional arguments to come."""
    positionals = [action for action in parser._actions if not action.option_strings]
    wanted: argparse.Action | None = None
    for word in typed:
        if wanted is not None:
            wanted = None
        elif word.startswith("-"):
            option = parser._option_string_actions.get(word)
            wanted = option if option is not None and option.nargs != 0 else None
        elif positionals and positionals[0].nargs not in ("*", "+"):
            positionals.pop(0)
    return wanted, positionals


def _options(parser: argparse.ArgumentParser, typed: Sequence[str]) -> Iterator[Candidate]:
    """The long names of the options that can still be given."""
    given = {word.partition("=")[0] for word in typed}
    for action in parser._actions:
        repeatable = isinstance(action, argparse._AppendAction)
        if repeatable or not given & set(action.option_strings):
            for option in action.option_strings:
                if option.startswith("--") and action.help != argparse.SUPPRESS:
                    yield option, action.help or ""


def _values(command: str, action: argparse.Action) -> Iterator[Candidate]:
    if action.choices is not None:
        yield from ((str(choice), "") for choice in action.choices)
    metavar = str(action.metavar)
    known = _KNOWN.get(f"{command} {metavar}") or _KNOWN.get(metavar)
    if known is not None:
        yield from known()


def _files() -> Iterator[Candidate]:
    yield FILES, ""


def _items() -> Iterator[Candidate]:
    for head in _heads():
        yield head.id, head.title


def _heads() -> "Iterator[Head]":
    return library.load().heads


def _topics() -> Iterator[Candidate]:
    for topic in library.load().topics:
        yield topic.id, topic.title


def _kinds() -> Iterator[Candidate]:
    from quizzer.bank.schema import KINDS

    yield from ((kind, "") for kind in KINDS)


def _levels() -> Iterator[Candidate]:
    from quizzer.bank.schema import LEVELS

    yield from ((level, "") for level in LEVELS)


def _tags() -> Iterator[Candidate]:
    tags = {tag for head in _heads() for tag in head.tags}
    yield from ((tag, "") for tag in sorted(tags))


def _mistakes() -> Iterator[Candidate]:
    from quizzer.emphasis import plain

    banks = library.load()
    mistakes = {mistake for head in banks.heads for mistake in head.mistakes}
    yield from ((mistake, plain(banks.name_of(mistake))) for mistake in sorted(mistakes))


def _blueprints() -> Iterator[Candidate]:
    from quizzer.study.interview.blueprint import READY

    yield from ((name, blueprint.title) for name, blueprint in READY.items())


def _components() -> Iterator[Candidate]:
    from quizzer.commands.reference import families

    for _, rows in families():
        for name, summary in rows:
            yield name, summary
            yield name.rpartition(".")[2], summary


def _report_formats() -> Iterator[Candidate]:
    from quizzer.reports.formats import FORMATS

    yield from ((name, "") for name in FORMATS)


def _export_formats() -> Iterator[Candidate]:
    from quizzer.commands.export import ENDINGS

    yield from ((name, "") for name in ENDINGS)


def _what_ifs() -> Iterator[Candidate]:
    from quizzer.explorer.what_ifs import WHAT_IFS

    yield from ((name, "") for name in WHAT_IFS)


def _schemas() -> Iterator[Candidate]:
    from quizzer.commands.schema import SCHEMAS

    yield from ((name, "") for name in SCHEMAS)


def _shells() -> Iterator[Candidate]:
    yield from ((name, "") for name in SHELLS)


# By the name of the value in the help; where commands differ, with the command before it.
_KNOWN: Final[dict[str, Callable[[], Iterator[Candidate]]]] = {
    "ITEM": _items,
    "TOPIC": _topics,
    "KIND": _kinds,
    "LEVEL": _levels,
    "TAG": _tags,
    "MISTAKE": _mistakes,
    "FILE": _files,
    "PATH": _files,
    "OTHER": _files,
    "SHELL": _shells,
    "interview NAME": _blueprints,
    "reference NAME": _components,
    "schema NAME": _schemas,
    "WHAT-IF": _what_ifs,
    "report FORMAT": _report_formats,
    "export FORMAT": _export_formats,
}
