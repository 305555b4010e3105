"""What practice and interviews share: a question on the screen, and saving what is typed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from textual import on

from quizzer.actions.keys import character_of
from quizzer.tui.key_names import key_here, keys_of
from quizzer.tui.screens.paging import PagedScreen
from quizzer.tui.slow_task import SlowTask
from quizzer.tui.typed_words import TypedWords
from quizzer.tui.widgets.answer_field import AnswerField
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.compute import ComputePanel
from quizzer.tui.widgets.confidence import ConfidenceBar
from quizzer.tui.widgets.question_page import QuestionPage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from textual.events import Key
    from textual.timer import Timer
    from textual.widget import Widget

    from quizzer.bank.schema import Item
    from quizzer.exercises.variant import Variant
    from quizzer.grading.cancelling import Cancelled
    from quizzer.grading.grade import Understood
    from quizzer.grading.verdict import Verdict
    from quizzer.study.question import ShownQuestion
    from quizzer.tui.screens.base import Work

PREVIEW_AFTER = 0.15  # seconds without a key
KEEP_EVERY = 0.5  # seconds; while the answer changes, a draft is saved so often
WHILE_RUNNING = ("leave", "up", "down", "page_up", "page_down")  # actions while code runs
ANSWERING = ("choice.", "order.", "match.", "rubric.")  # panels without text

Result = TypeVar("Result")


class Run(Protocol):
    """What a session and an interview both offer while a question is open."""

    def asks(self, variant: Variant) -> bool:
        """Whether this variant is its current question, and not answered yet."""

    def save_draft(self, answer: Mapping[str, str]) -> None:
        """Save what is entered so far."""

    def understand(self, answer: Mapping[str, str]) -> list[Understood]:
        """How an answer would be read."""

    def hint(self) -> str | None:
        """The next hint; None if there are no more."""

    def leave(self) -> None:
        """Stop for now; it can be resumed."""


class AnsweringScreen(PagedScreen):
    """Shows the current question of a run. Its subclasses decide what comes next."""

    CHECKS: ClassVar[str] = "grades it"  # what the check key does with an answer

    def __init__(self) -> None:
        super().__init__()
        self._question: ShownQuestion | None = None
        self._page = QuestionPage()
        self._confidence = ConfidenceBar()
        self._preview_timer: Timer | None = None
        self._keep_timer: Timer | None = None
        self._pressed = ""  # the action that waits for its key to be pressed a second time
        self._letter = ""  # the letter that was pressed last
        self._words = TypedWords()
        self._entered: dict[str, str] = {}  # the answer when it changed last
        self._enter_checked = False  # whether Enter would have checked then
        self._handed_in: SlowTask | None = None  # code that is running, to be graded

    def page(self) -> Iterable[Widget]:
        """The question, which scrolls as a whole; below it, asking how sure the learner is."""
        yield self._page
        yield self._confidence

    @property
    def run(self) -> Run | None:
        """The session or the interview, once it is begun."""
        raise NotImplementedError

    @property
    def _answered(self) -> bool:
        """Whether the current question is answered and its verdict shown."""
        raise NotImplementedError

    @property
    def _asking(self) -> tuple[Run, AnswerPanel] | None:
        """The run and the panel that takes the answer, while the question is open."""
        raise NotImplementedError

    def ignores(self, key: Key) -> bool:
        """Ignore a word typed where letters are keys; another letter cancels a second press."""
        if key.is_printable:
            if key.key != self._letter:
                self._pressed = ""
            self._letter = key.key
        if not self._words.goes_on_with(key, self._is_answer):
            return False
        keys = self.key("app.help", typing=True)
        self.note(f"Letters are keys here, so a word typed fast is ignored. {keys} lists the keys.")
        return True

    def _is_answer(self, key: Key) -> bool:
        """Whether a key goes to the answer: as text, as a letter, or to move and mark there."""
        if self.focused is not None and self.focused.check_consume_key(key.key, key.character):
            return True
        active = self.active_bindings.get(key.key)
        return active is not None and (active.binding.id or "").startswith(ANSWERING)

    def key_now(self, action: str) -> str:
        """The key of an action, as the key bar shows it: a letter only where letters are keys."""
        usual, focused = keys_of(self.app, action)[0], self.focused
        typing = focused is not None and focused.check_consume_key(usual, character_of(usual))
        return self.key(action, typing=typing)

    def _begin_alone(self, step: Work) -> None:
        """Take a step in the background, unless another is under way."""
        self.begin_work(partial(self.alone, step))

    async def _show(self, question: ShownQuestion, panel: AnswerPanel) -> None:
        """Put a question on the page, with the answer that was saved for it."""
        self._pressed = ""
        self._confidence.put_away()
        self._question = question  # from here on, the page has its panel, or none yet
        await self._page.ask(question, panel)
        self._entered = panel.answer
        self.note()
        panel.begin()
        if question.draft:
            await self.preview()
        self.refresh_bindings()

    @on(ConfidenceBar.Back)
    def _not_yet(self) -> None:
        """Stop asking, and go back to the answer."""
        self._confidence.put_away()
        if self._page.panel is not None:
            self._page.panel.begin()

    @on(AnswerPanel.Changed)
    def _changed(self) -> None:
        """Schedule preview and saving: soon, but not at every key.

        A field that has just been filled also sends this message, without a change of the answer.
        """
        panel = self._page.panel
        if panel is None or panel.answer == self._entered:
            return
        self._entered = panel.answer
        self._pressed = ""
        self._confidence.put_away()
        self.note()
        if panel.enter_checks != self._enter_checked:
            self._enter_checked = panel.enter_checks
            self.refresh_bindings()  # the key bar says what Enter does
        if self._preview_timer is not None:
            self._preview_timer.stop()
        self._preview_timer = self.set_timer(PREVIEW_AFTER, self.preview)
        self._show_typing()
        if self._keep_timer is None:
            self._keep_timer = self.set_timer(KEEP_EVERY, self.keep)

    @on(AnswerPanel.TriedOut)
    def _tried_out(self) -> None:
        """Remove the note about handing in."""
        self.note()

    def _show_typing(self) -> None:
        """Scroll back to the field that is typed into, if it was scrolled away."""
        if isinstance(self.focused, AnswerField):
            self.after_frame(self._page.show_focus)

    async def preview(self) -> Sequence[Understood]:
        """Show how the answer is understood, if its panel has previews."""
        if self._asking is None or not self._asking[1].previews:
            return ()
        run, panel = self._asking
        answer = panel.answer
        understood = await self.quizzer.behind(_understood, run, self._question, answer)
        if panel.is_attached and panel.answer == answer:
            panel.show_understood(understood)
        return understood

    async def keep(self) -> None:
        """Save what is typed so far."""
        self._keep_timer = None
        if self._asking is None or self._handed_in is not None:
            return
        run, panel = self._asking
        with self.quizzer.explaining():
            await self.quizzer.behind(_save, run, self._question, panel.answer)

    async def _ready(self, panel: AnswerPanel) -> bool:
        """Whether the answer can be handed in; if not, say what is missing, or show it first."""
        answer, missing = panel.answer, panel.missing
        if not answer:
            self.note(missing)
            return False
        was_shown, read = panel.is_shown(answer), await self.preview()
        if not all(entry.is_read for entry in read):
            return True  # what is wrong with it is said when it is handed in, and costs nothing
        if not was_shown:
            says = f"This is how your answer was read. {panel.check_key} {self.CHECKS}."
            self.note(says, "$text-accent")
            return False
        if not missing or self._twice("check", f"{missing} {panel.again(self.CHECKS)}"):
            return True
        panel.begin()  # what is typed next goes where something is missing
        self.after_frame(self._page.show_focus)
        return False

    async def _watch(self, panel: AnswerPanel, hand_in: Callable[[Cancelled], Result]) -> Result:
        """Hand in code, which can run for seconds: say so, and let Esc stop it."""
        await self.keep()
        panel.disabled = True
        stop = key_here(self, "leave")
        try:
            with SlowTask(self, "Your code is running.", stop, self._tell) as self._handed_in:
                self.refresh_bindings()
                return await self.quizzer.behind(hand_in, self._handed_in.is_cancelled)
        finally:
            self._handed_in = None
            panel.disabled = False
            self.refresh_bindings()

    def _tell(self, text: str) -> None:
        self.note(text, "$text-accent")

    def _show_invalid(self, verdict: Verdict, question: ShownQuestion) -> None:
        """Say what was not understood, and where; the answer stays in its field."""
        part = next((part for part in verdict.parts if part.status.invalid), None)
        panel = self._page.panel
        if panel is None:
            return
        if part is None:
            self.note(verdict.feedback)
            panel.begin()
            return
        labels = {ask.name: ask.label for ask in question.presentation.asks}
        says = panel.problem(part.name) or part.feedback
        between = "\n" if "\n" in says else " "  # below lines of code that are shown
        label = labels.get(part.name, part.name)
        self.note(f"{label}: {says}{between}This was not graded.")
        panel.focus_part(part.name)

    def action_copy(self) -> None:
        """Copy the numbers of the question, or of the case that failed, as NumPy code."""
        if code := self._page.copyable:
            from quizzer.tui.screens.copied import CopiedDialog

            self.app.copy_to_clipboard(code)
            self.app.push_screen(CopiedDialog(code))

    async def action_hint(self) -> None:
        """Show the next hint."""
        await self.alone(self._hint)

    async def _hint(self) -> None:
        if self._asking is None:
            return
        run, _ = self._asking
        text = await self.quizzer.behind(run.hint)
        if text is None:
            self.note("There are no more hints.")
        else:
            await self._page.add_hint(text)
            self.refresh_bindings()  # after the last hint, the key bar offers none

    async def action_cells(self) -> None:
        """Change between text and cells."""
        if isinstance(self._page.panel, ComputePanel):
            await self._page.panel.toggle_cells()
            self.refresh_bindings()

    async def action_leave(self) -> None:
        """Stop code that is running; otherwise leave, with the place and the draft saved."""
        if self._handed_in is not None:
            self._handed_in.cancel()
            return
        await self.keep()
        if self.run is not None:
            with self.quizzer.explaining():
                await self.quizzer.behind(self.run.leave)
        self._close()

    def wording(self, action_id: str) -> str | None:
        """Labels that change: of Enter and the key that checks, of cells and of hints."""
        panel = self._page.panel
        enter_checks = panel is not None and panel.enter_checks
        if action_id.endswith(".check"):
            return "" if enter_checks else self._check_label
        if action_id in ("answer.accept", "rubric.accept") and enter_checks:
            return self._check_label
        if action_id.endswith(".hint") and not self._page.has_more_hints:
            return ""
        return "as text" if action_id.endswith(".cells") and self._is_in_cells else None

    @property
    def _check_label(self) -> str:
        """What the check key does now."""
        raise NotImplementedError

    def _close(self) -> None:
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action makes sense now."""
        question = self._question
        if question is None:
            return action == "leave"
        if self._handed_in is not None:
            return action in WHILE_RUNNING
        open_only = {"hint": not self._answered, "cells": not self._answered}
        return self.applies(action) and (open_only | self._own_sense()).get(action, True)

    def applies(self, action: str) -> bool:
        """Whether an action is possible at this question at some time."""
        return self._question is None or self._fits(self._question.item).get(action, True)

    def _fits(self, item: Item) -> dict[str, bool]:
        """For each action that only some questions have, whether this item has it."""
        return {"hint": bool(item.hints), "cells": self._has_cells}

    def _own_sense(self) -> dict[str, bool]:
        """For the subclass's own actions, whether they make sense now; others always do."""
        raise NotImplementedError

    @property
    def _has_cells(self) -> bool:
        panel = self._page.panel
        return isinstance(panel, ComputePanel) and panel.can_toggle

    @property
    def _is_in_cells(self) -> bool:
        return self._page.panel is not None and self._page.panel.in_cells

    def _twice(self, what: str, text: str) -> bool:
        """True at the second press in a row; at the first, note what a second would do."""
        if self._pressed == what:
            self._pressed = ""
            return True
        self._pressed = what
        self.note(text)
        return False


# A timer may call for these just as the run goes on to the next question. So the check and the work
# are done together in the background thread, where nothing else happens in between.


def _save(run: Run, shown: ShownQuestion | None, answer: Mapping[str, str]) -> None:
    if shown is not None and run.asks(shown.variant):
        run.save_draft(answer)


def _understood(
    run: Run, shown: ShownQuestion | None, answer: Mapping[str, str]
) -> list[Understood]:
    return run.understand(answer) if shown is not None and run.asks(shown.variant) else []
