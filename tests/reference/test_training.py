"""Training: the data, one step, and that a small Transformer does learn to write backwards."""

import itertools

import numpy as np
import pytest

from reference import transformer
from reference.gradients import training
from reference.gradients.training import END, PAD, START, TrainingPlan
from reference.parameters import named_arrays, with_arrays


@pytest.fixture(scope="module")
def trained():
    plan = TrainingPlan()
    return plan, list(training.train(plan))


def test_a_batch_holds_sequences_and_their_reversals():
    batch = training.reversal_batch(TrainingPlan(batch_size=200), np.random.default_rng(0))
    lengths = set()
    for source, target, following in zip(*batch, strict=True):
        symbols = source[source != PAD].tolist()
        lengths.add(len(symbols))
        padding = [PAD] * (8 - len(symbols))
        assert source.tolist() == symbols + padding
        assert target.tolist() == [START, *symbols[::-1], *padding]
        assert following.tolist() == [*symbols[::-1], END, *padding]
    assert lengths == {3, 4, 5, 6, 7, 8}


def test_the_loss_falls_below_a_tenth(trained):
    _, steps = trained
    assert [progress.step for progress in steps] == list(range(1, 601))
    assert steps[0].loss == pytest.approx(np.log(13), abs=1)  # a fresh model guesses
    assert np.mean([progress.loss for progress in steps[-50:]]) < 0.1
    assert np.mean([progress.accuracy for progress in steps[-50:]]) > 0.95


def test_the_trained_model_writes_new_sequences_backwards_from_its_own_words(trained):
    plan, steps = trained
    batch = training.reversal_batch(plan, np.random.default_rng(99))
    written = training.write(batch.source, steps[-1].parameters, plan.configuration())
    expected = np.where(batch.following == PAD, END, batch.following)
    right = np.all(written[:, 1:] == expected[:, : written.shape[1] - 1], axis=-1)
    assert right.mean() > 0.8


def test_the_trained_model_looks_at_the_token_it_writes(trained):
    plan, steps = trained
    batch = training.reversal_batch(plan, np.random.default_rng(99))
    pattern = training.attention_pattern(batch, steps[-1].parameters, plan.configuration())
    assert pattern.shape == (32, 2, 9, 8)
    lengths = (batch.source != PAD).sum(axis=-1)
    on_diagonal = [
        pattern[row, :, range(n), range(n - 1, -1, -1)].max(axis=-1).mean()
        for row, n in enumerate(lengths)
    ]
    even = np.mean(1 / lengths)
    assert np.mean(on_diagonal) > 2 * even


def test_the_same_plan_trains_the_same_model():
    plan = TrainingPlan(steps=3)
    first, second = list(training.train(plan)), list(training.train(plan))
    assert [p.loss for p in first] == [p.loss for p in second]
    other = list(training.train(TrainingPlan(steps=3, seed=1)))
    assert [p.loss for p in first] != [p.loss for p in other]


def test_progress_comes_step_by_step_and_old_parameters_stay():
    steps = list(itertools.islice(training.train(TrainingPlan()), 2))
    before, after = (named_arrays(progress.parameters) for progress in steps)
    assert all(np.any(before[name] != after[name]) for name in before if "b_k" not in name)
    assert all(array.dtype == np.float32 for array in after.values())


def test_putting_arrays_back_undoes_naming_them(rng):
    plan = TrainingPlan(num_layers=2)
    parameters = transformer.initialize(plan.configuration(), rng)
    doubled = {name: 2 * array for name, array in named_arrays(parameters).items()}
    rebuilt = with_arrays(parameters, doubled)
    assert type(rebuilt) is type(parameters)
    assert named_arrays(rebuilt).keys() == doubled.keys()
    np.testing.assert_array_equal(
        rebuilt.decoder[1].cross_attention.w_q, 2 * parameters.decoder[1].cross_attention.w_q
    )


def test_only_real_tokens_count_for_the_accuracy():
    logits = np.array([[[0.0, 0.0, 2.0, 1.0], [0.0, 3.0, 0.0, 1.0], [9.0, 0.0, 0.0, 0.0]]])
    assert training.token_accuracy(logits, np.array([[2, 3, PAD]])) == 0.5
    with pytest.raises(ValueError, match="no token counts"):
        training.token_accuracy(logits, np.full((1, 3), PAD))
