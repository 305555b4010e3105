"""A fill item with one blank, and the verdict on what is entered there."""

from quizzer.grading.fill import grade_fill
from quizzer.grading.verdict import Verdict
from tests.exercises.items import item


def graded(accept: str | list[str], entered: str) -> Verdict:
    """The verdict where this is accepted and that was entered."""
    answers = [accept] if isinstance(accept, str) else accept
    return grade_fill(item("fill", blanks={"x": {"accept": answers}}), {"x": entered})
