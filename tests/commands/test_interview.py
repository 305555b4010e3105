"""`quizzer interview`: a whole interview over a pipe, left, gone on with, judged and debriefed."""

import re

import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import Bank
from quizzer.commands.running import library as banks
from quizzer.study.clock import SystemClock
from tests.commands.answering import asked_last, typed
from tests.commands.conftest import Quizzer, Result
from tests.exercises.items import NO_SCALE, attention

pytestmark = pytest.mark.usefixtures("library")

TEN = ("interview", "--plain", "--minutes", "10", "--level", "junior")
WORDS = (*TEN, "--topic", "words", "--seed", "5")
OPEN = (*TEN, "--mix", "explain", "--seed", "1")


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a machine takes to answer does not show on the clock of the interview."""
    began = SystemClock().now_ms()
    monkeypatch.setattr(SystemClock, "now_ms", lambda _: began)


def number_of(result: Result) -> int:
    return int(re.findall(r"number (\d+) ·", result.out)[-1])


def test_a_whole_interview_one_process_a_question(quizzer: Quizzer, library: Library) -> None:
    result = quizzer("interview", "--plain", "--minutes", "30", "--level", "junior", "--seed", "3")
    for _ in library.items:  # each is asked once at most
        if "Debrief:" not in result.out:
            answer = typed(*asked_last(library, result.out))
            result = quizzer("interview", "--plain", stdin=answer)
    card = result.out[result.out.index("Score card") :]
    assert re.search(r"code +strong +100 %", card)
    assert re.search(r"concepts +strong +100 %", card)
    assert re.search(r"computation +strong +100 %", card)
    assert re.search(r"explanation +no evidence +1 not judged yet", card)
    assert "1. Judge your open answers" in card
    assert "quizzer interview --level junior --seed 3" in card


def test_open_answers_are_judged_later(quizzer: Quizzer) -> None:
    quizzer(*OPEN)
    ended = quizzer("interview", stdin="the variance\n.\n")
    assert "What is not judged yet can wait." in ended.out
    judged = quizzer("interview", "--debrief", stdin="all of it\n1 ½\n")
    assert "'all' is not a mark" in judged.out
    assert re.search(r"explanation +solid +75 %", judged.out)
    again = quizzer("interview", "--debrief")
    assert "Judge your open answers against" not in again.out
    assert re.search(r"explanation +solid +75 %", again.out)


def test_without_marks_the_suggested_ones_stand(quizzer: Quizzer) -> None:
    quizzer(*OPEN)
    ended = quizzer("interview", stdin="the variance\n.\n\n")
    assert "Score 1/2." in ended.out
    assert "Not said: Says gradient" in ended.out


def test_an_interview_that_was_left_ends_only_when_that_is_meant(quizzer: Quizzer) -> None:
    quizzer(*OPEN)
    refused = quizzer(*WORDS)
    assert refused.code == 2
    assert "You left the interview “Your own interview” at question 1, with 10:00" in refused.err
    assert "Resuming “Your own interview”" in quizzer("interview").out
    assert "The interview that was still open has ended." in quizzer("interview", "--new").out


def test_the_same_seed_asks_the_same(quizzer: Quizzer, library: Library) -> None:
    first, second = quizzer(*WORDS), quizzer(*WORDS, "--new")
    assert asked_last(library, first.out) == asked_last(library, second.out)
    assert "The interview that was still open has ended." in second.out
    other = quizzer(*WORDS[:-1], "6", "--new")
    assert asked_last(library, other.out) != asked_last(library, first.out)


def test_it_goes_on_where_it_was_with_what_was_typed(quizzer: Quizzer) -> None:
    quizzer(*OPEN)
    half = quizzer("interview", stdin="first line\nsecond line\n")
    assert "You left with 10:00 on the clock." in half.out
    rest = quizzer("interview", stdin=".\n")
    assert "Resuming “Your own interview”, 10:00 on the clock." in rest.out
    assert "(an empty entry keeps it): first line\nsecond line" in rest.out
    assert "\nYours\n  first line\n  second line\n" in rest.out  # beside the key points


def test_nothing_is_told_before_the_end(quizzer: Quizzer) -> None:
    quizzer(*WORDS)
    result = quizzer("interview", stdin=":pass\n")
    told = result.out[result.out.index("number 2") :].lower()
    assert not re.search(r"right|wrong|score", told)


def test_what_is_not_understood_is_said_and_asked_again(quizzer: Quizzer, library: Library) -> None:
    asked = quizzer(*TEN, "--topic", "attention", "--mix", "shape=3,compute=1", "--seed", "1")
    right = typed(*asked_last(library, asked.out))
    result = quizzer("interview", stdin=f"Z\n{right}")
    assert "choice: There is no option 'Z'" in result.out
    assert number_of(result) == 2


def test_an_order_is_obeyed_and_of_an_unknown_one_it_says_what_there_is(quizzer: Quizzer) -> None:
    quizzer(*WORDS)
    result = quizzer("interview", stdin=":time\n:hint\n:aloud\n:dance\n:help\n:quit\n")
    assert "10:00 left; 0:00 on this one" in result.out
    assert "Hint 1 of 1: Look." in result.out
    assert "Only open questions are answered aloud." in result.out
    assert "There is no command :dance here." in result.out
    assert result.out.count("leave; the clock stops") == 2
    assert "You left with 10:00 on the clock. `quizzer interview` resumes it." in result.out
    assert result.code == 0


def test_an_open_question_is_answered_aloud_and_judged_at_the_end(quizzer: Quizzer) -> None:
    quizzer(*OPEN)
    result = quizzer("interview", stdin=":aloud\n\n3\n:end\n\n1 1\n")
    assert "Speak now, and press Enter when you are done." in result.out
    assert "(said aloud)" in result.out
    assert "uggested" not in result.out  # nothing was written to go by
    assert "There is no text to suggest marks from: give each key point 1, ½ or 0." in result.out
    assert re.search(r"explanation +strong +100 %", result.out)


def test_answers_are_shown_after_each_question_where_that_is_wanted(
    quizzer: Quizzer, library: Library
) -> None:
    asked = quizzer(*WORDS, "--answers-after-each")
    result = quizzer("interview", stdin=typed(*asked_last(library, asked.out)) + "\n")
    assert "✓ right, score 1" in result.out
    assert number_of(result) == 2


def test_it_says_what_is_to_come_and_why_it_is_over(quizzer: Quizzer) -> None:
    begun = quizzer(*WORDS)
    assert "It begins with 3 questions; more follow" in " ".join(begun.out.split())
    assert "Question, number 1 · 2 minutes · 10:00 left · 2 more planned" in begun.out
    result = quizzer("interview", stdin=":pass\n:pass\n:pass\n")
    assert "number 3 · 2 minutes · 10:00 left · more if time allows" in result.out
    assert result.out.count("“I don't know” 3 times in a row ends the interview.") == 1
    why = "After “I don't know” 3 times in a row, no more questions were added."
    assert f"The interview is over. {why}" in " ".join(result.out.split())
    assert f"Time: 0:00 of 10:00 used. {why}" in " ".join(result.out.split())


def test_what_cannot_be_asked_is_left_out_and_told_at_the_end(
    quizzer: Quizzer, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {name: {"shape": [2, 1]} for name in "QKV"}  # of width 1: the scale changes nothing
    flawed = attention(id="flawed", given=given, mistakes=[NO_SCALE])
    own = Library(library.topics, [Bank(topic="words", items=[flawed])])
    monkeypatch.setattr(banks, "load", lambda: own)
    result = quizzer(*TEN, "--seed", "1")
    told = " ".join(result.out.split())
    assert "No question was left that fits into the last 10:00." in told
    assert re.search(r"A question was left out: variant \d+ of flawed cannot be asked:", told)
    assert "Score card" in result.out


def test_an_interview_ends_on_demand(quizzer: Quizzer) -> None:
    quizzer(*WORDS)
    result = quizzer("interview", stdin=":end\n")
    assert "The interview is over. You ended it with 10:00 left." in result.out
    assert "· not reached, concepts, 0:00 of 2:00" in result.out
    assert "Nothing was answered, so there is nothing to score." in result.out
    assert quizzer("interview", "--debrief").out.count("· not reached") == 3


def test_the_debrief_is_read_without_the_questions(quizzer: Quizzer) -> None:
    quizzer("interview", "--minutes", "30", "--topic", "words", "--seed", "5")
    told = quizzer("interview", stdin=":end\n").out
    shown = quizzer("show", "match-it", "--solution").out
    assert re.search(r"  [ABC]  barks\n", told)  # what the letters stand for
    assert re.search(r"  1  dog  [ABC]\n", told)
    assert re.search(r"  1  dog  [ABC]\n", shown)


@pytest.mark.parametrize("columns", [60, 80])
def test_no_line_is_wider_than_the_terminal(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    quizzer(*OPEN)
    shown = quizzer("interview", "--list").out + quizzer("interview", stdin=":end\n").out
    assert max(map(len, shown.splitlines())) <= columns


def test_blueprints_are_listed(quizzer: Quizzer) -> None:
    out = quizzer("interview", "--list").out
    for name in ("phone-screen", "fundamentals", "coding-round", "debugging-round"):
        assert name in out


def test_a_blueprint_can_be_changed_and_taken_again(quizzer: Quizzer) -> None:
    change = ("--minutes", "12", "--topic", "words", "--mix", "concept=2,explain")
    quizzer("interview", "--blueprint", "phone-screen", *change, "--seed", "9")
    out = " ".join(quizzer("interview", stdin=":end\n").out.split())
    again = "quizzer interview --blueprint phone-screen --minutes 12 --topic words"
    assert f"{again} --mix concept=2,explain=1 --seed 9" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--blueprint", "phone-scren"], "did you mean 'phone-screen'?"),
        (["--minutes", "5"], "10 to 90 minutes, not 5"),
        (["--minutes", "ten"], "'ten' is not a whole number from 0 to"),
        (["--seed", "-1"], "'-1' is not a whole number from 0 to"),
        (["--level", "guru"], "junior, mid, senior"),
        (["--topic", "atention"], "did you mean 'attention'?"),
        (["--mix", "shapes=1"], "did you mean 'shape'?"),
        (["--mix", "shape=much"], "'much' is not a share"),
        (["--mix", ""], "no kind of question is called ''; known here: concept"),
        (["--mix", "shape=1,shape=2"], "--mix has 'shape' twice"),
        (["--blueprint", ""], "no blueprint is called ''"),
        (["--mix", "shape=nan"], "must be numbers from 0 up"),
        (["--mix", "shape=1e308,concept=1e308"], "must be numbers from 0 up"),
        (["--mix", "shape=-1,concept=2"], "must be numbers from 0 up"),
        (["--mix", "shape=0"], "must be numbers from 0 up"),
        (["--mix", "debug"], "No question of this level and these topics fits"),
        (["--debrief"], "no interview has ended yet"),
        (["--debrief", "--new"], "about the last interview: omit"),
        (["--debrief", "--minutes", "20"], "about the last interview: omit"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    quizzer: Quizzer, arguments: list[str], says: str
) -> None:
    result = quizzer("interview", *arguments)
    assert result.code == 2
    assert says in result.err


@pytest.mark.parametrize(
    "arguments", [["--minutes", "9"], ["--blueprint", ""], ["--mix", ""], ["--mix", "shape=0"]]
)
def test_beside_an_interview_that_was_left_too(quizzer: Quizzer, arguments: list[str]) -> None:
    """`--new` would not start it: to propose that would lead nowhere."""
    quizzer(*WORDS)
    result = quizzer("interview", *arguments)
    assert result.code == 2
    assert "--new" not in result.err
    assert "Resuming" in quizzer("interview").out
