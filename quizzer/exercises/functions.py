"""The public functions of `reference` that banks may name, and what their docstrings say."""

import difflib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, Final

import numpy as np

import reference
from quizzer.exercises import docstrings
from quizzer.exercises.docstrings import Docstring

MOST_NUMBERS: Final = 1_000_000  # in one result
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+", re.ASCII)

Function = Callable[..., Any]


class UnknownFunctionError(LookupError):
    """A bank names a function that `reference` does not have."""

    def __init__(self, name: str, nearest: tuple[str, ...]) -> None:
        self.name = name
        self.nearest = nearest
        super().__init__(f"the reference has no public function {name!r}")

    @property
    def suggestion(self) -> str:
        """What to do: which function may have been meant, or where all are listed."""
        if not self.nearest:
            return "`quizzer reference` lists all of them"
        return f"did you mean {' or '.join(self.nearest)}?"


@cache
def resolve(name: str) -> Function:
    """The function that a bank calls `module.function`.

    Only functions written in `reference` are found: nothing private, and nothing that a module
    of `reference` has merely imported from elsewhere.
    """
    module_name, _, function_name = name.rpartition(".")
    if _NAME.fullmatch(name):
        module = _module(module_name)
        if module is not None and function_name in _functions_in(module):
            function: Function = getattr(module, function_name)
            return function
    raise UnknownFunctionError(name, nearest(name))


def bearable(result: Any) -> Any:
    """The result, unless it is too large: one typo in a bank could use up all memory."""
    if isinstance(result, np.ndarray) and result.size > MOST_NUMBERS:
        raise ValueError(f"gives {result.size:,} numbers; at most {MOST_NUMBERS:,} can be graded")
    return result


def nearest(name: str) -> tuple[str, ...]:
    """The public functions whose names are most like this one."""
    known = all_names()
    alike = difflib.get_close_matches(name, known, n=2, cutoff=0.7)
    last = name.rpartition(".")[2]
    same_function = [full for full in known if full.rpartition(".")[2] == last]
    return tuple(dict.fromkeys([*same_function, *alike]))[:2]


@cache
def all_names() -> tuple[str, ...]:
    """Every name that `resolve` finds, sorted."""
    return tuple(
        sorted(
            f"{module_name}.{function_name}"
            for module_name in _module_names()
            if (module := _module(module_name)) is not None
            for function_name in _functions_in(module)
        )
    )


@cache
def docstring(name: str) -> Docstring:
    """What the function says about itself."""
    return docstrings.read(resolve(name).__doc__)


def _module_names() -> Iterator[str]:
    prefix = reference.__name__ + "."
    for found in pkgutil.walk_packages(reference.__path__, prefix):
        name = found.name.removeprefix(prefix)
        if not any(part.startswith("_") for part in name.split(".")):
            yield name


@cache
def _module(name: str) -> ModuleType | None:
    full_name = f"{reference.__name__}.{name}"
    try:
        module = importlib.import_module(full_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (full_name + ".").startswith(error.name + "."):
            return None  # no such module; if one fails to import another, that is our fault
        raise
    return module


@cache
def _functions_in(module: ModuleType) -> frozenset[str]:
    """What the module or one of its submodules defines; not what it imports from elsewhere."""
    return frozenset(
        name
        for name in dir(module)
        if not name.startswith("_")
        and inspect.isfunction(member := getattr(module, name))
        and f"{member.__module__}.".startswith(f"{module.__name__}.")
    )
