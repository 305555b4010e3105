"""The verdict: what was right, yours beside the right values, the mistake by name, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.widgets import Static

from quizzer.grading.verdict import PartStatus
from quizzer.tui.matrices import Figure, array_lines
from quizzer.tui.prose import inline
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.figures import Figures
from quizzer.tui.widgets.fitted import Hanging
from quizzer.tui.widgets.prose import Prose
from quizzer.tui.wording import headline, part_words, sign, style

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from textual.app import ComposeResult
    from textual.widget import Widget

    from quizzer.exercises.presentation import StepShown
    from quizzer.grading.verdict import MistakeFound, PartVerdict, Verdict


class PartLabels:
    """How the parts of an answer are called and rounded on the screen."""

    def __init__(self, names: Mapping[str, str], decimals: Mapping[str, int]) -> None:
        self.names = names
        self.decimals = decimals


class VerdictView(Vertical):
    """Everything there is to say about an answer."""

    def __init__(self, verdict: Verdict, labels: PartLabels, explanation: str) -> None:
        super().__init__(classes="verdict")
        self._verdict = verdict
        self._labels = labels
        self._explanation = explanation

    def compose(self) -> ComposeResult:
        """Headline, parts, explanation."""
        verdict = self._verdict
        first = plain(headline(verdict), f"bold {style(verdict.status)}")
        yield Hanging(f"{sign(verdict.status)} ", first, classes="headline")
        if verdict.feedback:
            yield Hanging("  ", plain(verdict.feedback))
        for part in verdict.parts:
            yield from self._part(part)
        if self._explanation:
            yield Static("Why", classes="heading")
            yield Prose(self._explanation)

    def _part(self, part: PartVerdict) -> Iterator[Widget]:
        if label := self._labels.names.get(part.name):
            words = plain(f"  {part_words(part)}", style(part.status))
            yield Hanging(f"{sign(part.status)} ", plain(label, "bold") + words, classes="part")
            if figures := list(self._figures(part)):
                yield Figures(figures, classes="-indented")
        mistake = part.mistake
        if part.feedback and (mistake is None or mistake.says not in part.feedback):
            yield Hanging("  ", inline(part.feedback))
        if mistake is not None:
            yield from self._mistake(mistake, part)

    def _mistake(self, mistake: MistakeFound, part: PartVerdict) -> Iterator[Widget]:
        """What went wrong, by name; and what it gives, when it happened in an earlier step."""
        says = part.feedback if mistake.says in part.feedback else mistake.says
        yield Hanging("▸ ", inline(says) + plain(f"  ({mistake.id})", MUTED), classes="mistake")
        if mistake.step not in ("", part.name) and mistake.value is not None:
            caption = f"{mistake.step} with this mistake"
            yield Figures([self._figure(caption, mistake.value, mistake.step)], classes="-indented")

    def _figures(self, part: PartVerdict) -> Iterator[Figure]:
        """Yours beside the right values; the right ones alone say nothing new when all is right."""
        if part.status is PartStatus.RIGHT or part.expected is None:
            return
        if part.entered is not None:
            yield self._figure("yours", part.entered, part.name, part.cells)
        yield self._figure("right", part.expected, part.name)

    def _figure(self, caption: str, value: object, name: str, marks: object = None) -> Figure:
        decimals = self._labels.decimals.get(name)
        return Figure(plain(caption, MUTED), array_lines(value, decimals, marks))


class SolutionView(Vertical):
    """All steps from the given values to the answer; or notes, for an item without steps."""

    def __init__(self, steps: Sequence[StepShown], notes: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="solution")
        self._steps = steps
        self._notes = notes

    def compose(self) -> ComposeResult:
        """Each step: its name, what it does, and its value."""
        yield Static("Solution", classes="heading")
        for marker, text in self._notes:
            yield Hanging(f"{marker}  ", inline(text))
        for step in self._steps:
            yield Hanging("", plain(step.name, "bold") + plain(f"  {step.says}", MUTED))
            if step.formula:
                yield Hanging("  ", plain(step.formula, MUTED))
            yield Figures([Figure(None, [plain(line) for line in step.text.splitlines()])])
