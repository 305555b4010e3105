"""`quizzer reference`: the components of the reference by topic, and a page for each."""

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from quizzer.commands.running import errors
from quizzer.commands.text import matrices, output, prose
from quizzer.harmless import cells
from quizzer.words import counted, listed

if TYPE_CHECKING:
    from quizzer.handbook.kept import Group
    from quizzer.handbook.layout import Block

_INDENT = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="a component, such as attention.split_heads or split_heads",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.name is None:
        _list(as_json=arguments.json)
    else:
        _show(_find(arguments.name), as_json=arguments.json)
    return errors.DONE


def _find(name: str) -> str:
    from quizzer.handbook.pages import UnknownComponentError, find

    try:
        return find(name)
    except UnknownComponentError as error:
        near = listed(error.nearest, "or") if error.nearest else ""
        hint = f"did you mean {near}?" if near else "`quizzer reference` lists all"
        raise errors.CommandError(f"{error}; {hint}") from error


def families() -> "Sequence[Group]":
    """The title of each family, with the names and summaries of its components."""
    from quizzer.handbook.kept import groups
    from quizzer.progress.places import home

    return groups(home().cache)


def _list(*, as_json: bool) -> None:
    found = families()
    if as_json:
        output.write_json("reference/1", {"families": [_family(*family) for family in found]})
        return
    for title, rows in found:
        print(output.styled(title, "bold"))
        named = [(_INDENT + name, summary) for name, summary in rows]
        print("\n".join(prose.table(named, output.width())), end="\n\n")
    total = sum(len(rows) for _, rows in found)
    print(f"{counted(total, 'component')}. `quizzer reference NAME` shows one.")


def _family(title: str, rows: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    components = [{"name": name, "summary": summary} for name, summary in rows]
    name = rows[0][0].rpartition(".")[0]  # what stands before the name of each component
    return {"name": name, "title": title, "components": components}


def _show(name: str, *, as_json: bool) -> None:
    from quizzer.handbook.layout import sections
    from quizzer.handbook.pages import page
    from quizzer.handbook.running import worked_run

    shown, example = page(name), worked_run(name)
    if as_json:
        output.write_json("component/1", {**asdict(shown), "run": asdict(example)})
        return
    columns = output.width()
    fits = cells(f"{shown.name} · {shown.family}") <= columns
    print(output.styled(shown.name, "bold"), f"· {shown.family}", sep=" " if fits else "\n")
    print(prose.wrap(shown.summary, columns))
    for section in sections(shown, example):
        print(f"\n{output.styled(section.title, 'bold')}")
        for block in section.blocks:
            print("\n".join(_lines(block, columns)))


def _lines(block: "Block", columns: int) -> Iterator[str]:
    from quizzer.handbook.layout import Code, Prose, Table

    inner = columns - len(_INDENT)
    if isinstance(block, Prose):
        yield prose.wrap(block.text, columns, _INDENT)
    elif isinstance(block, Table):
        yield prose.indented("\n".join(prose.table(block.rows, inner)))
    elif isinstance(block, Code):
        yield prose.indented("\n".join(_code(block.text, inner)))
    elif block.caption:
        yield from textwrap.wrap(block.caption, columns, initial_indent=_INDENT)
        yield prose.indented(matrices.fitted(block.text, inner - 2), _INDENT * 2)
    else:
        yield from prose.verbatim(block.text, columns)


def _code(text: str, columns: int) -> Iterator[str]:
    """The lines of code; if one is too wide, the shape at its end goes above it."""
    from quizzer.handbook.layout import shape_at_the_end

    for line in text.split("\n"):
        shape = shape_at_the_end(line)
        if shape is not None and cells(line) > columns:
            yield " " * (len(line) - len(line.lstrip())) + line[shape:]
            yield line[:shape].rstrip()
        else:
            yield line
