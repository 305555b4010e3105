"""The verdict when the learner asks for the solution instead of answering."""

from fractions import Fraction

from quizzer.bank.schema import Item
from quizzer.exercises.variant import Variant
from quizzer.grading.key import right_answer
from quizzer.grading.verdict import PartStatus, PartVerdict, Status, Verdict


def given_up(item: Item, variant: Variant) -> Verdict:
    """Nothing earned. What is right stands in the parts, or in the steps of the solution."""
    return Verdict(
        status=Status.WRONG,
        score=Fraction(0),
        parts=tuple(
            PartVerdict(name=name, status=PartStatus.MISSING, score=Fraction(0), expected=text)
            for name, text in right_answer(item, variant).items()
        ),
        feedback="The solution is shown. This item comes back soon.",
    )
