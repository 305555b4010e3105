"""One drawing of an item: its number, its seed, and what was drawn, as plain data."""

from typing import Any

from msgspec import Struct


class Variant(Struct, frozen=True, kw_only=True):
    """What was drawn for one attempt; stored with it, so history survives a change of generator.

    `drawn` is plain JSON data: for `compute` the given values by name; for `choice`, `order` and
    `match` the order in which the lines are shown. It is empty for `fill`, `open` and `code`,
    whose cases are drawn from the seed when they are needed.
    """

    item: str
    version: int
    number: int
    seed: str
    drawn: dict[str, Any] = {}
