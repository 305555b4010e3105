"""Does a tree of nodes have the form of the schema? Every place where it does not, at once."""

import math
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import Struct, inspect

from quizzer.bank.forms import (
    EXPONENT,
    PLAIN_BOOLEANS,
    advice,
    description,
    fits,
    found,
    is_items,
    repaired,
    with_point,
)
from quizzer.bank.nodes import BrokenNode, ListNode, MappingNode, Node, ScalarNode
from quizzer.bank.schema import ItemBase
from quizzer.bank.source import Source, child
from quizzer.diagnostics import Fault, FieldPath, Problem, did_you_mean, nearest
from quizzer.words import listed

# Values for common fields that are missing or wrong, which no rule complains about.
_STAND_INS: Final[dict[str, Any]] = {
    "title": "?",
    "level": "junior",
    "difficulty": 1,
    "explanation": "?",
    "sources": ["?"],
    "hints": ["?"],
    "tags": [],
    "covers": [],
    "prerequisites": [],
    "follow_ups": [],
    "minutes": 1,
    "version": 1,
}


class _Invalid:
    """Stands for a value that has a problem."""


INVALID: Final = _Invalid()


class Conformer:
    """Walks a tree along a type; collects problems, and plain data where there are none."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._item: str | None = None
        self._item_path: FieldPath = ()
        self._problems: dict[tuple[int, int, str], Problem] = {}
        self.items: list[Any] = []  # the sound ones
        self.flawed_items: list[Any] = []  # those that can be checked further, but not used

    @property
    def problems(self) -> list[Problem]:
        """All that was found, each once, however often an alias repeats it."""
        return list(self._problems.values())

    def walk(self, node: Node, form: inspect.Type, path: FieldPath = ()) -> Any:
        """The plain data of a node, or INVALID; for a list of items the valid ones."""
        if isinstance(form, inspect.UnionType) and is_items(form):
            return self._item_of_kind(node, form, path)
        if node.faults:
            self._report_faults(node, path)
        if isinstance(node, BrokenNode):
            return INVALID
        walk: _Walk = _WALKS.get(type(form), Conformer._leaf)
        return walk(self, node, form, path)

    def _report(
        self, node: Node, path: FieldPath, message: str, suggestion: str | None = None
    ) -> _Invalid:
        self._add(Fault(node.line, node.column, message, suggestion, node.width), path)
        return INVALID

    def _add(self, fault: Fault, path: FieldPath) -> None:
        inside = path[len(self._item_path) :]
        problem = self._source.problem(fault, self._item, inside)
        self._problems.setdefault((fault.line, fault.column, fault.message), problem)

    def _report_faults(self, node: Node, path: FieldPath) -> None:
        for fault in node.faults:
            self._add(fault, path)

    # Containers

    def _list(self, node: Node, form: inspect.ListType, path: FieldPath) -> Any:
        if not isinstance(node, ListNode):
            return self._wrong_type(node, form, path)
        values = [
            self.walk(inner, form.item_type, (*path, index))
            for index, inner in enumerate(node.values)
        ]
        count = len(node.values)
        if form.min_length is not None and count < form.min_length:
            more = " or more" if form.max_length is None else ""
            message = f"{form.min_length}{more} entries are needed here, not {count}"
            return self._report(node, path, message)
        if form.max_length is not None and count > form.max_length:
            return self._report(node, path, f"{form.max_length} entries belong here, not {count}")
        if is_items(form.item_type):  # one bad item does not take its bank with it
            return [value for value in values if value is not INVALID]
        return INVALID if node.faults or INVALID in values else values

    def _dict(self, node: Node, form: inspect.DictType, path: FieldPath) -> Any:
        if not isinstance(node, MappingNode):
            return self._wrong_type(node, form, path)
        if form.min_length is not None and len(node.values) < form.min_length:
            return self._report(node, path, "at least one entry is needed here")
        names = [self._name(node.names[name], form.key_type, path) for name in node.values]
        values = {
            name: self.walk(inner, form.value_type, (*path, name))
            for name, inner in node.values.items()
        }
        bad = node.faults or INVALID in names or INVALID in values.values()
        return INVALID if bad else values

    def _name(self, node: ScalarNode, form: inspect.Type, path: FieldPath) -> Any:
        if isinstance(form, inspect.StrType) and form.pattern:
            return self._text(node, str(node.value), form, path)
        return node.value

    def _struct(self, node: Node, form: inspect.StructType, path: FieldPath) -> Any:
        if not isinstance(node, MappingNode):
            return self._wrong_type(node, form, path)
        known = _fields(form.cls)
        valid = not node.faults
        for name in node.values:
            if name not in known and name != form.tag_field:
                self._unknown_field(node, name, form, path)
                valid = False
        for name, field in known.items():
            if field.required and name not in node.values:
                what = f"the field '{name}' is missing; it holds {description(field.type)}"
                self._report(node, path, what)
                valid = False
        values = {
            name: self.walk(node.values[name], field.type, (*path, name))
            for name, field in known.items()
            if name in node.values
        }
        if form.tag_field:
            values[form.tag_field] = form.tag
        sound = valid and INVALID not in values.values()
        if form.tag_field and sound:
            self.items.append(values)
        elif form.tag_field:
            self._keep_flawed(values, known)
        return values if sound else INVALID

    def _keep_flawed(self, values: dict[str, Any], known: dict[str, inspect.Field]) -> None:
        """Replace what is wrong in an item by stand-ins, so that the rest of it can be checked."""
        sound = {name: value for name, value in values.items() if value is not INVALID}
        item = {**_STAND_INS, **sound}
        if all(name in item for name, field in known.items() if field.required or name in values):
            self.flawed_items.append(item)

    def _unknown_field(
        self, node: MappingNode, name: str, form: inspect.StructType, path: FieldPath
    ) -> None:
        owner = f"an item of kind '{form.tag}'" if form.tag else description(form)
        allowed = {*_fields(form.cls), *([form.tag_field] if form.tag_field else [])}
        free = sorted(allowed - set(node.values))
        message = f"there is no field '{name}' in {owner}"
        self._report(node.names[name], path, message, did_you_mean(name, free))
        self._anything(node.values[name], (*path, name))

    # Unions

    def _union(self, node: Node, form: inspect.UnionType, path: FieldPath) -> Any:
        fitting = [inner for inner in form.types if fits(node, inner)]
        if not fitting:
            return self._wrong_type(node, form, path)
        if len(form.types) > 2 and isinstance(node, ScalarNode) and self._ambiguous(node, path):
            return INVALID
        return self.walk(node, fitting[0], path)

    def _item_of_kind(self, node: Node, form: inspect.UnionType, path: FieldPath) -> Any:
        self._item = _item_id(node)
        self._item_path = path if self._item else ()
        self._report_faults(node, path)
        kinds = {str(t.tag): t for t in form.types if isinstance(t, inspect.StructType)}
        data: Any = INVALID
        if isinstance(node, MappingNode):
            data = self._with_kind(node, kinds, path)
        elif not isinstance(node, BrokenNode):
            self._report(node, path, f"an item is expected here, not {found(node)}")
        self._item, self._item_path = None, ()
        return data

    def _with_kind(
        self, node: MappingNode, kinds: dict[str, inspect.StructType], path: FieldPath
    ) -> Any:
        kind = node.values.get("kind")
        if kind is not None:
            self._report_faults(kind, (*path, "kind"))
        if isinstance(kind, ScalarNode) and kind.value in kinds:
            return self._struct(node, kinds[str(kind.value)], path)
        choices = listed(kinds, "or")
        if kind is None:
            self._report(node, path, f"the field 'kind' is missing; it holds {choices}")
        elif isinstance(kind, ScalarNode):
            message = f"the kind '{kind.raw or kind.value}' is unknown; it must be {choices}"
            self._report(kind, (*path, "kind"), message, _meant(str(kind.value), kinds))
        elif not isinstance(kind, BrokenNode):
            message = f"the kind must be {choices}, not {found(kind)}"
            self._report(kind, (*path, "kind"), message)
        self._common_fields(node, path)
        return INVALID

    def _common_fields(self, node: MappingNode, path: FieldPath) -> None:
        """Check what can be checked in an item of unknown kind."""
        for name, field in _fields(ItemBase).items():
            if name in node.values:
                self.walk(node.values[name], field.type, (*path, name))

    # Values

    def _any(self, node: Node, _: inspect.AnyType, path: FieldPath) -> Any:
        return self._anything(node, path)

    def _anything(self, node: Node, path: FieldPath) -> Any:
        """Plain data of any form."""
        self._report_faults(node, path)
        if isinstance(node, ListNode):
            values = [self._anything(v, (*path, i)) for i, v in enumerate(node.values)]
            return INVALID if node.faults or INVALID in values else values
        if isinstance(node, MappingNode):
            named = {n: self._anything(v, (*path, n)) for n, v in node.values.items()}
            return INVALID if node.faults or INVALID in named.values() else named
        if isinstance(node, ScalarNode):
            return INVALID if self._ambiguous(node, path) else node.value
        return INVALID

    def _ambiguous(self, node: ScalarNode, path: FieldPath) -> bool:
        """Is it written in a way that YAML reads differently from people?"""
        raw = node.raw or ""
        if isinstance(node.value, bool) and raw not in PLAIN_BOOLEANS:
            value = str(node.value).lower()
            hint = f'write {value}, or "{raw}" if text is meant'
            self._report(node, path, f"YAML reads `{raw}` without quotes as {value}", hint)
            return True
        if isinstance(node.value, str) and EXPONENT.match(raw):
            hint = f'write {with_point(raw)}, or "{raw}" if text is meant'
            self._report(node, path, f"YAML reads `{raw}` as text, not as a number", hint)
            return True
        return False

    def _leaf(self, node: Node, form: inspect.Type, path: FieldPath) -> Any:
        if not fits(node, form) or not isinstance(node, ScalarNode):
            return self._wrong_type(node, form, path)
        if isinstance(form, inspect.LiteralType):
            return self._literal(node, form, path)
        if isinstance(form, inspect.StrType):
            return self._text(node, str(node.value), form, path)
        if isinstance(form, inspect.IntType | inspect.FloatType):
            return self._number(node, form, path)
        return node.value

    def _literal(self, node: ScalarNode, form: inspect.LiteralType, path: FieldPath) -> Any:
        if node.value in form.values:
            return node.value
        names = [str(value) for value in form.values]
        message = f"'{node.value}' is not one of {listed(names)}"
        return self._report(node, path, message, _meant(str(node.value), names))

    def _text(self, node: ScalarNode, text: str, form: inspect.StrType, path: FieldPath) -> Any:
        if form.min_length and not text.strip():
            return self._report(node, path, "there must be text here")
        if form.pattern and not (re.search(form.pattern, text) and text.isprintable()):
            message = f"'{text}' is not {description(form)}"
            return self._report(node, path, message, repaired(text, form))
        return text

    def _number(
        self, node: ScalarNode, form: inspect.IntType | inspect.FloatType, path: FieldPath
    ) -> Any:
        value = node.value
        assert isinstance(value, int | float)
        below = form.ge is not None and value < form.ge
        not_above = form.gt is not None and value <= form.gt
        above = form.le is not None and value > form.le
        if below or not_above or above or not math.isfinite(value):
            message = f"{node.raw or value} is out of range; it must be {description(form)}"
            return self._report(node, path, message)
        return value

    def _wrong_type(self, node: Node, form: inspect.Type, path: FieldPath) -> _Invalid:
        message = f"{description(form)} is expected here, not {found(node)}"
        return self._report(node, path, message, advice(node, form))


_Walk: TypeAlias = Callable[[Conformer, Node, Any, FieldPath], Any]
# Not an attribute of the conformer: through its bound methods it would refer to itself, and stay in
# memory with its tree until the next garbage collection, which is paused while banks are read.
_WALKS: Final[dict[type[inspect.Type], _Walk]] = {
    inspect.UnionType: Conformer._union,
    inspect.StructType: Conformer._struct,
    inspect.ListType: Conformer._list,
    inspect.DictType: Conformer._dict,
    inspect.AnyType: Conformer._any,
}


@cache
def form_of(kind: type[Struct]) -> inspect.Type:
    """The form of a class of the schema."""
    return inspect.type_info(kind)


@cache
def _fields(kind: type[Struct]) -> dict[str, inspect.Field]:
    """The fields of a class of the schema, by their names in a bank."""
    form = form_of(kind)
    assert isinstance(form, inspect.StructType)
    return {field.encode_name: field for field in form.fields}


def _meant(name: str, names: Iterable[str]) -> str | None:
    close = nearest(name, names)
    return f"did you mean '{close}'?" if close else None


def _item_id(node: Node) -> str | None:
    identifier = child(node, "id")
    if isinstance(identifier, ScalarNode) and isinstance(identifier.value, str):
        return identifier.value
    return None
