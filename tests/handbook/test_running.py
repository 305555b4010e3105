"""Worked runs: every component runs on a tiny example, and the numbers are those of the formula."""

import re

from quizzer.handbook import examples
from quizzer.handbook.entries import Entry
from quizzer.handbook.families import components
from quizzer.handbook.running import WorkedRun, worked_run
from tests.each import for_each

# To "nowhere" and "never" belong infinite numbers.
INFINITE = {"masks.additive", "attention.masked_scores", "decoding.top_k", "decoding.top_p"}


def entry(entries: tuple[Entry, ...], name: str) -> Entry:
    return next(found for found in entries if found.name == name)


def numbers(text: str) -> list[float]:
    return [float(word) for word in re.findall(r"-?\d+\.?\d*", text)]


def test_every_component_has_an_example_and_no_example_is_left_over() -> None:
    assert examples.names() == set(components())


@for_each("name", components())
def test_every_example_runs_and_gives_readable_numbers(name: str) -> None:
    run = worked_run(name)
    assert run.result
    assert all(found.text or found.shape for found in (*run.given, *run.result))
    text = "\n".join(found.text for found in run.result)
    assert "nan" not in text
    assert name in INFINITE or "∞" not in text
    assert "<" not in text or name.startswith(("tokenization.", "embeddings.")), "an object's repr"
    assert all(len(line) <= 72 for found in run.given for line in found.text.splitlines())


@for_each("name", components())
def test_a_run_is_the_same_every_time(name: str) -> None:
    assert worked_run(name) == worked_run(name)


def run_of(name: str) -> WorkedRun:
    return worked_run(name)


def test_a_run_shows_input_intermediates_and_output() -> None:
    run = run_of("attention.scaled_dot_product_attention")
    assert [given.name for given in run.given] == ["query", "key", "value"]
    assert [step.name for step in run.steps] == ["scores", "weights"]
    assert [found.shape for found in (*run.steps, *run.result)] == ["(2, 3)"] * 3
    # (1.0 · 0.4 + 0.5 · 1.0) / √2 = 0.636
    assert numbers(entry(run.steps, "scores").text)[0] == 0.636
    assert all("share" in step.says for step in run.steps[1:])


def test_matrices_stand_in_columns() -> None:
    (output,) = run_of("attention.scaled_dot_product_attention").result
    first, second = output.text.splitlines()
    assert (len(first) + 1, first[:2], second[:2]) == (len(second), "[[", " [")


def test_byte_pairs_are_those_of_the_paper() -> None:
    # Sennrich et al. (2016), figure 1: e s, es t, est </w>, l o
    (merges,) = run_of("tokenization.bpe_train").result
    assert merges.text == "e s  es t  est </w>  l o"


def test_published_counts_are_shown_part_by_part_with_thousands() -> None:
    (parts,) = run_of("accounting.bert_parameters").result
    rows = dict(line.split() for line in parts.text.splitlines())
    assert rows["layers"] == "85,054,464"
    assert sum(int(count.replace(",", "")) for count in rows.values()) == 109_482_240  # BERT base


def test_a_large_tree_of_weights_is_told_by_its_size() -> None:
    parameters = entry(run_of("transformer.forward").given, "parameters")
    assert re.fullmatch(r"\d+ arrays with \d+ numbers in all", parameters.text)


def test_of_a_configuration_only_what_differs_from_the_defaults_is_told() -> None:
    configuration = entry(run_of("transformer.forward").given, "configuration")
    rows = dict(line.split() for line in configuration.text.splitlines())
    assert rows["d_model"] == "4"
    assert "eps" not in rows


def test_of_endless_training_a_few_steps_are_shown() -> None:
    run = run_of("gradients.training.train")
    steps = [found.text for found in run.result if found.name.endswith(".step")]
    assert steps == ["1", "2", "3"]
