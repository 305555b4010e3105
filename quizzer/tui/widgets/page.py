"""What scrolls on a screen: it says above the keys whether there is more below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll

from quizzer.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual import events
    from textual.screen import Screen
    from textual.widget import Widget


class Page(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolled by the actions of its screen, whatever has the focus; Textual's would glide."""

    _height = 0  # when it was last resized

    def on_mount(self) -> None:
        """Follow the scrolling, and whatever comes and goes on the page."""
        self.watch(self, "scroll_y", self._tell, init=False)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._laid_out)

    def _laid_out(self, _screen: Screen[object]) -> None:
        self._tell()

    def on_resize(self, event: events.Resize) -> None:
        """A note took lines away, or the window did: what has the focus stays in sight."""
        if event.size.height != self._height:
            self.show_focus()
        self._height = event.size.height

    def show_focus(self) -> None:
        """Bring what has the focus into sight, with its label and with how it is read."""
        focused = self.screen.focused
        if focused is None or self not in focused.ancestors:
            return
        for part in self.query(".step:focus-within"):
            part.scroll_visible(animate=False)
        focused.scroll_visible(animate=False)

    def move(self, lines: int) -> None:
        """Scroll at once, so that no key of a fast series is lost."""
        self.scroll_relative(y=lines, animate=False, immediate=True)

    def turn(self, direction: int) -> None:
        """Scroll by a page, but for two lines that stay in sight."""
        self.move(direction * max(1, self.size.height - 2))

    def _tell(self) -> None:
        for bar in self.screen.query(KeyBar):
            bar.more(below=self.scroll_y < self.max_scroll_y)


def page_around(widget: Widget) -> Page | None:
    """The page that the widget stands on."""
    return next((around for around in widget.ancestors if isinstance(around, Page)), None)
