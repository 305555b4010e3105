"""Shows the Markdown of a bank."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.widgets import Static

from quizzer.tui import prose
from quizzer.tui.widgets.fitted import Hanging, Sideways

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Prose(Vertical):
    """A text of several paragraphs, with lists, listings and tables."""

    def __init__(self, text: str, *, classes: str = "") -> None:
        super().__init__(classes=classes)
        self._text = text

    def compose(self) -> ComposeResult:
        """One widget a paragraph."""
        blocks = prose.blocks(self._text)
        for block, following in zip_longest(blocks, blocks[1:]):
            tight = block.marker and following is not None and following.marker
            classes = f"block -{block.kind}" + (" -tight" if tight else "")
            if block.kind == "code":
                yield Sideways(Static(block.content), classes=classes)
            else:
                indent = "  " * block.depth
                yield Hanging(indent + block.marker, block.content, classes=classes)
