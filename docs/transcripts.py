"""Runs what the documents show: writes their files, runs their commands, compares the output.

python docs/transcripts.py           writes the present output into the documents

A listing whose fence names a file (```yaml mine.yaml) is written to that file. In a ```console
block, lines with `$ ` are commands, and a line `…` stands for any number of lines.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from unittest.mock import patch

from quizzer.cli import main as quizzer

FOLDER: Final = Path(__file__).parent
DOCUMENTS: Final = (FOLDER.parent / "README.md", *sorted(FOLDER.glob("*.md")))
FENCE: Final = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
CUT: Final = "…"


class Reader:
    """Someone who follows a document, with their own home and working folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"

    def follow(self, text: str) -> str:
        """The document with what its commands print now."""
        with self._at_work():
            return FENCE.sub(self._block, text)

    @contextlib.contextmanager
    def _at_work(self) -> Iterator[None]:
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            with patch.dict(os.environ, {"QUIZZER_HOME": str(self.home), "COLUMNS": "80"}):
                yield
        finally:
            os.chdir(before)

    def _block(self, match: re.Match[str]) -> str:
        language, _, name = match["info"].partition(" ")
        if name:
            (self.folder / name).write_text(match["text"], encoding="utf-8")
        if language != "console":
            return match[0]
        runs = re.split(r"^(?=\$ )", match["text"], flags=re.MULTILINE)
        return f"```console\n{''.join(map(self._run, runs))}```"

    def _run(self, shown: str) -> str:
        """One command with its output; as shown in the document, if it only differs by cuts."""
        if not shown.startswith("$ "):
            return shown
        command, _, expected = shown[2:].partition("\n")
        printed = self._printed(command)
        gap = "\n" if expected.endswith("\n\n") else ""
        if same(expected.rstrip(), printed):
            return shown
        return f"$ {command}\n{printed}\n{gap}" if printed else f"$ {command}\n{gap}"

    def _printed(self, command: str) -> str:
        first, _, second = command.partition(" | ")
        words = shlex.split(first.replace("~/.local/share/quizzer", str(self.home)))
        match words:
            case ["mkdir", "-p", folder]:
                Path(folder).mkdir(parents=True, exist_ok=True)
                return ""
            case ["cp", *files, folder]:
                for file in files:
                    shutil.copy(file, folder)
                return ""
            case ["echo", text]:
                return self._quizzer(shlex.split(second)[1:], text)
            case ["quizzer", *arguments]:
                return self._quizzer(arguments)
        raise ValueError(f"a document cannot run this: {command}")

    def _quizzer(self, arguments: list[str], entered: str = "") -> str:
        stdin = io.TextIOWrapper(io.BytesIO(entered.encode()), "utf-8")
        out = io.StringIO()
        with (
            patch.object(sys, "stdin", stdin),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(out),
        ):
            quizzer(arguments)
        return out.getvalue().rstrip().replace(str(self.home), "~/.local/share/quizzer")


def same(expected: str, printed: str) -> bool:
    """Whether this is what is printed; a line `…` stands for any number of lines."""
    pieces = re.split(rf"^{CUT}$", expected, flags=re.MULTILINE)
    return re.fullmatch(".*?".join(map(re.escape, pieces)), printed, re.DOTALL) is not None


def followed(document: Path) -> str:
    """The text of a document, with what its commands print now."""
    with tempfile.TemporaryDirectory() as folder:
        return Reader(Path(folder)).follow(document.read_text(encoding="utf-8"))


def main() -> None:
    """Write the present output into each document."""
    for document in DOCUMENTS:
        document.write_text(followed(document), encoding="utf-8")


if __name__ == "__main__":
    main()
