"""The graph of steps: lazy, with mistakes or own values put in, and nothing computed twice."""

from typing import Any

import numpy as np
import pytest

from quizzer.exercises import graph as graph_module
from quizzer.exercises.drawing import draw
from quizzer.exercises.errors import ExerciseError
from quizzer.exercises.graph import Graph, StepError, rebuilt, solve
from tests.exercises.items import ATTENTION, BY_HAND, LN2, attention, compute, variant_with


def by_hand() -> Graph:
    made = attention()
    return Graph(made, rebuilt(variant_with(made, **BY_HAND)))


def test_the_steps_give_what_hand_work_gives() -> None:
    graph = by_hand()
    np.testing.assert_allclose(graph.value("scores"), [[LN2, 0.0]])
    np.testing.assert_allclose(graph.value("weights"), [[2 / 3, 1 / 3]])
    np.testing.assert_allclose(graph.value("output"), [[4.0]])


def test_a_mistake_changes_its_step_and_what_follows() -> None:
    made = attention()
    wrong = by_hand().substituting(made.mistakes[0])
    np.testing.assert_allclose(wrong.value("scores"), [[2 * LN2, 0.0]])
    np.testing.assert_allclose(wrong.value("weights"), [[4 / 5, 1 / 5]])
    np.testing.assert_allclose(wrong.value("output"), [[3.6]])


def test_two_mistakes_can_be_made_together() -> None:
    wrong = by_hand().substituting(*attention().mistakes)
    np.testing.assert_allclose(wrong.value("weights"), [[1.0, 1.0]])


def test_own_values_replace_a_step_and_change_what_follows() -> None:
    own = by_hand().overriding({"weights": np.array([[0.5, 0.5]])})
    np.testing.assert_allclose(own.value("output"), [[4.5]])
    np.testing.assert_allclose(own.value("scores"), [[LN2, 0.0]])


def test_a_mistake_works_on_own_values() -> None:
    own = by_hand().overriding({"scores": np.array([[0.0, 0.0]])})
    wrong = own.substituting(attention().mistakes[1])
    np.testing.assert_allclose(wrong.value("weights"), [[1.0, 1.0]])


def test_the_original_is_left_as_it_was() -> None:
    graph = by_hand()
    graph.overriding({"weights": np.array([[0.0, 0.0]])})
    graph.substituting(attention().mistakes[0])
    np.testing.assert_allclose(graph.value("output"), [[4.0]])


def test_only_what_is_needed_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    resolve = graph_module.resolve

    def counting(name: str) -> Any:
        calls.append(name.rpartition(".")[2])
        return resolve(name)

    monkeypatch.setattr(graph_module, "resolve", counting)
    graph = by_hand()
    graph.value("weights")
    graph.value("weights")
    assert calls == ["scaled_dot_product_scores", "softmax"]
    graph.substituting(attention().mistakes[1]).value("output")
    assert calls[2:] == ["softmax_over_queries", "weighted_sum"]


def test_arguments_can_be_named_and_options_are_literal() -> None:
    made = compute(
        given={"x": {"value": [[0.0, 0.0], [0.0, 0.0]]}},
        steps={
            "rows": {"of": "activations.softmax", "with": {"x": "x"}, "options": {"axis": -1}},
            "columns": {"of": "activations.softmax", "with": ["x", -2]},
        },
        ask={"rows": {}, "columns": {}},
    )
    asked = solve(made, draw(made, 0))
    assert asked["rows"].tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert asked["columns"].tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_parts_of_values_are_named_by_dots() -> None:
    made = compute(
        given={"x": {"value": [[1.0, 2.0], [3.0, 4.0]]}, "w": {"value": [[1.0], [1.0]]}},
        steps={
            "qkv": {"of": "attention.project_qkv", "with": ["x", "x", "x", "x"]},
            "query": {"of": "activations.relu", "with": ["qkv.query"]},
            "row": {"of": "activations.relu", "with": ["x.1"]},
        },
        ask={"query": {}, "row": {}},
    )
    asked = solve(made, draw(made, 0))
    assert asked["query"].tolist() == [[7.0, 10.0], [15.0, 22.0]]
    assert asked["row"].tolist() == [3.0, 4.0]


@pytest.mark.parametrize("path", ["x.T", "x.shape", "x.__class__", "x.5", "x.dtype", "x.-1"])
def test_nothing_else_of_a_value_can_be_reached(path: str) -> None:
    made = compute(
        given={"x": {"value": [1.0, 2.0]}},
        steps={"y": {"of": "activations.relu", "with": [path]}},
        ask={"y": {}},
    )
    with pytest.raises(StepError, match="there is no"):
        solve(made, variant_with(made, x=[1.0, 2.0]))


def test_an_intermediate_of_a_traced_call_can_be_a_step() -> None:
    call = {"of": "attention.scaled_dot_product_attention", "with": ["Q", "K", "V"]}
    made = attention(
        steps={"weights": {**call, "record": "weights"}, "output": call},
        ask={"weights": {}, "output": {}},
        mistakes=[],
    )
    asked = solve(made, variant_with(made, **BY_HAND))
    np.testing.assert_allclose(asked["weights"], [[2 / 3, 1 / 3]])
    np.testing.assert_allclose(asked["output"], [[4.0]])


def test_intermediates_of_one_call_come_out_wrong_together() -> None:
    call = {"of": "attention.attention_weights", "with": ["Q", "K"]}
    made = attention(
        steps={"scores": {**call, "record": "scores"}, "weights": {**call, "record": "weights"}},
        ask={"scores": {}, "weights": {}},
        mistakes=[{"id": "exchanged", "step": "scores", "with": ["K", "Q"], "says": "…"}],
    )
    graph = Graph(made, rebuilt(variant_with(made, **BY_HAND)))
    wrong = graph.substituting(made.mistakes[0])
    np.testing.assert_allclose(wrong.value("scores"), [[LN2], [0.0]])
    np.testing.assert_allclose(wrong.value("weights"), [[1.0], [1.0]])


def test_an_unknown_intermediate_is_told_with_the_nearest() -> None:
    call = {"of": "attention.attention_weights", "with": ["Q", "K"], "record": "weight"}
    made = attention(steps={"weights": call}, ask={"weights": {}}, mistakes=[])
    with pytest.raises(StepError, match="'weights'"):
        solve(made, variant_with(made, **BY_HAND))


def test_of_a_function_that_records_nothing_no_intermediate_is_suggested() -> None:
    call = {"of": "activations.softmax", "with": ["Q"], "record": "weights"}
    made = attention(steps={"weights": call}, ask={"weights": {}}, mistakes=[])
    with pytest.raises(StepError, match="records no 'weights', nor anything else"):
        solve(made, variant_with(made, **BY_HAND))


def test_shapes_and_counts_are_asked_from_the_same_steps() -> None:
    made = attention(
        ask={
            "shape": {"step": "scores", "what": "shape"},
            "count": {"step": "size", "what": "count", "unit": "KiB"},
        },
        steps={
            "scores": {"of": "attention.scaled_dot_product_scores", "with": ["Q", "K"]},
            "size": {"of": "activations.relu", "with": [2048]},
        },
        mistakes=[],
    )
    asked = solve(made, variant_with(made, **BY_HAND))
    assert asked["shape"] == (1, 2)
    assert asked["count"] == 2.0


def test_a_failing_step_says_which_and_why() -> None:
    made = attention(mistakes=[])
    bad = variant_with(made, Q=[[1.0]], K=[[1.0, 2.0]], V=[[1.0]])
    with pytest.raises(StepError, match=r"'scores'.*query \(1, 1\), key \(1, 2\)"):
        solve(made, bad)


def test_a_step_that_gives_too_much_to_grade_is_refused() -> None:
    mask = {"mask": {"of": "masks.causal", "with": [1001]}}
    made = compute(given={}, steps=mask, ask={"mask": {"what": "shape"}})
    with pytest.raises(StepError, match=r"causal: gives 1,002,001 numbers; at most 1,000,000"):
        solve(made, variant_with(made))


def test_steps_that_depend_on_each_other_are_refused() -> None:
    circle = {
        "a": {"of": "activations.relu", "with": ["b"]},
        "b": {"of": "activations.relu", "with": ["a"]},
    }
    made = compute(given={}, steps=circle, ask={"a": {}})
    with pytest.raises(StepError, match="a → b → a"):
        solve(made, variant_with(made))


def test_steps_may_stand_in_any_order() -> None:
    made = attention(steps=dict(reversed(ATTENTION["steps"].items())))
    np.testing.assert_allclose(solve(made, variant_with(made, **BY_HAND))["output"], [[4.0]])


@pytest.mark.parametrize("kept", [[[1, 2], [3]], [{}, 1], {"configuration": {}, "parameters": {}}])
def test_a_kept_value_that_is_none_is_an_error_of_the_item(kept: Any) -> None:
    made = attention()
    with pytest.raises(ExerciseError):
        solve(made, variant_with(made, **BY_HAND | {"Q": kept}))
