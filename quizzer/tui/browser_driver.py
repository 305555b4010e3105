"""The app's end of a tab in a browser."""

from __future__ import annotations

from contextlib import suppress

from textual.drivers import web_driver

from quizzer.tui.steady_parser import put_into

put_into(web_driver)


class BrowserDriver(web_driver.WebDriver):
    """When the tab or the server goes, leaves as Ctrl+Q does, so that what was typed is kept."""

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Handle what the server itself says, apart from the keys that it passes on."""
        if packet_type == "quit":
            self._leave()
        else:
            super().on_meta(packet_type, payload)

    def run_input_thread(self) -> None:
        """Read what is typed; when the input ends, nobody is there any more."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._leave()

    def write(self, data: str) -> None:
        """Draw, unless there is nobody left to see it."""
        with suppress(BrokenPipeError):
            super().write(data)

    def write_meta(self, data: dict[str, object]) -> None:
        """Tell the server something, unless it is gone."""
        with suppress(BrokenPipeError):
            super().write_meta(data)

    def _leave(self) -> None:
        """Quit after the next refresh: the first screen may still be on its way."""
        self._app.call_later(self._app.call_after_refresh, self._app.run_action, "quit")
