"""Which variant of an item comes next; in a module of its own, as some commands load no history."""

import itertools
from collections.abc import Collection, Iterable


def next_number(used: Collection[int], planned: Iterable[int] = ()) -> int:
    """The number of a variant beyond those used and those planned."""
    taken = {*used, *planned}
    return next(number for number in itertools.count(len(used)) if number not in taken)
