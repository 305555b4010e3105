"""The verdict when the learner does not answer, but asks for the solution or skips the question."""

from fractions import Fraction

from quizzer.bank.schema import Item
from quizzer.exercises.variant import Variant
from quizzer.grading.answer_key import right_answer
from quizzer.grading.verdict import PartStatus, PartVerdict, Status, Verdict


def given_up(item: Item, variant: Variant) -> Verdict:
    """No points. What would be right is in the parts, or in the steps of the solution."""
    return _nothing_earned(item, variant, "The solution is shown. This question comes back soon.")


def passed_over(item: Item, variant: Variant) -> Verdict:
    """The same for "I don't know" in an interview, where no solution is shown."""
    return _nothing_earned(item, variant, "You said “I don't know”. This question comes back soon.")


def _nothing_earned(item: Item, variant: Variant, feedback: str) -> Verdict:
    return Verdict(
        status=Status.WRONG,
        score=Fraction(0),
        parts=tuple(
            PartVerdict(name=name, status=PartStatus.MISSING, score=Fraction(0), expected=text)
            for name, text in right_answer(item, variant).items()
        ),
        feedback=feedback,
    )
