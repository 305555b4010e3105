"""A verdict as a document: parts apart from one another, and nothing said twice."""

from fractions import Fraction

from quizzer.exercises.drawing import draw
from quizzer.grading.grade import grade
from quizzer.grading.verdict import MistakeFound, PartStatus, PartVerdict, Status, Verdict
from quizzer.tui.documents.code_verdicts import code_verdict_elements
from quizzer.tui.documents.verdicts import PartLabels, verdict_elements
from tests.bundled import bundled


def test_a_mistake_made_at_two_blanks_is_explained_once() -> None:
    item = bundled().items["batch-first-shapes"]
    answer = {"batch": "10", "length": "32", "output": "10, 32, 16", "hidden": "2048"}
    verdict = grade(item, draw(item, 0), answer)
    names = PartLabels({name: name for name in answer}, {})
    elements = verdict_elements(verdict, names)
    lines = "\n".join(element.fit(100).plain for element in elements).splitlines()
    assert sum("batch_first is False by default" in line for line in lines) == 1
    assert lines.count("▸ The same mistake.") == 1
    output = next(at for at, line in enumerate(lines) if line.startswith("✓ output"))
    assert lines[output - 1] == ""  # apart from what is said of the length
    assert lines[output + 1].startswith("✓ hidden")


def test_a_mistake_made_in_two_lines_is_not_repeated_where_no_line_is_named() -> None:
    exchanged = MistakeFound(id="exchanged", step="1", says="This exchanges the sides.")
    parts = tuple(
        PartVerdict(name=n, status=PartStatus.WRONG, score=Fraction(0), mistake=exchanged)
        for n in "12"
    )
    verdict = Verdict(status=Status.WRONG, score=Fraction(0), parts=parts)
    elements = verdict_elements(verdict, PartLabels({}, {}))
    text = "\n".join(element.fit(80).plain for element in elements)
    assert text.count("This exchanges the sides.") == 1
    assert "The same mistake." not in text


def test_a_case_that_was_not_reached_says_so_and_no_other() -> None:
    parts = (
        PartVerdict(name="case 1", status=PartStatus.WRONG, score=Fraction(0)),
        PartVerdict(name="causal", status=PartStatus.MISSING, score=Fraction(0)),
    )
    verdict = Verdict(status=Status.WRONG, score=Fraction(0), parts=parts)
    elements = code_verdict_elements(verdict)
    lines = "\n".join(element.fit(80).plain for element in elements).splitlines()
    assert "  ✗ case 1" in lines
    assert "  – causal  not reached" in lines


def test_a_shape_is_written_as_a_shape_and_marked_axis_by_axis() -> None:
    item = bundled().items["self-attention-shapes"]
    variant = draw(item, 0)
    entered = {"query": "3x4x5", "weights": "(5, 5)", "output": "3, 5, 3"}
    verdict = grade(item, variant, entered)
    labels = PartLabels({name: name for name in entered}, {}, frozenset(entered))
    lines = [
        line
        for element in verdict_elements(verdict, labels)
        for line in element.fit(100).plain.splitlines()
    ]
    assert "  yours  (3✓, 4✗, 5✗)   right  (3, 5, 4)" in lines
    assert "  yours  (5, 5)   right  (3, 5, 5)" in lines
    assert not any("[" in line for line in lines)
