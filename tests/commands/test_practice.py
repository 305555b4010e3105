"""`quizzer practice` and `quizzer review`: plain sessions over a pipe."""

from datetime import date
from pathlib import Path

import pytest

from quizzer.bank.library import Library
from quizzer.progress.events import Attempted
from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.commands.answering import RELU, asked_last, typed
from tests.commands.conftest import Quizzer

pytestmark = pytest.mark.usefixtures("library")

SDPA = ("practice", "--kind", "compute")


@pytest.fixture(autouse=True)
def _answers_only(home: Path) -> None:
    """What is typed are answers: how sure one is is not asked."""
    (home / "config.toml").write_text("confidence = false")


def squeezed(text: str) -> str:
    return " ".join(text.split())


def attempts(home: Path) -> list[Attempted]:
    log = Log.open(home / "progress.sqlite3")
    try:
        return log.attempts()
    finally:
        log.close()


@pytest.mark.parametrize("topic", ["attention", "words"])
def test_a_topic_is_practised_to_its_summary(
    quizzer: Quizzer, library: Library, home: Path, topic: str
) -> None:
    result = quizzer("practice", topic, "--plain")
    for _ in library.items_of(topic):
        marks = "1 1\n" if asked_last(library, result.out)[0].id == "why-scale" else ""
        answer = typed(*asked_last(library, result.out))
        result = quizzer("practice", topic, "--plain", stdin=answer + marks)
        assert "✓ right" in result.out
    assert f"{len(library.items_of(topic))} right, 0 partly right, 0 not right." in result.out
    assert {attempt.status for attempt in attempts(home)} == {"right"}


def test_lines_that_were_written_on_another_system_are_read(quizzer: Quizzer, home: Path) -> None:
    """With a mark at the beginning, and a carriage return before the end of each line."""
    entered = "\ufeffthe variance\n.\n1 0\n:quit\n".replace("\n", "\r\n")
    result = quizzer("practice", "--kind", "open", stdin=entered)
    assert result.code == 0
    (attempt,) = attempts(home)
    assert attempt.answer == {"answer": "the variance", "points": "1 0"}


def test_orders_lead_on_and_back(quizzer: Quizzer, library: Library, home: Path) -> None:
    asked = quizzer("practice", "words")
    (shown, variant) = asked_last(library, asked.out)
    entered = f":hint\n:undo\n{typed(shown, variant)}:undo\n:solution\n:skip\n:quit\n"
    result = quizzer("practice", "words", stdin=entered)
    assert "Hint 1 of 1: Look." in result.out
    assert "Nothing has been answered in this session yet." in result.out
    assert result.out.count(f"\n{shown.id} · ") == 2  # again after the undo
    assert "You left with 4 questions to go." in result.out
    (attempt,) = attempts(home)
    assert (attempt.item, attempt.solution_seen, attempt.hints) == (shown.id, True, 1)


def rows_of(library: Library, output: str) -> list[str]:
    """The right answer to the compute item in rows, without brackets."""
    text = typed(*asked_last(library, output)).strip()
    return [row.replace(",", " ") for row in text.strip("[]").split("], [")]


def test_a_matrix_is_entered_row_by_row_and_needs_no_dot(
    quizzer: Quizzer, library: Library, home: Path
) -> None:
    rows = rows_of(library, quizzer(*SDPA).out)
    result = quizzer(*SDPA, stdin="\n".join(rows) + "\n")
    assert "scores, one line with brackets, or 2 lines: " in result.out
    assert "Summary" in result.out
    assert attempts(home)[0].status == "right"


@pytest.mark.parametrize("joined", ["; ", "]["])
def test_a_matrix_is_entered_in_one_line(
    quizzer: Quizzer, library: Library, home: Path, joined: str
) -> None:
    rows = rows_of(library, quizzer(*SDPA).out)
    line = joined.join(rows)
    quizzer(*SDPA, stdin=f"[[{line}]]\n" if joined == "][" else f"{line}\n")
    assert attempts(home)[0].status == "right"


def test_an_open_answer_ends_with_a_dot_and_is_judged(quizzer: Quizzer, home: Path) -> None:
    result = quizzer("practice", "--kind", "open", stdin="one\n\ntwo\n.\n½ 1\n")
    assert "Did you say it?" in result.out
    (attempt,) = attempts(home)
    assert (attempt.answer["answer"], attempt.score) == ("one\n\ntwo", "3/4")


def test_orders_are_obeyed_on_every_line_of_an_answer(
    quizzer: Quizzer, library: Library, home: Path
) -> None:
    first, second = rows_of(library, quizzer(*SDPA).out)
    result = quizzer(*SDPA, stdin=f"{first}\n:hint\n:quit\n")
    assert "Hint 1 of 1: Look." in result.out
    assert "You left with 1 question to go." in result.out
    assert f"(an empty entry keeps it): {first}\n" in quizzer("practice").out
    asked = quizzer("practice", stdin=f"{first}\n?\n{second}\n")
    assert "  :hint      show the next hint\n" in asked.out
    quizzer("practice", "--kind", "open", stdin="variance\n:hint\n:no\ngradient\n.\n1 1\n")
    matrix, spoken = attempts(home)
    assert (matrix.answer, matrix.hints) == ({"scores": f"{first}\n{second}"}, 1)
    assert (spoken.answer["answer"], spoken.hints) == ("variance\ngradient", 1)


def test_code_is_typed_up_to_a_dot_or_handed_in_as_a_file(
    quizzer: Quizzer, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "relu.py"
    file.write_text(RELU, encoding="utf-8")
    code = ("practice", "--kind", "code")
    assert "Begin from\n    def relu(x):\n        ...\n" in quizzer(*code).out
    quizzer(*code, stdin=f"{RELU}.\n")
    wrong = f":file {tmp_path / 'none.py'}\n:file ~nobody-here/x.py\n:file a\0.py\n"
    result = quizzer(*code, stdin=f"{wrong}:file {file}\n")
    for why in ("none.py: No such file or directory", "~nobody-here/x.py: ", "null byte"):
        assert why in result.out
    assert [attempt.status for attempt in attempts(home)] == ["right", "right"]
    assert attempts(home)[1].answer == {"code": RELU}


def test_half_an_answer_is_kept_when_the_input_ends(quizzer: Quizzer) -> None:
    quizzer("practice", "words", stdin="half\n")
    assert "(an empty entry keeps it): half" in quizzer("practice", "words").out


def test_a_line_that_never_ends_is_no_answer(quizzer: Quizzer) -> None:
    result = quizzer("practice", "words", stdin="1" * 1_000_001)
    assert result.code == 2
    assert "standard input: too long for an answer" in result.err


def test_what_was_chosen_and_left_goes_on_or_ends_when_that_is_said(quizzer: Quizzer) -> None:
    quizzer(*SDPA, stdin="half\n")
    left = "You left the questions you chose at question 1 of 1."
    other = quizzer("practice", "--kind", "open")
    assert other.code == 2
    assert left in squeezed(other.err)
    assert "--new ends them there and starts these" in squeezed(other.err)
    resumed = squeezed(quizzer("practice").out)
    assert left in resumed
    assert "(an empty entry keeps it): half" in resumed
    assert "Question 1 of 1 Why scaled" in squeezed(
        quizzer("practice", "--kind", "open", "--new").out
    )
    assert left not in quizzer("practice").out


def test_what_is_not_understood_is_said_and_asked_again(quizzer: Quizzer, library: Library) -> None:
    choice = ("practice", "words", "--kind", "choice")
    right = typed(*asked_last(library, quizzer(*choice).out))
    result = quizzer(*choice, stdin=f"Z\n{right}")
    assert "choice: There is no option 'Z'" in result.out
    assert result.out.count("\nchoose-it · ") == 1
    assert "1 right" in result.out


def test_confidence_is_asked_before_the_verdict(
    quizzer: Quizzer, library: Library, home: Path
) -> None:
    answer = typed(*asked_last(library, quizzer("practice", "words").out))
    result = quizzer("practice", "words", "--confidence", stdin=f"{answer}7\n4\n")
    assert "Enter 1, 2, 3 or 4, or nothing." in result.out
    assert result.out.index("How sure?") < result.out.index("✓ right")
    assert attempts(home)[0].confidence == 3


def test_confidence_is_not_asked_of_what_is_not_understood(
    quizzer: Quizzer, library: Library
) -> None:
    result = quizzer("practice", "words", "--kind", "choice", "--confidence", stdin="Z\n")
    assert "choice: There is no option 'Z'" in result.out
    assert "How sure?" not in result.out


def test_a_mistake_is_drilled_where_it_shows(quizzer: Quizzer, library: Library) -> None:
    result = quizzer("practice", "--mistake", "no-scale", "--limit", "4", stdin=":skip\n" * 3)
    assert "Question 1 of 4" in result.out
    assert result.out.count("\nsdpa · compute") == 3  # with fresh numbers
    assert result.out.count("\nwhich-scale · choice") == 1


def test_a_mistake_and_another_condition_make_a_selection(quizzer: Quizzer) -> None:
    result = quizzer("practice", "--mistake", "no-scale", "--kind", "choice", stdin=":quit\n")
    assert "Question 1 of 1" in result.out
    assert "\nwhich-scale · choice" in result.out


def test_a_selection_that_nothing_fits_says_so(quizzer: Quizzer) -> None:
    result = quizzer("practice", "--bookmarked")
    assert result.code == 2
    assert "No question fits this selection." in result.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["atention"], "did you mean 'attention'?"),
        (["--kind", "quiz"], "no kind is called 'quiz'"),
        (["--level", "mids"], "did you mean 'mid'?"),
        (["--tag", "shape"], "did you mean 'shapes'?"),
        (["--mistake", ""], "no mistake is called ''"),
        (["--mistake", "no-scaling"], "did you mean 'no-scale'?"),
        (["--limit", "0"], "give 1 to 1000"),
    ],
)
def test_unknown_words_are_refused(quizzer: Quizzer, arguments: list[str], says: str) -> None:
    result = quizzer("practice", *arguments)
    assert result.code == 2
    assert says in result.err


def test_nothing_due_is_said_and_is_no_failure(quizzer: Quizzer) -> None:
    result = quizzer("review", "--plain")
    assert (result.code, result.err) == (0, "")
    assert "Nothing is due now." in result.out


def test_a_review_ends_when_what_was_missed_was_right_once(
    quizzer: Quizzer, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    quizzer("answer", "choose-it", "--record", stdin="A\n")
    monkeypatch.setattr(Study, "today", lambda study: date(2199, 1, 1))
    right = typed(*asked_last(library, quizzer("review", "--plain").out)).strip()
    wrong = "B" if right == "A" else "A"
    missed = quizzer("review", "--plain", stdin=f"{wrong}\n")
    assert "Question 2 of 2, once more" in missed.out
    again = typed(*asked_last(library, missed.out))
    result = quizzer("review", "--plain", stdin=again)
    assert "1 right, 0 partly right, 1 not right." in result.out


@pytest.mark.parametrize("other", [["attention"], ["--kind", "choice"], ["--limit", "3"]])
def test_a_placement_takes_no_choice_of_questions(quizzer: Quizzer, other: list[str]) -> None:
    result = quizzer("practice", "--placement", *other)
    assert (result.code, result.out) == (2, "")
    assert "--placement chooses its questions itself" in result.err


def test_a_placement_starts_where_something_was_not_known(
    quizzer: Quizzer, library: Library
) -> None:
    shown = quizzer("practice", "--placement").out
    assert "Start with" not in shown
    topic = library.topic_of(asked_last(library, shown)[0].id)
    result = quizzer("practice", "--placement", stdin=":solution\n")
    assert f": `quizzer practice {topic}`.\n" in result.out
