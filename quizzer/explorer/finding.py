"""Finding a step by any part of its name."""

import difflib
from collections.abc import Mapping

from quizzer.explorer.tensors import Step

MOST_NAMED = 6


class UnknownStepError(LookupError):
    """No step has this in its name, or several different ones do; `nearest` may be meant."""

    def __init__(self, name: str, nearest: tuple[str, ...], *, ambiguous: bool) -> None:
        self.name = name
        self.nearest = nearest
        what = "several steps have {!r} in their names" if ambiguous else "no step is called {!r}"
        super().__init__(what.format(name))


def find(steps: Mapping[str, Step], text: str, layer: int | None = None) -> str:
    """The name of the one step whose name or title has this part; `layer` counts from 1.

    If the text and `layer` leave the layer open, it is the first. A text that is a whole name is
    preferred to one at the end of a name, and that to one elsewhere in it.

    Raises:
        UnknownStepError: if no step matches, or several that differ in more than the layer.
    """
    if text in steps:
        return text
    wanted = text.casefold().strip()
    here = [name for name in steps if layer is None or _layer(name) in (None, layer - 1)]
    for fits in (_is_end, _is_part, _is_title):
        found = [name for name in here if fits(steps[name], wanted)]
        if len({_without_layer(name) for name in found}) == 1:
            return found[0]
        if found:
            raise UnknownStepError(text, tuple(found[:MOST_NAMED]), ambiguous=True)
    raise UnknownStepError(text, _nearest(here, wanted), ambiguous=False)


def _layer(name: str) -> int | None:
    number = name.split(".")[1:2]
    return int(number[0]) if number and number[0].isdecimal() else None


def _without_layer(name: str) -> str:
    number = _layer(name)
    return name if number is None else name.replace(f".{number}.", ".", 1)


def _is_end(step: Step, wanted: str) -> bool:
    return bool(wanted) and f".{step.name}".endswith(f".{wanted}")


def _is_part(step: Step, wanted: str) -> bool:
    """Whether every word is in the name, as in `decoder self weights`."""
    parts = wanted.split()
    return bool(parts) and all(part in step.name for part in parts)


def _is_title(step: Step, wanted: str) -> bool:
    return bool(wanted) and wanted in step.title.casefold()


def _nearest(names: list[str], wanted: str) -> tuple[str, ...]:
    ends = {name.rpartition(".")[2]: name for name in reversed(names)}
    alike = difflib.get_close_matches(wanted, [*names, *ends], n=4, cutoff=0.5)
    return tuple(dict.fromkeys(ends.get(name, name) for name in alike))[:3]
