"""The scrolling part of a screen, which says above the keys whether there is more below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll

from quizzer.tui.widgets.fitted import Sideways
from quizzer.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual import events
    from textual.geometry import Region, Size
    from textual.layout import DockArrangeResult
    from textual.screen import Screen
    from textual.widget import Widget


def bring_into_sight(focused: Widget) -> None:
    """Scroll to what has the focus; of rows, which can be more than fit, to that of the cursor.

    Where no row has the cursor yet, nothing is scrolled: the question above the rows would be lost.
    """
    rows = focused.query(".option")
    for part in rows.filter(".-cursor") if rows else (focused,):
        part.scroll_visible(animate=False)


class Page(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Is scrolled by the actions of its screen, whatever has the focus, and without animation."""

    _height = 0  # lines, when it was last resized; 0 before it is laid out
    _revealed: tuple[Widget, float] | None = None  # what to scroll to, and the share kept above it

    def on_mount(self) -> None:
        """Keep the note above the keys up to date: on scrolling, and on changes of the page."""
        self.watch(self, "scroll_y", self._tell, init=False)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._laid_out)

    def _laid_out(self, _screen: Screen[object]) -> None:
        self._tell()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the focus visible when a note or a smaller window takes lines away."""
        if self._height and event.size.height != self._height:
            self.show_focus()
        self._height = event.size.height

    def show_focus(self) -> None:
        """Scroll to what has the focus, with its label and its preview."""
        focused = self.screen.focused if self.is_attached else None  # the screen may be left
        if focused is None or self not in focused.ancestors or isinstance(focused, Sideways):
            return  # a `Sideways` is only read, so nothing need be scrolled to
        for part in self.query(".step:focus-within"):
            part.scroll_visible(animate=False)
        bring_into_sight(focused)

    def to_top(self) -> None:
        """Show the beginning, at once: otherwise all is painted at its old place first."""
        self._revealed = None
        self.scroll_home(animate=False, immediate=True)

    def to_bottom(self) -> None:
        """Show the end."""
        self._revealed = None
        self.scroll_end(animate=False, immediate=True)

    def reveal(self, part: Widget, above: float = 0) -> None:
        """Scroll to a new part before it is first painted, so that as much as fits is visible.

        The share `above` of the page's height is kept for what comes before the part. Textual
        itself scrolls only to what is already painted; so everything would be painted twice, and
        the new part would appear late.
        """
        self._revealed = part, above

    def arrange(self, size: Size, optimal: bool = False) -> DockArrangeResult:
        """Place all parts, and scroll to the one that is to be revealed, if any."""
        placed = super().arrange(size, optimal)
        if self._revealed is not None:
            part, above = self._revealed
            for placement in placed.placements:
                if placement.widget is part:
                    self._revealed = None
                    end = max(0, placed.total_region.bottom - size.height)
                    self._begin_at(min(end, _line_to_reveal(placement.region, size.height, above)))
        return placed

    def _begin_at(self, line: int) -> None:
        """Scroll while the page is being laid out: no watcher is told, as all is painted anyway."""
        if line != self.scroll_y:
            self.set_reactive(Page.scroll_y, line)
            self.set_reactive(Page.scroll_target_y, line)
            self.vertical_scrollbar.position = line

    def move(self, lines: int) -> None:
        """Scroll at once, so that no key of a fast series is lost."""
        self.scroll_relative(y=lines, animate=False, immediate=True)

    def turn(self, direction: int) -> None:
        """Scroll by a page minus two lines, which stay visible."""
        self.move(direction * max(1, self.size.height - 2))

    def _tell(self) -> None:
        for bar in self.screen.query(KeyBar):
            bar.more(below=self.scroll_y < self.max_scroll_y)


def _line_to_reveal(part: Region, room: int, above: float) -> int:
    """The first visible line: it shows all of the part if possible, and as much above as fits.

    At least the share `above` of the room is kept for what is above the part.
    """
    return max(0, part.y - max(int(room * above), room - part.height))


def page_around(widget: Widget) -> Page | None:
    """The page that the widget is on, if any."""
    return next((around for around in widget.ancestors if isinstance(around, Page)), None)
