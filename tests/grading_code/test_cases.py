"""Drawing test cases: the same for the same variant, over shapes and types, with steps."""

import copy
from typing import Any

import numpy as np
import pytest

from quizzer.bank.schema import CodeItem
from quizzer.exercises.cases import CaseError, cases_of, result_of
from quizzer.exercises.drawing import draw
from quizzer.exercises.starter_file import item_named_in, starter_file
from reference.parameters import named_arrays
from tests.grading_code.items import ATTENTION, CAUSAL, RIGHT_ATTENTION, SOFTMAX, code_item


def plain(item: CodeItem, number: int) -> list[list[Any]]:
    return [
        [np.asarray(value).tolist() for value in case.arguments.values()]
        for case in cases_of(item, draw(item, number))
    ]


def test_a_variant_draws_the_same_cases_again_and_another_draws_others() -> None:
    item = code_item(SOFTMAX)
    assert plain(item, 0) == plain(item, 0)
    assert plain(item, 0) != plain(item, 1)


def test_the_drawings_of_a_generator_differ() -> None:
    drawn = [str(case) for case in plain(code_item(SOFTMAX), 0)]
    assert len(set(drawn)) == len(drawn) == 7


def test_types_take_turns_and_only_real_numbers_have_them() -> None:
    item = code_item(ATTENTION)
    first, second, *_ = cases_of(item, draw(item, 0))
    assert (first.dtype, second.dtype) == ("float64", "float32")
    assert {value.dtype.name for value in second.arguments.values()} == {"float32"}
    masked = cases_of(item, draw(item, 0))[4]
    assert masked.arguments["mask"].dtype == np.bool_


def test_steps_compute_arguments_from_what_was_drawn() -> None:
    item = code_item(ATTENTION)
    case = cases_of(item, draw(item, 0))[3]
    n = case.arguments["query"].shape[1]
    assert np.array_equal(case.arguments["mask"], np.tril(np.ones((n, n), dtype=bool)))


def test_arguments_go_by_place_or_by_name_as_the_bank_says() -> None:
    item = code_item(CAUSAL)
    cases = cases_of(item, draw(item, 0))
    positional, named = cases[0].call()
    assert (len(positional), named) == (1, {})
    positional, named = cases[-1].call()
    assert (positional, list(named)) == ([], ["query_length", "key_length"])


def test_the_norms_and_biases_of_a_model_differ_so_that_none_can_be_exchanged_or_left_out() -> None:
    sizes = {"source_vocabulary": 2, "target_vocabulary": 2, "d_model": 4, "num_heads": 2}
    layers = {"d_ff": 6, "num_encoder_layers": 1, "num_decoder_layers": 0}
    cases = {
        "given": {"x": {"shape": [3, 4]}, "m": {"model": sizes | layers, "decimals": 2}},
        "with": ["x", "m.parameters.encoder.0", 2],
    }
    made = {"id": "a-layer", "implement": "layers.encoder_layer", "cases": [cases]}
    item = code_item(SOFTMAX | made | {"properties": [], "mistakes": []})
    weights = named_arrays(cases_of(item, draw(item, 0))[0].arguments["parameters"])
    vectors = [weight for weight in weights.values() if weight.ndim == 1]
    assert len(vectors) == 10
    assert all(np.any(vector != vector[0]) for vector in vectors)
    assert len({vector.tobytes() for vector in vectors}) == len(vectors)


def test_a_generator_without_chance_gives_one_case_a_type() -> None:
    fixed = {
        "given": {"x": {"value": [[1.0, 2.0]]}},
        "with": ["x"],
        "count": 9,
        "dtypes": ["float64", "float32"],
    }
    item = code_item(SOFTMAX, cases=[fixed])
    assert [case.dtype for case in cases_of(item, draw(item, 0))] == ["float64", "float32"]


def test_results_come_from_the_reference_and_leave_the_arguments_alone() -> None:
    item = code_item(SOFTMAX)
    case = cases_of(item, draw(item, 0))[0]
    before = copy.deepcopy(case.arguments["x"])
    e = np.exp(before)
    assert np.allclose(result_of("activations.softmax", case), e / e.sum(1, keepdims=True))
    assert np.array_equal(case.arguments["x"], before)


def test_a_call_that_fails_says_what_and_why() -> None:
    item = code_item(SOFTMAX)
    case = cases_of(item, draw(item, 0))[0].with_arguments({"x": "text"})
    with pytest.raises(CaseError, match=r"activations\.softmax: "):
        result_of("activations.softmax", case)


# The file to begin with


def test_the_file_tells_what_is_asked_and_runs_its_example(
    capsys: pytest.CaptureFixture[str],
) -> None:
    item = code_item(ATTENTION, prompt="Write it.\n\nFor any number of leading axes.")
    text = starter_file(item, draw(item, 0))
    head = text[: text.index("import numpy")]
    assert item_named_in(text) == item.id
    assert "# For any number of leading axes.\n" in head
    assert "#     query: (2, 4) float64\n" in head
    assert "#     returns (2, 2) float64\n" in head
    solved = text.replace(item.starter.strip(), RIGHT_ATTENTION)
    exec(compile(solved, "file", "exec"), {"__name__": "__main__"})
    right = [line.strip(" #[]") for line in text.splitlines()[-2:]]
    printed = np.array(capsys.readouterr().out.translate(str.maketrans("[]", "  ")).split())
    assert np.allclose(
        printed.astype(float), np.array(" ".join(right).split()).astype(float), atol=1e-4
    )


def test_the_file_shows_no_case_that_is_hidden() -> None:
    item = code_item(SOFTMAX)
    text = starter_file(item, draw(item, 0))
    assert "two rows" in text
    assert "a batch" not in text


def test_no_file_without_the_line_belongs_to_an_item() -> None:
    assert item_named_in("#quizzer: write-softmax\n") == "write-softmax"
    assert item_named_in("import numpy\n" * 9 + "# quizzer: write-softmax") is None
    assert item_named_in("") is None
