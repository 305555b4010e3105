"""What the YAML parser's errors mean to the person who wrote the file."""

from typing import Any

from quizzer.bank.diagnostics import Fault

_QUOTE = "put the whole text in quotes, or under `|` on lines of its own"

# (part of the parser's words, what it means, what to do); the C and the Python parser differ.
_MEANINGS = (
    ("mapping values are not allowed", "a colon inside text without quotes", _QUOTE),
    (
        "unexpected end of stream",
        "the quote that is opened here is never closed",
        "close the quote",
    ),
    ("cannot start any token", "text without quotes cannot begin with this character", _QUOTE),
    ("alphabetic or numeric", "text that begins with * or & means an alias in YAML", _QUOTE),
    ("unknown escape", "unknown escape in double quotes", "write \\\\ or use single quotes"),
    ("',' or ']'", "a list in brackets is not closed, or lacks a comma", "add `,` or `]`"),
    ("',' or '}'", "a mapping in braces is not closed, or lacks a comma", "add `,` or `}`"),
    (
        "did not find expected key",
        "the indentation does not fit, or text follows a closing quote",
        "align this line with its neighbours, or " + _QUOTE,
    ),
    (
        "expected <block end>",
        "the indentation does not fit, or text follows a closing quote",
        "align this line with its neighbours, or " + _QUOTE,
    ),
    ("expected '-'", "the indentation does not fit the list above", "align the `-` of the list"),
    ("expected ':'", "a field name without a colon", "write `name: value`"),
    ("nesting depth", "nested too deep", "use fewer levels"),
    ("directive", "a line that begins with % is a directive in YAML", _QUOTE),
    ("tag", "text that begins with ! means a tag in YAML", _QUOTE),
)


def syntax_fault(error: Any, text: str) -> Fault:
    """The parser's error, placed and explained."""
    mark = _mark(error)
    if mark is None:
        return Fault(1, 1, f"not YAML: {error}")
    line = _line(text, mark.line)
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation:
        column = indentation.index("\t") + 1
        message = "a tab in the indentation; YAML allows only spaces there"
        return Fault(mark.line + 1, column, message, "replace the tab by spaces")
    meaning, suggestion = _explained(f"{error.problem} {error.context}")
    return Fault(mark.line + 1, mark.column + 1, f"not YAML: {meaning}", suggestion)


def _mark(error: Any) -> Any:
    """The place to look at: for what is never closed, the place where it was opened."""
    problem = getattr(error, "problem_mark", None)
    context = getattr(error, "context_mark", None)
    unclosed = "end of stream" in str(getattr(error, "problem", ""))
    return context if context is not None and (unclosed or problem is None) else problem


def _line(text: str, index: int) -> str:
    lines = text.splitlines()
    return lines[index] if index < len(lines) else ""


def _explained(words: str) -> tuple[str, str | None]:
    for part, meaning, suggestion in _MEANINGS:
        if part in words:
            return meaning, suggestion
    return words, None
