"""Grading fill items: forgiving about spelling and form, strict about what is meant."""

from collections.abc import Callable, Mapping, Sequence, Set
from fractions import Fraction
from typing import NamedTuple

from quizzer.bank.schema import Blank, FillItem, Tempting
from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.commas import doubt_in
from quizzer.grading.reading.lookalikes import (
    plain_words,
    readings,
    readings_of_entered,
    spaced_form,
)
from quizzer.grading.reading.misspellings import is_slip_in
from quizzer.grading.reading.numbers import is_number, misprint_in, writes_one_of
from quizzer.grading.reading.shapes import is_shape, parse_shape, writes_shape_of
from quizzer.grading.reading.spelled import says_nothing
from quizzer.grading.reading.trimming import (
    asks_how_many,
    number_alone,
    remark_apart,
    words_alone,
)
from quizzer.grading.scoring import invalid, not_understood, nothing_entered, verdict_of
from quizzer.grading.shapes import difference
from quizzer.grading.verdict import MistakeFound, PartStatus, PartVerdict, Verdict

MAX_LENGTH = 500


def grade_fill(item: FillItem, answer: Mapping[str, str]) -> Verdict:
    """The verdict on the blanks, which all count the same."""
    problems = [*_unknown(item, answer), *_too_long(item, answer)]
    if problems:
        return invalid(problems)
    if not any(text.strip() for text in answer.values()):
        return nothing_entered()
    meant = frozenset(plain_words(" ".join((item.prompt, item.explanation, *item.hints))))
    parts = [_part(item, name, answer.get(name, "").strip(), meant) for name in item.blanks]
    in_doubt = [part for part in parts if part.status.invalid]
    if in_doubt:
        return invalid(in_doubt)
    found = [part.mistake.id for part in parts if part.mistake]
    return verdict_of(parts, [1] * len(parts), found)


def _unknown(item: FillItem, answer: Mapping[str, str]) -> list[PartVerdict]:
    says = f"There is no such blank. The blanks are: {', '.join(item.blanks)}."
    return [
        not_understood(name, text, says) for name, text in answer.items() if name not in item.blanks
    ]


def _too_long(item: FillItem, answer: Mapping[str, str]) -> list[PartVerdict]:
    says = f"This is longer than {MAX_LENGTH} characters; a few words are enough."
    return [
        not_understood(name, text[:MAX_LENGTH], says)
        for name, text in answer.items()
        if len(text) > MAX_LENGTH
    ]


class _Judgement(NamedTuple):
    """The status, what is said about it, and the tempting answer that was given."""

    status: PartStatus
    says: str = ""
    tempting: Tempting | None = None


def _part(item: FillItem, name: str, entered: str, meant: Set[str]) -> PartVerdict:
    status, says, tempting = _judged(item, name, entered, meant)
    doubt = doubt_in(entered) if status is PartStatus.WRONG else None
    if doubt and _judged(item, name, doubt.otherwise, meant).status is PartStatus.RIGHT:
        return not_understood(name, entered, doubt.question)
    misprint = misprint_in(entered) if is_number(item.blanks[name].accept[0]) else ""
    if misprint and status is PartStatus.WRONG and not tempting:
        return not_understood(name, entered, misprint)
    return PartVerdict(
        name=name,
        status=status,
        score=Fraction(status is PartStatus.RIGHT),
        understood=entered,
        entered=entered or None,
        expected=item.blanks[name].accept[0],
        mistake=_mistake(name, tempting) if tempting else None,
        feedback=says or _about_the_shape(item.blanks[name], status, entered),
    )


def _about_the_shape(blank: Blank, status: PartStatus, entered: str) -> str:
    """How a wrong shape differs from the right one, if the bank says nothing about it."""
    if status is not PartStatus.WRONG or not is_shape(blank.accept[0]):
        return ""
    try:
        return difference(parse_shape(entered), parse_shape(blank.accept[0]))
    except AnswerError:
        return ""


def _judged(item: FillItem, name: str, entered: str, meant: Set[str]) -> _Judgement:
    """Judge an entry as it is, then without the words that people write around an answer."""
    blank = item.blanks[name]
    counts = asks_how_many(item.prompt, name)
    judged = _judged_as_it_stands(blank, entered, meant, counts)
    if judged.status is not PartStatus.WRONG or judged.tempting:
        return judged
    shorten = number_alone if is_number(blank.accept[0]) else words_alone
    for shorter in shorten(entered, item.prompt, name, blank.label):
        judged = _judged_as_it_stands(blank, shorter, meant, counts)
        if judged.status is not PartStatus.WRONG or judged.tempting:
            return judged
    rest, remark = remark_apart(entered)
    if not remark or _judged_as_it_stands(blank, remark, meant, counts).tempting:
        return judged
    return _judged(item, name, rest, meant)


def _judged_as_it_stands(blank: Blank, entered: str, meant: Set[str], counts: bool) -> _Judgement:
    """Judge an entry as it is. If accepted and tempting answers differ only in spaces, these count.

    In a blank that `counts` things, "none" means 0; in others it is right only if the bank says so.
    """
    if not entered:
        return _Judgement(PartStatus.MISSING)
    accepted = _is_one_of(entered, blank.accept)
    tempting = next((one for one in blank.tempting if _is_one_of(entered, one.answers)), None)
    if accepted and tempting:
        accepted = _is_spaced_like_one_of(entered, blank.accept)
        spaced = (one for one in blank.tempting if _is_spaced_like_one_of(entered, one.answers))
        tempting = next(spaced, None)
    writes = _reader_of(blank.accept[0])
    if not accepted and not tempting and writes and (counts or not says_nothing(entered)):
        accepted = writes(entered, blank.accept)
        equal = (one for one in blank.tempting if writes(entered, one.answers))
        tempting = None if accepted else next(equal, None)
    if accepted:
        return _Judgement(PartStatus.RIGHT)
    if tempting:
        return _Judgement(PartStatus.WRONG, tempting.because, tempting)
    slip = _slip(blank, entered, meant)
    return _Judgement(PartStatus.RIGHT if slip else PartStatus.WRONG, slip)


def _reader_of(answer: str) -> Callable[[str, Sequence[str]], bool] | None:
    """The function that recognises other ways to write this answer, if it is a number or shape."""
    if is_number(answer):
        return writes_one_of
    return writes_shape_of if is_shape(answer) else None


def _is_one_of(entered: str, answers: Sequence[str]) -> bool:
    given = readings_of_entered(entered)
    return any(given & readings(answer) for answer in answers)


def _is_spaced_like_one_of(entered: str, answers: Sequence[str]) -> bool:
    return spaced_form(entered) in map(spaced_form, answers)


def _slip(blank: Blank, entered: str, meant: Set[str]) -> str:
    """The spelling of the accepted word that was misspelled; empty if none was meant."""
    wrong = [answer for one in blank.tempting for answer in one.answers]
    if any(is_slip_in(entered, answer, frozenset()) for answer in wrong):
        return ""
    found = (answer for answer in blank.accept if is_slip_in(entered, answer, meant))
    answer = next(found, None)
    return f"Right; the spelling is {answer}." if answer else ""


def _mistake(name: str, tempting: Tempting) -> MistakeFound | None:
    if tempting.mistake is None:
        return None
    return MistakeFound(id=tempting.mistake, step=name, says=tempting.because)
