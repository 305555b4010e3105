"""From every step to code and items, from items and components to steps, and steps by name."""

from functools import partial

import numpy as np
import pytest

from quizzer.bank.schema import CodeItem
from quizzer.explorer import learning
from quizzer.explorer.exploring import explore
from quizzer.explorer.finding import UnknownStepError, find
from quizzer.explorer.kinds import KINDS, kinds_of, tells_of
from quizzer.explorer.links import first_step, items_about, kinds_about
from quizzer.explorer.settings import Settings
from quizzer.handbook.families import components
from reference.gradients.training import TrainingPlan, train
from reference.transformer import forward
from tests.bundled import bundled

LIBRARY = bundled()
STEPS = explore(Settings(padding=1)).steps


def test_every_kind_occurs_in_a_pass_with_padding() -> None:
    assert {step.kind.name for step in STEPS.values()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_step_has_a_component_and_items_and_its_points_are_on_the_check_list(kind) -> None:
    assert kind.component in components()
    assert kind.name in kinds_of(kind.component)
    points = {point.id for topic in LIBRARY.topics for point in topic.points}
    assert set(kind.points) <= points
    first, *_ = items_about(LIBRARY, kind)
    assert set(kind.points) & set(first.covers)


def test_items_that_are_set_aside_are_not_offered() -> None:
    kind = KINDS["scores"]
    offered = items_about(LIBRARY, kind)
    asked = [item for item in offered if not isinstance(item, CodeItem)]
    assert len(asked) < len(offered)
    assert items_about(LIBRARY.setting_aside(["code"]), kind) == tuple(asked)


def test_items_lead_to_steps_exactly_where_the_app_offers_it() -> None:
    for item in LIBRARY.items.values():
        kinds = kinds_about(item)
        assert bool(kinds) == tells_of(item), item.id
        assert not kinds or first_step(STEPS, kinds) is not None


@pytest.mark.parametrize(
    ("kind", "item"),
    [
        ("positions", "write-sinusoids"),
        ("embedded", "mend-the-entry"),
        ("weights", "write-self-attention"),  # covers no point of any step
        ("attention_output", "mend-einsum-heads"),
    ],
)
def test_a_step_leads_to_the_code_items_that_implement_it(kind: str, item: str) -> None:
    assert item in [found.id for found in items_about(LIBRARY, KINDS[kind])]
    assert tells_of(LIBRARY.items[item])


@pytest.mark.parametrize(
    ("item", "step"),
    [
        ("sdpa-by-hand", "encoder.0.self_attention.scores"),
        ("why-root-d-k", "encoder.0.self_attention.scores"),
        ("split-heads-by-hand", "encoder.0.self_attention.query_heads"),
        ("layer-norm-by-hand", "encoder.0.self_attention_norm.output"),
        ("write-causal-mask", "decoder.0.self_attention.mask"),
        ("full-forward-pass", "probabilities"),
        ("sum-without-keepdims", "encoder.0.self_attention.weights"),  # asks what wrong code gives
        ("reshape-that-splits-tokens", "encoder.0.self_attention.query_heads"),
    ],
)
def test_an_item_opens_at_the_step_that_it_asks_about(item: str, step: str) -> None:
    assert first_step(STEPS, kinds_about(LIBRARY.items[item])) == step


def test_components_that_hold_several_steps_lead_to_the_one_that_tells_of_them() -> None:
    assert kinds_of("attention.multi_head_attention") == ("attention_output",)
    assert kinds_of("transformer.forward") == ("probabilities",)
    assert kinds_of("recurrent.lstm_step") == ()


@pytest.mark.parametrize(
    ("text", "layer", "name"),
    [
        ("encoder.1.self_attention.weights", None, "encoder.1.self_attention.weights"),
        ("cross_attention.weights", None, "decoder.0.cross_attention.weights"),
        ("cross_attention.weights", 2, "decoder.1.cross_attention.weights"),
        ("  LOGITS ", None, "logits"),
        ("causal", None, "decoder.0.self_attention.mask"),  # by its title
    ],
)
def test_a_step_is_found_by_any_part_of_its_name(text: str, layer: int | None, name: str) -> None:
    assert find(STEPS, text, layer) == name


@pytest.mark.parametrize("text", ["weights", "", "cross wieghts", "x"])
def test_what_is_no_name_or_several_is_refused(text: str) -> None:
    with pytest.raises(UnknownStepError):
        find(STEPS, text)


def test_the_same_step_of_the_next_layer_and_round_again() -> None:
    found = explore(Settings(layers=3))
    name = "decoder.0.cross_attention.weights"
    second = found.other_layer(name)
    assert second == "decoder.1.cross_attention.weights"
    assert found.other_layer(found.other_layer(second)) == name
    assert found.other_layer("logits") == "logits"


def test_the_trained_model_is_walked_as_the_reference_runs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learning, "TrainingPlan", partial(TrainingPlan, steps=2))
    plan = TrainingPlan(steps=2)
    told: list[int] = []
    assert learning.learn(0, lambda step, loss: told.append(step))
    assert told == [1, 2]
    settings = Settings(
        source=tuple("abc"), target=tuple("cba"), layers=1, padding=1, weights="trained"
    )
    found = learning.explore_trained(settings)
    *_, last = train(plan)
    by_reference = forward(
        np.array([3, 4, 5, 0]), np.array([1, 5, 4, 3]), last.parameters, plan.configuration()
    )
    np.testing.assert_allclose(found.steps["probabilities"].output.value, by_reference, atol=1e-6)


def test_training_that_is_called_off_leaves_nothing() -> None:
    another_seed = 5
    for _ in range(2):  # it begins anew
        assert not learning.learn(another_seed, lambda step, loss: None, lambda: True)
