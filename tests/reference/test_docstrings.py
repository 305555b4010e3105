"""The package reads as one text: every public function is documented in the same form."""

import ast
import importlib
import inspect
import pkgutil
import re

import reference
from tests.each import for_each

SECTIONS = ["Formula", "Args", "Returns", "Raises", "Convention", "Source"]


def public_functions():
    for info in pkgutil.walk_packages(reference.__path__, "reference."):
        if info.name.startswith("reference.mistakes"):
            continue
        module = importlib.import_module(info.name)
        for name, function in vars(module).items():
            mine = getattr(function, "__module__", None) == info.name
            if inspect.isfunction(function) and mine and not name.startswith("_"):
                yield f"{info.name}.{name}".removeprefix("reference."), function


FUNCTIONS = dict(public_functions())
RECORDER = {name for name in FUNCTIONS if name.startswith("trace.")}
COMPONENTS = sorted(set(FUNCTIONS) - RECORDER)


def sections(function):
    """The section titles of a docstring in order, and the text of each."""
    parts = re.split(r"^(\w+):$", inspect.getdoc(function) or "", flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@for_each("name", sorted(FUNCTIONS))
def test_the_summary_is_one_sentence(name):
    summary, *rest = (inspect.getdoc(FUNCTIONS[name]) or "").splitlines()
    assert summary.endswith(".")
    assert not rest or not rest[0]


@for_each("name", COMPONENTS)
def test_sections_come_in_the_common_order(name):
    titles = list(sections(FUNCTIONS[name]))
    assert titles == [title for title in SECTIONS if title in titles]


@for_each("name", COMPONENTS)
def test_every_argument_and_the_result_are_described(name):
    function = FUNCTIONS[name]
    found = sections(function)
    described = re.findall(r"^    (\w+):", found.get("Args", ""), flags=re.MULTILINE)
    assert described == list(inspect.signature(function).parameters)
    assert inspect.signature(function).return_annotation is None or "Returns" in found


def test_no_function_is_longer_than_a_page():
    for name, function in FUNCTIONS.items():
        tree = ast.parse(inspect.getsource(function).lstrip())
        body = tree.body[0].body[1:]
        lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
        assert lines <= 30, f"{name} has {lines} lines"
