"""The reference is a text to read: one docstring form for every public function."""

import importlib
import inspect
import pkgutil
import re

import pytest

import reference

SECTIONS = ["Formula", "Args", "Returns", "Raises", "Convention", "Source"]


def public_functions():
    """Every function that a module of the reference defines and does not mark as its own."""
    for found in pkgutil.walk_packages(reference.__path__, "reference."):
        if found.name.startswith("reference.mistakes"):
            continue  # a mistake says in one line what is confused; the right one says the rest
        for name, member in vars(importlib.import_module(found.name)).items():
            own = inspect.isfunction(member) and member.__module__ == found.name
            if own and not name.startswith("_"):
                yield pytest.param(member, id=f"{found.name}.{name}")


FUNCTIONS = list(public_functions())


def sections(function):
    doc = inspect.getdoc(function) or ""
    parts = re.split(rf"^({'|'.join(SECTIONS)}):\n", doc, flags=re.MULTILINE)
    return parts[0].strip(), dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_begins_with_one_sentence_that_says_what_it_is(function):
    first = sections(function)[0].split("\n\n")[0]
    assert first.endswith(".")
    assert "\n" not in first


@pytest.mark.parametrize("function", FUNCTIONS)
def test_sections_come_in_one_order(function):
    found = list(sections(function)[1])
    assert found == [section for section in SECTIONS if section in found]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_argument_is_explained(function):
    told = sections(function)[1].get("Args", "")
    for name in inspect.signature(function).parameters:
        assert re.search(rf"\b{name}\b", told), f"{name} is not explained"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_says_what_comes_out(function):
    if inspect.signature(function).return_annotation is not None:
        assert sections(function)[1].get("Returns", "").strip()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_says_when_it_complains(function):
    code = inspect.getsource(function).replace(function.__doc__ or "", "")
    if "raise ValueError" in code or "require(" in code:
        assert "ValueError" in sections(function)[1].get("Raises", "")
