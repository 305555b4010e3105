"""In plain words: what the schema asks for, what a file has instead, and what to write."""

import re
from types import NoneType
from typing import Final

from msgspec import inspect

from quizzer.bank.nodes import ListNode, MappingNode, Node, ScalarNode
from quizzer.bank.schema import Identifier
from quizzer.diagnostics import shortened
from quizzer.words import listed

PLAIN_BOOLEANS = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})
EXPONENT = re.compile(r"[-+]?\d+(\.\d*)?[eE][-+]?\d+$")

# The types that a node fits, by the class of the node or, for a scalar, of its value.
_FITTING: Final[dict[type, tuple[type[inspect.Type], ...]]] = {
    ListNode: (inspect.ListType, inspect.AnyType),
    MappingNode: (inspect.DictType, inspect.StructType, inspect.AnyType),
    NoneType: (inspect.NoneType, inspect.AnyType),
    bool: (inspect.BoolType, inspect.AnyType),
    int: (inspect.IntType, inspect.FloatType, inspect.AnyType),
    float: (inspect.FloatType, inspect.AnyType),
    str: (inspect.StrType, inspect.LiteralType, inspect.AnyType),
}
_IDENTIFIER = inspect.type_info(Identifier)
_NUMBER = re.compile(r"[-+]?\d+(\.\d*)?([eE][-+]?\d+)?$")


def is_items(form: inspect.Type) -> bool:
    """Is this the form of an item, one of several kinds?"""
    return isinstance(form, inspect.UnionType) and all(map(is_kind, form.types))


def is_kind(form: inspect.Type) -> bool:
    """Is this the form of an item of one kind?"""
    return isinstance(form, inspect.StructType) and form.tag_field is not None


def fits(node: Node, form: inspect.Type) -> bool:
    """Is the node of the right type, whatever its value?"""
    sort = type(node.value) if isinstance(node, ScalarNode) else type(node)
    return isinstance(form, _FITTING.get(sort, ()))


def description(form: inspect.Type) -> str:
    """What the form asks for."""
    match form:
        case inspect.StrType(pattern=None):
            return "text"
        case inspect.StrType():
            return _pattern(form)
        case inspect.IntType():
            return "a whole number" + _range(form)
        case inspect.FloatType():
            return "a number" + _range(form)
        case inspect.BoolType():
            return "true or false"
        case inspect.ListType():
            return "a list of " + plural(form.item_type)
        case inspect.DictType():
            return "a mapping from names to " + plural(form.value_type)
        case inspect.StructType():
            return f"{_article(_words(form))} {_words(form)}"
        case inspect.LiteralType():
            return listed(map(str, form.values), "or")
        case inspect.UnionType() if is_items(form):
            return "an item"
        case inspect.UnionType():
            parts = [description(t) for t in form.types if not isinstance(t, inspect.NoneType)]
            return listed(dict.fromkeys(parts), "or")
    return "any value"


def plural(form: inspect.Type) -> str:
    """What several values of this form are called."""
    match form:
        case inspect.StrType(pattern=None):
            return "texts"
        case inspect.StrType():
            return "ids" if form == _IDENTIFIER else "names"
        case inspect.StructType():
            return _words(form) + "s"
        case inspect.UnionType() if is_items(form):
            return "items"
        case inspect.IntType() | inspect.FloatType():
            return "numbers"
    return "values"


def found(node: Node) -> str:
    """What the file has."""
    if isinstance(node, ListNode):
        return "a list"
    if isinstance(node, MappingNode):
        return "a mapping"
    assert isinstance(node, ScalarNode)
    value, raw = node.value, node.raw
    if value is None:
        return f"`{raw}`, which YAML reads as no value" if raw else "nothing"
    if isinstance(value, bool):
        meaning = str(value).lower()
        return meaning if raw in PLAIN_BOOLEANS else f"`{raw}`, which YAML reads as {meaning}"
    if isinstance(value, str):
        return f"the text '{_first_line(value)}'"
    return f"the number {raw or value}"


def advice(node: Node, form: inspect.Type) -> str | None:
    """What to write instead of something of the wrong type."""
    forms = form.types if isinstance(form, inspect.UnionType) else (form,)
    wants_text = any(isinstance(f, inspect.StrType) for f in forms)
    if isinstance(form, inspect.StructType):
        return _fields_of(form, nothing=isinstance(node, ScalarNode) and node.value is None)
    if isinstance(node, ListNode | MappingNode):
        return "if text is meant, write it in quotes" if wants_text else None
    assert isinstance(node, ScalarNode)
    if isinstance(form, inspect.BoolType) and node.value in ("true", "false"):
        return "remove the quotes"
    if node.raw and any(_takes(f, node.raw) for f in forms):
        return f'write it in quotes: "{node.raw}"'
    if any(isinstance(f, inspect.IntType | inspect.FloatType) for f in forms):
        return _number_advice(node)
    if isinstance(form, inspect.ListType) and node.value is not None:
        return f"write a list, even for one entry: [{_first_line(str(node.value))}]"
    return None


def with_point(text: str) -> str:
    """A number with an exponent as YAML requires it: 1.0e+3 for 1e3."""
    mantissa, exponent = re.split("[eE]", text)
    mantissa = mantissa if "." in mantissa else mantissa + ".0"
    return f"{mantissa}e{exponent if exponent[0] in '+-' else '+' + exponent}"


def repaired(text: str, form: inspect.StrType) -> str | None:
    """Suggest the id or name nearest to a text that is not a valid one."""
    words = re.findall(r"[A-Za-z0-9]+", text)
    candidate = "-".join(words).lower() if form == _IDENTIFIER else "_".join(words)
    good = candidate and re.search(str(form.pattern), candidate)
    return f"did you mean '{candidate}'?" if good else None


def _takes(form: inspect.Type, text: str) -> bool:
    return isinstance(form, inspect.StrType) and bool(re.search(form.pattern or "", text))


def _fields_of(form: inspect.StructType, nothing: bool) -> str:
    if nothing and not any(field.required for field in form.fields):
        return "write `{}` to leave all of its fields out"
    names = listed(field.encode_name for field in form.fields)
    return f"write a mapping; its fields are {names}"


def _number_advice(node: ScalarNode) -> str | None:
    if isinstance(node.value, float) and node.value.is_integer():
        return f"write {node.value:.0f}"
    if not isinstance(node.value, str):
        return None
    if node.raw is None and _NUMBER.match(node.value):
        return "remove the quotes"
    if EXPONENT.match(node.value):
        return f"write {with_point(node.value)}: YAML reads `{node.value}` as text"
    return None


def _pattern(form: inspect.StrType) -> str:
    if form == _IDENTIFIER:
        return "an id (lower-case words and digits, joined by hyphens)"
    return "a name (letters, digits and underscores, no digit first)"


def _range(form: inspect.IntType | inspect.FloatType) -> str:
    if form.ge is not None and form.le is not None:
        return f" from {form.ge:g} to {form.le:g}"
    if form.ge is not None:
        return f" of at least {form.ge:g}"
    return f" above {form.gt:g}" if form.gt is not None else ""


def _words(form: inspect.StructType) -> str:
    """`key point` for the class KeyPoint."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", form.cls.__name__).lower()


def _article(word: str) -> str:
    return "an" if word[0] in "aeio" else "a"


def _first_line(text: str) -> str:
    return shortened(text.strip().split("\n")[0], 40)
