"""Practice and review as plain text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from quizzer.commands.dialogue import plain
from quizzer.commands.running import errors
from quizzer.commands.text import output, prose, question
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.study.question import Question
    from quizzer.study.session import Session
    from quizzer.study.summary import Summary

COMMANDS: Final[plain.Commands] = {
    "hint": "show the next hint",
    "solution": "see the solution instead of answering; the question comes back soon",
    "skip": "put off the question to the end",
    "undo": "take back the last answer and ask its question again",
    "quit": "leave; you can resume the session later",
    "help": "show this list",
}


def run(session: "Session", *, confidence: bool) -> int:
    """Ask until the session or the input ends; the answers are kept either way."""
    print("A command begins with a colon; `:help` lists them.\n")
    shown, told = None, 0
    try:
        while (asked := session.question) is not None:
            told = _tell_left_out(session, told)
            if (asked.item.id, asked.variant.number) != shown:
                _show(asked)
            shown = asked.item.id, asked.variant.number
            _one(session, asked, confidence=confidence)
    except EOFError:
        left = session.total - session.position
        print()
        plain.say(f"You left with {counted(left, 'question')} to go. Your answers are kept.")
        return errors.DONE
    finally:
        if session.state == "asking":  # also when interrupted
            session.leave()
    _tell_left_out(session, told)
    print("\n".join(_summary_lines(session.summary())))
    return errors.DONE


def _tell_left_out(session: "Session", told: int) -> int:
    """Say which questions were left out since the first `told`; returns how many there are now."""
    for why in session.left_out[told:]:
        output.complain(f"A question is left out: {why}")
    return len(session.left_out)


def _one(session: "Session", asked: "Question", *, confidence: bool) -> None:
    """Take one answer and print its verdict, or take a command that leads elsewhere."""
    answer = plain.ask(
        asked.presentation.asks,
        asked.draft,
        session.save_draft,
        lambda word: _obey(session, asked, word),
    )
    if isinstance(answer, str):
        _go_elsewhere(session, answer)
        return
    given = answer | _marks(asked, answer)
    asks = confidence and session.may_ask_how_sure and session.not_understood(given) is None
    verdict = session.submit(given, plain.read_confidence() if asks else None)
    if verdict.status == "invalid":
        plain.show_problems(asked.presentation, verdict)
        return
    plain.show_verdict(asked.item, asked.presentation, verdict)
    print()
    session.advance()


def _show(asked: "Question") -> None:
    again = ", once more" if asked.again else ""
    print(output.styled(f"Question {asked.number} of {asked.total}{again}", "bold"))
    plain.show_question(asked.item, asked.variant, asked.presentation, asked.hints_shown)
    if asked.leech is not None:
        easier = asked.leech.easier
        instead = f", or try `quizzer answer {easier.id}` first" if easier else ""
        plain.say(
            f"You forgot this {asked.leech.lapses} times. Read the lesson of "
            f"“{asked.leech.lesson}” again{instead}."
        )


def _obey(session: "Session", asked: "Question", word: str) -> bool:
    """Carry out a command that stays at the question, or refuse it; False if it leads elsewhere."""
    if word == "hint":
        plain.show_hint(asked.item, session.hint())
    elif word == "help":
        print(plain.help_text(COMMANDS))
    else:
        return not plain.expect_command(word, COMMANDS)
    return True


def _go_elsewhere(session: "Session", word: str) -> None:
    if word == "quit":
        raise EOFError
    if word == "skip" and not session.skip():
        print("This is the only question left.\n")
    if word == "undo" and not session.undo():
        print("Nothing has been answered in this session yet.\n")
    if word == "solution":
        _give_up(session)


def _give_up(session: "Session") -> None:
    session.give_up()
    asked = session.question
    assert asked is not None
    steps = session.solution()
    print("\n".join(question.solution_lines(asked.item, asked.variant, steps, output.width())))
    print()
    session.advance()


def _marks(asked: "Question", answer: dict[str, str]) -> dict[str, str]:
    """Ask for the learner's marks for an open answer; nothing for other kinds or an empty one."""
    from quizzer.bank.schema import OpenItem
    from quizzer.grading.rubric import suggest

    text = answer.get("answer", "")
    if not isinstance(asked.item, OpenItem) or not text.strip():
        return {}
    suggestions = suggest(asked.item, text)
    print("\n".join(question.judging_lines(asked.item, suggestions, output.width())))
    return {"points": plain.read_marks(len(asked.item.key_points), otherwise="as suggested")}


def _summary_lines(summary: "Summary") -> Iterator[str]:
    yield output.styled("Summary", "bold")
    rows = [
        (f"  {row.status or 'not answered'}", row.title, f"back on {row.due}" if row.due else "")
        for row in summary.rows
    ]
    yield from prose.table(rows, output.width())
    yield ""
    yield f"{summary.right} right, {summary.partly} partly right, {summary.wrong} not right."
    for mistake in summary.mistakes:
        yield prose.wrap(f"- {mistake.count}× {mistake.name}", output.width())
