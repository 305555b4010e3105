"""Prints the debrief and the score card of an interview."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from quizzer.commands.dialogue import plain
from quizzer.commands.text import output, prose, question
from quizzer.study.errors import StudyError
from quizzer.study.interview.words import (
    OUTCOMES,
    command,
    entry_times,
    evidence,
    graded_otherwise,
    how_little,
    time_sentences,
)
from quizzer.study.labels import labels_of
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.study.interview.debrief import Debrief, Entry
    from quizzer.study.interview.interview import Interview
    from quizzer.study.interview.look_back import LookBack
    from quizzer.study.interview.scorecard import DimensionScore, ScoreCard


def show(interview: "Interview", banks: "Library") -> None:
    """Print the whole debrief, question by question, and then the score card."""
    from quizzer.study.interview.scorecard import score_card

    debrief = interview.debrief()
    print(output.styled(f"Debrief: {debrief.blueprint.title}", "bold"))
    for entry in debrief.entries:
        print()
        names = labels_of(banks.items.get(entry.item))
        print("\n".join(_entry_lines(entry, names)))
        try:
            past = interview.look_back(entry.number)
        except StudyError as error:
            plain.say(str(error), "  ")
        else:
            _show_look_back(past, entry)
    for why in debrief.left_out:
        print()
        plain.say(f"A question was left out: {why}")
    print("\n".join(card_lines(debrief, score_card(debrief, banks))))


def _entry_lines(entry: "Entry", names: Mapping[str, str]) -> Iterator[str]:
    columns = output.width()
    yield output.styled(f"{entry.number}. {entry.title}", "bold")
    outcome = " ".join(OUTCOMES[entry.outcome])
    yield ", ".join([outcome, entry.dimension, *entry_times(entry)])
    if entry.because:
        yield prose.wrap(f"Follow-up: {entry.because}" if entry.depth else entry.because, columns)
    if entry.outcome in ("to-judge", "not-reached"):
        for name, text in entry.answer.items():
            yield f"  yours, {names[name]}:" if name in names else "  yours:"
            yield prose.indented(prose.visible(text, plain.LONGEST), "    ")


def _show_look_back(past: "LookBack", entry: "Entry") -> None:
    """Print the verdict, with what is right.

    After code that is not right, print the solution as well. An answer that was not graded has no
    verdict, only the solution.
    """
    from quizzer.bank.schema import CodeItem

    columns = output.width()
    graded = past.verdict is not None and entry.outcome != "passed-over"
    if options := list(question.options(past.presentation, columns)):  # the verdict has the rest
        print("\n".join([*options, ""]))
    if past.verdict is not None and graded:
        if past.then is not None:
            plain.say(graded_otherwise(past.then))
        plain.show_verdict(past.item, past.presentation, past.verdict)
    if not graded or (isinstance(past.item, CodeItem) and entry.outcome != "right"):
        lines = question.solution_lines(past.item, past.variant, past.steps, columns)
        print("\n".join(lines))


def card_lines(debrief: "Debrief", card: "ScoreCard") -> Iterator[str]:
    """The score card: bands with their evidence, the use of time, and what to do next."""
    columns = output.width()
    yield from question.heading("Score card")
    if debrief.answered:
        yield from prose.table([_dimension_row(line) for line in card.dimensions], columns)
    if little := how_little(debrief):
        yield prose.wrap(little, columns)
    yield ""
    times = " ".join(time_sentences(card.time, debrief.away))
    yield prose.wrap(f"Time: {times}", columns)
    if card.hints:
        yield f"{counted(card.hints, 'hint')} taken."
    yield from question.heading("Next steps")
    for number, step in enumerate(card.next_steps, start=1):
        yield prose.wrap(f"{number}. {step.says}", columns)
    yield ""
    yield prose.wrap(f"To take the same interview again: {command(debrief.blueprint)}", columns)


def _dimension_row(line: "DimensionScore") -> Sequence[str]:
    rests_on = ", ".join(evidence(line))
    if line.band is None or line.score is None:
        return f"  {line.dimension}", "no evidence", "", rests_on
    return f"  {line.dimension}", line.band, f"{round(100 * line.score)} %", rests_on
