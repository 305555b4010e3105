"""The verdict when the learner asks for the solution instead of answering."""

from fractions import Fraction

from quizzer.bank.schema import ChoiceItem, FillItem, Item
from quizzer.exercises.variant import Variant
from quizzer.grading.choice import PART, shown_options
from quizzer.grading.verdict import PartStatus, PartVerdict, Status, Verdict


def given_up(item: Item, variant: Variant) -> Verdict:
    """Nothing earned. What is right stands in the parts, or in the steps of the solution."""
    return Verdict(
        status=Status.WRONG,
        score=Fraction(0),
        parts=tuple(
            PartVerdict(name=name, status=PartStatus.MISSING, score=Fraction(0), expected=text)
            for name, text in _right_answers(item, variant).items()
        ),
        feedback="The solution is shown. This item comes back soon.",
    )


def _right_answers(item: Item, variant: Variant) -> dict[str, str]:
    match item:
        case ChoiceItem():
            shown = shown_options(item, variant)
            return {PART: " ".join(letter for letter in shown if shown[letter].correct)}
        case FillItem():
            return {name: blank.accept[0] for name, blank in item.blanks.items()}
        case _:
            return {}
