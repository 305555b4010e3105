"""`quizzer config`: what is set, where it comes from, and what is wrong with the settings file."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizzer.commands.running import errors, library, settings
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.files import write_new
from quizzer.commands.text import output, prose
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.configuration.configuration import Configuration
    from quizzer.configuration.keymap import Keymap
    from quizzer.diagnostics import Problem


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Each of these overrides the ones before it: default, app, file, environment, option."
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="print every problem of the file")
    what.add_argument("--keys", action="store_true", help="list all actions and their keys")
    what.add_argument("--path", action="store_true", help="print where the file is, or would be")
    what.add_argument("--init", action="store_true", help="write a file to start from")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    configuration = settings.configuration()
    path = configuration.path
    assert path is not None
    if arguments.path and not arguments.json:  # which says it, too
        print(path)
        return errors.DONE
    if arguments.init:
        return _init(path)
    return _show(arguments, _with_day(configuration), path)


def _init(path: Path) -> int:
    from quizzer.configuration.starter import starter
    from quizzer.progress.places import make

    make(path.parent)
    try:
        write_new(path, starter())
    except FileExistsError:
        raise CommandError(f"{path} already exists and is left as it is.") from None
    output.tell(f"{path} now lists every setting with its possible values.")
    return errors.DONE


def _with_day(configuration: "Configuration") -> "Configuration":
    """The configuration with the interview day that was set in the app, which is in the log."""
    from quizzer.configuration.configuration import Origin
    from quizzer.progress.history import History
    from quizzer.progress.log import Log
    from quizzer.progress.places import home
    from quizzer.progress.schedule import Settings

    database, given = home().database, configuration.settings
    if not database.exists():
        return configuration
    of_file = Settings(rollover_hour=given.rollover_hour, interview_day=given.interview_day)
    with library.reporting_log_errors():
        log = Log.open_to_read(database)
        day = History(log, of_file).interview_day
        log.close()
    if day == given.interview_day:
        return configuration
    origins = {**configuration.origins, "interview_day": Origin("app", database.name)}
    return configuration._replace(settings=given._replace(interview_day=day), origins=origins)


def _show(arguments: argparse.Namespace, configuration: "Configuration", path: Path) -> int:
    from quizzer.configuration.keymap import keymap

    keys = keymap(configuration.keys, path)
    problems = sorted((*configuration.problems, *keys.problems), key=lambda p: (p.line, p.column))
    if arguments.json:
        output.write_json("config/1", _as_data(configuration, keys, problems))
    elif arguments.check:
        _print_problems(problems, configuration, path)
    else:
        rows = _key_rows(keys) if arguments.keys else _rows(configuration, keys)
        print("\n".join(prose.table(list(rows), output.width())))
        settings.tell_problems(problems)
    return errors.FOUND_WRONG if arguments.check and problems else errors.DONE


def _rows(configuration: "Configuration", keys: "Keymap") -> Iterator[Sequence[str]]:
    from quizzer.configuration.configuration import FILE
    from quizzer.configuration.keymap import words
    from quizzer.configuration.settings import SETTINGS, as_written

    yield "setting", "value", "from"
    for name in SETTINGS:
        value = getattr(configuration.settings, name)
        yield name, "none" if value == "" else as_written(value), str(configuration.origin(name))
    for action, line in keys.lines.items():
        yield f"keys.{action}", words(keys.of(action)), f"{FILE}:{line}"


def _key_rows(keys: "Keymap") -> Iterator[Sequence[str]]:
    from quizzer.actions.table import ACTIONS
    from quizzer.configuration.configuration import FILE
    from quizzer.configuration.keymap import words

    yield "action", "keys", "does"
    for action in ACTIONS:
        line = keys.lines.get(action.id)
        usually = f" ({FILE}:{line}; usually {words(action.keys)})" if line else ""
        yield action.id, words(keys.of(action.id)), f"{action.says}{usually}"


def _print_problems(
    problems: "Sequence[Problem]", configuration: "Configuration", path: Path
) -> None:
    from quizzer.diagnostics import render

    for problem in problems:
        line = dict(enumerate(configuration.source, start=1)).get(problem.line)
        first, *others = render(problem, line).split("\n")
        print("\n".join([output.styled(first, "bold"), *others]), end="\n\n")
    if problems:
        print(f"{counted(len(problems), 'problem')}. Where a value is wrong, the default applies.")
    elif path.exists():
        output.tell(f"No problem found in {path}.")
    else:
        output.tell(
            f"There is no {path}: all settings have their defaults. `quizzer config --init` "
            "writes one."
        )


def _as_data(
    configuration: "Configuration", keys: "Keymap", problems: "Sequence[Problem]"
) -> dict[str, Any]:
    from quizzer.actions.table import ACTIONS
    from quizzer.diagnostics import as_data

    path = configuration.path
    return {
        "path": str(path),
        "exists": path is not None and path.exists(),
        "settings": [_setting_data(configuration, name) for name in configuration.settings._fields],
        "keys": [
            {
                "action": action.id,
                "keys": list(keys.of(action.id)),
                "usual": list(action.keys),
                "line": keys.lines.get(action.id),
            }
            for action in ACTIONS
        ],
        "problems": [as_data(problem) for problem in problems],
    }


def _setting_data(configuration: "Configuration", name: str) -> dict[str, Any]:
    from datetime import date

    from quizzer.configuration.settings import SETTINGS, Settings

    value = getattr(configuration.settings, name)
    origin = configuration.origin(name)
    return {
        "name": name,
        "value": value.isoformat() if isinstance(value, date) else value,
        "origin": origin.kind,
        "where": origin.where or None,
        "default": getattr(Settings(), name),
        "says": SETTINGS[name].says,
        "values": SETTINGS[name].values,
    }
