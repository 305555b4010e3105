"""From an item to the pages of what its steps use."""

import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import ComputeItem
from quizzer.handbook.families import components
from quizzer.handbook.using import called_by, used_by
from quizzer.study.engine import draw, solution
from tests.bundled import bundled


@pytest.fixture
def library() -> Library:
    return bundled()


def test_the_pages_come_in_the_order_of_the_steps(library: Library) -> None:
    assert used_by(library.items["sdpa-by-hand"]) == (
        "attention.scaled_dot_product_scores",
        "activations.softmax",
        "attention.weighted_sum",
    )


def test_a_step_that_is_a_mistake_leads_to_what_it_gets_wrong(library: Library) -> None:
    assert used_by(library.items["sum-without-keepdims"]) == ("activations.softmax",)


def test_items_without_steps_use_no_component(library: Library) -> None:
    assert used_by(library.items["cbow-or-skip-gram"]) == ()


def test_every_compute_item_leads_to_a_page(library: Library) -> None:
    for item in library.items.values():
        if isinstance(item, ComputeItem):
            used = used_by(item)
            assert used, item.id
            assert set(used) <= components().keys()
            assert len(set(used)) == len(used)


def test_code_leads_to_what_it_calls_down_to_the_softmax(library: Library) -> None:
    used = used_by(library.items["write-self-attention"])
    assert used == ("attention.self_attention",)
    called = called_by(used)
    assert called[:2] == ("attention.project_qkv", "attention.scaled_dot_product_attention")
    assert "activations.softmax" in called
    assert len(set(called)) == len(called)
    assert not set(called) & set(used)


def test_what_calls_no_component_leads_to_none() -> None:
    assert called_by(["activations.softmax"]) == ()


def test_the_solution_to_code_names_what_it_calls(library: Library) -> None:
    item = library.items["write-self-attention"]
    (step,) = solution(item, draw(item, 0))
    assert "It calls project_qkv and scaled_dot_product_attention, which" in step.says
    item = library.items["write-a-softmax"]
    (step,) = solution(item, draw(item, 0))
    assert step.says == "This is how the reference does it."
