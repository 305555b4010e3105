"""A field for one line, whose Enter belongs to the screen around it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input


class LineField(Input, inherit_bindings=False):
    """All the keys of Textual's own but Enter, which does what the screen says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key for key in Input.BINDINGS if isinstance(key, Binding) and key.key != "enter"
    ]
