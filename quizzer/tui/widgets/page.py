"""What scrolls on a screen: it says above the keys whether there is more below."""

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


class Page(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolled by the actions of its screen, whatever has the focus; Textual's would glide."""

    _height = 0  # when it was last resized; none before it is laid out
    _revealed: tuple[Widget, float] | None = None  # what is to be in sight, and the share above it

    def on_mount(self) -> None:
        """Follow the scrolling, and whatever comes and goes on the page."""
        self.watch(self, "scroll_y", self._tell, init=False)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._laid_out)

    def _laid_out(self, _screen: Screen[object]) -> None:
        self._tell()

    def on_resize(self, event: events.Resize) -> None:
        """A note took lines away, or the window did: what has the focus stays in sight."""
        if self._height and event.size.height != self._height:
            self.show_focus()
        self._height = event.size.height

    def show_focus(self) -> None:
        """Bring what has the focus into sight, with its label and with how it is read."""
        focused = self.screen.focused if self.is_attached else None  # the screen may be left
        if focused is None or self not in focused.ancestors or isinstance(focused, Sideways):
            return  # what is only read stays where it is
        for part in self.query(".step:focus-within"):
            part.scroll_visible(animate=False)
        focused.scroll_visible(animate=False)

    def to_top(self) -> None:
        """Show the beginning, at once: else all is painted where it stood, and then again."""
        self._revealed = None
        self.scroll_home(animate=False, immediate=True)

    def to_bottom(self) -> None:
        """Show the end."""
        self._revealed = None
        self.scroll_end(animate=False, immediate=True)

    def reveal(self, part: Widget, above: float = 0) -> None:
        """Let a part be in sight when it is painted first, as far as there is room for it.

        This share of the room is kept for what stands above. Textual itself scrolls only to what
        is painted already, so that all is painted twice, and what is waited for is there late.
        """
        self._revealed = part, above

    def arrange(self, size: Size, optimal: bool = False) -> DockArrangeResult:
        """Place all parts; from here on, the page stands where one of them is to be in sight."""
        placed = super().arrange(size, optimal)
        if self._revealed is not None:
            part, above = self._revealed
            for placement in placed.placements:
                if placement.widget is part:
                    self._revealed = None
                    end = max(0, placed.total_region.bottom - size.height)
                    self._stand_at(min(end, _line_to_reveal(placement.region, size.height, above)))
        return placed

    def _stand_at(self, line: int) -> None:
        """Scroll while the page is being laid out: nobody need be told, all is painted then."""
        if line != self.scroll_y:
            self.set_reactive(Page.scroll_y, line)
            self.set_reactive(Page.scroll_target_y, line)
            self.vertical_scrollbar.position = line

    def move(self, lines: int) -> None:
        """Scroll at once, so that no key of a fast series is lost."""
        self.scroll_relative(y=lines, animate=False, immediate=True)

    def turn(self, direction: int) -> None:
        """Scroll by a page, but for two lines that stay in sight."""
        self.move(direction * max(1, self.size.height - 2))

    def _tell(self) -> None:
        for bar in self.screen.query(KeyBar):
            bar.more(below=self.scroll_y < self.max_scroll_y)


def _line_to_reveal(part: Region, room: int, above: float) -> int:
    """The first line in sight: all of the part, and with what room is left what stands above it."""
    return max(0, part.y - max(int(room * above), room - part.height))


def page_around(widget: Widget) -> Page | None:
    """The page that the widget stands on."""
    return next((around for around in widget.ancestors if isinstance(around, Page)), None)
