"""Tempting answers to blanks that are not graded as wrong: for `quizzer check`."""

from collections.abc import Iterator

from quizzer.bank.schema import FillItem
from quizzer.diagnostics import Finding
from quizzer.grading.fill import grade_fill
from quizzer.grading.verdict import PartStatus


def problems_of(item: FillItem) -> list[Finding]:
    """A warning for each that is forgiven as an accepted one, so its `because` is never shown."""
    return list(_not_wrong(item))


def _not_wrong(item: FillItem) -> Iterator[Finding]:
    for name, blank in item.blanks.items():
        for index, wrong in enumerate(blank.tempting):
            for place, answer in enumerate(wrong.answers):
                parts = {part.name: part for part in grade_fill(item, {name: answer}).parts}
                if parts[name].status is not PartStatus.WRONG:
                    yield Finding(
                        ("blanks", name, "tempting", index, "answers", place),
                        f"'{answer}' is not graded as wrong, so nobody is told why it fails",
                        "see which accepted answer it is taken for, and remove one of the two",
                        severity="warning",
                    )
