"""From tokens to rows: brackets of all kinds, rows on lines, commas, semicolons, tables."""

from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from quizzer.grading.errors import AnswerError, UnfinishedError
from quizzer.grading.reading.expressions import Cell, Cursor, NumberReader
from quizzer.grading.reading.tokens import Token

MAX_NESTING = 8
MAX_CELLS = 4_096

_CLOSING = {"[": "]", "(": ")"}
_ROWS = ("row", "All rows must have the same length.")
_MATRICES = ("matrix", "All matrices must have the same shape.")
_ARRAYS = {
    "array",
    "asarray",
    "ndarray",
    "matrix",
    "tensor",
    "constant",
    "floattensor",
    "longtensor",
    "booltensor",
    "parameter",
    "size",
    "shape",
    "list",
    "tuple",
    "vector",
}


@dataclass(frozen=True, slots=True)
class Block:
    """Numbers or blocks in brackets, or rows that belong together."""

    items: list["Node"]
    position: int
    line_breaks: bool = False  # only line breaks separate its rows


Node: TypeAlias = Cell | Block


@dataclass(slots=True)
class _Gap:
    """The separators between two numbers or blocks."""

    commas: int = 0
    semicolons: int = 0
    bars: int = 0
    lines: int = 0
    last: Token | None = None

    @property
    def marks(self) -> int:
        return self.commas + self.semicolons + self.bars


_Item: TypeAlias = tuple[Node, _Gap]


@dataclass(frozen=True, slots=True)
class Layout:
    """An answer as nested rows, and whether it was written without any brackets."""

    node: Node
    bare: bool


class LayoutReader:
    """Reads brackets and separators; numbers are left to `NumberReader`."""

    def __init__(self, tokens: list[Token]) -> None:
        self._cursor = Cursor(tokens)
        self._cells = 0
        self._brackets = 0

    def read(self) -> Layout:
        """The whole answer."""
        self._skip_assignment()
        items = self._items(None, depth=0)
        node = _arranged(items, depth=0, position=0)
        return Layout(node, bare=self._brackets == 0)

    def _skip_assignment(self) -> None:
        while self._cursor.token.kind == "newline":
            self._cursor.take()
        for _ in range(self._length_of_left_side()):
            self._cursor.take()

    def _length_of_left_side(self) -> int:
        """How many tokens there are up to the last `=`, if the answer is a single equation.

        A colon after a name counts like `=`; 1:2 is something else.
        """
        depth = length = 0
        named = True
        for number, token in enumerate(self._cursor.ahead(), start=1):
            depth += token.is_("[", "(") - token.is_("]", ")")
            named &= token.kind in ("name", "newline") or token.text == ":"
            if depth == 0 and (token.is_("=") or (token.text == ":" and named)):
                length = number
            elif depth == 0 and (token.is_(",", ";", "|") or token.kind == "newline"):
                break
        return length

    def _items(self, closing: str | None, depth: int) -> list[_Item]:
        """The numbers and blocks up to the closing bracket, or up to the end of the text."""
        items: list[_Item] = []
        gap = self._gap()
        if gap.marks:
            raise _missing(gap)
        while not self._at_end(closing):
            node = self._thing(depth)
            gap = self._gap()
            if gap.marks > 1:
                raise _missing(gap)
            items.append((node, gap))
        return items

    def _at_end(self, closing: str | None) -> bool:
        token = self._cursor.token
        if token.kind == "end":
            return True
        if token.is_("]", ")"):
            if token.text == closing:
                return True
            complaint = "closes nothing" if closing is None else f"should be {closing}"
            raise AnswerError(f"this {token.text} {complaint}.", token.position)
        return False

    def _gap(self) -> _Gap:
        gap = _Gap()
        while True:
            token = self._cursor.token
            if token.kind == "newline":
                gap.lines += 1
            elif token.is_(","):
                gap.commas += 1
            elif token.is_(";"):
                gap.semicolons += 1
            elif token.is_("|"):
                gap.bars += 1
            elif token.kind == "name" and token.text == "and":
                gap.commas = max(gap.commas, 1)  # as in `1, 2, and 3`
            else:
                return gap
            gap.last = self._cursor.take()

    def _thing(self, depth: int) -> Node:
        token = self._cursor.token
        if token.is_("[") or (token.is_("(") and self._is_tuple()):
            return self._block(depth)
        if token.kind == "name" and self._cursor.following.is_("("):
            name = token.text.rpartition(".")[2].lower()
            if name in _ARRAYS:
                return self._call(depth)
        self._cells += 1
        if self._cells > MAX_CELLS:
            raise AnswerError(f"there are more than {MAX_CELLS} numbers.", token.position)
        return NumberReader(self._cursor).read()

    def _is_tuple(self) -> bool:
        """Whether the parenthesis here contains several things and is not part of a number."""
        depth = 0
        for token in self._cursor.ahead():
            if token.is_("(", "["):
                depth += 1
                if token.text == "[":
                    return True
            elif token.is_(")", "]"):
                depth -= 1
                if depth == 0:
                    break
            elif token.is_(",", ";"):
                return True
        return False

    def _block(self, depth: int) -> Block:
        opening = self._opening(depth)
        self._brackets += 1
        closing = _CLOSING[opening.text]
        items = self._items(closing, depth + 1)
        if self._cursor.token.kind == "end":
            raise UnfinishedError(
                f"this {opening.text} is never closed.", opening.position, f"Add a {closing}."
            )
        self._cursor.take()
        self._refuse_arithmetic()
        found = _arranged(items, depth + 1, opening.position)
        return found if isinstance(found, Block) else Block([found], opening.position)

    def _opening(self, depth: int) -> Token:
        opening = self._cursor.take()
        if depth >= MAX_NESTING:
            raise AnswerError(
                f"brackets are nested more than {MAX_NESTING} deep.", opening.position
            )
        return opening

    def _refuse_arithmetic(self) -> None:
        token = self._cursor.token
        if token.kind in ("operator", "superscript") and not token.is_("-", "+"):
            raise AnswerError(
                "arithmetic with whole arrays is not understood.",
                token.position,
                "Work it out and write the numbers.",
            )
        if token.kind == "other" and token.text == ".":
            raise AnswerError(
                "methods of arrays are not understood.", token.position, "Write the numbers."
            )

    def _call(self, depth: int) -> Node:
        """`array([...], dtype=...)`: only the first argument is read; named ones are skipped."""
        name = self._cursor.take()
        opening = self._opening(depth)
        self._gap()
        node = self._thing(depth + 1)
        self._gap()
        token = self._cursor.token
        if token.kind != "name" and not token.is_(")"):
            raise AnswerError(
                f"{name.text}(…) takes one array.", token.position, "Put brackets around it."
            )
        self._skip_to_closing(opening)
        return node

    def _skip_to_closing(self, opening: Token) -> None:
        depth = 1
        while depth:
            token = self._cursor.take()
            if token.kind == "end":
                raise UnfinishedError("this ( is never closed.", opening.position, "Add a ).")
            depth += token.is_("(", "[") - token.is_(")", "]")


def _missing(gap: _Gap) -> AnswerError:
    position = gap.last.position if gap.last else 0
    return AnswerError("a number is missing here.", position, "Write 0 for a zero, nan for NaN.")


def _arranged(items: list[_Item], depth: int, position: int) -> Node:
    """Arrange the numbers and blocks of one level as rows."""
    nodes = [node for node, _ in items]
    if not nodes:
        raise AnswerError("there is no number here.", position)
    if len(nodes) == 1 and depth == 0:
        return nodes[0]
    kinds = {type(node) for node in nodes}
    if kinds == {Block}:
        return Block(nodes, position)
    if len(kinds) == 2:
        odd = next(node for node in nodes if type(node) is not type(nodes[0]))
        raise AnswerError("numbers and bracketed rows are mixed.", odd.position)
    return _rows(items, depth, position)


def _rows(items: list[_Item], depth: int, position: int) -> Block:
    """Arrange numbers as one row, or as rows separated by semicolons or line breaks.

    Outside brackets, empty lines separate matrices.
    """
    gaps = [gap for _, gap in items[:-1]]
    if depth == 0 and any(gap.lines == 1 for gap in gaps):
        matrices = _split(items, [gap.lines > 1 for gap in gaps])
        if len(matrices) > 1:
            return Block([_rows(part, 0, part[0][0].position) for part in matrices], position)
    on_lines = [_breaks_line(gap, depth) for gap in gaps]
    semicolons = [gap.semicolons > 0 or bar for gap, bar in zip(gaps, _bars(gaps), strict=True)]
    if _semicolons_part_cells(semicolons, on_lines):
        semicolons = [False] * len(gaps)
    breaks = [line or mark for line, mark in zip(on_lines, semicolons, strict=True)]
    rows = [[node for node, _ in row] for row in _split(items, breaks)]
    if len(rows) == 1 or (depth == 1 and not any(semicolons) and _is_wrapped(rows)):
        return Block([node for node, _ in items], position)
    lines_alone = not any(semicolons)
    return Block([Block(row, row[0].position) for row in rows], position, lines_alone)


def _bars(gaps: list[_Gap]) -> list[bool]:
    """Where bars separate rows: if something else separates the numbers, as in `1, 0 | 1, 1`."""
    alone = all(gap.bars or gap.lines for gap in gaps)
    return [gap.bars > 0 and not alone for gap in gaps]


def _breaks_line(gap: _Gap, depth: int) -> bool:
    """Whether lines end a row here: outside brackets, or in one pair if there is no comma."""
    return gap.lines > 0 and (depth == 0 or (depth == 1 and not gap.commas))


def _semicolons_part_cells(semicolons: list[bool], on_lines: list[bool]) -> bool:
    """Whether rows are on lines, and semicolons separate all cells of a line, or none."""
    lines: list[set[bool]] = [set()]
    for mark, ends in zip(semicolons, on_lines, strict=True):
        if ends:
            lines.append(set())
        else:
            lines[-1].add(mark)
    return len(lines) > 1 and {True} in lines and {True, False} not in lines


def _is_wrapped(rows: list[list[Node]]) -> bool:
    """Whether the lines are one long row that was wrapped: all of one length, the last shorter."""
    lengths = {len(row) for row in rows[:-1]}
    return len(lengths) == 1 and len(rows[-1]) < len(rows[0])


def _split(items: list[_Item], breaks: list[bool]) -> list[list[_Item]]:
    parts: list[list[_Item]] = [[]]
    for item, ends in zip(items, [*breaks, False], strict=True):
        parts[-1].append(item)
        if ends:
            parts.append([])
    return parts


def rectangle(node: Node) -> tuple[tuple[int, ...], list[Cell]]:
    """The shape of the nested rows, and their numbers in reading order."""
    if isinstance(node, Cell):
        return (), [node]
    shapes_and_cells = [rectangle(item) for item in node.items]
    first = shapes_and_cells[0][0]
    for number, (item, (shape, _)) in enumerate(
        zip(node.items, shapes_and_cells, strict=True), start=1
    ):
        if shape != first:
            breaks_off = number == len(node.items) and prod(shape) < prod(first)
            complaint = UnfinishedError if breaks_off else AnswerError
            row, suggestion = _MATRICES if len(first) > 1 else _ROWS
            raise complaint(
                f"{row} {number} has {_sizes(shape)}, but {row} 1 has {_sizes(first)}.",
                item.position,
                suggestion,
            )
    cells = [cell for _, row in shapes_and_cells for cell in row]
    return (len(node.items), *first), cells


def _sizes(shape: tuple[int, ...]) -> str:
    if not shape:
        return "one number"
    return f"{' × '.join(map(str, shape))} number{'s' if shape != (1,) else ''}"
