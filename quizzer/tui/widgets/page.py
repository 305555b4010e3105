"""What scrolls on a screen: it says above the keys whether there is more below."""

from __future__ import annotations

from textual.containers import VerticalScroll

from quizzer.tui.widgets.key_bar import KeyBar


class Page(VerticalScroll, can_focus=False):
    """Scrolled by the actions of its screen, whatever has the focus."""

    def on_mount(self) -> None:
        """Follow the scrolling, and the bar that comes when there is more than fits."""
        for name in ("scroll_y", "show_vertical_scrollbar"):
            self.watch(self, name, self._tell, init=False)

    def on_resize(self) -> None:
        """More or less fits."""
        self._tell()

    def move(self, lines: int) -> None:
        """Scroll at once, so that no key of a fast series is lost."""
        self.scroll_relative(y=lines, animate=False, immediate=True)

    def turn(self, direction: int) -> None:
        """Scroll by a page, but for two lines that stay in sight."""
        self.move(direction * max(1, self.size.height - 2))

    def _tell(self) -> None:
        for bar in self.screen.query(KeyBar):
            bar.more(below=self.scroll_y < self.max_scroll_y)
