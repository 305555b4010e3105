"""Code to write or to fix: a field, a run on the examples, the learner's own editor."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.containers import Vertical
from textual.widgets import Static, TextArea

from quizzer.tui.actions import bindings
from quizzer.tui.browser import offers
from quizzer.tui.documents.code_verdicts import failing_case_code, trial_elements
from quizzer.tui.key_names import key
from quizzer.tui.own_editor import EditorError, edit
from quizzer.tui.slow_task import SlowTask
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.code_field import CodeField
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.key_order import focus_now

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget
    from textual.worker import Worker

    from quizzer.bank.schema import CodeItem
    from quizzer.exercises.variant import Variant
    from quizzer.grading.verdict import Verdict
    from quizzer.tui.base_app import BaseApp

PART = "code"
OF_CODE_BEFORE = "The results below are for your code before you changed it."


class CodePanel(AnswerPanel, can_focus=True):
    """The code is the answer as soon as it differs from the starter.

    The field takes letters and Tab; after Escape, outside of it, letters are keys.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("code")]
    slow = True

    def __init__(self, item: CodeItem, variant: Variant) -> None:
        super().__init__(classes="code")
        self._item = item
        self._variant = variant
        self._starter = item.starter.rstrip("\n")
        self._field = CodeField(self._starter)
        self._status = Static("", classes="status")
        self._trial = Vertical(classes="trial")
        self._examples: SlowTask | None = None
        self._locked = False
        self._reset_asked = False
        self._verdict: Verdict | None = None  # the last one shown, also that on the examples
        self._code_tried = ""  # the code that this verdict is about

    def compose(self) -> ComposeResult:
        """What to do, the field, a line for the status, and how the examples went."""
        what = "Fix this code" if self._item.broken else "Your code"
        indent, out = key(self.app, "typing.indent"), key(self.app, "code.out")
        how = f"  {indent} indents, {out} leaves the field"
        yield Static(plain(what, "bold") + plain(how, MUTED), classes="label")
        yield self._field
        yield self._status
        yield self._trial

    @property
    def answer(self) -> dict[str, str]:
        """The code; empty while it is still the starter."""
        code = self._field.text
        return {PART: code} if code.strip() and code != self._starter else {}

    @property
    def missing(self) -> str:
        """What to do while nothing has been written."""
        return "" if self.answer else "This is still the starter: change it first."

    @property
    def copyable(self) -> str:
        """The case that failed, as code."""
        return failing_case_code(self._verdict) if self._verdict else ""

    def load(self, draft: Mapping[str, str]) -> None:
        """Restore saved code."""
        kept = draft.get(PART) or self._starter
        if kept != self._field.text:
            with self._field.prevent(TextArea.Changed):
                self._field.load_text(kept)
        if PART in draft:
            self._field.move_cursor(self._field.document.end)
        else:
            self._field.go_to_gap()

    @property
    def start(self) -> Widget:
        """The field."""
        return self._field

    def freeze(self) -> None:
        """Freeze the code; its verdict replaces the results of the examples."""
        if self._examples is not None:
            self._examples.cancel()
        self._locked = True
        self.can_focus = False
        self._field.freeze()
        self._trial.display = False
        self.query_one(".label", Static).update(plain("Your code", "bold"))  # no more keys for it
        self._say("")

    def show_verdict(self, verdict: Verdict) -> None:
        """Keep the verdict, to copy its failing case; the page is what shows it."""
        self._verdict = verdict

    def action_run(self) -> None:
        """Run the code on the examples."""
        self.post_message(self.TriedOut())
        _worker: Worker[None] = self.run_worker(self._try, exclusive=True)

    async def _try(self) -> None:
        code = {PART: self._field.text}
        stop = key(self.app, "code.out")
        try:
            with SlowTask(self, "The examples are running.", stop, self._say) as self._examples:
                verdict = await asyncio.to_thread(self._tried, code, self._examples)
        finally:
            self._examples = None
        if self.is_attached and not self._locked:  # otherwise the screen was left
            self._code_tried = code[PART]
            await self._show(verdict)
            self._say(self._remark)  # the code may have changed while it ran

    def _tried(self, code: dict[str, str], running: SlowTask) -> Verdict:
        from quizzer.grading.code.submission import try_code  # loads NumPy

        return try_code(self._item, self._variant, code, cancelled=running.is_cancelled)

    async def _show(self, verdict: Verdict) -> None:
        self._verdict = verdict
        view = Document(list(trial_elements(verdict)))
        async with self.batch():
            await self._trial.remove_children()
            await self._trial.mount(view)
        self.call_after_refresh(self._trial.scroll_visible, animate=False)

    def action_editor(self) -> None:
        """Go on in the learner's own editor."""
        name = self._item.implement.rpartition(".")[2] + ".py"
        try:
            code = edit(cast("BaseApp", self.app), self._field.text, name)
        except EditorError as error:
            self._say(str(error))
            return
        if code != self._field.text:
            self._field.rewrite(code)
        else:
            self._say("Nothing was changed. Does your editor wait until you close its window?")
        focus_now(self._field)

    def action_reset(self) -> None:
        """Start over with the starter, when the key is pressed twice."""
        if self._reset_asked:
            self._field.rewrite(self._starter)
            self._trial.remove_children()
            self._verdict = None
            self._say("The starter is back. Ctrl+z in the field restores your code.")
            return
        self._reset_asked = True
        self._say(f"Press {key(self.app, 'code.reset')} again to start over with the starter.")

    def action_out(self) -> None:
        """Stop the run; or leave the field, so that letters are keys."""
        if self._examples is not None:
            self._examples.cancel()
        else:
            self.focus(scroll_visible=False)

    def action_write(self) -> None:
        """Back into the field."""
        focus_now(self._field)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action makes sense now."""
        runs, writes = self._examples is not None, self._field.has_focus
        sensible = {
            "run": not runs,
            "editor": not runs and offers(self.app, "code.editor"),
            "reset": not runs and self._field.text != self._starter,
            "out": runs or writes,
            "write": not writes,
        }
        return not self._locked and sensible.get(action, True)

    @property
    def _remark(self) -> str:
        """A note if the results that are shown are for other code."""
        is_of_other_code = self._verdict is not None and self._field.text != self._code_tried
        return OF_CODE_BEFORE if is_of_other_code else ""

    def _say(self, text: str) -> None:
        """Show a message and scroll to it."""
        self._tell(text)
        if text:
            self.call_after_refresh(self._status.scroll_visible, animate=False)

    def _tell(self, text: str) -> None:
        self._status.update(plain(text, "$text-accent"))
        self._status.display = bool(text)
        self.refresh_bindings()

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self._field.scroll_visible(animate=False)  # the page may be scrolled to the examples
        self._reset_asked = False
        # After a reset, the message about it stays.
        is_reset = self._verdict is None and self._field.text == self._starter
        if self._examples is None and not is_reset:
            self._tell(self._remark)
        self.post_message(self.Changed())
