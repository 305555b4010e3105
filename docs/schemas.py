"""Makes the JSON schemas of banks and of the check-list, from the records that the reader uses.

python docs/schemas.py

What the reader requires beyond the form of the fields is in `_RULES`; what an editor shows on hover
is in `hovers.yaml`. `banks.md` lists the rules that a JSON schema cannot express.
"""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import yaml
from msgspec import Struct

from quizzer.bank import schema
from quizzer.bank.graphs import FORMS
from quizzer.bank.rules import MOST_LINES, OUTCOMES

FOLDER: Final = Path(__file__).parent
TITLES: Final = {"bank": "A bank of quizzer", "checklist": "The check-list of quizzer"}

Json = dict[str, Any]

_TEXT: Final = {"type": "string", "pattern": r"\S"}
_NOT_NULL: Final[Json] = {"not": {"type": "null"}}
_KINDS: Final = {kind.__struct_config__.tag: kind for kind in get_args(schema.Item)}


def _has(*names: str) -> Json:
    """An object that gives these fields a value."""
    return {"required": list(names), "properties": dict.fromkeys(names, _NOT_NULL)}


def _option(*, correct: bool) -> Json:
    right = {"required": ["correct"], "properties": {"correct": {"const": True}}}
    return right if correct else {"not": right}


def _no_outcome(field: str) -> Json:
    """A mistake must not have the name of an outcome."""
    return {"properties": {field: {"not": {"enum": list(OUTCOMES)}}}}


def _lettered(field: str) -> Json:
    """Its entries are shown under the letters A to Z."""
    return {"properties": {field: {"maxItems": MOST_LINES}}}


# What rules.py and graphs.py require, by record, as far as a JSON schema can express it.
_RULES: Final[dict[str, list[Json]]] = {
    "ItemBase": [
        {"required": ["hints"], "properties": {"hints": {"minItems": 1}}},
    ],
    "FollowUp": [{"properties": {"when": {"anyOf": [{"enum": list(OUTCOMES)}, _TEXT]}}}],
    "ChoiceItem": [
        {"properties": {"options": {"contains": _option(correct=True)}}},
        {"properties": {"options": {"contains": _option(correct=False)}}},
        _lettered("options"),
    ],
    "Option": [
        {
            "if": _option(correct=True),
            "then": {"properties": {"mistake": {"type": "null"}}},
            "else": {"required": ["because"], "properties": {"because": {"pattern": r"\S"}}},
        },
        _no_outcome("mistake"),
    ],
    "Blank": [{"properties": {"accept": {"uniqueItems": True}}}],
    "Tempting": [_no_outcome("mistake")],
    "OrderItem": [{"properties": {"sequence": {"uniqueItems": True}}}, _lettered("sequence")],
    "MatchItem": [
        {"properties": {"pairs": {"uniqueItems": True}, "distractors": {"uniqueItems": True}}},
        _lettered("pairs"),
    ],
    "Distractor": [_no_outcome("mistake")],
    "Cases": [
        {"dependentRequired": {"mistake": ["because"], "because": ["mistake"]}},
        _no_outcome("mistake"),
    ],
    "Property": [
        {"dependentRequired": {"mistake": ["says"], "says": ["mistake"]}},
        _no_outcome("mistake"),
    ],
    "OpenItem": [{"properties": {"key_points": {"uniqueItems": True}}}],
    "Given": [
        {"oneOf": [_has(form) for form in FORMS]},
        {
            "if": _has("integers"),
            "then": {"properties": {"from": {"multipleOf": 1}, "to": {"multipleOf": 1}}},
        },
    ],
    "Ask": [
        {
            "if": {"required": ["unit"], "properties": {"unit": {"minLength": 1}}},
            "then": {"required": ["what"], "properties": {"what": {"const": "count"}}},
        }
    ],
    "Mistake": [
        _no_outcome("id"),
        {"anyOf": [_has(change) for change in ("of", "with", "options", "record")]},
    ],
    "CodeMistake": [_no_outcome("id")],
}


def published(name: str) -> Json:
    """The schema of this name: `bank` or `checklist`."""
    roots: dict[str, type[Struct]] = {"bank": schema.Bank, "checklist": schema.Checklist}
    root = roots[name]
    definitions = _definitions(root)
    top = definitions.pop(root.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"quizzer-{name}/1",
        **top,
        "title": TITLES[name],
        "$defs": definitions,
    }


def as_text(content: Json) -> str:
    """The schema as it is written to its file."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _definitions(root: type[Struct]) -> dict[str, Json]:
    kinds = list(_KINDS.values()) if root is schema.Bank else []
    roots = [root, *kinds, *([schema.ItemBase] if kinds else [])]
    _, made = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    records = {name: _record(name, _spelled_out(content)) for name, content in made.items()}
    if kinds:
        common = _common(records["ItemBase"])
        for kind in kinds:
            _share(records[kind.__name__], common["properties"])
        records["ItemBase"] = common
        records["Bank"]["properties"]["items"]["items"] = _item()
    return records


def _record(name: str, content: Json) -> Json:
    """A record with what an editor shows, and with the rules that hold for it."""
    for field, form in content["properties"].items():
        text = _hover(name, field)
        if text:
            form["description"] = text
    if "description" in content:
        content["description"] = cleandoc(content["description"])  # msgspec before 0.23 does not
    bases = [record.__name__ for record in reversed(_mro(name)) if record.__name__ in _RULES]
    rules = [rule for base in bases for rule in _RULES[base]]
    return {**content, "title": _words(name), **({"allOf": rules} if rules else {})}


def _mro(name: str) -> list[type]:
    return [record for record in getattr(schema, name).__mro__ if record is not object]


def _hover(name: str, field: str) -> str | None:
    """The words for a field; a record has those of its bases too."""
    for record in _mro(name):
        words = HOVERS.get(record.__name__, {}).get(field)
        if words is not None:
            return str(words)
    return None


def _spelled_out(form: Any) -> Any:
    """The schema of msgspec, in which a text must be more than spaces."""
    if isinstance(form, list):
        return [_spelled_out(entry) for entry in form]
    if not isinstance(form, dict):
        return form
    if form == {"type": "string", "minLength": 1}:
        return dict(_TEXT)
    return {key: _spelled_out(value) for key, value in form.items()}


def _common(base: Json) -> Json:
    """The fields that items of all kinds have; other records refer to these."""
    fields = {name: form for name, form in base["properties"].items() if name != "kind"}
    return {"title": "item", "properties": fields}


def _share(kind: Json, common: Json) -> None:
    """What all kinds have is described in one place."""
    for field in common:
        kind["properties"][field] = {"$ref": f"#/$defs/ItemBase/properties/{field}"}


def _item() -> Json:
    """Which kind an item is, its `kind` says: an editor then complains only about that kind."""
    branches = [
        {
            "if": {"properties": {"kind": {"const": tag}}, "required": ["kind"]},
            "then": {"$ref": f"#/$defs/{kind.__name__}"},
        }
        for tag, kind in _KINDS.items()
    ]
    says = "; ".join(f"{tag}: {(kind.__doc__ or '').rstrip('.')}" for tag, kind in _KINDS.items())
    return {
        "type": "object",
        "title": "item",
        "description": "One question.",
        "properties": {"kind": {"enum": list(_KINDS), "description": f"{says}."}},
        "required": ["kind"],
        "allOf": branches,
    }


def _words(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


HOVERS: Final[dict[str, dict[str, str]]] = yaml.safe_load(
    (FOLDER / "hovers.yaml").read_text(encoding="utf-8")
)


def main() -> None:
    """Write the schemas beside this file."""
    for name in TITLES:
        file = FOLDER / f"{name}.schema.json"
        file.write_text(as_text(published(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
