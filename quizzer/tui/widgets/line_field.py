"""A field for one line, which leaves Enter to the screen around it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input


class LineField(Input, inherit_bindings=False):
    """Textual's field with all its keys but Enter, for which the screen has a binding."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key for key in Input.BINDINGS if isinstance(key, Binding) and key.key != "enter"
    ]
