"""Textual's compositor without its stale layouts: it used places where things no longer are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual._compositor import Compositor, CompositorMap

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.widget import Widget


class SteadyCompositor(Compositor):
    """Between two layouts, takes account of widgets that were added and removed."""

    @property
    def full_map(self) -> CompositorMap:
        """Where everything is.

        When this map is out of date, Textual forgets which widgets are visible, but not where it
        cuts the lines. So a new widget, such as a message at the edge, made lines longer than the
        terminal is wide.
        """
        if self._full_map_invalidated:
            self._cuts = self._layers = self._layers_visible = None
        return super().full_map

    @property
    def visible_widgets(self) -> dict[Widget, tuple[Region, Region]]:
        """The visible widgets, without those that were removed.

        A dialog that opens paints what is behind it before that is laid out again. A field that had
        been removed, and so had no colours any more, then crashed the app.
        """
        seen = super().visible_widgets
        if any(widget.parent is None for widget in seen):
            self._visible_widgets = seen = {
                widget: place for widget, place in seen.items() if widget.parent is not None
            }
        return seen
