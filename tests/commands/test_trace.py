"""`quizzer trace`: every tensor of a forward pass, by name, shape and meaning."""

import json
import sys
from typing import Any

import pytest

from tests.commands.conftest import Quizzer


def shapes(quizzer: Quizzer) -> dict[str, list[int]]:
    traced = json.loads(quizzer("trace", "--json").out)
    return {tensor["name"]: tensor["shape"] for tensor in traced["tensors"]}


def test_shapes_are_those_of_the_paper(quizzer: Quizzer) -> None:
    # 6 source tokens, 5 target tokens, d_model 8, 2 heads of width 4, d_ff 16, 6 target words
    found = shapes(quizzer)
    assert found["source_embedding.output"] == [6, 8]
    assert found["encoder.0.self_attention.weights"] == [2, 6, 6]
    assert found["encoder.0.feed_forward.hidden"] == [6, 16]
    assert found["decoder.0.self_attention.weights"] == [2, 5, 5]
    assert found["decoder.0.cross_attention.key"] == [6, 8]
    assert found["decoder.0.cross_attention.weights"] == [2, 5, 6]
    assert list(found)[-1] == "probabilities"
    assert found["probabilities"] == [5, 6]


def test_json_carries_the_sentences_and_on_request_the_numbers(quizzer: Quizzer) -> None:
    traced = json.loads(quizzer("trace", "--values", "--json").out)
    assert traced["schema"] == "quizzer-trace/1"
    source = traced["source"]
    assert [source["vocabulary"][number] for number in source["ids"]] == source["tokens"]
    tensors = {tensor["name"]: tensor["values"] for tensor in traced["tensors"]}
    assert all(abs(sum(row) - 1) < 1e-12 for row in tensors["probabilities"])
    masked = tensors["decoder.0.self_attention.masked_scores"][0]
    assert [row.count("-inf") for row in masked] == [4, 3, 2, 1, 0]


def test_the_table_names_component_shape_and_meaning(quizzer: Quizzer) -> None:
    result = quizzer("trace")
    assert result.code == 0
    component, _, rest = result.out.partition("decoder.0.cross_attention\n")[2].partition("\n")
    assert component.split()[0] == "query"
    assert "(5, 8)" in component
    assert "weights" in rest


def test_values_are_shown_as_aligned_matrices(quizzer: Quizzer) -> None:
    lines = quizzer("trace", "--values").out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("probabilities "))
    rows = lines[start + 1 : start + 6]
    assert all(row.strip().strip("[]").count("0.") == 6 for row in rows)
    assert len({len(row.rstrip("]")) for row in rows}) == 1


WEIGHTS = "decoder.0.self_attention.weights"


def step(quizzer: Quizzer, *arguments: object) -> dict[str, Any]:
    result = quizzer("trace", "--step", *arguments, "--json")
    assert result.code == 0, result.err
    told: dict[str, Any] = json.loads(result.out)
    return told


def test_one_step_is_shown_with_formula_shapes_numbers_and_items(quizzer: Quizzer) -> None:
    out = quizzer("trace", "--step", WEIGHTS, "--head", 2).out
    assert "A[i, j] = exp(S[i, j]) / Σ_j exp(S[i, j])" in out
    assert "A (2 heads, 5 queries, 5 keys)" in out
    assert "head 2 of 2, rows: queries, columns: keys" in out
    assert "head 1 of 2" not in out
    first = next(line for line in out.splitlines() if line.startswith("  <s>"))
    assert first.split() == ["<s>", "█1.00", "0", "0", "0", "0"]  # the first token sees itself
    assert "sdpa-by-hand" in out
    assert "What breaks" not in out


def test_a_step_as_data_has_all_that_the_screen_shows(quizzer: Quizzer) -> None:
    told = step(quizzer, WEIGHTS)
    assert told["schema"] == "quizzer-step/1"
    shown = told["step"]
    assert shown["component"] == shown["function"] == "activations.softmax"
    assert shown["output"]["axes"] == ["heads", "queries", "keys"]
    assert shown["output"]["labels"][1]["labels"] == ["<s>", "das", "Tier", "war", "müde"]
    assert all(abs(sum(row) - 1) < 1e-12 for head in shown["output"]["values"] for row in head)
    assert told["right"] == shown["output"]["values"]
    assert shown["output"]["head"] is None
    assert (told["changed"], told["breaks"]) == (0, [])


def test_what_breaks_is_told_beside_what_is_right(quizzer: Quizzer) -> None:
    told = step(quizzer, WEIGHTS, "--what-if", "no-mask", "--head", 1)
    assert told["step"]["output"]["head"] == 1
    assert told["step"]["function"] == "activations.softmax"
    assert [entry["name"] for entry in told["what_ifs"]] == ["no-mask"]
    assert told["changed"] > 0.5
    assert told["right"][0] == [1, 0, 0, 0, 0]
    future = told["breaks"][0]
    assert future["rows"][0]["label"] == "<s>"
    by_hand = sum(told["step"]["output"]["values"][0][1:])
    assert abs(future["rows"][0]["values"][1] - by_hand) < 1e-12
    out = quizzer("trace", "--step", WEIGHTS, "--what-if", "no-mask", "--head", 1).out
    assert (
        out.index("right, head 1") < out.index("broken, head 1") < out.index("What breaks: no mask")
    )


def test_of_several_faults_each_is_said_to_be_measured_alone(quizzer: Quizzer) -> None:
    both = ("--what-if", "no-mask", "--what-if", "no-scale")
    out = quizzer("trace", "--step", WEIGHTS, *both, "--head", 1).out
    assert "What breaks: no √d_k alone, head 1" in out
    assert "What breaks: no mask alone, head 1" in out


def test_a_fault_names_the_mistake_that_does_it(quizzer: Quizzer) -> None:
    told = step(quizzer, "decoder.0.cross_attention.scores", "--what-if", "no-scale")
    assert told["step"]["function"] == "mistakes.scores_without_scale"
    assert told["breaks"][0]["head"] == 1


def test_without_a_step_the_list_tells_what_changed(quizzer: Quizzer) -> None:
    told = json.loads(quizzer("trace", "--what-if", "no-positions", "--json").out)
    changed = {entry["name"]: entry["changed"] for entry in told["steps"]}
    assert changed["source_embedding.words"] == 0
    assert changed["source_embedding.output"] == 1  # the cosine of the first position
    out = quizzer("trace", "--what-if", "no-positions").out
    assert "≠ 1.000  Word plus position" in out


def test_any_part_of_a_name_finds_a_step(quizzer: Quizzer) -> None:
    assert step(quizzer, "cross weights")["step"]["name"] == "decoder.0.cross_attention.weights"
    found = step(quizzer, "cross weights", "--layer", 2)["step"]["name"]
    assert found == "decoder.1.cross_attention.weights"
    assert step(quizzer, "logits")["step"]["title"] == "Logits"


def test_ones_own_sentence_is_followed(quizzer: Quizzer) -> None:
    told = step(quizzer, "logits", "Stop, now!", "--target", "halt")
    assert told["source"] == ["Stop", ",", "now", "!", "</s>"]
    assert told["target"] == ["<s>", "halt"]
    assert told["step"]["output"]["shape"] == [2, 3]


def test_another_seed_draws_other_numbers(quizzer: Quizzer) -> None:
    first, other = (step(quizzer, "logits", "--seed", seed)["right"] for seed in (0, 1))
    assert first != other


def test_hostile_words_steer_nothing(quizzer: Quizzer) -> None:
    out = quizzer("trace", "--step", "logits", "--target", "a\x1b[31m \u202eb [/] e\u0301 日本").out
    assert not set(out) & {"\x1b", "\u202e"}
    assert "[/]" not in out or "日本" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--step", "wieghts"], "did you mean encoder.0.self_attention.weights?"),
        (["--step", "weights"], "several steps have 'weights' in their names"),
        (["--step", "zzz"], "`quizzer trace` lists all"),
        (["--step", "logits", "--what-if", "no-scal"], "did you mean 'no-scale'?"),
        (["--step", "cross weights", "--head", "3"], "there are 2 heads"),
        (["--step", "cross weights", "--layer", "3"], "2 layers; there is no layer 3"),
        (["--step", "mean"], "encoder.0.self_attention_norm.mean is not a step"),
        (["the", "<pad>"], "“<pad>” cannot be a word"),
        (["--step", "logits", " "], "at least one word"),
        (["--step", "logits", "a " * 13], "at most 12 words"),
        (["--step", "logits", "--target", "x" * 21], "longer than 20 letters"),
        (["--head", "1"], "name it with --step"),
        (["--layers", "7"], "1 to 6 layers"),
        (["--padding", "4"], "0 to 3 tokens"),
        (["--trained", "xyz"], "knows the letters a to j"),
        (["--trained", "--layers", "2"], "leave out --layers"),
    ],
)
def test_what_cannot_be_followed_is_refused_in_words(
    quizzer: Quizzer, arguments: list[str], complaint: str
) -> None:
    result = quizzer("trace", *arguments)
    assert (result.code, result.out) == (2, "")
    assert complaint in result.err


@pytest.mark.parametrize("columns", [40, 80])
def test_a_step_fits_the_width(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = quizzer("trace", "--step", WEIGHTS, "--what-if", "no-scale").out
    assert max(map(len, out.splitlines())) <= columns


def test_a_terminal_with_colours_shows_larger_weights_bolder(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for arguments in (["--step", WEIGHTS], ["--step", WEIGHTS, "--values"]):
        coloured = quizzer("trace", *arguments).out
        assert "\x1b[34;1m" in coloured
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b" not in quizzer("trace", *arguments).out
        monkeypatch.delenv("NO_COLOR")
