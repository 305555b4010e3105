"""Reads an answer for `quizzer answer`: plain text, lines, a JSON object, or line by line."""

import json
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from quizzer import handed_over
from quizzer.commands.parts import answer_lines
from quizzer.commands.running import names
from quizzer.commands.running.errors import CommandError
from quizzer.words import failure


def read(parts: Sequence[str], optional: Sequence[str] = ()) -> dict[str, str]:
    """The answer on standard input, by part; the optional parts can only be given as JSON."""
    try:
        text = handed_over.whole(sys.stdin.buffer).decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"standard input: {failure(error)}.") from None
    except UnicodeDecodeError as error:
        raise CommandError(
            f"standard input is not UTF-8 (byte {error.start + 1}). Save the answer as UTF-8."
        ) from None
    return parse(text, parts, optional)


def ask(parts: Mapping[str, str]) -> dict[str, str]:
    """The answer from a person; `parts` maps each part to the words that ask for it."""
    answer: dict[str, str] = {}
    for part, words in parts.items():
        print(words, end=" ", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:  # end of input: the rest is left out
            print(file=sys.stderr)
            break
        answer[part] = line.strip()
    return answer


def ask_text(words: str) -> str:
    """Several lines from a person, up to an empty line."""
    print(f"{words} (an empty line ends it)", file=sys.stderr, flush=True)
    lines = takewhile(str.strip, sys.stdin)
    return "".join(lines).strip()


def parse(text: str, parts: Sequence[str], optional: Sequence[str] = ()) -> dict[str, str]:
    """The answer in a text: the bare answer to one part, lines for several, or a JSON object."""
    if not text.strip():
        raise CommandError(f"standard input is empty. {_how(parts)}")
    if not text.lstrip().startswith("{"):
        if len(parts) > 1:
            return answer_lines.parse(text, parts, _how(parts))
        return {parts[0]: text.strip()}
    try:
        entries = json.loads(text, object_pairs_hook=_without_duplicates)
    except json.JSONDecodeError as error:
        raise CommandError(
            f"standard input, line {error.lineno}, column {error.colno}: this is not JSON "
            f"({error.msg}). {_how(parts)}"
        ) from None
    except RecursionError:
        raise CommandError(f"standard input is nested too deeply. {_how(parts)}") from None
    except ValueError:  # Python refuses to read an integer with more than 4300 digits
        raise CommandError(f"standard input has a number that is too long. {_how(parts)}") from None
    for part in entries:
        names.expect("part of this item", part, [*parts, *optional])
    return {part: _as_text(part, entry) for part, entry in entries.items()}


def _how(parts: Sequence[str]) -> str:
    if len(parts) == 1:
        return "Give the answer as text."
    example = json.dumps(dict.fromkeys(parts, "..."), ensure_ascii=False)
    return f"Write one line for each, such as `{parts[0]} = ...`, or a JSON object: {example}"


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise CommandError(f"standard input has {twice!r} twice. Give each part once.")
    return entries


def _as_text(part: str, entry: Any) -> str:
    """An entry as a person would type it: words with spaces, numbers and nested lists as JSON."""
    if entry is None:
        return ""
    if isinstance(entry, str):
        return entry
    if isinstance(entry, list) and entry and all(isinstance(word, str) for word in entry):
        return " ".join(entry)
    if isinstance(entry, bool | dict):
        raise CommandError(
            f"{part!r} is {json.dumps(entry)}. Give text, a number, or nested lists of numbers."
        )
    return json.dumps(entry, ensure_ascii=False)
