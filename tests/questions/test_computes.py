"""Every compute item can be solved, and every declared mistake is recognised by its answer."""

import numpy as np

from quizzer.bank.library import Library
from quizzer.bank.schema import Ask, ComputeItem, Mistake
from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import Graph, StepError, Value, rebuilt
from quizzer.exercises.variant import Variant
from quizzer.grading.grade import grade
from quizzer.grading.verdict import Status
from quizzer.progress.attempt import PASS_MARK
from tests.each import for_each
from tests.questions.conftest import COMPUTES

VARIANTS = range(3)  # `quizzer check --deep` tries 200


def typed(value: Value, ask: Ask) -> str:
    """What a learner would type: a shape, or numbers with as many decimals as asked for."""
    if ask.what == "shape":
        return str(tuple(int(length) for length in value))
    return np.array2string(
        np.asarray(value, dtype=float),
        separator=", ",
        threshold=10_000,
        formatter={"float_kind": lambda number: f"{number:.{ask.decimals}f}"},
    )


def answers(item: ComputeItem, graph: Graph) -> dict[str, str]:
    """All that can be worked out; what a mistake makes impossible stays empty."""
    entered = {}
    for name, ask in item.ask.items():
        try:
            entered[name] = typed(graph.asked(name), ask)
        except StepError:
            entered[name] = ""
    return entered


def made(item: ComputeItem, mistake: Mistake, variant: Variant) -> dict[str, str]:
    return answers(item, Graph(item, rebuilt(variant)).substituting(mistake))


@for_each("compute", COMPUTES, named=lambda item: item.id)
def test_the_rounded_right_answer_is_right(compute: ComputeItem) -> None:
    for number in VARIANTS:
        variant = draw(compute, number)
        verdict = grade(compute, variant, answers(compute, Graph(compute, rebuilt(variant))))
        assert verdict.status is Status.RIGHT, verdict


@for_each("compute", COMPUTES, named=lambda item: item.id)
def test_each_mistake_is_named_when_it_is_made(compute: ComputeItem) -> None:
    """Rounding may make one ambiguous now and then, so one variant in three may fail."""
    variants = [draw(compute, number) for number in VARIANTS]
    for mistake in compute.mistakes:
        named = sum(
            mistake.id in grade(compute, variant, made(compute, mistake, variant)).mistakes
            for variant in variants
        )
        assert named >= len(VARIANTS) - 1, mistake.id


def test_heads_that_are_made_by_a_reshape_do_not_pass_by_numbers_that_stand_right_by_chance(
    library: Library,
) -> None:
    item = library.items["split-heads-by-hand"]
    assert isinstance(item, ComputeItem)
    (mistake,) = [one for one in item.mistakes if one.id == "heads-by-reshape"]
    for number in range(20):
        variant = draw(item, number)
        assert grade(item, variant, made(item, mistake, variant)).score < PASS_MARK


@for_each("compute", COMPUTES, named=lambda item: item.id)
def test_each_item_tells_at_least_two_mistakes_apart(compute: ComputeItem) -> None:
    assert len(compute.mistakes) >= 2


@for_each("compute", COMPUTES, named=lambda item: item.id)
def test_numbers_stay_within_what_a_person_can_follow(compute: ComputeItem) -> None:
    for number in VARIANTS:
        graph = Graph(compute, rebuilt(draw(compute, number)))
        for name, ask in compute.ask.items():
            value = np.asarray(graph.asked(name), dtype=float)
            assert np.all(np.isfinite(value))
            if ask.what == "value":
                assert value.size <= 16
                assert np.abs(value).max() < 100


@for_each("compute", COMPUTES, named=lambda item: item.id)
def test_single_things_are_counted_in_whole_numbers(compute: ComputeItem) -> None:
    for name, ask in compute.ask.items():
        if ask.what == "count" and ask.unit in ("parameters", "weights"):
            assert ask.decimals == 0, name
