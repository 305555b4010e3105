"""What breaks: each fault against NumPy by hand, and what is said of it against the numbers."""

import re
from dataclasses import replace

import numpy as np
import pytest

from quizzer.explorer import measures
from quizzer.explorer.exploring import explore
from quizzer.explorer.kinds import KINDS
from quizzer.explorer.settings import Settings
from quizzer.explorer.walk import walk
from quizzer.explorer.what_ifs import WHAT_IFS
from reference.mistakes import REGISTRY

ENCODER = "encoder.0.self_attention"
DECODER = "decoder.0.self_attention"
WEIGHTS = f"{DECODER}.weights"


def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def exploration(*what_ifs: str, **others):
    return explore(Settings(layers=1, what_ifs=frozenset(what_ifs), **others))


def values(found, name):
    return found.steps[name].output.value


def test_every_what_if_is_a_named_mistake_of_the_function_that_it_replaces() -> None:
    for what_if in WHAT_IFS.values():
        entry = REGISTRY[what_if.mistake]
        assert not entry.equivalent
        assert {KINDS[kind].component for kind in what_if.kinds} == {entry.right}


def test_without_the_scale_scores_are_bare_dot_products() -> None:
    found = exploration("no-scale")
    query, key = (values(found, f"{ENCODER}.{name}_heads") for name in ("query", "key"))
    scores = np.einsum("hqd,hkd->hqk", query, key)
    np.testing.assert_allclose(values(found, f"{ENCODER}.scores"), scores)
    np.testing.assert_allclose(values(found, f"{ENCODER}.weights"), softmax(scores))


def test_without_the_mask_the_future_gets_weight() -> None:
    found = exploration("no-mask")
    scores = values(found, f"{DECODER}.scores")
    np.testing.assert_allclose(values(found, f"{DECODER}.weights"), softmax(scores))
    assert np.all(np.triu(values(found, f"{DECODER}.weights")[0], 1).sum(axis=-1)[:-1] > 0)


def test_without_positions_rows_are_words_alone() -> None:
    found = exploration("no-positions")
    words = values(found, "source_embedding.words")
    np.testing.assert_array_equal(values(found, "source_embedding.output"), words)


def test_on_the_wrong_axis_columns_sum_to_one() -> None:
    found = exploration("wrong-axis")
    scores = values(found, f"{DECODER}.masked_scores")
    np.testing.assert_allclose(values(found, f"{DECODER}.weights"), softmax(scores, axis=-2))
    probabilities = values(found, "probabilities")  # the softmax over the words stays right
    np.testing.assert_allclose(probabilities.sum(axis=-1), 1)


def test_faults_add_up() -> None:
    found = exploration("no-scale", "no-mask")
    query, key = (values(found, f"{DECODER}.{name}_heads") for name in ("query", "key"))
    scores = np.einsum("hqd,hkd->hqk", query, key)
    np.testing.assert_allclose(values(found, f"{DECODER}.weights"), softmax(scores))


def test_changes_begin_where_the_fault_is_and_run_downstream() -> None:
    changes = exploration("no-scale").changes
    assert changes[f"{ENCODER}.dot_products"] == 0
    assert changes[f"{ENCODER}.scores"] > 0
    assert changes["probabilities"] > 0
    assert changes["target_embedding.output"] == 0
    assert not any(exploration().changes.values())


def said(found, name, what_if, head=0):
    return [each for each in found.findings(name, head) if each.what_if == what_if]


def test_no_scale_tells_entropy_largest_weight_and_gradient_of_each_row() -> None:
    found = exploration("no-scale")
    sharpness, widths = said(found, f"{ENCODER}.weights", "no-scale")
    right = softmax(found.right[f"{ENCODER}.scores"].output.value[0])
    broken = values(found, f"{ENCODER}.weights")[0]
    for place, (label, row) in enumerate(sharpness.rows):
        assert label == found.model.source[place]
        pairs = []
        for weights in (right[place], broken[place]):
            jacobian = np.diag(weights) - np.outer(weights, weights)
            pairs.append(
                (-(weights * np.log(weights)).sum(), weights.max(), np.linalg.norm(jacobian))
            )
        np.testing.assert_allclose(row, np.array(pairs).T.ravel())
    largest, gradients = zip(*((row[1], row[3]) for _, row in widths.rows), strict=True)
    assert largest == tuple(sorted(largest))  # the wider the head, the harder the softmax
    assert gradients == tuple(sorted(gradients, reverse=True))


def test_no_mask_tells_the_weight_on_the_future_and_the_leak() -> None:
    found = exploration("no-mask")
    future, leak = said(found, f"{DECODER}.weights", "no-mask")
    by_hand = np.triu(values(found, f"{DECODER}.weights")[0], 1).sum(axis=-1)
    np.testing.assert_allclose([row[1] for _, row in future.rows], by_hand)
    assert all(row[0] == 0 for _, row in future.rows)
    assert leak_by_hand(found, leak.says) == re.findall(r"by (\d\.\d{4})", leak.says)


def leak_by_hand(found, says: str) -> list[str]:
    """How far the first row moves, right and broken, when the last token is the one named."""
    last = re.search(r"changed to “(.*?)”", says)[1]
    model = replace(found.model, target=(*found.model.target[:-1], last))
    return [
        f"{np.abs((before[WEIGHTS] - after[WEIGHTS])[:, 0]).max():.4f}"
        for before, after in (
            (outputs(found.model), outputs(model)),
            (outputs(found.model, "no-mask"), outputs(model, "no-mask")),
        )
    ]


def outputs(model, *what_ifs: str):
    return {name: step.output.value for name, step in walk(model, what_ifs).items()}


def test_the_leak_is_nothing_where_the_mask_is_and_something_where_it_is_not() -> None:
    says = said(exploration("no-mask"), WEIGHTS, "no-mask")[1].says
    right, broken = re.findall(r"by (\d\.\d{4})", says)
    assert right == "0.0000"
    assert float(broken) > 0.01


def test_no_mask_lets_padding_in_and_tells_what_it_does_to_the_words() -> None:
    found = exploration("no-mask", padding=2)
    (padding,) = said(found, f"{ENCODER}.weights", "no-mask")
    by_hand = values(found, f"{ENCODER}.weights")[0][:, -2:].sum(axis=-1)
    np.testing.assert_allclose([row[1] for _, row in padding.rows], by_hand)
    alone = said(found, "logits", "no-mask")[-1]
    bare = values(exploration("no-mask"), "logits")  # the same fault, and no padding
    assert f"the difference is {0:.4f} in the right version" in alone.says
    assert f"{np.abs(values(found, 'logits') - bare).max():.4f} in the broken one" in alone.says


def test_no_positions_tells_that_swapped_words_only_permute_the_rows() -> None:
    found = exploration("no-positions")
    last = "encoder.0.feed_forward_norm.output"
    (swapped,) = said(found, last, "no-positions")
    assert "“the” and “animal” swap places" in swapped.says
    assert "differ by 0.00" in swapped.says
    assert all(row[0] > 0.01 for _, row in swapped.rows)
    assert all(row[1] < 1e-12 for _, row in swapped.rows)


@pytest.mark.parametrize(
    ("target", "says"),
    [  # of three tokens, the begin among them, two are to come for the first and one for the next
        (("das", "Tier"), "3 scores that should be −∞ stay as they are."),
        (("das",), "1 score that should be −∞ stays as it is."),
    ],
)
def test_no_mask_tells_how_many_scores_a_mask_hides(target: tuple[str, ...], says: str) -> None:
    found = exploration("no-mask", target=target)
    (told,) = said(found, f"{DECODER}.masked_scores", "no-mask")
    assert told.says == says


def test_no_positions_tells_of_a_word_that_stands_twice() -> None:
    found = exploration("no-positions", source=("no", "means", "no"))
    says = said(found, "source_embedding.output", "no-positions")[0].says
    assert "“no” occurs in two places" in says
    assert "by 0.00 in the broken one" in says


def test_the_wrong_axis_tells_the_sums_of_rows_and_columns() -> None:
    found = exploration("wrong-axis")
    rows, columns = said(found, f"{ENCODER}.weights", "wrong-axis", head=1)
    weights = values(found, f"{ENCODER}.weights")[1]
    np.testing.assert_allclose(
        [row for _, row in rows.rows], np.stack([np.ones(6), weights.sum(-1)], -1)
    )
    np.testing.assert_allclose([row[1] for _, row in columns.rows], np.ones(6))


def test_the_wrong_axis_gives_nothing_to_padding_and_says_so() -> None:
    found = exploration("wrong-axis", padding=2)
    columns = said(found, f"{ENCODER}.weights", "wrong-axis")[1]
    assert "0 where a key is hidden" in columns.says
    np.testing.assert_allclose([row[1] for _, row in columns.rows], [1] * 6 + [0] * 2)


@pytest.mark.parametrize(
    ("source", "target", "seed", "layers"),
    [
        ("hello", "hallo", 1, 2),
        ("🐈 ,", "🐈", 48, 2),  # once, the entropy falls and the largest weight falls too
        ("the on", "very", 11, 2),  # once, both say it is sharper, of smaller scores
    ],
)
def test_no_scale_calls_a_softmax_sharper_only_where_it_is(
    source: str, target: str, seed: int, layers: int
) -> None:
    found = explore(
        Settings(
            source=tuple(source.split()),
            target=(target,),
            seed=seed,
            layers=layers,
            what_ifs=frozenset(["no-scale"]),
        )
    )
    sharper = []
    for name in (name for name, step in found.steps.items() if step.kind.name == "weights"):
        spreads, entropies, largest = (
            [measure(steps[of].output.value[0]).mean() for steps in (found.right, found.steps)]
            for of, measure in (
                (name.replace("weights", "scores"), np.std),
                (name, measures.entropy),
                (name, measures.sharpest),
            )
        )
        says = said(found, name, "no-scale")[0].says
        sharper.append("Larger scores make a sharper softmax" in says)
        assert sharper[-1] == (
            spreads[1] >= spreads[0] and entropies[1] <= entropies[0] and largest[1] >= largest[0]
        )
    assert set(sharper) == {True, False}


def test_no_scale_says_why_scores_spread_less_where_they_do() -> None:
    """The first words are not touched by earlier steps; later ones are."""
    found = explore(
        Settings(source=("the", "on"), target=("very",), seed=11, what_ifs=frozenset(["no-scale"]))
    )
    first, second = (
        said(found, f"encoder.{layer}.self_attention.scores", "no-scale")[0].says
        for layer in (0, 1)
    )
    assert "earlier steps" not in first
    assert "since earlier steps changed queries and keys" in second


def test_a_row_that_spends_hardly_anything_on_the_future_is_not_said_to_spend_0_percent() -> None:
    found = explore(
        Settings(source=("animal",), target=("was",), seed=26, what_ifs=frozenset(["no-mask"]))
    )
    says = said(found, f"{DECODER}.weights", "no-mask", head=1)[0].says
    assert "“<s>” spends less than 1% of its attention there" in says


def test_rows_that_sum_to_almost_1_are_not_said_to_sum_to_1_instead_of_1() -> None:
    found = explore(
        Settings(
            source=("cat",),
            target=("dog", "animal"),
            seed=44,
            layers=3,
            what_ifs=frozenset(["wrong-axis"]),
        )
    )
    says = said(found, "encoder.2.self_attention.weights", "wrong-axis")[0].says
    assert "The rows sum to 0.998 … 1.002 instead of 1" in says


@pytest.mark.parametrize("what_if", WHAT_IFS)
def test_each_fault_says_something_somewhere_and_nothing_elsewhere(what_if: str) -> None:
    found = exploration(what_if)
    telling = {found.steps[name].kind.name for name in found.steps if found.findings(name)}
    assert telling
    assert not telling & {"query", "split", "sum", "hidden", "activated", "lookup"}


def test_measures_agree_with_hand_work() -> None:
    rows = np.array([[1.0, 0.0], [0.5, 0.5]])
    np.testing.assert_allclose(measures.entropy(rows), [0, np.log(2)])
    np.testing.assert_allclose(measures.sharpest(rows), [1, 0.5])
    # J of [½, ½] is ¼ [[1, −1], [−1, 1]], whose norm is ½
    np.testing.assert_allclose(measures.slope(rows), [0, 0.5])


def test_one_word_on_each_side_is_enough_for_every_what_if() -> None:
    found = explore(
        Settings(source=("hi",), target=("hi",), layers=1, what_ifs=frozenset(WHAT_IFS), padding=1)
    )
    told = {each.what_if for name in found.steps for each in found.findings(name, 1)}
    assert told == set(WHAT_IFS)


@pytest.mark.parametrize("what_if", WHAT_IFS)
def test_at_the_end_each_fault_tells_which_words_come_out(what_if: str) -> None:
    found = exploration(what_if)
    right, broken = (
        [found.model.target_vocabulary[row.argmax()] for row in rows]
        for rows in (found.right["probabilities"].output.value, values(found, "probabilities"))
    )
    says = said(found, "probabilities", what_if)[-1].says
    assert f"right “{' '.join(right)}”, broken “{' '.join(broken)}”" in says
