"""The real server with the real app in its tabs, in a home of its own."""

import asyncio
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from quizzer.progress.log import Log


@asynccontextmanager
async def serving(home: Path) -> AsyncIterator[str]:
    """`quizzer serve` and its address, until Ctrl+C; what an app complains of is an error."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quizzer", "serve"),
        env={"QUIZZER_HOME": str(home), "PATH": "", "PYTHONUTF8": "1"},
        stdout=PIPE,
        stderr=STDOUT,
    )
    assert process.stdout is not None
    told = await asyncio.wait_for(process.stdout.readuntil(b"Ctrl+C ends them all.\n"), 60)
    rest = asyncio.create_task(process.stdout.read())
    try:
        (address,) = re.findall(r"http://\S+", told.decode())
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        complaints = (await asyncio.wait_for(rest, 60)).decode()
        assert complaints == "", complaints
        assert await process.wait() == 0


def answers(home: Path) -> list[dict[str, str]]:
    """All that was answered so far."""
    with closing(Log.open_to_read(home / "progress.sqlite3")) as log:
        return [attempt.answer for attempt in log.attempts()]
