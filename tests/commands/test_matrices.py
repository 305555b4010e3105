"""Matrices in the terminal: batches and heads keep their indices, and their numbers."""

import json

import pytest

from tests.commands.conftest import Quizzer

BATCH = "reshape-that-splits-tokens"  # asks for an array of shape (2, 3, 2)


def test_numbers_of_a_batch_are_marked_and_its_indices_are_not(quizzer: Quizzer) -> None:
    right = json.loads(quizzer("show", BATCH, "--solution", "--json").out)["solution"]["answer"]
    right["heads"][1][2][1] += 1
    shown = quizzer("answer", BATCH, stdin=json.dumps(right)).out
    yours = [line.strip() for line in shown.partition("yours")[2].split("right")[0].splitlines()]
    rows = [line for line in yours if line]
    assert [row for row in rows if "✓" not in row] == ["[0]", "[1]"]
    assert "".join(rows).count("✓") == 11
    assert rows[-1].endswith("✗]]")


def test_each_slice_of_a_wide_batch_comes_in_blocks_under_its_index(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    *_, heads = quizzer("trace", "--values").out.partition("self_attention.scores (2, 6, 6)")
    lines = [line.strip() for line in heads.splitlines()]
    for index in ("[0]", "[1]"):
        head, first, *_, last = lines[lines.index(index) + 1 :][:7]
        assert head == "columns 1 to 5 of 6"
        assert (first[:2], last[-2:]) == ("[[", "]]")
