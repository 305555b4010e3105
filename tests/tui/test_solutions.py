"""A solution on the screen: each step once, what leads to it side by side."""

from pathlib import Path

from quizzer.bank.loading import load_library
from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import solution
from quizzer.exercises.shown import StepShown
from quizzer.tui.documents.solutions import solution_elements


def shown(steps: tuple[StepShown, ...]) -> str:
    return "\n".join(element.fit(78).plain for element in solution_elements(steps, []))


def step(name: str, of: str = "", formula: str = "", letters: str = "") -> StepShown:
    return StepShown(
        name=name,
        says=f"what {name} is",
        formula=formula,
        letters=letters,
        of=of,
        arguments=(),
        shape="(2,)",
        value=[1, 2],
        text=f"[1 {len(name)}]",
        asked=False,
    )


def test_what_is_worked_out_on_the_way_stands_side_by_side() -> None:
    text = shown((step("y.mean"), step("y.variance"), step("y", "normalization.layer_norm")))
    assert text.splitlines()[2:] == [
        "on the way to y",
        "  mean  (2,)  what y.mean is",
        "  variance  (2,)  what y.variance is",
        "  mean    variance",
        "  [1 6]   [1 10]",
        "",
        "y  (2,)  what y is",
        "  [1 1]",
    ]
    alone = shown((step("y.mean"), step("y", "normalization.rms_norm")))
    assert "y.mean  (2,)  what y.mean is\n  [1 6]" in alone


def test_a_formula_that_stands_above_is_not_told_again() -> None:
    steps = (
        step("a", "layers.residual", "y = x + f(x)", "x = u"),
        step("b", "layers.residual", "y = x + f(x)", "x = v"),
        step("c", "layers.residual", "y = x + f(x)"),
    )
    text = shown(steps)
    assert text.count("y = x + f(x)") == 1
    assert "b  (2,)  what b is\n  as above, with x = v\n  [1 1]" in text
    assert text.endswith("c  (2,)  what c is\n  [1 1]")


def test_a_whole_transformer_is_told_in_less_than_three_hundred_lines(
    compiled_banks: Path,
) -> None:
    item = load_library(compiled_banks).items["full-forward-pass"]
    steps = solution(item, draw(item, 0))
    lines = shown(steps).splitlines()
    assert len(lines) < 300
    for one in steps:  # and nothing is lost
        assert one.text.splitlines()[0] in "\n".join(lines)
