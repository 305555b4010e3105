"""From an item to the pages of what its steps use."""

import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import ComputeItem
from quizzer.handbook.families import components
from quizzer.handbook.using import used_by
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
