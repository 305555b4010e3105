"""The table of mistakes: which function each one gets wrong, and what people confuse."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

Function = Callable[..., Any]
AnyFunction = TypeVar("AnyFunction", bound=Function)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A named wrong version of a function (or, when `equivalent`, one that only looks wrong)."""

    name: str
    function: Function
    right: str  # the right function, "attention.scaled_dot_product_scores"
    says: str  # what people confuse, in one line
    equivalent: bool = False


REGISTRY: dict[str, Mistake] = {}


def mistake(right: str) -> Callable[[AnyFunction], AnyFunction]:
    """Enter the decorated function into the table as a wrong version of `right`.

    Args:
        right: the right function by module and name; both take the same arguments.
    """
    return _enter(right, equivalent=False)


def equivalent(right: str) -> Callable[[AnyFunction], AnyFunction]:
    """Enter the decorated function as another right way to compute `right`, often called wrong.

    Args:
        right: the function whose result it must give, by module and name.
    """
    return _enter(right, equivalent=True)


def _enter(right: str, *, equivalent: bool) -> Callable[[AnyFunction], AnyFunction]:
    def enter(function: AnyFunction) -> AnyFunction:
        name = function.__name__
        if name in REGISTRY:
            raise ValueError(f"two mistakes are called {name}")
        says = (function.__doc__ or "").strip().splitlines()[0]
        REGISTRY[name] = Mistake(name, function, right, says, equivalent)
        return function

    return enter
