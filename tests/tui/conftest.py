"""Every test of the app sees the same surroundings."""

from collections.abc import Iterator

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


@pytest.fixture(autouse=True)
def _same_surroundings(surroundings: None) -> None:
    """Pictures and words depend on them."""


@pytest.fixture(autouse=True, scope="session")
def _rules_are_parsed_once() -> Iterator[None]:
    """An app parses the same rules as the app of the test before: a tenth of the time."""
    parse = Stylesheet._parse_rules
    parsed: dict[object, list[RuleSet]] = {}

    def parse_once(self: Stylesheet, *source: object, **place: object) -> list[RuleSet]:
        key = (*self._variables.items(), *source, *place.items())
        if key not in parsed:
            parsed[key] = parse(self, *source, **place)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield
