"""`quizzer train`: progress, curve, attention, examples; in a terminal, on a pipe, interrupted."""

import io
import json
from collections.abc import Iterator

import pytest

from quizzer.commands.text import charts, heat
from quizzer.commands.text.progress_bar import ProgressBar
from reference.gradients import training
from tests.commands.conftest import Quizzer


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_lines_without_control_characters(quizzer: Quizzer) -> None:
    result = quizzer("train", "--steps", 4)
    assert result.code == 0
    steps = [line for line in result.out.splitlines() if line.startswith("step ")]
    assert [line.split()[1] for line in steps] == ["1/4", "2/4", "3/4", "4/4"]
    assert all("loss" in line and "right" in line for line in steps)
    assert not set(result.out) & {"\r", "\x1b"}


def test_what_it_learnt_is_shown_as_curve_attention_and_examples(quizzer: Quizzer) -> None:
    out = quizzer("train", "--steps", 4).out
    assert out.index("Loss, step") < out.index("(cross-attention") < out.index("not seen")
    rows = [line.split()[1] for line in out.splitlines() if line.startswith("writes ")]
    source = out[: out.index("\nwrites ")].splitlines()[-1].split()
    assert rows == [*reversed(source), "end"]
    assert "of 100 written without a mistake." in out


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_everything_fits_the_width(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(len, quizzer("train", "--steps", 2).out.splitlines())) <= columns


def test_json_holds_plan_steps_attention_and_what_was_written(quizzer: Quizzer) -> None:
    result = quizzer("train", "--steps", 3, "--seed", 5, "--json")
    told = json.loads(result.out)
    assert told["schema"] == "quizzer-train/1"
    assert (told["plan"]["steps"], told["plan"]["seed"], told["interrupted"]) == (3, 5, False)
    assert [step["step"] for step in told["steps"]] == [1, 2, 3]
    assert all(abs(sum(row) - 1) < 1e-5 for row in told["attention"]["weights"])
    assert all(
        entry["right"] == (entry["written"] == entry["source"][::-1]) for entry in told["written"]
    )


def test_the_seed_decides_everything(quizzer: Quizzer) -> None:
    first, again, other = (
        json.loads(quizzer("train", "--steps", 2, "--seed", seed, "--json").out)
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first["steps"] != other["steps"]


def test_ctrl_c_ends_with_what_was_reached(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = training.train

    def interrupted(plan: training.TrainingPlan) -> Iterator[training.Progress]:
        for progress in whole(plan):
            yield progress
            if progress.step == 2:
                raise KeyboardInterrupt

    monkeypatch.setattr(training, "train", interrupted)
    result = quizzer("train", "--steps", 50)
    assert result.code == 130
    assert "Stopped after step 2 of 50; this is what it reached." in result.out
    assert "Loss, step by step" in result.out


def test_ctrl_c_before_the_first_step_says_so(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(plan: training.TrainingPlan) -> Iterator[training.Progress]:
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "train", interrupted)
    result = quizzer("train")
    assert (result.code, result.err) == (2, "quizzer: stopped before the first step was done\n")


@pytest.mark.parametrize(
    ("option", "value"), [("--steps", "0"), ("--steps", "x"), ("--steps", "1.5"), ("--seed", "-1")]
)
def test_numbers_that_make_no_sense_are_refused(quizzer: Quizzer, option: str, value: str) -> None:
    result = quizzer("train", f"{option}={value}")
    assert result.code == 2
    assert option in result.err
    assert "whole number" in result.err


def test_a_terminal_sees_one_line_that_is_drawn_over() -> None:
    terminal = Terminal()
    bar = ProgressBar(2, terminal)
    bar.show(1, "loss 3.000")
    bar.show(2, "loss 2.000")
    bar.close()
    first, second = terminal.getvalue().split("\r")[1:]
    assert first.startswith("████████░░░░░░░░ step 1/2  loss 3.000")
    assert second.startswith("████████████████ step 2/2  loss 2.000")
    assert terminal.getvalue().count("\n") == 1


def test_a_terminal_that_cannot_draw_over_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    terminal = Terminal()
    bar = ProgressBar(1, terminal)
    bar.show(1, "loss 3.000")
    bar.close()
    assert terminal.getvalue() == "step 1/1  loss 3.000\n"


def test_a_curve_stands_on_zero_and_says_its_scale() -> None:
    assert list(charts.curve([4.0, 3.0, 1.0, 0.5], columns=60, rows=2)) == [
        "4.00 │█▄",
        "     │██▄▂",
        "   0 └────",
        "      1  4",
    ]


def test_a_curve_of_many_steps_averages_them_into_its_columns() -> None:
    wide, narrow = (
        list(charts.curve(values, columns=10, rows=1))
        for values in (
            [8.0, 8.0, 4.0, 4.0, 2.0, 2.0, 1.0, 1.0],
            [8.0, 4.0, 2.0, 1.0],
        )
    )
    assert wide[0] == narrow[0] == "8.00 │█▄▂▁"
    assert wide[-1] == "      1  8"


def test_a_heat_map_shades_and_says_each_number() -> None:
    shares = [[0.75, 0.25], [0.0, 1.0]]
    assert list(heat.heat_map(shares, ["one", "other"], ["a", "b"], 1.0, 80)) == [
        "           a     b",
        "one    ▓0.75 ░0.25",
        "other      0 █1.00",
    ]


def test_a_heat_map_that_is_too_wide_comes_in_blocks_of_columns() -> None:
    lines = list(heat.heat_map([[-2.0, 1.0, -0.5]], ["row"], ["a", "b", "c"], 2.0, 20))
    assert lines == ["          a      b", "row  █-2.00  ▒1.00", "", "          c", "row  ░-0.50"]
