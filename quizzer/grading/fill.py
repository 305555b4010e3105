"""Grading fill items: forgiving about how a thing is written, strict about what it is."""

from collections.abc import Mapping
from fractions import Fraction

from quizzer.bank.schema import Blank, FillItem, Tempting
from quizzer.grading.lookalikes import is_slip_of_the_pen, normal_form
from quizzer.grading.scoring import invalid, not_understood, nothing_entered, verdict_of
from quizzer.grading.verdict import MistakeFound, PartStatus, PartVerdict, Verdict

MAX_LENGTH = 500


def grade_fill(item: FillItem, answer: Mapping[str, str]) -> Verdict:
    """The verdict on the blanks: each counts the same."""
    problems = [*_unknown(item, answer), *_too_long(item, answer)]
    if problems:
        return invalid(problems)
    if not any(text.strip() for text in answer.values()):
        return nothing_entered()
    parts = [_part(name, blank, answer.get(name, "")) for name, blank in item.blanks.items()]
    found = [part.mistake.id for part in parts if part.mistake]
    return verdict_of(parts, [1] * len(parts), found)


def _unknown(item: FillItem, answer: Mapping[str, str]) -> list[PartVerdict]:
    says = f"There is no such blank. Asked for: {', '.join(item.blanks)}."
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


def _part(name: str, blank: Blank, text: str) -> PartVerdict:
    entered = text.strip()
    status, says, tempting = _judged(blank, entered)
    return PartVerdict(
        name=name,
        status=status,
        score=Fraction(status is PartStatus.RIGHT),
        understood=entered,
        entered=entered or None,
        expected=blank.accept[0],
        mistake=_mistake(name, tempting) if tempting else None,
        feedback=says,
    )


def _judged(blank: Blank, entered: str) -> tuple[PartStatus, str, Tempting | None]:
    if not entered:
        return PartStatus.MISSING, "", None
    given = normal_form(entered)
    accepted = {normal_form(answer): answer for answer in blank.accept}
    if given in accepted:
        return PartStatus.RIGHT, "", None
    for tempting in blank.tempting:
        if given in map(normal_form, tempting.answers):
            return PartStatus.WRONG, tempting.because, tempting
    for form, answer in accepted.items():
        if is_slip_of_the_pen(given, form):
            return PartStatus.RIGHT, f"Right; it is written {answer}.", None
    return PartStatus.WRONG, "", None


def _mistake(name: str, tempting: Tempting) -> MistakeFound | None:
    if tempting.mistake is None:
        return None
    return MistakeFound(id=tempting.mistake, step=name, says=tempting.because)
