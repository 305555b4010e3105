"""YAML text as a tree of located nodes: plain data only, of limited depth and size."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import yaml

from quizzer.bank.syntax import syntax_fault
from quizzer.bank.text import UNPRINTABLE
from quizzer.diagnostics import Fault

MAX_DEPTH = 64
MAX_NODES = 100_000
MAX_REPEATED = 100_000  # characters and nodes that aliases may add to a file

Scalar: TypeAlias = str | int | float | bool | None

# The C loader is an order of magnitude faster, but not part of every build of PyYAML.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER: Any = yaml.resolver.Resolver()
_TAG = "tag:yaml.org,2002:"
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9_]*)$")
_HEXADECIMAL_OR_BINARY = re.compile(r"[-+]?0[xb][0-9a-fA-F_]+$")
_BOOLEANS = yaml.constructor.SafeConstructor.bool_values
_QUOTES = "write it in quotes if text is meant"


@dataclass(slots=True)
class Node:
    """Something written in a file, where it begins, and what is wrong with it by itself."""

    line: int
    column: int
    width: int = 1
    faults: tuple[Fault, ...] = ()


@dataclass(slots=True)
class ScalarNode(Node):
    """A single value; `raw` is how it was written, if that was without quotes."""

    value: Scalar = None
    raw: str | None = None


@dataclass(slots=True)
class ListNode(Node):
    """A list of nodes."""

    values: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class MappingNode(Node):
    """Named nodes, and the nodes of their names."""

    values: dict[str, Node] = field(default_factory=dict)
    names: dict[str, ScalarNode] = field(default_factory=dict)


@dataclass(slots=True)
class BrokenNode(Node):
    """Something unusable; its faults say why."""


class SyntaxFaultError(Exception):
    """The text cannot be read as YAML beyond this place.

    `begin` is the line on which the construct begins that the parser was reading.
    """

    def __init__(self, fault: Fault, begin: int) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.begin = begin


def compose(text: str) -> Node | None:
    """The tree of a text with one YAML document; None if the text is empty."""
    try:
        return _Composer(_Loader(text)).document()
    except yaml.YAMLError as error:
        raise SyntaxFaultError(*syntax_fault(error, text)) from None


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been reached."""

    node: ListNode | MappingNode
    anchor: str | None
    begun: int  # how much was composed before it
    height: int = 1  # levels of nesting in it
    name: ScalarNode | None = None
    awaits_name: bool = True


class _Anchored(NamedTuple):
    """A node that aliases can repeat."""

    node: Node
    weight: int  # nodes and characters in it, with aliases expanded
    height: int  # levels of nesting in it


class _Composer:
    """Builds the tree from the parser's events, without recursion."""

    def __init__(self, loader: Any) -> None:
        self._events = iter(loader.get_event, None)
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored | None] = {}  # None while the anchored node is open
        self._composed = 0  # nodes and characters so far, with aliases expanded
        self._repeated = 0  # those that aliases added

    def document(self) -> Node | None:
        root: Node | None = None
        for count, event in enumerate(self._events, start=1):
            kind = type(event)
            if root is not None and kind is yaml.DocumentStartEvent:
                raise _stop(event, "a bank is one YAML document; a second one begins here", "---")
            if count > MAX_NODES:
                raise _stop(event, "the file contains too many values for a bank", "")
            node = _NODE_OF[kind](self, event) if kind in _NODE_OF else None
            if node is not None:
                root = self._place(node) or root
        return root

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        if len(self._open) == MAX_DEPTH:
            raise _stop(event, f"nested more than {MAX_DEPTH} levels deep", "[")
        is_list = isinstance(event, yaml.SequenceStartEvent)
        node = _located(ListNode if is_list else MappingNode, event)
        expected = "seq" if is_list else "map"
        if event.tag not in (None, "!", _TAG + expected):
            node.faults += (_tag_fault(node, event.tag),)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._open.append(_Open(node, event.anchor, self._composed))
        self._composed += 1

    def _end(self, _: yaml.CollectionEndEvent) -> Node:
        done = self._open.pop()
        weight = self._composed - done.begun
        height = max(done.height, 2 if weight > 1 else 1)
        if done.anchor is not None:
            self._anchors[done.anchor] = _Anchored(done.node, weight, height)
        self._lift(height)
        return done.node

    def _lift(self, height: int) -> None:
        """Raise the height of the open node, so that it counts this node, which goes into it."""
        if self._open:
            self._open[-1].height = max(self._open[-1].height, height + 1)

    def _alias(self, event: yaml.AliasEvent) -> Node:
        self._composed += 1
        if event.anchor not in self._anchors:
            message = f"there is no anchor '&{event.anchor}' before this alias"
            hint = f'if text is meant, write it in quotes: "*{event.anchor}…"'
            return _broken(event, message, hint)
        target = self._anchors[event.anchor]
        if target is None:
            return _broken(event, f"the alias '*{event.anchor}' is inside what it refers to")
        self._repeated += target.weight
        too_deep = len(self._open) + target.height > MAX_DEPTH
        if self._repeated > MAX_REPEATED or too_deep:
            hint = "write it out, or use less of it"
            return _broken(event, "aliases repeat too much of this file", hint)
        self._composed += target.weight - 1
        self._lift(target.height)
        return target.node

    def _place(self, node: Node) -> Node | None:
        """Put a complete node into the open one. If none is open, it is the root and returned."""
        if not self._open:
            return node
        parent = self._open[-1]
        if isinstance(parent.node, ListNode):
            parent.node.values.append(node)
        elif parent.awaits_name:
            parent.name, parent.awaits_name = _name(parent.node, node), False
        else:
            parent.awaits_name = True
            if parent.name is not None:
                _add(parent.node, parent.name, node)
        return None

    def _scalar(self, event: yaml.ScalarEvent) -> Node:
        text, weight = event.value, 1
        node: ScalarNode = _located(ScalarNode, event)
        if not event.style:
            node.raw = text
        complete: Node = node
        value = _value(event, node)
        if isinstance(value, Fault):
            complete = BrokenNode(node.line, node.column, node.width, (value,))
        else:
            node.value = value
            weight += len(text)
        self._composed += weight
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(complete, weight, 1)
        return complete


_NODE_OF: Final[dict[type[yaml.Event], Callable[[_Composer, Any], Node | None]]] = {
    yaml.ScalarEvent: _Composer._scalar,
    yaml.AliasEvent: _Composer._alias,
    yaml.SequenceStartEvent: _Composer._begin,
    yaml.MappingStartEvent: _Composer._begin,
    yaml.SequenceEndEvent: _Composer._end,
    yaml.MappingEndEvent: _Composer._end,
}


def _value(event: yaml.ScalarEvent, node: ScalarNode) -> Scalar | Fault:
    """The plain value of a scalar, or why it has none."""
    tag, text = event.tag, event.value
    # Characters that are not allowed in the file itself can only come from escapes.
    if event.style == '"' and (hidden := UNPRINTABLE.search(text)):
        message = f"this text contains the invisible character U+{ord(hidden.group()):04X}"
        return _fault(node, message)
    if tag is None or tag == "!":
        tag = _plain_tag(text) if event.implicit[0] else "str"
        if tag == "str":
            return str(text)
    return _tagged(node, tag.removeprefix(_TAG), text)


@lru_cache(maxsize=1024)  # every second scalar is the name of a field
def _plain_tag(text: str) -> str:
    """The type that YAML gives to text without quotes."""
    return str(_RESOLVER.resolve(yaml.ScalarNode, text, (True, False))).removeprefix(_TAG)


def _tagged(node: Node, tag: str, text: str) -> Scalar | Fault:
    """The value of a text with this tag, or why it has none."""
    match tag:
        case "str" | "value" | "merge":
            return text
        case "null":
            return None
        case "bool" if text.lower() in _BOOLEANS:
            return _BOOLEANS[text.lower()]
        case "int":
            return _integer(node, text)
        case "float":
            return _real(node, text)
        case "timestamp":
            message = f"YAML reads `{text}` as a date, but no field can hold a date"
            return _fault(node, message, _QUOTES)
    return _tag_fault(node, tag)


def _integer(node: Node, text: str) -> int | Fault:
    digits = text.replace("_", "")
    if len(digits) > 20:
        return _fault(node, "this number has too many digits", _QUOTES)
    if _DECIMAL.match(text):
        number = int(digits)
    elif _HEXADECIMAL_OR_BINARY.match(text):
        number = int(digits, 0)
    elif ":" in text:
        return _fault(node, f"YAML reads `{text}` as a number in base 60", _QUOTES)
    else:
        return _octal_fault(node, text)
    if -(2**63) <= number < 2**63:
        return number
    return _fault(node, "this number is too large", _QUOTES)


def _octal_fault(node: Node, text: str) -> Fault:
    message = f"YAML reads `{text}` as an octal number, because it begins with 0"
    return _fault(node, message, f'write {text.lstrip("+-0") or "0"}, or "{text}" if text is meant')


def _real(node: Node, text: str) -> float | Fault:
    special = {".inf": "inf", "+.inf": "inf", "-.inf": "-inf", ".nan": "nan"}
    try:
        return float(special.get(text.lower(), text.replace("_", "")))
    except ValueError:
        return _fault(node, f"'{text}' is not a number that a bank can hold", _QUOTES)


def _name(mapping: MappingNode, node: Node) -> ScalarNode | None:
    """The node as the name of a field, which is the text as written; None if it is unusable."""
    if isinstance(node, ScalarNode):
        name = node.raw if node.raw is not None else node.value
        if isinstance(name, str) and name not in ("", "<<"):
            if node.value is name:
                return node
            return ScalarNode(node.line, node.column, node.width, value=name, raw=node.raw)
        if name == "<<":
            message = "merge keys (<<) are not part of the bank format"
            mapping.faults += (_fault(node, message, "write the fields out"),)
            return None
    mapping.faults += node.faults or (_fault(node, "the name of a field must be text"),)
    return None


def _add(mapping: MappingNode, name: ScalarNode, node: Node) -> None:
    text = str(name.value)
    if text in mapping.values:
        first = mapping.names[text]
        message = f"'{text}' is given twice; the first is on line {first.line}"
        mapping.faults += (_fault(name, message, "keep one of the two"),)
        return
    mapping.names[text] = name
    mapping.values[text] = node


def _located(kind: type[Any], event: Any) -> Any:
    start, end = event.start_mark, event.end_mark
    line, column = start.line, start.column
    width = (end.column - column) or 1 if end.line == line else 1
    return kind(line + 1, column + 1, width)


def _fault(node: Node, message: str, suggestion: str | None = None) -> Fault:
    return Fault(node.line, node.column, message, suggestion, node.width)


def _tag_fault(node: Node, tag: str) -> Fault:
    shown = "!!" + tag.removeprefix(_TAG) if not tag.startswith("!") else tag
    return _fault(node, f"the tag '{shown}' is not allowed here: banks are plain data", "remove it")


def _broken(event: Any, message: str, suggestion: str | None = None) -> BrokenNode:
    node: BrokenNode = _located(BrokenNode, event)
    node.faults = (_fault(node, message, suggestion),)
    return node


def _stop(event: Any, message: str, shown: str) -> SyntaxFaultError:
    mark = event.start_mark
    fault = Fault(mark.line + 1, mark.column + 1, message, None, len(shown) or 1)
    return SyntaxFaultError(fault, fault.line)
