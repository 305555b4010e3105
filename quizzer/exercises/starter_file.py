"""The file that a learner starts from: the question as comments, the starter, an example."""

import re
import textwrap
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from quizzer.bank.schema import CodeItem
from quizzer.exercises.cases import Case, cases_of, function_name, result_of
from quizzer.exercises.graph import Value
from quizzer.exercises.notation import format_array, format_shape
from quizzer.exercises.variant import Variant

COLUMNS: Final = 100
MOST_NUMBERS: Final = 60  # in an argument that is written out
_HEADER: Final = re.compile(r"#\s*quizzer:\s*(\S+)")
_UNKNOWN_NUMBER: Final = re.compile(r"\b(inf|nan)\b")


def item_named_in(text: str) -> str | None:
    """The id of the item that a starter file is for; None for any other text."""
    found = next(filter(None, map(_HEADER.match, text.splitlines()[:5])), None)
    return found[1] if found else None


def visible_cases(item: CodeItem, variant: Variant) -> list[Case]:
    """One example of each kind of case that a learner may see beforehand."""
    firsts = {case.group: case for case in reversed(cases_of(item, variant)) if case.visible}
    return [firsts[group] for group in sorted(firsts)]


def starter_file(item: CodeItem, variant: Variant) -> str:
    """The text of the whole file."""
    examples = visible_cases(item, variant)
    comments = [f"quizzer: {item.id}", "", item.title]
    for paragraph in item.prompt.strip().split("\n\n"):
        comments += ["", *_wrapped(paragraph)]
    for case in examples:
        comments += ["", *_shapes(item, case)]
    text = "\n".join(f"# {line}".rstrip() for line in comments)
    parts = [text, item.starter.strip("\n"), *_runnable(item, examples)]
    return "\n\n".join(parts) + "\n"


def _wrapped(paragraph: str) -> list[str]:
    if any(line.startswith((" ", "|", "-", "*", "`")) for line in paragraph.splitlines()):
        return paragraph.splitlines()
    return textwrap.wrap(" ".join(paragraph.split()), COLUMNS - 2, break_on_hyphens=False)


def _shapes(item: CodeItem, case: Case) -> Iterator[str]:
    yield f"Example{f' ({case.says})' if case.says else ''}:"
    for name, value in case.arguments.items():
        yield f"    {name}: {_form(value)}"
    yield f"    returns {_form(result_of(item.implement, case))}"


def _form(value: Value) -> str:
    if isinstance(value, np.ndarray):
        return f"{format_shape(value.shape)} {value.dtype}"
    if isinstance(value, tuple):
        names = getattr(value, "_fields", range(len(value)))
        parts = [f"{name} {_form(part)}" for name, part in zip(names, value, strict=True)]
        return f"{type(value).__name__}({', '.join(parts)})"
    return f"{value!r}" if np.isscalar(value) else type(value).__name__


def _runnable(item: CodeItem, examples: list[Case]) -> Iterator[str]:
    """Code that runs the first example, if its arguments are small and plain."""
    if not examples or not all(map(_is_plain, examples[0].arguments.items())):
        return
    positional, named = list(examples[0].arguments)[: examples[0].positional], examples[0].call()[1]
    call = ", ".join([*positional, *(f"{name}={name}" for name in named)])
    lines = ['if __name__ == "__main__":  # run this file to try it; grading leaves this out']
    if "import numpy as np" not in item.starter:
        lines += ["    import numpy as np", ""]
    lines += [f"    {name} = {_literal(value)}" for name, value in examples[0].arguments.items()]
    lines.append(f"    print({function_name(item)}({call}))")
    right = result_of(item.implement, examples[0])
    if isinstance(right, np.ndarray | np.generic | float):
        rows = format_array(right, 4).splitlines()
        lines += ["    # right:", *(f"    # {row}" for row in rows)]
    yield "\n" + "\n".join(lines)


def _is_plain(named: tuple[str, Value]) -> bool:
    name, value = named
    small = not isinstance(value, np.ndarray) or value.size <= MOST_NUMBERS
    plain = value is None or isinstance(value, np.ndarray | str | bool | int | float)
    return name.isidentifier() and small and plain


def _literal(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return repr(value)
    numbers = _UNKNOWN_NUMBER.sub(r"np.\1", repr(value.tolist()))
    return f"np.array({numbers})"
