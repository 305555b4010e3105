"""Reads docstrings in the form of the reference: a summary, then sections such as Formula."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SECTIONS: Final = ("Formula", "Args", "Returns", "Raises", "Convention", "Source")
_HEADING: Final = re.compile(rf"({'|'.join(SECTIONS)}):$")
_ENTRY: Final = re.compile(r"(\w+): (.*)", re.DOTALL)


@dataclass(frozen=True)
class Argument:
    """One argument of a component: `scores: (..., n_q, n_k) one row of scores per query.`"""

    name: str
    shape: str  # "(..., n_q, n_k)", or empty
    says: str


@dataclass(frozen=True)
class Docstring:
    """What a component says about itself; sections that it does not have are empty."""

    summary: str
    formula: str
    args: tuple[Argument, ...]
    returns: str
    raises: str
    convention: str
    source: str


def read(text: str | None) -> Docstring:
    """Split a docstring into its sections."""
    lines = inspect.cleandoc(text or "").split("\n")
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines[1:]:
        if heading := _HEADING.match(line):
            current = sections.setdefault(heading[1], [])
        else:
            current.append(line)
    blocks = {name: inspect.cleandoc("\n".join(["", *body])) for name, body in sections.items()}
    return Docstring(
        summary=lines[0],
        formula=blocks.get("Formula", "").strip("\n"),
        args=tuple(map(_argument, _entries(blocks.get("Args", "")))),
        returns=_joined(blocks.get("Returns", "")),
        raises="\n".join(_entries(blocks.get("Raises", ""))),
        convention=_joined(blocks.get("Convention", "")),
        source=_joined(blocks.get("Source", "")),
    )


def _joined(block: str) -> str:
    """Paragraphs, each on one line."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in block.split("\n\n"))


def _entries(block: str) -> Iterator[str]:
    """The entries of a section: each begins at the margin and continues in indented lines."""
    starts = re.split(r"\n(?=\S)", block) if block else []
    yield from (" ".join(entry.split()) for entry in starts)


def _argument(entry: str) -> Argument:
    found = _ENTRY.fullmatch(entry)
    name, rest = (found[1], found[2]) if found else (entry, "")
    shape = _leading_shape(rest)
    return Argument(name, shape, rest[len(shape) :].strip())


def _leading_shape(text: str) -> str:
    """The shape at the beginning of a description, up to its closing bracket; empty if none."""
    if not text.startswith("("):
        return ""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[: place + 1]
    return ""
