"""`quizzer serve`: the app in a browser on this machine, until Ctrl+C."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from quizzer.commands.running import errors
from quizzer.commands.running.numbers import whole

if TYPE_CHECKING:
    from quizzer.web.access import Access

HIGHEST_PORT = 65_535
_PORT = whole(0, HIGHEST_PORT, f"is not a port: give a whole number up to {HIGHEST_PORT}")
_AT = """quizzer is at this address, for a browser on this machine:

  {address}

Anyone who has the address can use quizzer as you: keep it to yourself.
Each tab is a quizzer of its own.
{code}
Ctrl+C ends them all."""
_WITHOUT = "Questions that ask for code are off; `quizzer serve --code` turns them on."
_WITH = "Questions that ask for code are on: anyone who has the address can RUN CODE AS YOU."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=_PORT, default=0, metavar="N", help="the port (default: any that is free)"
    )
    parser.add_argument("--open", action="store_true", help="open the address in your browser")
    parser.add_argument(
        "--code",
        action="store_true",
        help="also ask for code: anyone who has the address can then run code as you",
    )


def run(arguments: argparse.Namespace) -> int:
    try:
        from quizzer.web import serving
    except ModuleNotFoundError as missing:
        raise errors.CommandError(
            f"the browser needs {missing.name}, which is not installed: "
            "run `pip install 'quizzer[web]'`."
        ) from missing

    @contextmanager
    def announced(access: "Access") -> Iterator[None]:
        code = _WITH if arguments.code else _WITHOUT
        print(_AT.format(address=access.address, code=code), flush=True)
        with serving.opened_in_browser(access) if arguments.open else nullcontext():
            yield

    try:
        serving.serve(arguments.port, serving.command(code=arguments.code), announced)
    except serving.PortError as error:
        raise errors.CommandError(f"{error}; choose another with --port, or omit it") from error
    return errors.DONE
