"""`quizzer show`: an item as it is asked, its variants, its solution."""

import json
import math
from typing import Any

import pytest

from tests.commands.conftest import Quizzer


def shown(quizzer: Quizzer, *arguments: str) -> dict[str, Any]:
    result = quizzer("show", *arguments, "--json")
    assert result.code == 0, result.err
    content: dict[str, Any] = json.loads(result.out)
    return content


def test_a_compute_item_shows_given_values_and_what_is_asked(quizzer: Quizzer) -> None:
    result = quizzer("show", "sdpa-by-hand", "--variant", "0")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == "Scaled dot-product attention, step by step"
    assert lines[1] == "sdpa-by-hand · compute · junior · variant 0"
    given = {value["name"]: value for value in shown(quizzer, "sdpa-by-hand")["given"]}
    for name, value in given.items():
        assert f"  {name} {value['shape']}" in lines
        for row in value["value"]:
            shown_numbers = [line.strip().strip("[]").split() for line in lines]
            assert [f"{number:.1f}" for number in row] in shown_numbers
    assert any(line.split()[0:2] == ["scores", "shape"] for line in lines if line)


def test_a_count_says_its_decimals_where_it_has_any(quizzer: Quizzer) -> None:
    lines = quizzer("show", "kv-cache-bytes").out.splitlines()
    assert any("2 decimals, in GiB" in line for line in lines)
    lines = quizzer("show", "parameters-of-a-layer").out.splitlines()
    assert any(line.endswith("the whole layer, in parameters") for line in lines)


def test_without_solution_nothing_of_it_is_shown(quizzer: Quizzer) -> None:
    assert "solution" not in shown(quizzer, "sdpa-by-hand")
    assert "Steps" not in quizzer("show", "sdpa-by-hand").out


def test_the_solution_has_every_step_with_its_value(quizzer: Quizzer) -> None:
    content = shown(quizzer, "sdpa-by-hand", "--variant", "3", "--solution")
    given = {value["name"]: value["value"] for value in content["given"]}
    query, key = given["Q"], given["K"]
    scores = [
        [sum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(len(q)) for k in key]
        for q in query
    ]
    steps = {step["name"]: step for step in content["solution"]["steps"]}
    assert steps["scores"]["value"] == [pytest.approx(row) for row in scores]
    assert steps["scores"]["of"] == "attention.scaled_dot_product_scores"
    assert content["solution"]["answer"]["scores"] == steps["scores"]["value"]
    assert content["solution"]["explanation"]
    assert content["solution"]["sources"] == [
        "Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1"
    ]


def test_weights_of_one_place_are_one_argument_and_a_formula_is_told_once(quizzer: Quizzer) -> None:
    text = quizzer("show", "full-forward-pass", "--variant", "0", "--solution").out
    assert "**encoder.0.self_attention, num_heads=1) (3, 4)" in text
    assert "*decoder.0.feed_forward_norm) (2, 4)" in text
    assert text.count("LN(x) = γ ⊙ (x − μ)") == 1
    text = quizzer("show", "cheaper-layer", "--variant", "0", "--solution").out
    assert "accounting.attention_flops(n, n, d)" in text


def test_the_solution_of_a_choice_is_the_letter_shown_in_this_variant(quizzer: Quizzer) -> None:
    letters = set()
    for number in range(8):
        content = shown(quizzer, "cbow-or-skip-gram", "--variant", str(number), "--solution")
        texts = {option["letter"]: option["text"] for option in content["options"]}
        letter = content["solution"]["answer"]["choice"]
        assert texts[letter].startswith("CBOW predicts the centre word")
        letters.add(letter)
    assert len(letters) > 1  # the order of the options changes


def test_variants_differ_and_a_variant_stays_the_same(quizzer: Quizzer) -> None:
    first, again, other = (
        shown(quizzer, "sdpa-by-hand", "--variant", number)["given"] for number in ("1", "1", "2")
    )
    assert first == again
    assert first != other


def test_a_shape_that_is_asked_for_is_not_given_away(quizzer: Quizzer) -> None:
    content = shown(quizzer, "multi-head-shapes")
    assert all(ask["shape"] is None for ask in content["asks"] if ask["what"] == "shape")


def test_blanks_are_named_as_the_answer_names_them(quizzer: Quizzer) -> None:
    out = quizzer("show", "embedding-lookup-shapes").out
    assert "shape [table]" in out
    assert "{{" not in out


@pytest.mark.parametrize("columns", [50, 60, 80, 200])
def test_the_question_fits_the_terminal(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = quizzer("show", "full-forward-pass", "--variant", "0", "--solution").out
    numbers = [line for line in out.splitlines() if line.lstrip().startswith("[")]
    assert numbers
    assert max(map(len, numbers)) <= columns


def test_looking_at_a_question_begins_no_log(quizzer: Quizzer, home: Any) -> None:
    assert quizzer("show", "sdpa-by-hand").code == 0
    assert not list(home.glob("*.sqlite3"))


def test_an_unknown_item_is_answered_with_the_nearest(quizzer: Quizzer) -> None:
    result = quizzer("show", "sdpa-by-hands")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "quizzer: no item is called 'sdpa-by-hands'; did you mean 'sdpa-by-hand'?\n"
    )


def test_who_names_a_topic_is_led_to_its_items(quizzer: Quizzer) -> None:
    says = "quizzer: 'attention' is a topic; `quizzer list --topic attention` shows its items\n"
    assert quizzer("show", "attention").err == says


def test_an_item_like_no_other_is_answered_with_where_to_look(quizzer: Quizzer) -> None:
    assert "`quizzer list` shows all items" in quizzer("show", "xyzzy").err


def test_long_calls_of_a_solution_are_wrapped(quizzer: Quizzer) -> None:
    out = quizzer("show", "batch-norm-in-use", "--solution").out
    assert max(map(len, out.splitlines())) <= 80
    assert "trained = normalization.batch_norm(x=X, gamma=ones, beta=zeros," in out


def test_a_listing_to_mend_is_shown_with_its_question(quizzer: Quizzer) -> None:
    out = quizzer("show", "mend-loss-axes").out
    assert "Begin from\n    import numpy as np\n" in out
    starter = json.loads(quizzer("show", "mend-loss-axes", "--json").out)["starter"]
    assert starter.startswith("import numpy as np")
