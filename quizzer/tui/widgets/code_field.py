"""A field for Python: it indents, and colours the code if a grammar is installed."""

from __future__ import annotations

from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual.color import Color
from textual.document._syntax_aware_document import SyntaxAwareDocument
from textual.widgets import TextArea, _text_area
from textual.widgets.text_area import Selection, TextAreaTheme

from quizzer.tui.actions import bindings
from quizzer.tui.text import as_typed
from quizzer.tui.widgets.key_order import ran_own_binding
from quizzer.tui.widgets.steady_area import SteadyArea

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType
    from textual.theme import Theme
    from tree_sitter import Node, Query

INDENT = 4
MOST_COLOURED = 10_000  # bytes; several times the length of any answer
_IN_ONE_GO = 0.6  # seconds between presses of Backspace that belong together
_GAP = "..."
_OPENING = (":", "(", "[", "{")
# The names in Textual's query for Python, by the colour of the theme that shows them.
_COLOURS = {
    "primary": (
        *("keyword", "keyword.function", "keyword.return", "keyword.operator", "repeat"),
        *("conditional", "include", "exception"),
    ),
    "secondary": ("string", "string.documentation"),
    "accent": ("number", "float", "boolean", "constant.builtin"),
}
_BOLD = ("function", "method", "class")


class _Source(SyntaxAwareDocument):
    """Python code whose query for colours is compiled only once, which takes 20 ms.

    Textual compiles it for each field. The only way to change that is to replace the name by which
    the field makes its document.
    """

    _compiled: ClassVar[Query | None] = None

    def prepare_query(self, query: str) -> Query | None:
        """The only query of this app, compiled at its first use."""
        _Source._compiled = _Source._compiled or super().prepare_query(query)
        return _Source._compiled

    def query_syntax_tree(
        self,
        query: Query,
        start_point: tuple[int, int] | None = None,
        end_point: tuple[int, int] | None = None,
    ) -> dict[str, list[Node]]:
        """What to colour: nothing of long code, whose colours took minutes at each key."""
        if self._syntax_tree.root_node.end_byte > MOST_COLOURED:
            return {}
        return super().query_syntax_tree(query, start_point, end_point)


vars(_text_area)["SyntaxAwareDocument"] = _Source


class CodeField(SteadyArea):
    """Source code, several lines."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("typing")]

    def __init__(self, starter: str) -> None:
        self._starter = as_typed(starter)
        super().__init__(
            self._starter,
            soft_wrap=True,
            show_line_numbers=True,
            highlight_cursor_line=False,
        )
        self.indent_width = INDENT
        self._erased_at = 0.0
        if _has_grammar():
            self.language = "python"  # given to `__init__`, it makes the slow query twice

    def on_mount(self) -> None:
        """Take the colours of the app's theme, and follow its changes."""
        self.app.theme_changed_signal.subscribe(self, self._colour)
        self._colour(self.app.current_theme)

    def _colour(self, theme: Theme) -> None:
        name = f"code-{theme.name}"
        styles = dict.fromkeys(_BOLD, Style(bold=True))
        styles["comment"] = Style(dim=theme.ansi, italic=True)
        for variable, tokens in _COLOURS.items():
            colour = Color.parse(self.app.theme_variables[variable]).rich_color
            styles |= dict.fromkeys(tokens, Style(color=colour))
        self.register_theme(TextAreaTheme(name, syntax_styles=styles))
        self.theme = name

    async def _on_key(self, event: events.Key) -> None:
        """Tab and Enter type nothing by themselves: they do what they are bound to."""
        if not await ran_own_binding(self, event) and event.key == "enter":
            event.prevent_default()

    async def _on_paste(self, event: events.Paste) -> None:
        """A pasted function replaces the whole starter, not just the gap in it."""
        lines = event.text.splitlines()  # terminals end lines in different ways
        if self.text == self._starter and any(line.startswith("def ") for line in lines):
            self.select_all()

    def rewrite(self, code: str) -> None:
        """Replace all the code; undo brings it back."""
        self.replace(code, (0, 0), self.document.end)
        self.move_cursor((0, 0))

    def go_to_gap(self) -> None:
        """Select the `...` that is to be filled in, so that the first key replaces it."""
        rows = [row for row, line in enumerate(self.text.splitlines()) if line.strip() == _GAP]
        if rows:
            end = len(self.document[rows[-1]].rstrip())
            self.selection = Selection((rows[-1], end - len(_GAP)), (rows[-1], end))

    def action_line(self) -> None:
        """Start a new line, indented like this one; deeper after a colon or an open bracket."""
        start, _ = sorted((self.selection.start, self.selection.end))
        before = self.document[start[0]][: start[1]]
        depth = len(before) - len(before.lstrip(" "))
        if before.rstrip().endswith(_OPENING):
            depth += INDENT
        self._type("\n" + " " * depth)

    def action_indent(self) -> None:
        """Indent to the next multiple of four columns; or indent all selected lines."""
        if self.selection.is_empty:
            self._type(" " * (INDENT - self.cursor_location[1] % INDENT))
            return
        first, last = self._rows()
        self._shift({row: INDENT for row in range(first, last + 1) if self.document[row]})

    def action_dedent(self) -> None:
        """Unindent the line, or all selected lines."""
        first, last = self._rows()
        rows = {row: self.document[row] for row in range(first, last + 1)}
        depths = {row: len(line) - len(line.lstrip(" ")) for row, line in rows.items()}
        self._shift({row: -min(INDENT, depth) for row, depth in depths.items()})

    def action_delete_left(self) -> None:
        """Erase one character; at the start of a line, one step of indentation.

        But if something else was erased just before, the indentation stays: people who erase a
        word, or the gap, which goes with one press, may press Backspace too often.
        """
        row, column = self.cursor_location
        erases = not self.selection.is_empty or self.document[row][:column].strip(" ") or not column
        presses_on = monotonic() - self._erased_at <= _IN_ONE_GO
        if erases or presses_on:
            self._erased_at = monotonic()
        if erases:
            super().action_delete_left()
        elif not presses_on:
            step = (column - 1) % INDENT + 1
            start, end = (row, column - step), (row, column)
            self.delete(start, end, maintain_selection_offset=False)

    def get_cursor_line_start_location(self, smart_home: bool = False) -> tuple[int, int]:
        """Where Home goes; with `smart_home`, first to where the text of the line begins.

        Textual does so only if the line is not wrapped.
        """
        row, column = super().get_cursor_line_start_location(smart_home)
        line = self.document[row]
        text = len(line) - len(line.lstrip(" "))
        if smart_home and not column and self.cursor_location[1] != text:
            return row, text
        return row, column

    def _type(self, text: str) -> None:
        """Insert text in place of what is selected."""
        self.replace(text, *self.selection, maintain_selection_offset=False)

    def _rows(self) -> tuple[int, int]:
        """The first and last line of which something is selected."""
        (first, _), (last, end) = sorted((self.selection.start, self.selection.end))
        return first, last - 1 if last > first and not end else last

    def _shift(self, by: dict[int, int]) -> None:
        """Indent each line by its columns in `by`, as one step of undo; the selection moves too."""
        (start_row, start), (end_row, end) = self.selection
        first, last = self._rows()
        before = [self.document[row] for row in range(first, last + 1)]
        after = [
            " " * by.get(row, 0) + line[max(0, -by.get(row, 0)) :]
            for row, line in enumerate(before, first)
        ]
        if after == before:
            return
        self.replace("\n".join(after), (first, 0), (last, len(before[-1])))
        self.selection = Selection(
            (start_row, max(0, start + by.get(start_row, 0))),
            (end_row, max(0, end + by.get(end_row, 0))),
        )


def prepare_colours() -> None:
    """Compile the query for colours before the first field needs it."""
    if _has_grammar():
        import tree_sitter_python
        from tree_sitter import Language

        source = _Source("", Language(tree_sitter_python.language()))
        source.prepare_query(TextArea._get_builtin_highlight_query("python"))


def _has_grammar() -> bool:
    """Whether the grammar for colours is installed; without it, TextArea would raise an error."""
    return find_spec("tree_sitter_python") is not None
