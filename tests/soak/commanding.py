"""Runs commands in this process: arguments and standard input in; code and output out."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from quizzer.cli import main

COMMANDS = [
    "list", "show sdpa-by-hand", "show sdpa-by-hand --solution", "report", "report --format html",
    "locate", "reference", "doctor", "trace", "practice attention", "review", "interview",
    "answer sdpa-by-hand", "backup copy.sqlite3", "export --format gift", "--help", "--version",
]  # fmt: skip


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


def run(*arguments: str, stdin: str | bytes = b"") -> Result:
    """Run `quizzer` with these arguments."""
    entered = stdin.encode(errors="surrogatepass") if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    reader = io.TextIOWrapper(io.BytesIO(entered), "utf-8", errors="surrogateescape")
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", reader):
        code = main(arguments)
    return Result(code, out.getvalue(), err.getvalue())
