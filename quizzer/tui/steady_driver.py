"""Textual's driver for terminals without its deadlock when the app is suspended by a signal."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from collections.abc import Callable


class SteadyDriver(LinuxDriver):
    """Gives the terminal back, and takes it again, when nothing else is going on.

    A signal can come at any moment: the code that writes to the terminal may hold a lock that
    Textual then tries to take again. Only while another program (an editor, say) has the terminal
    does the app stop at once, together with that program.
    """

    def _sigtstp_application(self, *_: object) -> None:
        """Stop, as by `kill -TSTP`."""
        if self._auto_restart:
            self._soon(super()._sigtstp_application)
        else:
            super()._sigtstp_application()

    def _sigcont_application(self, *_: object) -> None:
        """Go on, as by `fg`."""
        if self._auto_restart:
            self._soon(self._go_on)

    def _go_on(self) -> None:
        """Take the terminal again, but only once.

        An app that was stopped by a signal that cannot be caught still has it. If it took it twice,
        it would in the end restore what it found the second time: a terminal without echo.
        """
        if not self._must_signal_resume:
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application()

    def _soon(self, act: Callable[[], None]) -> None:
        def unless_it_ends() -> None:
            if not self._app._exit:
                act()

        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(unless_it_ends)
