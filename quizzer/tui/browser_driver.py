"""The app's end of a tab in a browser."""

from __future__ import annotations

from textual.drivers.web_driver import WebDriver


class BrowserDriver(WebDriver):
    """Leaves as by Ctrl+Q, so that what is typed is kept, when the tab or the server goes."""

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """What the server says beside what is typed."""
        if packet_type == "quit":
            self._leave()
        else:
            super().on_meta(packet_type, payload)

    def run_input_thread(self) -> None:
        """Read what is typed; when nothing can come any more, nobody is there."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._leave()

    def _leave(self) -> None:
        self._app.call_later(self._app.run_action, "quit")
