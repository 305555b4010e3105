"""Textual's driver for terminals, made steady: to be stopped, it waited for itself for ever."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from collections.abc import Callable


class SteadyDriver(LinuxDriver):
    """Gives the terminal back, and takes it again, when nothing else is going on.

    A signal comes in the middle of anything: what writes to the terminal may just hold a lock that
    Textual then wants again. Only while another program has the terminal it stops at once, with it.
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
        """Take the terminal again, once.

        Who was stopped by a signal that nothing can catch still has it: taken twice, it would be
        left as it was found the second time, without an echo of what is typed.
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
