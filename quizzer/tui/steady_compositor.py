"""Textual's compositor, made steady: it went by where things had been before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual._compositor import Compositor, CompositorMap

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.widget import Widget


class SteadyCompositor(Compositor):
    """Between two layouts, it knows of what has come and what has gone."""

    @property
    def full_map(self) -> CompositorMap:
        """Where everything is.

        Textual then forgot what it had seen, but not where it had cut the lines; so what had just
        come, such as a message at the edge, made them longer than the terminal is wide.
        """
        if self._full_map_invalidated:
            self._cuts = self._layers = self._layers_visible = None
        return super().full_map

    @property
    def visible_widgets(self) -> dict[Widget, tuple[Region, Region]]:
        """What is seen, without what has gone.

        A dialog that opens paints what is behind it before that is laid out again; a field that had
        gone, and had no colours any more, then brought the app down.
        """
        seen = super().visible_widgets
        if any(widget.parent is None for widget in seen):
            self._visible_widgets = seen = {
                widget: place for widget, place in seen.items() if widget.parent is not None
            }
        return seen
