"""What the YAML parser's errors mean to the person who wrote the file."""

from typing import Any

from quizzer.bank.text import lines_of
from quizzer.diagnostics import Fault

_QUOTE = "put the whole text in quotes, or under `|` on lines of its own"
_UNEXPECTED = "this does not fit here: wrong indentation, or text after a closing quote or bracket"
_ALIGN = "align it with its neighbours, or check whether a quote above is not closed"
_COLON = "a colon inside text without quotes"
_GOES_ON = f"{_COLON}: this line continues the text above it"

# (part of the parser's message, what it means, what to do). Messages differ between the C parser
# and the Python parser.
_MEANINGS = (
    ("mapping values are not allowed", _COLON, _QUOTE),
    (
        "unexpected end of stream",
        "the quote opened here is never closed",
        "close the quote",
    ),
    ("cannot start any token", "text without quotes cannot begin with this character", _QUOTE),
    ("alphabetic or numeric", "text that begins with * or & means an alias in YAML", _QUOTE),
    ("unknown escape", "unknown escape in double quotes", "write \\\\ or use single quotes"),
    ("',' or ']'", "a list in brackets is not closed, or lacks a comma", "add `,` or `]`"),
    ("',' or '}'", "a mapping in braces is not closed, or lacks a comma", "add `,` or `}`"),
    ("did not find expected key", _UNEXPECTED, _ALIGN),
    ("expected <block end>", _UNEXPECTED, _ALIGN),
    ("expected '-'", "the indentation does not fit the list above", "align the `-` of the list"),
    (
        "expected ':'",
        "a field name without a colon and a space behind it",
        "write `name: value`, with the colon `:` and no other",
    ),
    (
        "block sequence",
        "text without quotes cannot begin with `- `",
        f"{_QUOTE}; the same goes for lists",
    ),
    ("nesting depth", "nested too deep", "use fewer levels"),
    ("directive", "a line that begins with % is a directive in YAML", _QUOTE),
    ("tag", "text that begins with ! means a tag in YAML", _QUOTE),
)


def syntax_fault(error: Any, text: str) -> tuple[Fault, int]:
    """The parser's error, placed and explained, and the line where the broken construct begins."""
    context = getattr(error, "context_mark", None)
    problem = getattr(error, "problem_mark", None) or context
    if problem is None:
        return Fault(1, 1, f"not YAML: {error}"), 1
    begin = context or problem
    noticed_late = any(words in str(error.problem) for words in ("end of stream", "expected ':'"))
    return _explained(error, begin if noticed_late else problem, text), begin.line + 1


def _explained(error: Any, mark: Any, text: str) -> Fault:
    lines = lines_of(text)
    line = lines[mark.line] if mark.line < len(lines) else ""
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation:
        column = indentation.index("\t") + 1
        message = "a tab in the indentation; YAML allows only spaces there"
        return Fault(mark.line + 1, column, message, "replace the tab with spaces")
    meaning, suggestion = _meaning(f"{error.problem} {error.context or ''}".strip())
    if meaning == _COLON and ": " not in line[: mark.column]:
        meaning, suggestion = _GOES_ON, f"indent it like its neighbours, or {_QUOTE}"
    return Fault(mark.line + 1, mark.column + 1, f"not YAML: {meaning}", suggestion)


def _meaning(words: str) -> tuple[str, str | None]:
    for part, meaning, suggestion in _MEANINGS:
        if part in words:
            return meaning, suggestion
    return words, None
