"""`quizzer serve` with the real app: tabs on one log, code that is off, and how all of it ends."""

import asyncio
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

from quizzer.bank.library import Library
from quizzer.bank.loading import load_library
from quizzer.bank.schema import ChoiceItem, CodeItem, FillItem
from quizzer.progress.log import Log
from quizzer.study.session import Session
from quizzer.study.study import Study
from quizzer.web import serving as serve
from quizzer.web.tab import DRIVER
from tests.web.real import answers, serving, visitor


def session_at(home: Path, kind: type) -> Session:
    """A session that was left at its second question, one of this kind."""
    with closing(Log.open(home / "progress.sqlite3")) as log:
        study = Study(load_library(home / "cache"), log)
        session = study.start_items([first(study.library, each) for each in (ChoiceItem, kind)])
        session.give_up()
        session.advance()
        return session


def first(library: Library, kind: type) -> str:
    return next(item.id for item in library.items.values() if isinstance(item, kind))


async def test_tabs_add_to_one_log_and_closing_one_keeps_what_is_typed(home: Path) -> None:
    left = session_at(home, FillItem)
    async with serving(home) as address, visitor(address) as tab:
        one, other = await tab(), await tab()
        await one.shows("question 2 of 2")
        await other.shows("question 2 of 2")
        await one.type("c")
        await one.shows("2 of 2")
        await one.type_until_shown("§")  # the field comes a little later
        await one.close()
        await other.type("u")  # takes back the answer to the first question
        await other.shows("1 of 2")
    assert answers(home) == []
    place = left.plan[1]
    with closing(Log.open_to_read(home / "progress.sqlite3")) as log:
        draft = log.draft(left.id, place.item, place.variant)
    assert draft is not None
    assert set(next(iter(draft.answer.values()))) == {"§"}


async def test_what_is_no_http_is_not_repeated_on_the_terminal(home: Path) -> None:
    async with serving(home) as address:  # which sees to it that nothing more is printed
        host, port = address.removeprefix("http://").partition("/")[0].split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /\x1b]0;evil\x07 HTTP/9.9\r\n\r\n")
        assert b" 400 " in await reader.readline()
        writer.close()


async def test_more_connections_than_the_system_has_room_for_are_told_once(home: Path) -> None:
    room = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)); "
    start = "from quizzer.__main__ import main; sys.exit(main())"
    command = (sys.executable, "-c", room + start, "serve")
    told = "quizzer: a connection was refused: Too many open files\n"
    async with serving(home, command, complaints=told) as address:
        host, port = address.removeprefix("http://").partition("/")[0].split(":")
        held = [await asyncio.open_connection(host, int(port)) for _ in range(60)]
        await asyncio.sleep(0.2)
        for _, writer in held:
            writer.close()


async def test_code_is_asked_nowhere_unless_asked_for(home: Path) -> None:
    left = session_at(home, CodeItem)
    before = len(answers(home))
    async with serving(home) as address, visitor(address) as tab:
        page = await tab()
        await page.shows("code is off")
        await page.type("s")
        await page.shows("are off")  # how to turn them on may come in the next line
    assert len(answers(home)) == before
    with closing(Log.open_to_read(home / "progress.sqlite3")) as log:
        kinds = [type(event).__name__ for event in log.events()]
    assert "SessionEnded" not in kinds
    assert left.total == 2


def test_an_app_whose_server_is_gone_ends_by_itself(home: Path) -> None:
    environment = {"QUIZZER_HOME": str(home), "TEXTUAL_DRIVER": DRIVER, "PYTHONUTF8": "1"}
    command = serve.command(code=False)
    with subprocess.Popen(command, env=environment, stdin=PIPE, stdout=PIPE, stderr=PIPE) as app:
        assert None not in (app.stdin, app.stdout, app.stderr)
        assert app.stdout.readline() == b"__GANGLION__\n"
        app.stdin.close()
        app.stdout.close()
        assert app.wait(20) == 0
        assert app.stderr.read() == b""


def test_the_app_in_a_tab_is_told_to_do_without_code() -> None:
    assert serve.command(code=False)[-2:] == ("--without", "code")
    assert "--without" not in serve.command(code=True)
