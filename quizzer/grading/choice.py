"""Grading choice items: one right option, or several, where wrong picks cost right ones."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from quizzer.bank.schema import ChoiceItem, Option
from quizzer.exercises.letters import LETTERS, lettered
from quizzer.exercises.variant import Variant
from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.letters import letters_in
from quizzer.grading.scoring import invalid, not_understood, nothing_entered, verdict_of
from quizzer.grading.verdict import MistakeFound, PartStatus, PartVerdict, Verdict
from quizzer.words import counted

PART = "choice"


def grade_choice(item: ChoiceItem, variant: Variant, answer: Mapping[str, str]) -> Verdict:
    """The verdict on the picked letters."""
    text = answer.get(PART, "")
    if not text.strip():
        return nothing_entered()
    try:
        letters = read_letters(item, text)
    except AnswerError as error:
        return invalid([not_understood(PART, text, error.message)])
    shown = shown_options(item, variant)
    picked = [shown[letter] for letter in letters]
    part = _part(letters, shown, picked)
    tempted = [option.mistake for option in picked if not option.correct and option.mistake]
    return verdict_of([part], [1], tempted)


def shown_options(item: ChoiceItem, variant: Variant) -> dict[str, Option]:
    """The options by the letters under which this variant shows them."""
    return lettered(item.options, variant)


def read_letters(item: ChoiceItem, text: str) -> list[str]:
    """The letters that were picked, sorted."""
    found = letters_in(text, LETTERS[: len(item.options)])
    letters = {entry.letter for entry in found}
    if len(letters) > 1 and not item.takes_several:
        raise AnswerError("Only one option is right: choose a single letter.")
    return sorted(letters)


def _part(
    letters: Sequence[str], shown: Mapping[str, Option], picked: Sequence[Option]
) -> PartVerdict:
    correct = [letter for letter, option in shown.items() if option.correct]
    good = sum(option.correct for option in picked)
    score = Fraction(max(0, 2 * good - len(picked)), max(1, len(correct)))
    wrong = [(letter, shown[letter]) for letter in letters if not shown[letter].correct]
    status = PartStatus.PARTLY if score else PartStatus.WRONG
    tempting = next((option for _, option in wrong if option.mistake), None)
    return PartVerdict(
        name=PART,
        status=PartStatus.RIGHT if score == 1 else status,
        score=score,
        understood=" ".join(letters),
        entered=" ".join(letters),
        expected=" ".join(correct),
        mistake=_mistake(tempting) if tempting else None,
        feedback=_feedback(wrong, missing=len(correct) - good, several=len(correct) > 1),
    )


def _mistake(option: Option) -> MistakeFound:
    return MistakeFound(id=option.mistake or "", step=PART, says=option.because)


def _feedback(wrong: Sequence[tuple[str, Option]], *, missing: int, several: bool) -> str:
    says = [f"{letter}: {option.because}" for letter, option in wrong if option.because]
    if several and missing:
        says.append(f"{counted(missing, 'right option')} left out.")
    return "\n".join(says)
