"""The steps of a compute item: one field each, as text or cell by cell, and how it was read."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from quizzer.tui.documents.matrices import shape_text
from quizzer.tui.key_names import key_here
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.answer_field import AnswerField
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.cell_editor import CellEditor
from quizzer.tui.widgets.fitted import Sideways
from quizzer.tui.widgets.key_order import focus_now
from quizzer.tui.widgets.page import page_around
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.content import Content
    from textual.widget import Widget

    from quizzer.exercises.shown import AskShown
    from quizzer.grading.grade import Understood


class StepField(Vertical):
    """One asked step: its label, its field or its cells, and how the entry was understood."""

    def __init__(self, ask: AskShown, accept: Callable[[], None]) -> None:
        super().__init__(classes="step")
        self.ask = ask
        self._accept = accept
        self._field = self._text_field()
        self._editor: CellEditor | None = None
        self._locked = False
        self._preview = Static("", classes="preview")
        self._seen = ""  # the text that the preview is about
        self._read: Understood | None = None  # how this text was read
        self._loaded = ""  # a saved entry, as it was restored

    def compose(self) -> ComposeResult:
        """The label, the field, and a line for how the entry is understood."""
        yield Static(self._label(), classes="label")
        yield self._field
        yield self._preview

    def on_mount(self) -> None:
        """Add to the hint that there is a grid, and its key."""
        if self.has_grid:
            self._field.placeholder += f"    {key_here(self, 'cells')}: cell by cell"

    def on_resize(self) -> None:
        """While somebody types, keep the preview visible when it takes more lines."""
        page = page_around(self)
        if page is not None and self.has_focus_within and self.text != self._loaded:
            page.show_focus()

    @property
    def text(self) -> str:
        """What is entered now."""
        return self._field.text if self._editor is None else self._editor.text

    @property
    def has_grid(self) -> bool:
        """Whether the step can be entered cell by cell."""
        return bool(self.ask.shape) and self.ask.what == "value" and not self._locked

    def load(self, text: str) -> None:
        """Restore a saved entry."""
        self._loaded = text
        self._field.load_text(text)
        self._field.move_cursor(self._field.document.end)

    @property
    def start(self) -> AnswerField | CellEditor:
        """The field or the grid that takes what is typed."""
        return self._editor or self._field

    @property
    def in_cells(self) -> bool:
        """Whether it is entered cell by cell."""
        return self._editor is not None

    def begin(self) -> None:
        """Take the focus."""
        focus_now(self.start)

    def begin_at_problem(self) -> None:
        """Take the focus; in a grid, go to the cell that was not understood."""
        self.begin()
        if self._editor is not None and self._faulty_cell is not None:
            self._editor.go(self._faulty_cell)

    def freeze(self) -> None:
        """Freeze the entry."""
        self._locked = True
        self._field.freeze()
        if self._editor is not None:
            self._editor.locked = True
            self._editor.can_focus = False
        self._preview.display = False

    async def toggle_cells(self) -> None:
        """Change between text and cells; what is entered is kept."""
        if self._editor is None:
            self._editor = CellEditor(tuple(self.ask.shape or ()), self._accept)
            self._editor.load(self._field.text)
            await self.mount(Sideways(self._editor, classes="cells"), after=self._field)
            self.begin()
            self._field.display = False
            self.call_after_refresh(self.scroll_visible, animate=False)
        else:
            self._field.load_text(self._editor.text)
            self._field.display = True
            self._editor = None
            self.begin()  # before the cells are removed: else the focus goes to the next field
            await self.query_one(Sideways).remove()

    def show_understood(self, read: Understood | None) -> None:
        """Say how the entry was read, or what is wrong with it and where."""
        self._seen, self._read = self.text, read
        if read is None or not self.text.strip():
            self._preview.update("")
        elif read.unfinished:
            self._preview.update(plain(f"… {read.problem}", MUTED))
        elif read.problem:
            problem = self.problem_in_cells or f"{_place(read)}{read.problem}"
            self._preview.update(plain(f"✗ {problem}", "$text-warning"))
        else:
            self._preview.update(plain(f"= {read.text}", MUTED))

    @property
    def problem_in_cells(self) -> str:
        """What is wrong with which cell; empty for text, where line and column say it."""
        cell = self._faulty_cell
        if cell is None or self._editor is None or self._read is None:
            return ""
        from quizzer.grading.compute.feedback import format_place

        return f"{format_place(self._editor.grid.index(cell))}: {self._read.problem}"

    @property
    def _faulty_cell(self) -> int | None:
        read = self._read
        if self._editor is None or self._seen != self.text or read is None or not read.problem:
            return None
        return self._editor.grid.cell_at(read.line or 1, read.column or 1)

    @property
    def is_shown(self) -> bool:
        """Whether the learner has seen how the present entry is read."""
        return self._seen == self.text or not self.text.strip()

    def _label(self) -> Content:
        ask = self.ask
        about = [shape_text(ask.shape)] if ask.shape else []
        if ask.what == "shape":
            about.append("its shape")
        elif ask.decimals:
            about.append(counted(ask.decimals, "decimal"))
        elif ask.what == "value":
            about.append("whole numbers")
        about += [ask.unit] if ask.unit else []
        name = plain(ask.label or ask.name, "bold")
        return name + plain(f"  {' · '.join(about)}", MUTED)

    def _text_field(self) -> AnswerField:
        ask = self.ask
        if ask.what == "shape":
            return AnswerField(self._accept, hint="for example (2, 3)")
        if ask.what != "value" or ask.shape == ():
            return AnswerField(self._accept, hint="a number")
        if ask.shape is None:  # the shape is part of what is asked
            return AnswerField(self._accept, hint="one row per line, or [[…], […]]", lines=True)
        rows = prod(ask.shape[:-1])
        hint = "numbers separated by spaces" if rows == 1 else "one row per line, or [[…], […]]"
        if len(ask.shape) > 2:
            hint = "one row per line, an empty line between matrices"
        return AnswerField(self._accept, hint=hint, lines=True, rows=rows)


def _place(read: Understood) -> str:
    """Where in the typed text the problem is, as the beginning of a message."""
    line = f"line {read.line}, " if (read.line or 1) > 1 else ""
    return line + (f"column {read.column}: " if read.column is not None else "")


class ComputePanel(AnswerPanel):
    """All steps that a compute item asks."""

    previews = True
    has_fields = True

    def __init__(self, asks: Sequence[AskShown]) -> None:
        super().__init__(classes="compute")
        self._steps = {
            ask.name: StepField(ask, partial(self._go_on, place))
            for place, ask in enumerate(asks, 1)
        }

    def compose(self) -> ComposeResult:
        """One field per step."""
        yield from self._steps.values()

    @property
    def answer(self) -> dict[str, str]:
        """What each step holds."""
        return {name: step.text for name, step in self._steps.items() if step.text.strip()}

    @property
    def missing(self) -> str:
        """The steps that are still empty."""
        if not self.answer:
            return "Type an answer first."
        empty = [
            step.ask.label or name for name, step in self._steps.items() if not step.text.strip()
        ]
        return f"Still empty: {', '.join(empty)}." if empty else ""

    def load(self, draft: Mapping[str, str]) -> None:
        """Restore a saved answer."""
        for name, step in self._steps.items():
            step.load(draft.get(name, ""))

    @property
    def start(self) -> Widget:
        """The first empty step."""
        empty = [step for step in self._steps.values() if not step.text.strip()]
        return (empty or list(self._steps.values()))[0].start

    def focus_part(self, name: str) -> None:
        """Go to one step, and to the cell in it that was not understood."""
        self._steps[name].begin_at_problem()

    def problem(self, name: str) -> str:
        """What is wrong with which cell of a step."""
        return self._steps[name].problem_in_cells

    def freeze(self) -> None:
        """Freeze all steps."""
        for step in self._steps.values():
            step.freeze()

    def show_understood(self, understood: Sequence[Understood]) -> None:
        """Say under each step how it was read."""
        read = {entry.part: entry for entry in understood}
        for name, step in self._steps.items():
            step.show_understood(read.get(name))

    def is_shown(self, answer: Mapping[str, str]) -> bool:
        """Whether the learner has seen how every entry is read."""
        return all(step.is_shown for step in self._steps.values())

    async def toggle_cells(self) -> None:
        """Change the step with the focus between text and cells."""
        for step in self._steps.values():
            if step.has_focus_within and step.has_grid:
                await step.toggle_cells()

    @property
    def enter_checks(self) -> bool:
        """Whether the last step has the focus, and nothing is missing in it."""
        last = list(self._steps.values())[-1].start
        return last.has_focus and last.is_done

    @property
    def in_cells(self) -> bool:
        """Whether the step with the focus is entered cell by cell."""
        return any(step.has_focus_within and step.in_cells for step in self._steps.values())

    @property
    def can_toggle(self) -> bool:
        """Whether the step with the focus can be entered cell by cell."""
        return any(step.has_focus_within and step.has_grid for step in self._steps.values())

    @on(AnswerField.Changed)
    @on(CellEditor.Changed)
    def _changed(self, event: Message) -> None:
        event.stop()
        self.post_message(self.Changed())

    def _go_on(self, place: int) -> None:
        """Go to the step at this place; after the last one, submit the answer."""
        steps = list(self._steps.values())
        if place < len(steps):
            steps[place].begin()
        else:
            self.post_message(self.Submitted())
