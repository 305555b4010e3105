"""Asking on a plain terminal or through a pipe: one question, one prompt at a time.

For screen readers, simple terminals and scripts: nothing is drawn over, nothing is timed out. An
answer of several lines ends with a line that holds a single dot; a line that begins with a colon
is an order, such as `:hint`. What is typed is handed on after each line, so that it can be kept.
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
LONGEST: Final = 4000  # letters of an answer that are shown
_UNTIL_DOT: Final = f"(end with a line that holds a single {END!r})"
_FILE: Final = ":file "
Orders = Mapping[str, str]  # what can be ordered, and what it does
Reader = Callable[[str], str]  # gives the line that is entered at a prompt


class _LedAwayError(Exception):
    """An order that was given instead of the rest of an answer."""

    def __init__(self, order: str) -> None:
        self.order = order


def read_line(prompt: str) -> str:
    """The next line; EOFError after the last one.

    What a pipe gives is written behind the prompt, as it would stand in a terminal.
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
    """A sentence or more, wrapped to the width of the terminal."""
    print(prose.wrap(text, output.width(), indent))


def show_question(
    item: "Item", variant: "Variant", shown: "Presentation", hints: Sequence[str]
) -> None:
    """The question as it is asked, and the hints taken so far."""
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
    """One hint, and which of how many it is."""
    if hint is None:
        say("There is no further hint.")
    else:
        say(f"Hint {item.hints.index(hint) + 1} of {len(item.hints)}: {hint}")


def show_problems(shown: "Presentation", verdict: "Verdict") -> None:
    """What was not understood of an answer, part by part, and nothing else."""
    say(f"! {verdict.feedback}")
    names = verdicts.part_names(shown)
    for part in verdict.parts:
        say(f"{names.get(part.name, part.name)}: {part.feedback}", "  ")


def show_verdict(item: "Item", shown: "Presentation", verdict: "Verdict") -> None:
    """The verdict in the form of its kind."""
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
    """The answer, part by part; or the order that was given instead.

    `keep` gets the answer so far after each line; an empty entry leaves what was kept before.
    `obey` carries out an order and tells whether it did: then the same line is asked again.
    """

    def read(prompt: str) -> str:
        while (order := _order_in(line := read_line(prompt))) is not None:
            if not obey(order):
                raise _LedAwayError(order)
        return line

    answer = dict(kept)
    try:
        for part in asks:
            if part.optional:
                continue
            if kept.get(part.name):
                before = harmless(kept[part.name])
                print(f"Kept from before (an empty entry leaves it so): {before}")
            for text in _texts(part, read):
                if text.strip() or part.name not in answer:
                    answer[part.name] = text
                    keep(answer)
    except _LedAwayError as led_away:
        return led_away.order
    return answer


def read_confidence() -> int | None:
    """How sure the learner is; none when it is left out."""
    while True:
        entered = read_line(
            "How sure? 1 guess, 2 fifty-fifty, 3 likely, 4 sure (Enter: leave out): "
        ).strip()
        if not entered:
            return None
        if entered in ("1", "2", "3", "4"):
            return int(entered) - 1
        print("Enter 1, 2, 3 or 4, or nothing.")


def read_marks(count: int, otherwise: str = "") -> str:
    """Marks for so many key points, as entered; `otherwise` is what Enter alone does."""
    example = " ".join(["1", "½", "0"][n % 3] for n in range(count))
    enter = f" (Enter: {otherwise})" if otherwise else ""
    return read_line(f"Your marks, such as {example}{enter}: ")


def help_text(orders: Orders) -> str:
    """What can be ordered at a prompt."""
    rows = [(f"  :{word}", says) for word, says in orders.items()]
    return "\n".join(prose.table(rows, output.width()))


def expect_order(word: str, orders: Orders) -> bool:
    """Whether this can be ordered; if not, what can is said."""
    if word not in orders:
        print(f"There is no command :{word} here. There are:\n{help_text(orders)}")
    return word in orders


def _order_in(line: str) -> str | None:
    """The order that a line gives; a question mark alone asks what can be ordered."""
    if line.strip() == "?":
        return "help"
    word = line[1:].strip()
    return word.lower() if line.startswith(":") and word.isalpha() else None


def _is_no_file(part: "AskShown", line: str) -> bool:
    """Whether a file is named that cannot be read; then it is said why."""
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
    except RuntimeError as error:  # ~ and a name that nobody has
        raise CommandError(f"{path}: {error}") from None


def _texts(part: "AskShown", read: Reader) -> Iterator[str]:
    """What is entered for a part, again after each line; the last one is the whole."""
    while _is_no_file(part, line := read(_prompt(part))):
        pass
    if part.what == "code" and line.startswith(_FILE):
        yield _file(line)
    elif part.what in ("text", "code") or not (_rows(part) == 1 or _is_whole(line)):
        yield from _several(line, _rows(part), read)
    else:
        yield line


def _several(line: str, rows: int | None, read: Reader) -> Iterator[str]:
    """Lines up to the dot, or until there are so many."""
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
    """The lines that a part takes; none where that is for the learner to know."""
    if part.what in ("text", "code"):
        return None
    if part.what != "value":
        return 1
    return None if part.shape is None else math.prod(part.shape[:-1])


def _is_whole(line: str) -> bool:
    """Whether a matrix is entered in one line: brackets that close, or semicolons."""
    opened = line.count("[") + line.count("(")
    closed = line.count("]") + line.count(")")
    return not line.strip() or (opened == closed and (opened > 0 or ";" in line))
