"""The colours of heat maps, mixed from those of the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.color import Color

from quizzer.exercises.shading import LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAT = {"more": "primary", "less": "warning"}  # blue and amber: distinct to the colour-blind too
_DARKEST = 0.85  # the share of the colour in the cell of the largest number


def heat_colours(colours: Mapping[str, str], *, shown: bool) -> dict[str, str]:
    """The variables of heat maps: `$heat-more-3`, its ink, and the colour of its block.

    Where colours are shown, a block has the colour of its cell and so cannot be seen. Where they
    are not (16 colours cannot be mixed, and some people want none), the block shows the level.
    """
    found: dict[str, str] = {}
    for sign, colour in _HEAT.items():
        for level in range(1, LEVELS + 1):
            name = f"heat-{sign}-{level}"
            cell, block = colours["background"], colours["foreground"]
            ink = block
            if shown:
                share = _DARKEST * level / LEVELS
                mixed = Color.parse(cell).blend(Color.parse(colours[colour]), share)
                cell = block = mixed.hex
                ink = mixed.get_contrast_text(alpha=1).hex
            found |= {name: cell, f"{name}-ink": ink, f"{name}-block": block}
    return found
