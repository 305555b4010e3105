"""An interview as plain text: the questions, and then the judging of open answers."""

from typing import TYPE_CHECKING, Final

from quizzer.commands.dialogue import plain
from quizzer.commands.text import output, prose, question
from quizzer.study.interview.words import minutes, patience, to_come
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.grading.verdict import Verdict
    from quizzer.study.interview.interview import Interview, InterviewQuestion

COMMANDS: Final[plain.Commands] = {
    "time": "show the clock",
    "hint": "show the next hint; the debrief counts it",
    "aloud": "answer an open question aloud; you judge it at the end",
    "pass": "say “I don't know” and go on",
    "end": "end the interview now",
    "quit": "leave; the clock stops until you come back",
    "help": "show this list",
}


def run(interview: "Interview") -> None:
    """Ask until the interview ends; EOFError if the input ends before it or the learner quits."""
    told = "" if interview.blueprint.answers_after_each else " Answers are shown at the end."
    plain.say(f"A command begins with a colon; `:help` lists them.{told}")
    print()
    shown = None
    try:
        while (asked := interview.question) is not None:
            if asked.number != shown:
                _show(interview, asked)
            shown = asked.number
            _one(interview, asked)
    finally:
        interview.leave()


def _show(interview: "Interview", asked: "InterviewQuestion") -> None:
    print(output.styled(prose.wrap(_headline(interview, asked), output.width()), "bold"))
    plain.show_question(asked.item, asked.variant, asked.presentation, asked.hints_shown)
    if ends := patience(asked):
        plain.say(ends)
    interview.save_draft(asked.draft)  # this tells the clock that the question is on the screen


def _one(interview: "Interview", asked: "InterviewQuestion") -> None:
    """Take one answer, or a command that leads elsewhere."""
    answer = plain.ask(
        asked.presentation.asks,
        asked.draft,
        interview.save_draft,
        lambda word: _obey(interview, asked, word),
    )
    if isinstance(answer, str):
        _go_elsewhere(interview, asked, answer)
    else:
        _taken(interview, asked, interview.submit(answer))


def _headline(interview: "Interview", asked: "InterviewQuestion") -> str:
    kind = f"Follow-up {asked.depth}" if asked.depth else "Question"
    budget = counted(round(asked.minutes), "minute")
    coming = to_come(asked, interview.time)
    return f"{kind}, number {asked.number} · {budget} · {_clock(interview)} · {coming}"


def _clock(interview: "Interview") -> str:
    time = interview.time
    if time.overtime:
        return f"{minutes(time.overtime)} over time"
    return f"{minutes(time.remaining)} left"


def _obey(interview: "Interview", asked: "InterviewQuestion", word: str) -> bool:
    """Carry out a command that stays at the question, or refuse it; False if it leads elsewhere."""
    from quizzer.bank.schema import OpenItem

    if word == "time":
        time = interview.time
        print(f"{_clock(interview)}; {minutes(time.question)} on this one; {to_come(asked, time)}")
    elif word == "hint":
        plain.show_hint(asked.item, interview.hint())
    elif word == "help":
        print(plain.help_text(COMMANDS))
    elif word == "aloud" and not isinstance(asked.item, OpenItem):
        print("Only open questions are answered aloud.")
    else:
        return not plain.expect_command(word, COMMANDS)
    return True


def _go_elsewhere(interview: "Interview", asked: "InterviewQuestion", word: str) -> None:
    if word == "quit":
        raise EOFError
    if word == "end":
        interview.finish()
    if word == "pass":
        _taken(interview, asked, interview.pass_over())
    if word == "aloud":
        plain.read_line("Speak now, and press Enter when you are done. ")
        print(f"That took {minutes(interview.time.question)}.")
        sure = plain.read_confidence()
        _taken(interview, asked, interview.submit({}, confidence=sure, aloud=True))


def _taken(interview: "Interview", asked: "InterviewQuestion", verdict: "Verdict | None") -> None:
    """Print what was not understood in an answer, or what is right, if answers are shown."""
    if interview.state == "answered":
        if verdict is None:
            judge(interview, asked.number)
        else:
            plain.show_verdict(asked.item, asked.presentation, verdict)
        plain.read_line("Press Enter to continue; the clock is stopped. ")
        interview.advance()
    elif verdict is not None:
        plain.show_problems(asked.presentation, verdict)
    print()


def judge_all(interview: "Interview") -> None:
    """Let the learner judge the open answers; EOFError if the input ends before the last one."""
    waiting = interview.debrief().to_judge
    if waiting:
        print(output.styled("Judge your open answers against their key points", "bold"))
        plain.say("The rest can wait: `quizzer interview --debrief` comes back to it.")
        print()
    for number in waiting:
        judge(interview, number)


def judge(interview: "Interview", number: int) -> None:
    """Print one open answer, a strong one and the key points, and ask for the learner's marks."""
    columns = output.width()
    judging = interview.judging(number)
    item = judging.item
    print(output.styled(f"{number}. {item.title}", "bold"))
    print(prose.wrap(item.prompt, columns))
    print("\n".join(question.heading("Yours")))
    print(prose.indented(prose.visible(judging.answer, plain.LONGEST)))
    print("\n".join(question.heading("A strong answer")))
    print(prose.wrap(item.model_answer, columns, "  "))
    print("\n".join(question.judging_lines(item, judging.suggestions, columns)))
    undecided = " ".join("?" for _ in item.key_points)
    while True:
        enter = "as suggested" if judging.suggestions else ""
        marks = plain.read_marks(len(item.key_points), otherwise=enter)
        verdict = judging.judge(marks.strip() or undecided)
        if verdict.status != "invalid":
            print(f"Score {verdict.score}.\n")
            return
        for part in verdict.parts:
            print(prose.wrap(part.feedback, columns))
