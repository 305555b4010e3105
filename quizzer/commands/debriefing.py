"""The debrief and the score card of an interview as lines of text."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from quizzer.commands import output, plain, prose, question
from quizzer.study.interview.words import minutes
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.study.interview.blueprint import Blueprint
    from quizzer.study.interview.debrief import Debrief, Entry
    from quizzer.study.interview.interview import Interview
    from quizzer.study.interview.look_back import LookBack
    from quizzer.study.interview.scorecard import DimensionScore, ScoreCard, TimeUse

_OUTCOMES: Final = {
    "right": "✓ right",
    "partly": "◐ partly right",
    "wrong": "✗ not right",
    "passed-over": "– passed over",
    "to-judge": "? not judged yet",
    "not-reached": "– not reached",
}


def show(interview: "Interview", banks: "Library") -> None:
    """The whole debrief, question by question, and then the score card."""
    from quizzer.study.interview.scorecard import score_card

    debrief = interview.debrief()
    print(output.styled(f"Debrief: {debrief.blueprint.title}", "bold"))
    for entry in debrief.entries:
        print()
        print("\n".join(_entry_lines(entry)))
        _show_look_back(interview.look_back(entry.number), entry)
    print("\n".join(card_lines(debrief, score_card(debrief, banks))))


def _entry_lines(entry: "Entry") -> Iterator[str]:
    columns = output.width()
    yield output.styled(f"{entry.number}. {entry.title}", "bold")
    late = ", in overtime" if entry.overtime else ""
    hints = f", {counted(entry.hints, 'hint')}" if entry.hints else ""
    times = f"{minutes(entry.seconds)} of {minutes(entry.budget)}{late}{hints}"
    yield f"{_OUTCOMES[entry.outcome]} · {entry.dimension} · {times}"
    if entry.because:
        yield prose.wrap(f"Follow-up: {entry.because}" if entry.depth else entry.because, columns)
    if entry.outcome in ("to-judge", "not-reached"):
        for name, text in entry.answer.items():
            yield f"  yours, {name}:"
            yield prose.indented(prose.visible(text, plain.LONGEST), "    ")


def _show_look_back(past: "LookBack", entry: "Entry") -> None:
    """The verdict with what is right; without a graded answer, and for code, the solution."""
    from quizzer.bank.schema import CodeItem

    columns = output.width()
    graded = past.verdict is not None and entry.outcome != "passed-over"
    if past.verdict is not None and graded:
        plain.show_verdict(past.item, past.presentation, past.verdict)
    if not graded or (isinstance(past.item, CodeItem) and entry.outcome != "right"):
        lines = question.solution_lines(past.item, past.variant, past.steps, columns)
        print("\n".join(lines))


def card_lines(debrief: "Debrief", card: "ScoreCard") -> Iterator[str]:
    """Bands with their evidence, the use of time, and what to do next."""
    columns = output.width()
    yield from question.heading("Score card")
    rows = [_dimension_row(line) for line in card.dimensions]
    yield from prose.table(rows, columns)
    yield ""
    yield prose.wrap(" ".join(_time_sentences(card.time, debrief.away)), columns)
    if card.hints:
        yield f"{counted(card.hints, 'hint')} taken."
    yield from question.heading("Next steps")
    for number, step in enumerate(card.next_steps, start=1):
        yield prose.wrap(f"{number}. {step.says}", columns)
    yield ""
    yield prose.wrap(f"The same interview again: {_command(debrief.blueprint)}", columns)


def _command(blueprint: "Blueprint") -> str:
    """What begins the same interview on the command line."""
    from quizzer.study.interview.blueprint import OWN, READY

    usual = READY.get(blueprint.name, OWN)
    words = ["quizzer interview"]
    if blueprint.name in READY:
        words.append(f"--blueprint {blueprint.name}")
    if blueprint.minutes != usual.minutes:
        words.append(f"--minutes {blueprint.minutes}")
    if blueprint.level != usual.level:
        words.append(f"--level {blueprint.level}")
    words += [f"--topic {topic}" for topic in blueprint.topics]
    if blueprint.mix != usual.mix:
        words.append("--mix " + ",".join(f"{name}={x:g}" for name, x in blueprint.mix.items()))
    return " ".join([*words, f"--seed {blueprint.seed}"])


def _dimension_row(line: "DimensionScore") -> Sequence[str]:
    waiting = f", {line.to_judge} not judged yet" if line.to_judge else ""
    if line.band is None or line.score is None:
        return f"  {line.dimension}", "no evidence", "", f"nothing with a verdict{waiting}"
    first_sign = "" if line.enough else ": only a first sign"
    which = ", ".join(map(str, line.evidence))
    evidence = f"{counted(line.n, 'question')} ({which}){waiting}{first_sign}"
    return f"  {line.dimension}", line.band, f"{round(100 * line.score)} %", evidence


def _time_sentences(time: "TimeUse", away: float) -> Iterator[str]:
    yield f"Time: {minutes(time.used)} of {minutes(time.total)}."
    if time.overtime:
        answers = counted(time.in_overtime, "answer")
        yield f"{minutes(time.overtime)} overtime, with {answers} in it."
    if time.not_reached:
        yield f"{counted(time.not_reached, 'question')} not reached."
    if time.slow:
        yield f"Far over their budget: {', '.join(map(str, time.slow))}."
    if away >= 1:
        yield f"The clock stood still for {minutes(away)}."
