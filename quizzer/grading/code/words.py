"""What happened to learner code, in words: refusals, exceptions, limits."""

import re
import signal
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from quizzer.bank.schema import CodeItem
from quizzer.exercises.cases import function_name
from quizzer.grading.code import not_numpy, shape_errors
from quizzer.grading.code.child.framing import SPOILED
from quizzer.grading.code.limits import MEBIBYTE, Limits
from quizzer.grading.code.printable import printable
from quizzer.grading.code.run import (
    Cause,
    Missing,
    Raised,
    Refusal,
    Stopped,
    Unreadable,
    WrongSignature,
)
from quizzer.grading.code.starter import signature
from quizzer.words import counted

_HINTS: Final = {
    "MemoryError": "It needs more memory than the {memory} MiB that it may use.",
    "RecursionError": "A function calls itself endlessly.",
    "PermissionError": "Code under test cannot read or write files, start processes or use the "
    "network.",
    "BlockingIOError": "Code under test cannot start processes.",
    "EOFError": "Code under test cannot ask for input; everything it needs is in its arguments.",
    "SystemExit": "The code ends the program; return the result instead.",
    "KeyboardInterrupt": "The code raises this itself; return the result instead.",
}
_HINTS_BY_MESSAGE: Final = {  # of exception types that can mean anything
    "can't start new thread": "Code under test cannot start threads.",
    "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()": (
        "`if` decides once: use `np.where` to decide for each number, or `is not None` to ask "
        "whether there is an array."
    ),
}
_IMPORTS: Final = {
    "np": "import numpy as np",
    **{name: f"import {name}" for name in ("math", "functools", "itertools", "collections")},
    **dict.fromkeys(("Any", "Callable", "List", "Optional", "Tuple", "Union"), "from typing …"),
    **dict.fromkeys(("Counter", "defaultdict", "deque", "namedtuple"), "from collections …"),
    **dict.fromkeys(("torch", "nn", "F", "jnp", "tf"), ""),  # no import would help
}
_UNDEFINED: Final = re.compile(r"name '(\w+)' is not defined")


def refusal(said: Refusal, item: CodeItem, source: str) -> str:
    """Why nothing could be graded."""
    function = function_name(item)
    match said:
        case Unreadable():
            return unreadable(said, source)
        case WrongSignature():
            return (
                f"{printable(said.signature)} cannot be called with the arguments of this item: "
                f"{printable(said.message)}. The starter has `{signature(item)}`."
            )
        case Missing(is_something=True):
            return f"`{function}` is not a function."
    return f"The code does not define the function `{function}`.{_found(said, function, source)}"


def _found(said: Missing, function: str, source: str) -> str:
    """What the code has instead of the function."""
    if inner := re.search(rf"^[ \t]+def[ \t]+{function}\b", source, re.MULTILINE):
        line = source.count("\n", 0, inner.start()) + 1
        return f" The one in line {line} is inside something else: move it to the left edge."
    alone = said.defined if len(said.defined) == 1 else []
    for near in get_close_matches(function, said.defined, n=1) or alone:
        return f" There is `{printable(near)}`: is that the one you mean?"
    for name in said.classes[:1]:
        return f" `{printable(name)}` is a class: define a function."
    return ""


def exception(raised: Raised, source: str, limits: Limits) -> str:
    """The exception, below those lines of the learner's code that it passed through."""
    lines = source.splitlines()
    told: list[str] = []
    for number, name in raised.lines:
        where = "" if name == "<module>" else f", in {printable(name, 60)}"
        told.append(f"    line {number}{where}")
        if 0 < number <= len(lines):
            told.append(f"        {printable(lines[number - 1].strip(), 120)}")
    return "\n".join([*_shortened(told), _end(raised, source, limits)])


def usual_end(raised: Sequence[Raised], source: str, limits: Limits) -> str:
    """The exception that these cases have in common."""
    where = f" in line {raised[0].line}" if raised[0].line else ""
    cases = f"{counted(len(raised), 'case')} {'ends' if len(raised) == 1 else 'end'}"
    return f"{cases}{where} with {_end(raised[0], source, limits)}"


def too_few_digits(name: str) -> str:
    """What is wrong with results that are right to six digits, and where it shows first."""
    return (
        f"Right to six digits but no further, first in {name}: something is in float32, rounded, "
        "or has an eps. Keep the type of the arguments and return all digits."
    )


def _end(raised: Raised, source: str, limits: Limits) -> str:
    """What was raised, and what it may mean."""
    message = f"{printable(raised.type, 60)}: {printable(raised.message)}".removesuffix(": ")
    ended = message if message.endswith((".", "?", "!")) else f"{message}."
    hint = (
        not_numpy.hint(raised, source)
        or shape_errors.hint(raised.message, raised.text_of_line(source))
        or _HINTS_BY_MESSAGE.get(raised.message)
        or _import_hint(raised.message)
        or _HINTS.get(raised.type.removeprefix("_Array"), "")
    )
    return f"{ended} {hint.format(memory=limits.memory // MEBIBYTE)}".rstrip()


def _import_hint(message: str) -> str:
    found = _UNDEFINED.fullmatch(message)
    if found is None or found[1] not in _IMPORTS:
        return ""
    needed = _IMPORTS[found[1]]
    return f"Is `{needed}` missing?" if needed else "Use NumPy and the standard library."


def stop(stopped: Stopped, limits: Limits, call: str) -> str:
    """Why the run did not finish; `call` is the name of the call that was running."""
    during = f", in {call}" if call else ", before the first case: while the code itself was read"
    match stopped.cause:
        case Cause.TIME:
            return (
                f"Stopped after {limits.seconds:g} seconds{during}. "
                "Is there a loop that never ends?"
            )
        case Cause.OUTPUT:
            return f"Stopped because it printed more than {limits.printed // MEBIBYTE} MiB."
        case Cause.RESULTS:
            return "Stopped because it returned far more numbers than the item asks for."
        case Cause.CHANNEL:
            return (
                "The results could not be read: the code closed or used the pipe they come through."
            )
        case Cause.START:
            return "Python could not be started to run the code; nothing was graded. Try again."
        case Cause.CANCELLED:
            return "The run was cancelled; nothing was graded."
    return _ended(stopped.exit_code or 0, during)


def _ended(code: int, during: str) -> str:
    if code == SPOILED:
        return f"The code replaced or closed what Python needs to hand over results{during}."
    if code >= 0:
        return f"The code ended its process (exit code {code}){during}."
    name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
    why = {
        "SIGSEGV": "it used memory that is not its own, or endless recursion",
        "SIGKILL": "most likely the machine ran out of memory",
    }.get(name, "")
    return f"The process was ended by {name}{during}{f': {why}' if why else ''}."


def unreadable(said: Unreadable, source: str) -> str:
    """Why this is not Python: the line as it stands, and a caret below the column."""
    lines = source.splitlines()
    message = printable(said.message)
    if said.line is None or not 0 < said.line <= len(lines) + 1:
        return f"This is not Python: {message}."
    line = (lines[said.line - 1] if said.line <= len(lines) else "").expandtabs(1)
    shown = printable(line, 200)
    column = max((said.column or 1) - 1, 0)
    before = len(printable(line[:column], 200))
    return f"Line {said.line} is not Python: {message}.\n    {shown}\n    {' ' * before}^"


def _shortened(told: list[str]) -> list[str]:
    """The first and last lines of a long trace: recursion repeats its lines."""
    most = 12
    return told if len(told) <= most else [*told[: most // 2], "    …", *told[-most // 2 :]]
