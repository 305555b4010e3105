"""One question after another: answer, verdict, next. Everything typed is saved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on

from quizzer.bank.schema import CodeItem, ComputeItem, OpenItem
from quizzer.explorer.kinds import tells_of
from quizzer.grading.verdict import Status
from quizzer.study.purposes import EASIER
from quizzer.tui import preloading
from quizzer.tui.actions import bindings
from quizzer.tui.item_kinds import panel_for
from quizzer.tui.screens.answering import AnsweringScreen
from quizzer.tui.text import MUTED
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.confidence import ConfidenceBar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.binding import BindingType

    from quizzer.bank.schema import Item
    from quizzer.grading.verdict import Verdict
    from quizzer.study.question import Question
    from quizzer.study.session import Session

# Actions that the key bar shows only after the verdict; their keys also work before it.
AFTERWARDS = ("question.lesson", "question.explorer", "question.copy")


class QuestionScreen(AnsweringScreen):
    """Asks the questions of a session, which is begun in the background."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("question")]

    def __init__(self, begin: Callable[[], Session]) -> None:
        super().__init__()
        self._begin = begin
        self._session: Session | None = None
        self._question: Question | None = None
        self._bookmarked = False

    async def on_mount(self) -> None:
        """Begin the session in the background."""
        self.head("…")
        await self.begin_with_first_frame(self._start)

    async def _start(self) -> None:
        with self.quizzer.explaining(then=self._close):
            self._session = await self.quizzer.behind(self._begin)
            await self._ask()
            self.call_after_refresh(self.quizzer.preload, preloading.with_a_question)

    @property
    def run(self) -> Session | None:
        """The session."""
        return self._session

    async def _ask(self) -> None:
        """Show the current question, or the summary after the last one."""
        session = self._session
        assert session is not None
        known = len(session.left_out)
        question = await self.quizzer.behind(lambda: session.question)
        for why in session.left_out[known:]:
            words = f"A question was left out: {why}"
            self.quizzer.notify(words, severity="warning", timeout=15)
        if question is None:
            await self._sum_up(session)
            return
        study = self.quizzer.study
        assert study is not None
        marks = await self.quizzer.behind(study.bookmarks)
        self._bookmarked = question.item.id in marks
        self._write_head(session, question)
        await self._show(question, panel_for(question))
        self._tell_of_memory(question)

    def _write_head(self, session: Session, question: Question) -> None:
        study = self.quizzer.study
        assert study is not None
        title = study.library.title_of(study.library.topic_of(question.item.id))
        left = f"{title} · {question.number} of {question.total} · {question.item.level}"
        self.head(left, f"★ {session.called}" if self._bookmarked else session.called)

    def _tell_of_memory(self, question: Question) -> None:
        """Note if the learner keeps forgetting this, and needs more than being asked again."""
        if question.leech is not None:
            lesson, easy = self.key_now("question.lesson"), self.key_now("question.easier")
            times = f"You forgot this {question.leech.lapses} times."
            easier = f" Or try an easier one first: {easy}." if question.leech.easier else ""
            self.note(f"{times} The lesson may help more: {lesson}.{easier}")
        elif question.again:
            self.note("Once more, drawn again: you missed it earlier in this session.", MUTED)

    async def _sum_up(self, session: Session) -> None:
        from quizzer.tui.screens.summary import SummaryScreen

        summary = await self.quizzer.behind(session.summary)
        if self.is_active:  # it may have been left meanwhile
            self.quizzer.switch_screen(SummaryScreen(session, summary))

    @property
    def _asking(self) -> tuple[Session, AnswerPanel] | None:
        """The session and the panel that takes the answer, while the question is open."""
        session, panel = self._session, self._page.panel
        if session is None or panel is None or session.verdict is not None:
            return None
        return session, panel

    @property
    def _answered(self) -> bool:
        return self._session is not None and self._session.verdict is not None

    # Answering.

    @on(AnswerPanel.Submitted)
    async def action_check(self) -> None:
        """Grade the answer; if that is done, go on."""
        await self.alone(self._check)

    async def _check(self) -> None:
        if self._answered:
            await self._advance()
        elif self._asking is not None:
            session, panel = self._asking
            if await self._ready(panel):
                if panel.go_on():
                    await self._to_next_stage()
                elif self._asks_confidence(session):
                    if await self._is_understood(session, panel):
                        self.note()  # the last note, such as which key grades, no longer applies
                        self._confidence.ask()
                else:
                    await self._hand_in(session, panel)

    async def _is_understood(self, session: Session, panel: AnswerPanel) -> bool:
        """Whether the answer can be read, so that it makes sense to ask how sure the learner is.

        If not, say why.
        """
        verdict = await self.quizzer.behind(session.not_understood, panel.answer)
        if verdict is not None:
            assert self._question is not None
            self._show_invalid(verdict, self._question)
        return verdict is None

    def _asks_confidence(self, session: Session) -> bool:
        return self.quizzer.settings.confidence and session.may_ask_how_sure

    @on(ConfidenceBar.Said)
    async def _sure(self, event: ConfidenceBar.Said) -> None:
        """Grade the answer, now that the learner has said how sure they are."""
        self._confidence.put_away()
        if event.never_ask:
            self.quizzer.choose("confidence", False)
        await self.alone(partial(self._hand_in_as, event.level))

    async def _hand_in_as(self, confidence: int | None) -> None:
        if self._asking is not None:
            await self._hand_in(*self._asking, confidence)

    async def _hand_in(
        self, session: Session, panel: AnswerPanel, confidence: int | None = None
    ) -> None:
        """Grade at once, or in the background if that takes long."""
        if panel.slow:
            submit = partial(self._submit, session, panel, confidence)
            self._begin_alone(submit)
        else:
            await self._submit(session, panel, confidence)

    async def _to_next_stage(self) -> None:
        """Save first that an open answer is written and will now be judged."""
        self.note()
        await self.keep()
        self.refresh_bindings()

    async def _submit(self, session: Session, panel: AnswerPanel, confidence: int | None) -> None:
        answer = panel.answer
        with self.quizzer.explaining(then=self._look_again):
            submit = partial(session.submit, answer, confidence)
            if panel.slow:
                verdict, again = await self._watch(
                    panel, lambda cancelled: _graded(session, partial(submit, cancelled=cancelled))
                )
            else:
                verdict, again = await self.quizzer.behind(_graded, session, submit)
            if verdict.status is Status.INVALID:
                assert self._question is not None
                self._show_invalid(verdict, self._question)
            else:
                self._show_as_graded(panel, answer)
                await self._show_verdict(verdict, comes_again=again)

    def _look_again(self) -> None:
        """After a failure, see if the session has moved on because another window answered."""
        self._begin_alone(self._ask_what_is_new)

    async def _ask_what_is_new(self) -> None:
        session, shown = self._session, self._question
        assert session is not None
        question = await self.quizzer.behind(lambda: session.question)
        if question is None or shown is None or question.variant != shown.variant:
            await self._ask()

    def _show_as_graded(self, panel: AnswerPanel, answer: Mapping[str, str]) -> None:
        """Show the answer that was graded; what was typed meanwhile came too late."""
        if panel.answer != answer:
            panel.load(answer)

    async def _show_verdict(self, verdict: Verdict, *, comes_again: bool) -> None:
        self.set_focus(None)  # from here on, the arrow keys scroll
        self.note("It comes again at the end of this session." if comes_again else "", MUTED)
        await self._page.show_verdict(verdict)
        self.refresh_bindings()

    async def _advance(self) -> None:
        session = self._session
        assert session is not None
        await self.quizzer.behind(session.advance)
        await self._ask()

    # Everything else.

    async def action_show_me(self) -> None:
        """Show the solution instead of answering, when the key is pressed twice."""
        await self.alone(self._show_me)

    async def _show_me(self) -> None:
        again = "Press again to see the solution; the question then counts as not known yet."
        if self._asking is None or not self._twice("show", again):
            return
        session, item = self._asking[0], self._question.item if self._question else None
        with self.quizzer.explaining(then=self._look_again):
            verdict, comes = await self.quizzer.behind(_graded, session, session.give_up)
            await self._show_verdict(verdict, comes_again=comes)
            # A strong answer is above its key points, and should be read first.
            await self._show_solution(in_sight=not isinstance(item, OpenItem))

    async def action_solution(self) -> None:
        """Show every step of the solution below the verdict."""
        await self.alone(partial(self._show_solution, in_sight=True))

    async def _show_solution(self, *, in_sight: bool) -> None:
        session = self._session
        if session is None or self._page.has_solution:
            return
        steps = await self.quizzer.behind(session.solution)
        await self._page.show_solution(steps, in_sight=in_sight)
        self.refresh_bindings()

    async def action_reference(self) -> None:
        """Look up the functions that the question uses; what is typed is saved."""
        await self.keep()
        if self._question is not None:
            self.quizzer.open_reference(self._question.item)

    async def action_explorer(self) -> None:
        """Show in the forward pass what the question is about; what is typed is saved."""
        await self.keep()
        if self._question is not None:
            kinds = await self.quizzer.behind(_kinds_about, self._question.item)
            self.quizzer.open_explorer(kinds)

    async def action_bookmark(self) -> None:
        """Bookmark the item, or remove its bookmark."""
        await self.alone(self._bookmark)

    async def _bookmark(self) -> None:
        study, session, question = self.quizzer.study, self._session, self._question
        if study is None or session is None or question is None:
            return
        on = not self._bookmarked
        await self.quizzer.behind(study.bookmark, question.item.id, on=on)
        self._bookmarked = on
        self._write_head(session, question)
        found = f"★ Bookmarked: {self.key('home.select')} in the check-list finds it."
        self.note(found if on else "No longer bookmarked.")

    async def action_lesson(self) -> None:
        """Read the lesson of the topic; what is typed is saved."""
        study, question = self.quizzer.study, self._question
        await self.keep()
        if study is not None and question is not None:
            self.quizzer.open_lesson(study.library.topic_of(question.item.id))

    async def action_easier(self) -> None:
        """Do an easier question first, and come back to this one."""
        study, session, question = self.quizzer.study, self._session, self._question
        await self.keep()
        leech = question.leech if question is not None else None
        if study is None or session is None or leech is None or leech.easier is None:
            return
        easier, beside = leech.easier.id, session.id
        self.quizzer.open_question(lambda: study.start_items([easier], EASIER, beside))

    async def action_undo(self) -> None:
        """Take the last answer of this session back."""
        await self.alone(self._undo)

    async def _undo(self) -> None:
        session = self._session
        if session is None:
            return
        await self.keep()
        if await self.quizzer.behind(session.undo):
            await self._ask()
            self.note("Answer taken back: here is the question again.", "$text-accent")
        else:
            self.note("There is no answer to take back in this session.")

    async def action_next(self) -> None:
        """Go on; a question that is still open is put off."""
        await self.alone(self._next)

    async def _next(self) -> None:
        if self._asking is None:
            await self._check()
            return
        session, _ = self._asking
        await self.keep()
        if await self.quizzer.behind(session.skip):
            await self._ask()
            self.note("Put off: it comes again later in this session.", "$text-accent")
        else:
            show = self.key_now("question.show-me")
            self.note(f"This is the last question left. {show} shows the solution.")

    def _own_sense(self) -> dict[str, bool]:
        question, answered = self._question, self._answered
        assert question is not None
        return {
            "show_me": not answered,
            "solution": answered and not self._page.has_solution,
            "copy": bool(self._page.copyable),
            "undo": answered or question.number > 1,
        }

    def _fits(self, item: Item) -> dict[str, bool]:
        leech = self._question.leech if self._question is not None else None
        has_numbers = isinstance(item, ComputeItem | CodeItem)
        return super()._fits(item) | {
            "easier": leech is not None and leech.easier is not None,
            "reference": has_numbers,
            "explorer": tells_of(item),
            "copy": has_numbers,
        }

    def wording(self, action_id: str) -> str | None:
        """Labels that change: of Enter and `next` after the verdict, of Esc while code runs."""
        if action_id == "question.leave" and self._handed_in is not None:
            return "stop"
        if action_id == "question.next":
            return "" if self._answered or self._is_last else "put off"
        if action_id in AFTERWARDS and not self._answered:
            return ""
        return super().wording(action_id)

    @property
    def _is_last(self) -> bool:
        """Whether no other question is left, so that this one cannot be put off."""
        return self._question is not None and self._question.number == self._question.total

    @property
    def _check_label(self) -> str:
        return "next" if self._asking is None else self._asking[1].check_label


def _graded(session: Session, submit: Callable[[], Verdict]) -> tuple[Verdict, bool]:
    """The verdict, and whether the question comes again; read in one call, so that they agree."""
    verdict = submit()
    return verdict, session.comes_again


def _kinds_about(item: Item) -> tuple[str, ...]:
    from quizzer.explorer.links import kinds_about

    return kinds_about(item)
