"""A bank file: its lines, its tree, and the place of every field."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import structs

from quizzer.bank.nodes import (
    ListNode,
    MappingNode,
    Node,
    ScalarNode,
    SyntaxFaultError,
    compose,
)
from quizzer.bank.text import MAX_FAULTS, decode, lines_of
from quizzer.diagnostics import Fault, FieldPath, Finding, Problem, field_text, shortened
from quizzer.words import reason_of

_ITEM = re.compile(r"(?P<indentation> *)- +(?:id|kind|title):")
_ID = re.compile(r" *(?:- +)?id: *[\"']?([a-z0-9-]+)")


@dataclass(slots=True)
class Source:
    """One file: its text, the tree of what could be read, and what is wrong with the text."""

    path: str
    lines: list[str] = field(default_factory=list)
    root: Node | None = None
    problems: list[Problem] = field(default_factory=list)
    unread: dict[str, Node] = field(default_factory=dict)  # ids of items lost to syntax errors

    def locate(self, path: FieldPath) -> Node:
        """Where the field at this path is, or the last field on the way there that exists.

        A single value is located at the value itself, a list or a mapping at its name.
        """
        node = place = self.root or Node(1, 1)
        for part in path:
            inner = child(node, part)
            if inner is None:
                break
            named = isinstance(node, MappingNode) and not isinstance(inner, ScalarNode)
            place = node.names[str(part)] if named and isinstance(node, MappingNode) else inner
            node = inner
        return place

    def item_path(self, item_id: str) -> FieldPath:
        """The path of the item with this id."""
        for index, identifier in self._identifiers():
            if identifier.value == item_id:
                return ("items", index)
        raise KeyError(item_id)

    def ids(self) -> Iterator[tuple[str, Node]]:
        """The ids of all items in the file, sound or not."""
        yield from self.unread.items()
        for _, identifier in self._identifiers():
            yield str(identifier.value), identifier

    def _identifiers(self) -> Iterator[tuple[int, ScalarNode]]:
        items = child(self.root, "items") if self.root else None
        for index, node in enumerate(items.values if isinstance(items, ListNode) else []):
            identifier = child(node, "id")
            if isinstance(identifier, ScalarNode) and isinstance(identifier.value, str):
                yield index, identifier

    def line(self, number: int) -> str | None:
        """The text of a line; lines count from 1."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else None

    def problem(self, fault: Fault, item: str | None = None, path: FieldPath = ()) -> Problem:
        """The fault as a problem, with the file, the item and the field that it is in."""
        return Problem(
            path=self.path,
            line=fault.line,
            column=fault.column,
            width=fault.width,
            message=shortened(fault.message),
            item=item,
            field=shortened(field_text(path)),
            suggestion=shortened(fault.suggestion) if fault.suggestion else None,
        )

    def finding(self, finding: Finding, item_id: str | None = None) -> Problem:
        """The finding as a problem at its place; without an id, it is about the whole file."""
        start = self.item_path(item_id) if item_id else ()
        node = self.locate((*start, *finding.path))
        fault = Fault(node.line, node.column, finding.message, finding.suggestion, node.width)
        problem = self.problem(fault, item_id, finding.path)
        return structs.replace(problem, severity=finding.severity)


def unreadable(path: str, error: OSError) -> Source:
    """The source of a file that cannot be read: a problem that says why."""
    reason = reason_of(error)
    source = Source(path)
    fault = Fault(1, 1, f"this cannot be read: {reason[0].lower()}{reason[1:]}")
    source.problems.append(source.problem(fault))
    return source


def source_of(data: bytes, path: str) -> Source:
    """Make the source from the bytes of a file."""
    text, faults = decode(data)
    source = Source(path, lines_of(text))
    source.problems += map(source.problem, faults)
    _compose(source)
    if source.root is None and not source.problems:
        fault = Fault(1, 1, "this file is empty", "write `topic:` and `items:`")
        source.problems.append(source.problem(fault))
    return source


def child(node: Node, part: str | int) -> Node | None:
    """The node under a name or at an index."""
    if isinstance(node, MappingNode) and isinstance(part, str):
        return node.values.get(part)
    if isinstance(node, ListNode) and isinstance(part, int) and part < len(node.values):
        return node.values[part]
    return None


def _compose(source: Source) -> None:
    """Make the tree. Items that are not YAML are reported and left out; the others are kept."""
    lines = list(source.lines)
    for _ in range(MAX_FAULTS):
        try:
            root = compose("\n".join(lines))
            source.root = root if lines == source.lines else _with_list_of_items(root)
            return
        except SyntaxFaultError as error:
            around = _items_around(lines, error.begin - 1, error.fault.line - 1)
            lost = dict(_ids(lines, around))
            source.problems.append(source.problem(error.fault, next(iter(lost), None)))
            source.unread.update(lost)
        if not around:
            return
        for index in around:
            lines[index] = ""


def _with_list_of_items(root: Node | None) -> Node | None:
    """The tree, with an empty list where all items were left out."""
    items = child(root, "items") if root else None
    if isinstance(root, MappingNode) and isinstance(items, ScalarNode) and items.value is None:
        root.values["items"] = ListNode(items.line, items.column)
    return root


def _items_around(lines: list[str], begin: int, end: int) -> range:
    """The lines of the items from `begin` to `end`; empty if `end` is in no item."""
    starts = list(_item_starts(lines))
    before = [start for start in starts if start <= end]
    if not before:
        return range(0)
    first = max((start for start in starts if start <= begin), default=before[-1])
    after = [start for start in starts if start > end]
    return range(first, after[0] if after else len(lines))


def _item_starts(lines: list[str]) -> Iterator[int]:
    """Where items begin: at each `-` as deep as the first one that has an id, kind or title."""
    depth: int | None = None
    for index, line in enumerate(lines):
        match = _ITEM.match(line)
        if match and depth is None:
            depth = len(match["indentation"])
        if depth is not None and line.startswith(" " * depth + "-"):
            yield index


def _ids(lines: list[str], numbers: range) -> Iterator[tuple[str, Node]]:
    for index in numbers:
        match = _ID.match(lines[index])
        if match:
            yield match[1], Node(index + 1, match.start(1) + 1, len(match[1]))
