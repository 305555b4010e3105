"""From the scores of the parts to the verdict on the whole, in exact fractions."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from quizzer.grading.verdict import PartStatus, PartVerdict, Status, Verdict


def verdict_of(
    parts: Sequence[PartVerdict], weights: Sequence[int], mistakes: Iterable[str] = ()
) -> Verdict:
    """The verdict by the weighted mean of the scores; right if nothing is wrong or left out."""
    total = sum((part.score * w for part, w in zip(parts, weights, strict=True)), Fraction(0))
    score = total / sum(weights)
    status = Status.RIGHT if score == 1 else Status.WRONG if score == 0 else Status.PARTLY
    return Verdict(
        status=status, score=score, parts=tuple(parts), mistakes=tuple(dict.fromkeys(mistakes))
    )


def invalid(parts: Sequence[PartVerdict], feedback: str = "") -> Verdict:
    """The verdict if nothing was graded: only these parts must be entered again, and say why."""
    says = feedback or "Nothing was graded, and nothing is lost: correct this and try again."
    return Verdict(status=Status.INVALID, score=Fraction(0), parts=tuple(parts), feedback=says)


def nothing_entered() -> Verdict:
    """The verdict if all parts are empty."""
    return invalid((), "There is no answer yet. A partial answer is enough; a hint costs little.")


def not_understood(name: str, entered: str, feedback: str) -> PartVerdict:
    """A part that cannot be graded as it was typed."""
    return PartVerdict(
        name=name,
        status=PartStatus.NOT_UNDERSTOOD,
        score=Fraction(0),
        entered=entered,
        feedback=feedback,
    )
