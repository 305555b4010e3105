"""Backward passes of the components: finite differences, PyTorch autograd, hand-worked values."""

import functools

import numpy as np
import pytest

from reference import activations, embeddings, feedforward, gradients, losses, normalization
from reference.embeddings import embed
from reference.positions import learned, rotary_angles, rotate
from reference.regularization import apply_dropout
from tests.reference.finite_differences import assert_gradients
from tests.reference.torch_parity import assert_same, torch_gradients

ELEMENTWISE = ["sigmoid", "tanh", "relu", "gelu", "silu"]


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise_activations(torch, rng, name):
    x, gradient = rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    forward = getattr(activations, name)
    backward = getattr(gradients, f"{name}_backward")(gradient, x)
    assert_gradients([backward], forward, [x], gradient)
    theirs = getattr(torch.nn.functional, name, None) or getattr(torch, name)
    assert_same([backward], torch_gradients(torch, theirs, [x], gradient))


def test_the_tanh_form_of_gelu(torch, rng):
    x, gradient = rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    form = functools.partial(torch.nn.functional.gelu, approximate="tanh")
    ours = gradients.gelu_backward(gradient, x, "tanh")
    assert_same([ours], torch_gradients(torch, form, [x], gradient))


def test_slopes_at_zero_by_hand():
    one, zero = np.ones(1), np.zeros(1)
    slopes = [getattr(gradients, f"{name}_backward")(one, zero)[0] for name in ELEMENTWISE]
    assert slopes == [0.25, 1.0, 0.0, 0.5, 0.5]


@pytest.mark.parametrize("axis", [-1, 0])
def test_softmax_and_its_logarithm(torch, rng, axis):
    x, gradient = rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    through = gradients.softmax_backward(gradient, activations.softmax(x, axis), axis)
    assert_gradients([through], lambda x: activations.softmax(x, axis), [x], gradient)
    np.testing.assert_allclose(through.sum(axis=axis), 0, atol=1e-12)
    theirs = torch_gradients(torch, lambda t: t.softmax(axis), [x], gradient)
    assert_same([through], theirs)
    logs = gradients.log_softmax_backward(gradient, x, axis)
    assert_gradients([logs], lambda x: activations.log_softmax(x, axis), [x], gradient)


def test_softmax_by_hand():
    # p = (½, ½), g = (1, 0): mean ½, so ½·(1 − ½) and ½·(0 − ½)
    through = gradients.softmax_backward(np.array([1.0, 0.0]), np.array([0.5, 0.5]))
    assert through.tolist() == [0.25, -0.25]


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("spread", ["all", "others"])
@pytest.mark.parametrize("weighted", [False, True])
def test_cross_entropy(torch, rng, reduction, spread, weighted):
    logits, targets = rng.normal(size=(2, 3, 5)), np.array([[4, 0, -100], [2, -100, -100]])
    options = {
        "label_smoothing": 0.1,
        "spread": spread,
        "reduction": reduction,
        "class_weights": rng.uniform(0.5, 2, size=5) if weighted else None,
    }
    through = gradients.cross_entropy_backward(logits, targets, **options)
    assert_gradients(
        [through], lambda x: losses.cross_entropy(x, targets, **options), [logits], np.array(1.0)
    )
    np.testing.assert_allclose(through.sum(axis=-1), 0, atol=1e-12)
    assert not through[targets == -100].any()


def test_cross_entropy_agrees_with_pytorch(torch, rng):
    logits, targets = rng.normal(size=(4, 5)), np.array([4, 0, -100, 2])
    ours = gradients.cross_entropy_backward(logits, targets, label_smoothing=0.1)
    tensor = torch.tensor(logits, requires_grad=True)
    torch.nn.functional.cross_entropy(tensor, torch.tensor(targets), label_smoothing=0.1).backward()
    assert_same([ours], [tensor.grad])


def test_cross_entropy_by_hand():
    # Even scores over four classes, two targets: (¼ − [target]) / 2
    through = gradients.cross_entropy_backward(np.zeros((2, 4)), np.array([0, 3]))
    assert through.tolist() == [[-0.375, 0.125, 0.125, 0.125], [0.125, 0.125, 0.125, -0.375]]


def test_a_word_that_comes_twice_gathers_both_gradients(torch, rng):
    ids, table, gradient = np.array([[1, 1, 3], [0, 1, 0]]), *rng.normal(size=(2, 6, 4))
    gradient = gradient.reshape(2, 3, 4)
    ours = gradients.embed_backward(gradient, ids, 6)
    assert_gradients([ours], lambda table: embed(ids, table), [table], gradient)
    np.testing.assert_allclose(ours[1], gradient[0, 0] + gradient[0, 1] + gradient[1, 1])
    assert not ours[[2, 4, 5]].any()


@pytest.mark.parametrize("bias", [False, True])
def test_linear(torch, rng, bias):
    x, w, gradient = (rng.normal(size=shape) for shape in ((2, 3, 4), (4, 5), (2, 3, 5)))
    arguments = [x, w, rng.normal(size=5)] if bias else [x, w]
    ours = gradients.linear_backward(gradient, *arguments)
    assert_gradients(ours, feedforward.linear, arguments, gradient)


@pytest.mark.parametrize("activation", [activations.relu, activations.gelu, activations.silu])
def test_feed_forward(rng, activation):
    shapes = ((2, 3, 4), (4, 5), (5,), (5, 4), (4,))
    arguments = [rng.normal(size=shape) for shape in shapes]
    gradient = rng.normal(size=(2, 3, 4))
    ours = gradients.feed_forward_backward(gradient, *arguments, activation)
    forward = functools.partial(feedforward.feed_forward, activation=activation)
    assert_gradients([ours.x, *ours.parameters], forward, arguments, gradient)


def test_swiglu(torch, rng):
    arguments = [rng.normal(size=shape) for shape in ((2, 3, 4), (4, 5), (4, 5), (5, 4))]
    gradient = rng.normal(size=(2, 3, 4))
    ours = gradients.swiglu_backward(gradient, *arguments)
    assert_gradients(ours, feedforward.swiglu, arguments, gradient)
    silu = torch.nn.functional.silu
    theirs = torch_gradients(
        torch, lambda x, g, u, d: (silu(x @ g) * (x @ u)) @ d, arguments, gradient
    )
    assert_same(ours, theirs)


def test_layer_norm(torch, rng):
    x, gradient = rng.normal(size=(2, 3, 5)) * [[[1.0], [1e-2], [10.0]]], rng.normal(size=(2, 3, 5))
    gamma, beta = rng.normal(size=(2, 5))
    ours = gradients.layer_norm_backward(gradient, x, gamma, beta)
    theirs = torch_gradients(
        torch,
        lambda x, g, b: torch.nn.functional.layer_norm(x, (5,), g, b),
        [x, gamma, beta],
        gradient,
    )
    assert_same(ours, theirs)
    assert_gradients(
        gradients.layer_norm_backward(gradient[:, :1], x[:, :1], gamma, beta),
        normalization.layer_norm,
        [x[:, :1], gamma, beta],
        gradient[:, :1],
    )


def test_rms_norm(torch, rng):
    x, gradient, gamma = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 3, 5)), rng.normal(size=5)
    ours = gradients.rms_norm_backward(gradient, x, gamma)
    assert_gradients(ours, normalization.rms_norm, [x, gamma], gradient)
    theirs = torch_gradients(
        torch, lambda x, g: torch.nn.functional.rms_norm(x, (5,), g, 1e-6), [x, gamma], gradient
    )
    assert_same(ours, theirs)


def test_batch_norm(torch, rng):
    x, gradient, (gamma, beta) = (rng.normal(size=s) for s in ((7, 3), (7, 3), (2, 3)))
    ours = gradients.batch_norm_backward(gradient, x, gamma, beta)

    def forward(x, gamma, beta):
        return normalization.batch_norm(x, gamma, beta, np.zeros(3), np.ones(3)).output

    assert_gradients(ours, forward, [x, gamma, beta], gradient)


def test_dropout_sends_gradient_where_it_let_numbers_through(rng):
    x, gradient = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 3, 5))
    kept = rng.random(x.shape) > 0.3
    ours = gradients.dropout_backward(gradient, kept, 0.3)
    assert_gradients([ours], lambda x: apply_dropout(x, kept, 0.3), [x], gradient)


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_single_precision_stays_single(rng, name):
    x = rng.normal(size=(3, 4)).astype(np.float32)
    assert getattr(gradients, f"{name}_backward")(x, x).dtype == np.float32


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda g: gradients.tanh_backward(g, g[0]), r"output, \(3,\): gradient \(2, 3\)"),
        (lambda g: gradients.softmax_backward(g, g.T), r"gradient \(2, 3\)"),
        (lambda g: gradients.linear_backward(g, g, np.eye(3)[:, :2]), r"output, \(2, 2\)"),
        (lambda g: gradients.layer_norm_backward(g, g, g[0], g[0, :2]), r"beta \(2,\)"),
        (lambda g: gradients.embed_backward(g, np.array([0, 5]), 5), r"0 … 4"),
        (lambda g: gradients.gelu_backward(g, g, "erf"), "'erf'"),
        (lambda g: gradients.linear_attention_backward(g, g.T, g.T, g.T), r"output, \(3, 2\)"),
        (
            lambda g: gradients.feed_forward_backward(
                g, g, np.eye(3), None, np.eye(3), None, np.abs
            ),
            "absolute",
        ),
    ],
)
def test_what_does_not_fit_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call(np.ones((2, 3)))


@pytest.mark.parametrize("layout", ["interleaved", "half"])
def test_a_rotation_is_undone_on_the_way_back(rng, layout):
    x, gradient, angles = (
        rng.normal(size=(2, 3, 6)),
        rng.normal(size=(2, 3, 6)),
        rotary_angles(3, 6),
    )
    ours = gradients.rotate_backward(gradient, angles, layout)
    assert_gradients([ours], lambda x: rotate(x, angles, layout), [x], gradient)


@pytest.mark.parametrize("combine", ["mean", "sum"])
def test_cbow(rng, combine):
    context = np.array([[1, 2, 2, 0], [4, 4, 3, 1]])  # words that come twice
    tables, gradient = [*rng.normal(size=(2, 5, 3))], rng.normal(size=(2, 5))
    ours = gradients.cbow_backward(gradient, context, *tables, combine=combine)
    forward = functools.partial(embeddings.cbow, context, combine=combine)
    assert_gradients(ours, forward, tables, gradient)


def test_skip_gram(rng):
    centre, tables = np.array([1, 2, 1]), [*rng.normal(size=(2, 5, 3))]
    gradient = rng.normal(size=(3, 5))
    ours = gradients.skip_gram_backward(gradient, centre, *tables)
    assert_gradients(ours, functools.partial(embeddings.skip_gram, centre), tables, gradient)


def test_negative_sampling(rng):
    arguments = [rng.normal(size=shape) for shape in ((2, 3), (2, 3), (2, 4, 3))]
    gradient = rng.normal(size=2)
    ours = gradients.negative_sampling_loss_backward(gradient, *arguments)
    assert_gradients(ours, embeddings.negative_sampling_loss, arguments, gradient)


def test_glove(rng):
    counts = rng.integers(0, 4, size=(5, 5)) * 60.0  # some 0, some beyond x_max
    arguments = [rng.normal(size=shape) for shape in ((5, 3), (5, 3), (5,), (5,))]
    ours = gradients.glove_loss_backward(*arguments, counts)

    def forward(*trained):
        return embeddings.glove_loss(*trained, counts)

    assert_gradients(ours, forward, arguments, np.array(1.0))


@pytest.mark.parametrize("start", [0, 2])
def test_trained_positions(rng, start):
    table, gradient = rng.normal(size=(6, 3)), rng.normal(size=(2, 4, 3))
    found = gradients.learned_backward(gradient, len(table), start)
    assert_gradients([found], lambda t: learned(t, 4, start), [table], gradient)
    with pytest.raises(ValueError, match=r"6 positions .* gradient \(2, 4, 3\)"):
        gradients.learned_backward(gradient, 6, 3)
