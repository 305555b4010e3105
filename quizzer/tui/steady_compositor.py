"""Textual's compositor, made steady: it cut lines by where things had been before."""

from __future__ import annotations

from textual._compositor import Compositor, CompositorMap


class SteadyCompositor(Compositor):
    """Whoever asks where something is between two layouts gets it worked out anew.

    Textual then forgot what it had seen, but not where it had cut the lines; so what had just come,
    such as a message at the edge, made them longer than the terminal is wide.
    """

    @property
    def full_map(self) -> CompositorMap:
        """Where everything is."""
        if self._full_map_invalidated:
            self._cuts = self._layers = self._layers_visible = None
        return super().full_map
