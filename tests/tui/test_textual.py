"""Parts of Textual that it calls private: which are used, and that they are still there.

What each is for stands where it is used, and another test fails without it. This one says at once,
after an update of Textual, which module wants a look.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import quizzer.tui

FOLDER = Path(quizzer.tui.__file__).parent

# By the module of ours: the names, and the module of Textual that has them.
USED = {
    "browser_driver": {"textual.driver": ["_app"]},
    "key_names": {"textual.dom": ["_bindings"]},
    "screens.dialogs": {"textual._context": ["visible_screen_stack"]},
    "screens.leaving": {
        "textual._styles_cache": ["StylesCache"],
        "textual.screen": ["_compositor"],
    },
    "steady_compositor": {
        "textual._compositor": [
            *("Compositor", "CompositorMap", "_cuts", "_full_map_invalidated", "_layers"),
            *("_layers_visible", "_visible_widgets"),
        ]
    },
    "steady_driver": {
        "textual.driver": ["_app", "_auto_restart", "_loop"],
        "textual.drivers.linux_driver": [
            *("_must_signal_resume", "_sigcont_application", "_sigtstp_application"),
        ],
    },
    "steady_parser": {
        "textual._parser": ["_awaiting", "_gen", "_tokens"],
        "textual._xterm_parser": ["XTermParser"],
    },
    "terminal_app": {"textual.app": ["_exit", "_handle_exception"]},
    "widgets.answer_field": {"textual.widgets._text_area": ["_on_key", "_on_paste"]},
    "widgets.code_field": {
        "textual.document._syntax_aware_document": ["SyntaxAwareDocument", "_syntax_tree"],
        "textual.widgets._text_area": [
            *("_get_builtin_highlight_query", "_on_key", "_on_paste", "_text_area"),
        ],
    },
}
ANYWHERE = {"textual.dom"}  # of what is handed about


@pytest.mark.parametrize(
    ("ours", "theirs", "name"),
    [
        (ours, theirs, name)
        for ours, parts in USED.items()
        for theirs, names in parts.items()
        for name in names
    ],
)
def test_what_is_used_of_textual_is_still_there(ours: str, theirs: str, name: str) -> None:
    assert name in theirs or re.search(rf"\b{name}\b", source(theirs)), (
        f"Textual has no {name} in {theirs} any more: look at quizzer.tui.{ours}"
    )


def test_no_other_private_part_of_textual_is_used() -> None:
    found = {
        module_of(file): names
        for file in sorted(FOLDER.rglob("*.py"))
        if (names := set(private_parts(file)))
    }
    assert found == {
        ours: {name for names in parts.values() for name in names} for ours, parts in USED.items()
    }


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(FOLDER).with_suffix("").parts)


def private_parts(file: Path) -> Iterator[str]:
    """The names that are imported from a private module, and those that classes share with it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual."):
            yield from (one.name for one in node.names if "._" in f"{node.module}.{one.name}")
    known = set().union(*map(members, bases_of(file) | ANYWHERE))
    yield from private_names(tree) & known


def private_names(tree: ast.AST) -> set[str]:
    """Those of attributes, and of the methods of classes."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) != "os":
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            found |= {part.name for part in node.body if hasattr(part, "name")}
    return {name for name in found if re.match("_[a-z]", name)}


def bases_of(file: Path) -> set[str]:
    """The modules of Textual that classes of a module come from."""
    module = importlib.import_module(f"quizzer.tui.{module_of(file)}".removesuffix(".__init__"))
    return {
        base.__module__
        for one in vars(module).values()
        if inspect.isclass(one) and one.__module__ == module.__name__
        for base in one.__mro__
        if base.__module__.startswith("textual.")
    }


@cache
def members(module: str) -> set[str]:
    """The private names that the classes of a module have."""
    return set(re.findall(r"(?:self\.|cls\.|def |^    )(_[a-z]\w*)", source(module), re.MULTILINE))


@cache
def source(module: str) -> str:
    return inspect.getsource(importlib.import_module(module))
