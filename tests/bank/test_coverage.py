"""Which points of a check-list are covered, and what a point of each subject needs."""

from pathlib import Path

import pytest

from quizzer.bank.coverage import Covered, coverage
from quizzer.bank.loading import load_folder

ITEM = """\
- id: {id}
  title: A title
  level: junior
  difficulty: 2
  prompt: What?
  explanation: Because.
  sources: [A paper]
  hints: [Think]
  covers: [{covers}]
"""
CHOICE = """\
  kind: choice
  options:
  - {text: Yes it is, correct: true}
  - {text: No it is not, because: It is}
"""
COMPUTE = """\
  kind: compute
  given:
    x: {shape: [3]}
  steps:
    y: {of: activations.softmax, with: [x]}
  ask:
    y: {decimals: 3}
"""


def covered(folder: Path, subject: str, *items: str) -> Covered:
    """The coverage of the one point of a check-list, about which these items are."""
    (folder / "checklist.yaml").write_text(
        "topics:\n- id: attention\n  title: A\n  about: B.\n  points:\n"
        f"  - {{id: the-point, text: can do it, subject: {subject}}}\n"
    )
    (folder / "bank.yaml").write_text("topic: attention\nitems:\n" + ("".join(items) or "  []"))
    library, problems = load_folder(folder)
    assert not problems
    (entry,) = coverage(library)
    return entry


def item(name: str, kind: str, covers: str = "the-point") -> str:
    return ITEM.format(id=name, covers=covers) + kind


@pytest.mark.parametrize("subject", ["concept", "formula", "shape", "code"])
def test_a_point_without_items_is_a_gap(tmp_path: Path, subject: str) -> None:
    found = covered(tmp_path, subject, item("other", COMPUTE, covers=""))
    assert (found.gap, found.items, found.hands_on) == ("no item", (), 0)


@pytest.mark.parametrize("subject", ["formula", "shape", "code"])
def test_what_must_be_worked_out_is_not_covered_by_words(tmp_path: Path, subject: str) -> None:
    assert covered(tmp_path, subject, item("a", CHOICE)).gap == "no hands-on item"


def test_a_concept_is_covered_by_words(tmp_path: Path) -> None:
    assert covered(tmp_path, "concept", item("a", CHOICE)).gap is None


def test_items_are_counted_by_kind(tmp_path: Path) -> None:
    items = item("a", CHOICE), item("b", COMPUTE), item("c", CHOICE)
    found = covered(tmp_path, "formula", *items)
    assert found.gap is None
    assert found.hands_on == 1
    assert {kind: n for kind, n in found.by_kind.items() if n} == {"choice": 2, "compute": 1}


def test_a_subject_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        covered(tmp_path, "formla", item("a", CHOICE))
    _, problems = load_folder(tmp_path)
    assert "formula" in str(problems[0])
