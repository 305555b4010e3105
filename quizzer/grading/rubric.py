"""Open answers: marks suggested by the words found, the learner's own marks, and the verdict.

A suggestion only looks for words. It sees neither a "not" nor whether a sentence is true. So the
learner decides, and if nobody has decided, the verdict says so.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, structs

from quizzer.bank.schema import KeyPoint, OpenItem
from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.free_text import FreeText, Token, tokens
from quizzer.grading.scoring import invalid, not_understood, nothing_entered, verdict_of
from quizzer.grading.verdict import PartStatus, PartVerdict, Verdict
from quizzer.words import counted

ANSWER = "answer"
SAID_ALOUD = "(said aloud)"  # stands for an answer that was not written down
POINTS = "points"  # the learner's marks, one per key point
UNDECIDED = "?"  # stands for the suggestion where the learner has not decided yet
MAX_LENGTH = 20_000

NONE, HALF, FULL = Fraction(0), Fraction(1, 2), Fraction(1)
SIGNS = {NONE: "0", HALF: "½", FULL: "1"}

_SPELLINGS = {
    **dict.fromkeys(("0", "0.0"), NONE),
    **dict.fromkeys(("½", "1/2", "0.5", ".5"), HALF),
    **dict.fromkeys(("1", "1.0"), FULL),
    UNDECIDED: None,
}
_STATUS = {NONE: PartStatus.WRONG, HALF: PartStatus.PARTLY, FULL: PartStatus.RIGHT}


class Suggestion(Struct, frozen=True, kw_only=True):
    """A mark for one key point, and the words of the answer that suggest it."""

    mark: Fraction
    words: tuple[str, ...] = ()


def suggest(item: OpenItem, text: str) -> tuple[Suggestion, ...]:
    """For each key point: 1 for two of its words (or its only one), ½ for one, else 0.

    Repeating the question is worth nothing: at least one of the words must not be in the question.
    """
    answer = FreeText(text[:MAX_LENGTH])
    question = FreeText(f"{item.title}\n{item.prompt}")
    return tuple(_suggestion(point, answer, question) for point in item.key_points)


def _suggestion(point: KeyPoint, answer: FreeText, question: FreeText) -> Suggestion:
    phrases = {"".join(token.plain for token in phrase): phrase for phrase in _phrases(point)}
    found = {said: phrase for phrase in phrases.values() if (said := answer.find(phrase))}
    if all(question.find(phrase) for phrase in found.values()):
        return Suggestion(mark=NONE)
    words = tuple(
        said.as_written
        for said in found
        if not any(_is_within(said.words, other.words) for other in found)
    )
    enough = min(2, len(phrases))
    return Suggestion(mark=FULL if len(words) >= enough else HALF, words=words)


def _is_within(words: str, more: str) -> bool:
    """Whether some words of the answer are part of others that were found: `sum` of `a sum`."""
    return words != more and f" {words} " in f" {more} "


def _phrases(point: KeyPoint) -> list[tuple[Token, ...]]:
    return [phrase for phrase in map(tokens, point.suggests) if phrase]


def read_marks(item: OpenItem, text: str) -> tuple[Fraction | None, ...]:
    """The learner's marks, one per key point; None where they have not decided: `1 ½ ? 0`."""
    words = list(re.finditer(r"[^\s,;\[\]\"]+", text))
    total = len(item.key_points)
    marks = []
    for word in words:
        if word[0] not in _SPELLINGS:
            says = f"{word[0][:20]!r} is not a mark: give 1, ½ or 0 for each key point."
            raise AnswerError(says, word.start(), text=text)
        marks.append(_SPELLINGS[word[0]])
    if len(marks) != total:
        position = words[total].start() if len(marks) > total else len(text.rstrip())
        given = counted(len(marks), "mark")
        says = f"There are {total} key points, but {given}: give one for each."
        raise AnswerError(says, position, text=text)
    return tuple(marks)


def kept_marks(item: OpenItem, text: str) -> list[Fraction | None]:
    """Marks from an earlier attempt; all None if there are none, or if the bank has changed."""
    try:
        return list(read_marks(item, text))
    except AnswerError:
        return [None] * len(item.key_points)


def write_marks(marks: Sequence[Fraction | None]) -> str:
    """Marks as text that `read_marks` understands."""
    return " ".join(UNDECIDED if mark is None else SIGNS[mark] for mark in marks)


def explain_marks(item: OpenItem, text: str) -> str:
    """Each mark beside its key point, for learners to check before it counts."""
    marks = write_marks(read_marks(item, text)).split()
    points = (point.text for point in item.key_points)
    return "\n".join(f"{mark}: {point}" for mark, point in zip(marks, points, strict=True))


def grade_open(item: OpenItem, answer: Mapping[str, str]) -> Verdict:
    """The weighted share of key points that were said, by the learner's marks or by suggestions."""
    text, points = answer.get(ANSWER, ""), answer.get(POINTS, "")
    if not text.strip():
        return nothing_entered()
    if len(text) > MAX_LENGTH:
        says = f"This is longer than {MAX_LENGTH} characters; shorten it."
        return invalid([not_understood(ANSWER, text[:MAX_LENGTH], says)])
    try:
        marks = read_marks(item, points) if points.strip() else (None,) * len(item.key_points)
    except AnswerError as error:
        return invalid([not_understood(POINTS, points, str(error))])
    suggestions = suggest(item, text)
    parts = [
        _part(number, *judged)
        for number, judged in enumerate(zip(item.key_points, marks, suggestions, strict=True), 1)
    ]
    verdict = verdict_of(parts, [point.weight for point in item.key_points])
    return structs.replace(verdict, feedback=_who_judged(marks))


def _part(
    number: int, point: KeyPoint, decided: Fraction | None, suggestion: Suggestion
) -> PartVerdict:
    mark = suggestion.mark if decided is None else decided
    return PartVerdict(
        name=str(number),
        status=_STATUS[mark],
        score=mark,
        understood=f"{SIGNS[mark]} by you" if decided is not None else _because(suggestion),
        feedback=_feedback(point, mark, None if decided is not None else suggestion),
    )


def _feedback(point: KeyPoint, mark: Fraction, suggestion: Suggestion | None) -> str:
    """What is missing; for a mark that nobody decided, also what it is based on."""
    lead = {NONE: "Not said: ", HALF: "Half said: ", FULL: "Said: "}[mark]
    if suggestion is None:
        return "" if mark == FULL else f"{lead}{point.text}"
    return f"{lead}{point.text} ({_because(suggestion)})"


def _because(suggestion: Suggestion) -> str:
    mark = f"{SIGNS[suggestion.mark]} suggested"
    if not suggestion.words:
        return f"{mark}: none of its words found, beyond those of the question"
    return f"{mark} by {', '.join(f'“{word}”' for word in suggestion.words)}"


def _who_judged(marks: Sequence[Fraction | None]) -> str:
    open_ones = sum(mark is None for mark in marks)
    if not open_ones:
        return ""
    if open_ones == len(marks):
        return (
            "Nobody has judged this answer. The marks are suggestions based on single words; "
            "they notice neither a “not” nor a mistake."
        )
    still = "is still a suggestion" if open_ones == 1 else "are still suggestions"
    return f"{open_ones} of {len(marks)} marks {still} based on single words."
