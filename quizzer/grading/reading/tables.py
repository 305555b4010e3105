"""Markdown tables: frame, header and labels become spaces, so that positions stay the same."""

import re

_RULE = re.compile(r"[|\s:+=-]*-[|\s:+=-]*")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER_WORDS = {"e", "pi", "π", "inf", "infinity", "nan", "sqrt", "exp", "true", "false", "np"}


def without_frame(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with the frame of a Markdown table turned into spaces, and remarks about it."""
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    if not filled or not all("|" in line or _is_rule(line) for line in filled):
        return text, ()
    remarks: list[str] = []
    rule = next((number for number, line in enumerate(lines) if _is_rule(line)), None)
    blanked = [_blank(line) if _is_rule(line) else _without_edges(line) for line in lines]
    if rule is not None and any(map(_is_label, _heads(blanked[:rule]))):
        remarks.append("The header of the table was left out.")
        blanked[:rule] = map(_blank, blanked[:rule])
    if all(_is_label(_cells(line)[0]) for line in blanked if line.strip()):
        remarks.append("The first column of the table was left out.")
        blanked = [_without_first(line) if line.strip() else line for line in blanked]
    return "\n".join(blanked), tuple(remarks)


def _is_rule(line: str) -> bool:
    return bool(_RULE.fullmatch(line)) and ("--" in line or "|" in line)


def _heads(lines: list[str]) -> list[str]:
    return [cell for line in lines for cell in _cells(line)]


def _cells(line: str) -> list[str]:
    return line.split("|")


def _is_label(cell: str) -> bool:
    """Whether a cell has words or is empty, and has no number."""
    words = set(_WORD.findall(cell.lower()))
    return not cell.strip() or bool(words - _NUMBER_WORDS)


def _without_edges(line: str) -> str:
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    characters = list(line)
    if characters[start : start + 1] == ["|"]:
        characters[start] = " "
    if end - 1 > start and characters[end - 1] == "|":
        characters[end - 1] = " "
    return "".join(characters)


def _without_first(line: str) -> str:
    end = line.find("|") + 1
    return _blank(line[:end]) + line[end:]


def _blank(text: str) -> str:
    return " " * len(text)
