"""One page per component: what it says about itself, its code, and the known mistakes."""

import ast
import difflib
import inspect
import textwrap
from dataclasses import dataclass
from functools import cache

from quizzer.exercises import docstrings, functions
from quizzer.exercises.docstrings import Docstring
from quizzer.handbook.families import FAMILIES, Family, Function, components, family_of
from quizzer.handbook.short_names import short_names
from reference.mistakes import REGISTRY, Mistake


@dataclass(frozen=True)
class KnownMistake:
    """A way to get a component wrong, or (`equivalent`) one that looks wrong but is right."""

    name: str
    says: str
    equivalent: bool


@dataclass(frozen=True, kw_only=True)
class Page(Docstring):
    """Everything there is to read about one component: the parts of its docstring, and more."""

    name: str  # "attention.split_heads"
    family: str  # "Attention"
    signature: str
    code: str  # without the docstring
    mistakes: tuple[KnownMistake, ...]


class UnknownComponentError(LookupError):
    """No component, or more than one, has this name; `nearest` lists those that may be meant."""

    def __init__(self, name: str, nearest: tuple[str, ...], *, ambiguous: bool = False) -> None:
        self.name = name
        self.nearest = nearest
        several = f"several components are called {name!r}"
        super().__init__(several if ambiguous else f"no component is called {name!r}")


@cache
def contents() -> tuple[tuple[Family, tuple[tuple[str, str], ...]], ...]:
    """Families in reading order, each with the names and summaries of its components."""
    return tuple(
        (family, tuple((name, _summary(function)) for name, function in found.items()))
        for family in FAMILIES
        if (found := family.components())
    )


def find(name: str) -> str:
    """The full name of a component, given its full name, its last part, or a short name.

    A name with the inner module, `attention.heads.split_heads`, is also understood.

    Raises:
        UnknownComponentError: if no component, or more than one, has this name.
    """
    if name in components():
        return name
    matches = tuple(full for full in components() if full.endswith(f".{name}"))
    if not matches:
        matches = tuple(full for full in components() if name.casefold() in short_names(full))
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UnknownComponentError(name, matches, ambiguous=True)
    return _by_inner_name(name)


def _by_inner_name(name: str) -> str:
    """The full name for a name with the inner module, as banks may use it."""
    names = _names_by_function()
    try:
        return names[functions.resolve(name)]
    except functions.UnknownFunctionError:
        raise UnknownComponentError(name, nearest(name)) from None
    except KeyError:
        raise UnknownComponentError(name, ()) from None


def nearest(name: str) -> tuple[str, ...]:
    """Components whose names are most like this one."""
    short_name = {full.rpartition(".")[2]: full for full in reversed(components())}
    known = [*components(), *short_name]
    alike = difflib.get_close_matches(name, known, n=4, cutoff=0.6)
    return tuple(dict.fromkeys(short_name.get(found, found) for found in alike))[:3]


@cache
def page(name: str) -> Page:
    """The page of a component, which is given by its full name."""
    function = components()[name]
    says = docstrings.read(function.__doc__)
    signature, body = _source(function)
    return Page(
        name=name,
        family=family_of(name).title,
        **vars(says),
        signature=signature,
        code=f"{signature}\n{body}",
        mistakes=tuple(map(_known, _mistakes_by_function().get(function, ()))),
    )


def _summary(function: Function) -> str:
    return docstrings.read(function.__doc__).summary


@cache
def _names_by_function() -> dict[Function, str]:
    """The name of the page of each component, and of each mistake: the component it gets wrong."""
    names = {function: name for name, function in components().items()}
    right = {mistake.function: functions.resolve(mistake.right) for mistake in REGISTRY.values()}
    return names | {wrong: names[meant] for wrong, meant in right.items() if meant in names}


@cache
def _mistakes_by_function() -> dict[Function, list[Mistake]]:
    found: dict[Function, list[Mistake]] = {}
    for mistake in REGISTRY.values():
        found.setdefault(functions.resolve(mistake.right), []).append(mistake)
    return found


def _known(mistake: Mistake) -> KnownMistake:
    return KnownMistake(mistake.name, mistake.says, mistake.equivalent)


def _source(function: Function) -> tuple[str, str]:
    """The source code with its comments, in two parts: the head, and the body without docstring."""
    text = textwrap.dedent(inspect.getsource(function))
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    docstring = tree.body[0]
    lines = text.rstrip("\n").split("\n")
    head = lines[: docstring.lineno - 1]
    return "\n".join(head), "\n".join(lines[docstring.end_lineno :]).strip("\n")
