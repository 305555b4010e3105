"""The verdict on code as a document: every case, a failing one in full, and what was printed."""

from __future__ import annotations

from ast import literal_eval
from itertools import groupby
from typing import TYPE_CHECKING, Any

from quizzer.exercises.numpy_code import assignments
from quizzer.grading.code.case_names import most_telling, told_together
from quizzer.grading.verdict import PartStatus, Status
from quizzer.grading.words import sign
from quizzer.tui.documents.document import (
    Band,
    Element,
    Gap,
    Listing,
    Paragraph,
    heading,
)
from quizzer.tui.documents.markdown import inline
from quizzer.tui.documents.matrices import Figure, array_lines
from quizzer.tui.text import MUTED, plain
from quizzer.tui.verdict_words import headline, style
from quizzer.words import in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quizzer.grading.verdict import CodeRun, PartVerdict, Verdict

_MEBIBYTE = 1024**2
_SMALLEST_MEMORY = 1  # MiB; less is not mentioned


def code_verdict_elements(verdict: Verdict) -> Iterator[Element]:
    """The headline, each case and property, the failing case, and what the run took."""
    yield Paragraph(
        f"{sign(verdict.status)} ", plain(headline(verdict), f"bold {style(verdict.status)}")
    )
    yield from _results(verdict)


def trial_elements(verdict: Verdict) -> Iterator[Element]:
    """How the code did on the examples, before it is handed in."""
    if verdict.status is Status.INVALID:
        for text in [part.feedback for part in verdict.parts] or [verdict.feedback]:
            yield from paragraphs(text)
    else:
        yield Paragraph(f"{sign(verdict.status)} ", plain("Tried on the examples", "bold"))
        yield from _results(verdict)


def failing_case_code(verdict: Verdict) -> str:
    """The inputs of the failing case and the right result, as NumPy code; empty if none fails."""
    part = most_telling(verdict.parts)
    if part is None or not part.given:
        return ""
    values = dict(part.given) | ({} if part.expected is None else {"right": part.expected})
    numbers, words = {}, []
    for name, value in values.items():
        try:
            numbers[name] = literal_eval(value) if isinstance(value, str) else value
        except (ValueError, SyntaxError):  # not a literal: too large, so described in words
            words.append(f"# {name}: {value}\n")
    return assignments(numbers) + "".join(words)


def paragraphs(text: str) -> Iterator[Element]:
    """Sentences as paragraphs; the indented lines of code among them exactly as they are."""
    for is_code, lines in groupby(text.splitlines(), key=lambda line: line.startswith(" ")):
        if is_code:
            yield Listing(plain("\n".join(lines)), indent=0)
        else:
            yield from (Paragraph("  ", inline(line)) for line in lines)


def _results(verdict: Verdict) -> Iterator[Element]:
    yield from paragraphs(verdict.feedback)
    if verdict.parts:
        yield Gap()
    for name, status in told_together(verdict.parts):
        words = "  not reached" if status is PartStatus.MISSING else ""
        marker = plain(f"{sign(status)} ", style(status))
        yield Paragraph("  ", marker + plain(name) + plain(words, MUTED))
    failing = most_telling(verdict.parts)
    if failing is not None:
        yield Gap()
        yield from _shown_whole(failing)
    if verdict.run is not None:
        yield from _run(verdict.run)


def _shown_whole(part: PartVerdict) -> Iterator[Element]:
    """One case: feedback, inputs, the learner's result and the right one."""
    yield heading(in_words(part.name))
    yield from paragraphs(part.feedback)
    if part.mistake is not None:
        yield Paragraph("▸ ", inline(part.mistake.says).stylize_before("$text-warning"))
    if part.given:
        yield Gap()
        yield Band([_figure(name, value) for name, value in part.given.items()], indent=2)
    results = []
    if part.entered is not None:
        results.append(_figure("yours", part.entered, part.cells))
    if part.expected is not None:
        results.append(_figure("right", part.expected))
    if results:
        yield Gap()
        yield Band(results, indent=2)


def _figure(caption: str, value: Any, marks: Any = None) -> Figure:
    if isinstance(value, str):
        lines = [plain(line) for line in value.splitlines()] or [plain("")]
    else:
        lines = array_lines(value, _decimals(value), marks)
    return Figure(plain(caption, "bold"), lines)


def _decimals(value: Any) -> int:
    from quizzer.exercises.notation import decimals_needed, numbers

    return decimals_needed(numbers(value))


def _run(run: CodeRun) -> Iterator[Element]:
    if run.printed:
        yield Gap()
        yield heading("Printed")
        yield Listing(plain(run.printed))
    mebibytes = round(run.memory / _MEBIBYTE)
    memory = f", {mebibytes} MiB of memory" if mebibytes >= _SMALLEST_MEMORY else ""
    yield Gap()
    yield Paragraph("", plain(f"{run.seconds:.2f} s{memory}", MUTED))
