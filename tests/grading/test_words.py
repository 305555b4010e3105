"""Every verdict can be said."""

from quizzer.grading.verdict import PartStatus, Status
from quizzer.grading.words import HEADLINES, PARTS


def test_every_status_has_its_words() -> None:
    assert HEADLINES.keys() == set(Status)
    assert PARTS.keys() == set(PartStatus)
