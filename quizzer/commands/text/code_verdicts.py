"""The verdict on code as lines of text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands.text import matrices, output, prose, question, verdicts
from quizzer.grading.code.case_names import most_telling, told_together
from quizzer.words import in_words

if TYPE_CHECKING:
    from quizzer.bank.schema import CodeItem
    from quizzer.grading.verdict import CodeRun, PartVerdict, Verdict

_MARKS: Final = {"right": "✓", "wrong": "✗", "missing": "–"}
_DECIMALS: Final = 6
_MEBIBYTE: Final = 1024**2


def lines(item: "CodeItem", verdict: "Verdict", columns: int) -> Iterator[str]:
    """The verdict as a whole, each case, one failing case in full, and what was printed."""
    yield from verdicts.headline(verdict, columns)
    if verdict.status == "invalid":
        for part in verdict.parts:
            yield prose.wrap(part.feedback, columns, "  ")
        return
    yield ""
    for name, status in told_together(verdict.parts):
        yield f"  {_MARKS[status]} {name}{'  not reached' if status == 'missing' else ''}"
    failing = most_telling(verdict.parts)
    if failing is not None:
        yield from _in_full(failing, columns)
    if verdict.run is not None:
        yield from _run(verdict.run)
    if verdict.status == "right":
        yield from question.why(item, columns)


def _in_full(part: "PartVerdict", columns: int) -> Iterator[str]:
    yield ""
    yield output.styled(in_words(part.name), "bold")
    yield prose.wrap(part.feedback, columns, "  ")
    if part.mistake is not None:
        yield prose.wrap(part.mistake.says, columns, "  ")
        yield verdicts.to_drill(part.mistake, columns)
    for name, value in part.given.items():
        yield from _value(name, value, columns)
    if part.entered is not None:
        yield from _value("yours", part.entered, columns, part.cells)
    if part.expected is not None:
        yield from _value("right", part.expected, columns)


def _value(caption: str, value: Any, columns: int, right: Any = None) -> Iterator[str]:
    text = prose.visible(value, 2000) if isinstance(value, str) else _numbers(value)
    return matrices.captioned(caption, text, columns, right)


def _numbers(value: Any) -> str:
    from quizzer.exercises.notation import decimals_needed, format_array, numbers

    return format_array(value, min(decimals_needed(numbers(value)), _DECIMALS))


def _run(run: "CodeRun") -> Iterator[str]:
    yield ""
    if run.printed:
        yield "printed"
        yield prose.indented(run.printed, "  ")
    mebibytes = round(run.memory / _MEBIBYTE)
    memory = f", {mebibytes} MiB of memory" if mebibytes else ""
    yield output.styled(f"{run.seconds:.2f} s{memory}", "dim")
