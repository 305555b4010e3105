"""Asks questions on a plain terminal or through a pipe, one prompt at a time.

This is for screen readers, simple terminals and scripts: nothing on the screen is overwritten, and
nothing times out. An answer of several lines ends with a line that holds a single dot. A line that
begins with a colon is a command, such as `:hint`. What is typed is passed on after each line, so
that it can be kept.
"""

import contextlib
import importlib
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quizzer import handed_over
from quizzer.commands.running import code_item
from quizzer.commands.running.errors import CommandError
from quizzer.commands.text import code_verdicts, output, prose, question, verdicts
from quizzer.harmless import harmless
from quizzer.words import failure

if TYPE_CHECKING:
    from quizzer.bank.schema import Item
    from quizzer.exercises.shown import AskShown, Presentation
    from quizzer.exercises.variant import Variant
    from quizzer.grading.verdict import Verdict

END: Final = "."
LONGEST: Final = 4000  # characters of an answer that are shown
_UNTIL_DOT: Final = f"(end with a line that contains only {END!r})"
_FILE: Final = ":file "
Commands = Mapping[str, str]  # the commands of a dialogue, without the colon, and what they do
Reader = Callable[[str], str]  # shows a prompt, and returns the line that is entered


class _LedAwayError(Exception):
    """A command that leads elsewhere was given instead of the rest of an answer."""

    def __init__(self, command: str) -> None:
        self.command = command


def read_line(prompt: str) -> str:
    """Show a prompt, and return the line that is entered; EOFError after the last one.

    A line from a pipe is printed after the prompt, where a terminal would show it.
    """
    prompt = harmless(prompt)
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # lets `input` edit the line
        above, newline, last = prompt.rpartition("\n")  # `input` can edit one line only
        print(above, end=newline)
        try:
            return input(last)
        except EOFError:
            print()
            raise
    print(prompt, end="", flush=True)
    try:
        line = handed_over.line(sys.stdin)
    except OSError as error:
        raise CommandError(f"standard input: {failure(error)}.") from None
    except UnicodeDecodeError as error:
        raise CommandError("standard input is not UTF-8. Save it as UTF-8.") from error
    print(harmless(line.rstrip("\n")))
    if not line:
        raise EOFError
    return line.rstrip("\n")


def say(text: str, indent: str = "") -> None:
    """Print text, wrapped to the width of the terminal."""
    print(prose.wrap(text, output.width(), indent))


def show_question(
    item: "Item", variant: "Variant", shown: "Presentation", hints: Sequence[str]
) -> None:
    """Print the question as it is asked, and the hints taken so far."""
    from msgspec import structs

    from quizzer.bank.schema import CodeItem

    asks = tuple(part for part in shown.asks if not part.optional)  # marks are asked for later
    asked = structs.replace(shown, asks=asks)
    print("\n".join(question.lines(item, variant, asked, output.width())))
    if isinstance(item, CodeItem):
        print(f"\n  `{_FILE.strip()} PATH` hands in a file instead.")
    for hint in hints:
        show_hint(item, hint)
    print()


def show_hint(item: "Item", hint: str | None) -> None:
    """Print a hint and its number; None says that there is no further one."""
    if hint is None:
        say("There are no more hints.")
    else:
        say(f"Hint {item.hints.index(hint) + 1} of {len(item.hints)}: {hint}")


def show_problems(shown: "Presentation", verdict: "Verdict") -> None:
    """Print what was not understood in an answer, part by part."""
    say(f"! {verdict.feedback}")
    names = verdicts.part_names(shown)
    for part in verdict.parts:
        say(f"{names.get(part.name, part.name)}: {part.feedback}", "  ")


def show_verdict(item: "Item", shown: "Presentation", verdict: "Verdict") -> None:
    """Print the verdict, in the form for this kind of item."""
    from quizzer.bank.schema import CodeItem

    columns = output.width()
    if isinstance(item, CodeItem):
        lines = code_verdicts.lines(item, verdict, columns)
    else:
        lines = verdicts.lines(item, shown, verdict, columns)
    print("\n".join(lines))


def ask(
    asks: "Sequence[AskShown]",
    kept: Mapping[str, str],
    keep: Callable[[dict[str, str]], None],
    obey: Callable[[str], bool],
) -> dict[str, str] | str:
    """Ask for an answer part by part; returns it, or the command that was given instead.

    `kept` is the answer from before, which empty entries leave as it is. `keep` gets the answer so
    far after each line. `obey` gets each command: if it returns True, the same line is asked for
    again; if False, the command leads elsewhere, and asking ends.
    """

    def read(prompt: str) -> str:
        while (command := _command_in(line := read_line(prompt))) is not None:
            if not obey(command):
                raise _LedAwayError(command)
        return line

    answer = dict(kept)
    try:
        for part in asks:
            if part.optional:
                continue
            if kept.get(part.name):
                before = harmless(kept[part.name])
                print(f"Kept from before (an empty entry keeps it): {before}")
            for text in _texts(part, read):
                if text.strip() or part.name not in answer:
                    answer[part.name] = text
                    keep(answer)
    except _LedAwayError as led_away:
        return led_away.command
    return answer


def read_confidence() -> int | None:
    """Ask how sure the learner is, from 0 (a guess) to 3 (sure); None if they do not say."""
    while True:
        entered = read_line(
            "How sure? 1 guess, 2 fifty-fifty, 3 likely, 4 sure (Enter: skip): "
        ).strip()
        if not entered:
            return None
        if entered in ("1", "2", "3", "4"):
            return int(entered) - 1
        print("Enter 1, 2, 3 or 4, or nothing.")


def read_marks(count: int, otherwise: str = "") -> str:
    """Ask for the marks of `count` key points; `otherwise` says what Enter alone does."""
    example = " ".join(["1", "½", "0"][n % 3] for n in range(count))
    enter = f" (Enter: {otherwise})" if otherwise else ""
    return read_line(f"Your marks, such as {example}{enter}: ")


def help_text(commands: Commands) -> str:
    """The commands, and what each does."""
    rows = [(f"  :{word}", says) for word, says in commands.items()]
    return "\n".join(prose.table(rows, output.width()))


def expect_command(word: str, commands: Commands) -> bool:
    """Whether this is one of the commands; if not, print which there are."""
    if word not in commands:
        print(f"There is no command :{word} here. There are:\n{help_text(commands)}")
    return word in commands


def _command_in(line: str) -> str | None:
    """The command in a line, if it is one; a question mark alone asks for help."""
    if line.strip() == "?":
        return "help"
    word = line[1:].strip()
    return word.lower() if line.startswith(":") and word.isalpha() else None


def _names_unreadable_file(part: "AskShown", line: str) -> bool:
    """Whether a line hands in a file that cannot be read; if so, print why."""
    if part.what != "code" or not line.startswith(_FILE):
        return False
    try:
        _file(line)
    except CommandError as error:
        print(harmless(str(error)))
        return True
    return False


def _file(line: str) -> str:
    path = Path(line.removeprefix(_FILE).strip())
    try:
        return code_item.read(path.expanduser())
    except RuntimeError as error:  # it begins with ~ and the name of no user
        raise CommandError(f"{path}: {error}") from None


def _texts(part: "AskShown", read: Reader) -> Iterator[str]:
    """What has been entered for a part after each of its lines; the last text is the whole."""
    while _names_unreadable_file(part, line := read(_prompt(part))):
        pass
    if part.what == "code" and line.startswith(_FILE):
        yield _file(line)
    elif part.what in ("text", "code") or not (_rows(part) == 1 or _is_whole(line)):
        yield from _several(line, _rows(part), read)
    else:
        yield line


def _several(line: str, rows: int | None, read: Reader) -> Iterator[str]:
    """The text after each line, up to the dot or to this number of rows."""
    lines: list[str] = []
    while line != END:
        lines.append(line)
        yield "\n".join(lines)
        if len(lines) == rows:
            return
        line = read("")
    if not lines:
        yield ""


def _prompt(part: "AskShown") -> str:
    if part.what in ("text", "code"):
        return f"{part.name} {_UNTIL_DOT}:\n"
    label, rows = part.label or part.name, _rows(part)
    if rows is None:
        return f"{label}, one line with brackets, or row by row {_UNTIL_DOT}: "
    return f"{label}{f', one line with brackets, or {rows} lines' if rows > 1 else ''}: "


def _rows(part: "AskShown") -> int | None:
    """How many lines a part takes; None if the learner decides, or has to know."""
    if part.what in ("text", "code"):
        return None
    if part.what != "value":
        return 1
    return None if part.shape is None else math.prod(part.shape[:-1])


def _is_whole(line: str) -> bool:
    """Whether a line is all that is entered: brackets that close, semicolons, or nothing."""
    opened = line.count("[") + line.count("(")
    closed = line.count("]") + line.count(")")
    return not line.strip() or (opened == closed and (opened > 0 or ";" in line))
