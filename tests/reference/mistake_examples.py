"""Inputs on which a mistake must show: unsaturated, non-square, with masks, biases and small rows.

For each right function a list of calls. A mistake has to differ from the right function in at least
one of them (NumPy may refuse it in others); an equivalent has to agree in all.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from reference import masks, transformer
from reference.initialization import Initializer
from reference.layers import residual
from reference.optimizers import AdamState
from reference.parameters import NormParameters
from reference.transformer import Configuration

Call = tuple[tuple[Any, ...], dict[str, Any]]


def call(*args: Any, **options: Any) -> Call:
    return args, options


def examples() -> dict[str, list[Call]]:
    """Calls by right function, "attention.split_heads"; drawn anew, so no test can spoil them."""
    rng = np.random.default_rng(7)
    result: dict[str, list[Call]] = {}
    for family in (
        _activations,
        _masks,
        _attention,
        _heads,
        _positions,
        _normalization,
        _feedforward,
        _layers,
        _transformer,
        _recurrent,
        _embeddings,
        _training,
    ):
        result.update(family(rng.normal))
    return result


Draw = Callable[..., np.ndarray[Any, Any]]


def _activations(normal: Draw) -> dict[str, list[Call]]:
    rows, square = normal(size=(2, 3, 4)), normal(size=(3, 3))
    hidden = np.where([[True, False], [False, False]], 1.0, -np.inf)
    softmax = [call(rows), call(square), call(hidden), call(1e4 * square)]
    plain = [call(rows)]
    names = ("sigmoid", "tanh", "relu", "gelu", "silu", "log_softmax")
    return {"activations.softmax": softmax} | {f"activations.{name}": plain for name in names}


def _masks(normal: Draw) -> dict[str, list[Call]]:
    ids = np.array([[3, 0, 5, 9], [7, 8, 9, 9]])
    padding = masks.padding(ids, 9)
    return {
        "masks.causal": [call(4), call(2, 5)],
        "masks.padding": [call(ids), call(ids, pad=9)],
        "masks.sliding_window": [call(6, 3)],
        "masks.combine": [call(masks.causal(4), padding)],
        "masks.additive": [call(padding)],
    }


def _attention(normal: Draw) -> dict[str, list[Call]]:
    query, key = normal(size=(2, 3, 4, 6)), normal(size=(2, 3, 5, 6))
    value, as_wide = normal(size=(2, 3, 5, 7)), normal(size=(2, 3, 5, 6))
    mask = masks.padding(np.array([[1, 2, 3, 0, 0], [1, 2, 0, 0, 0]]))[:, np.newaxis]
    rows = np.ones((4, 5), dtype=bool)
    rows[2] = False  # a query that may attend to nothing
    square = normal(size=(2, 4, 4))
    weights = np.abs(normal(size=(2, 4, 4)))
    weights /= weights.sum(-1, keepdims=True)
    x, memory = normal(size=(2, 4, 6)), normal(size=(2, 4, 6))
    w_q, w_k, w_v = (normal(size=(6, width)) / 2 for width in (5, 5, 3))
    causal = masks.causal(4)
    scores = normal(size=(2, 4, 5))
    return {
        "attention.dot_product_scores": [call(query, key)],
        "attention.scaled_dot_product_scores": [call(query, key), call(square, square + 1)],
        "attention.attention_weights": [
            call(query, key),
            call(query, key, mask),
            call(query, key, rows),
        ],
        "attention.masked_softmax": [call(scores, rows), call(scores, masks.causal(4, 5))],
        "attention.weighted_sum": [call(weights, square)],
        "attention.scaled_dot_product_attention": [
            call(query, key, as_wide),
            call(query, key, value, mask),
            call(query, key, value, rows),
        ],
        "attention.self_attention": [call(x, w_q, w_k, w_v), call(x, w_q, w_k, w_v, causal)],
        "attention.cross_attention": [
            call(x, memory, w_q, w_k, w_v),
            call(x[:, :3], memory, w_q, w_k, w_v, masks.padding(np.array([[1, 2, 3, 0]]))),
        ],
        "attention.additive_scores": [
            call(x, memory, normal(size=(6, 3)), normal(size=(6, 3)), normal(size=3))
        ],
        "attention.masked_scores": [call(scores, rows)],
    }


def _heads(normal: Draw) -> dict[str, list[Call]]:
    x, memory = normal(size=(2, 6, 12)), normal(size=(2, 9, 12))
    w_q, w_k, w_v, w_o = (normal(size=(12, 12)) / 3 for _ in range(4))
    biases = {name: normal(size=12) for name in ("b_q", "b_k", "b_v", "b_o")}
    mask = masks.padding(np.array([[1] * 6 + [0] * 3, [1] * 8 + [0]]))
    return {
        "attention.project_qkv": [
            call(x, w_q, w_k, w_v, biases["b_q"], biases["b_k"], biases["b_v"])
        ],
        "attention.split_heads": [call(x, 3)],
        "attention.merge_heads": [call(normal(size=(2, 3, 6, 4)))],
        "attention.multi_head_attention": [
            call(x, memory, w_q, w_k, w_v, w_o, 3),
            call(x, memory, w_q, w_k, w_v, w_o, 3, mask, **biases),
        ],
    }


def _positions(normal: Draw) -> dict[str, list[Call]]:
    return {"positions.sinusoidal": [call(7, 6)]}


def _normalization(normal: Draw) -> dict[str, list[Call]]:
    x = normal(size=(2, 3, 4)) * np.array([[[1.0], [1e-3], [20.0]]]) + 0.5
    tiny = normal(size=(2, 3, 4)) * 1e-4
    gamma, beta, mean = normal(size=(3, 4))
    variance = np.abs(normal(size=4)) + 0.5
    constant = np.full((2, 3, 4), 2.0)
    layer = [call(x, gamma, beta), call(tiny, gamma, beta), call(constant, gamma, beta)]
    batch = [call(x, gamma, beta, mean, variance, training=training) for training in (True, False)]
    return {
        "normalization.layer_norm": layer,
        "normalization.rms_norm": [call(x, gamma), call(tiny, gamma)],
        "normalization.batch_norm": batch,
    }


def _feedforward(normal: Draw) -> dict[str, list[Call]]:
    x = normal(size=(2, 3, 4))
    w_1, b_1, w_2, b_2 = (normal(size=shape) for shape in [(4, 7), (7,), (7, 4), (4,)])
    square, up = normal(size=(4, 4)), normal(size=(4, 7))
    return {
        "feedforward.linear": [call(x, square, b_2), call(x, w_1, b_1)],
        "feedforward.feed_forward": [
            call(x, w_1, b_1, w_2, b_2),
            call(normal(size=(2, 4, 4)), w_1, b_1, w_2, b_2),
        ],
        "feedforward.swiglu": [call(x, w_1, up, w_2)],
    }


def _layers(normal: Draw) -> dict[str, list[Call]]:
    x, memory = normal(size=(2, 4, 6)), normal(size=(2, 5, 6))
    encoder, decoder = (
        _shaken(normal, _fresh().encoder_layer(6, 8)),
        _shaken(normal, _fresh().decoder_layer(6, 8)),
    )
    norm = NormParameters(1 + 0.3 * normal(size=6), normal(size=6))
    source = masks.padding(np.array([[1, 2, 3, 0, 0], [1, 2, 3, 4, 0]]))
    target = masks.padding(np.array([[1, 2, 3, 0], [1, 2, 3, 4]]))
    causal = masks.causal(4)
    return {
        "layers.residual": [call(x, normal(size=(2, 4, 6)))],
        "layers.sublayer": [call(x, np.tanh, norm, order) for order in ("post", "pre")],
        "layers.encoder_layer": [call(x, encoder, 2, target, order) for order in ("post", "pre")],
        "layers.decoder_layer": [
            call(x, memory, decoder, 2, causal, source, order) for order in ("post", "pre")
        ],
    }


def _transformer(normal: Draw) -> dict[str, list[Call]]:
    sizes = Configuration(
        9, 7, d_model=6, num_heads=2, d_ff=8, num_encoder_layers=1, num_decoder_layers=1, pad=0
    )
    source, target = np.array([[3, 4, 5, 0], [6, 7, 8, 1]]), np.array([[1, 4, 5], [1, 6, 0]])
    calls: dict[str, list[Call]] = {name: [] for name in ("forward", "encode", "decode", "project")}
    for order in ("post", "pre"):
        c = replace(sizes, norm=order)
        parameters = _shaken(normal, transformer.initialize(c, np.random.default_rng(3)))
        memory, rows = normal(size=(2, 4, 6)), normal(size=(2, 3, 6))
        mask = transformer.padding_mask(source, c)
        calls["forward"].append(call(source, target, parameters, c))
        calls["encode"].append(call(source, parameters, c))
        calls["decode"].append(call(target, memory, parameters, c, mask))
        calls["project"].append(call(rows, parameters))
    result = {f"transformer.{name}": list_ for name, list_ in calls.items()}
    result["transformer.embed_tokens"] = [call(source, normal(size=(9, 6)))]
    return result


def _recurrent(normal: Draw) -> dict[str, list[Call]]:
    x, h, c = normal(size=(2, 3)), normal(size=(2, 4)), normal(size=(2, 4))
    plain = normal(size=(3, 4)), normal(size=(4, 4)), normal(size=4)
    gated = normal(size=(3, 16)), normal(size=(4, 16)), normal(size=16)
    return {
        "recurrent.rnn_step": [call(x, h, *plain)],
        "recurrent.lstm_step": [call(x, h, c, *gated)],
    }


def _embeddings(normal: Draw) -> dict[str, list[Call]]:
    return {"embeddings.cosine_similarity": [call(normal(size=(3, 5)), normal(size=(3, 5)))]}


def _training(normal: Draw) -> dict[str, list[Call]]:
    logits, targets = normal(size=(2, 3, 5)), np.array([[1, 4, -100], [0, -100, -100]])
    moments = AdamState(0.1 * normal(size=4), 0.1 * np.abs(normal(size=4)), 2)
    return {
        "losses.cross_entropy": [call(logits, targets), call(logits, targets, label_smoothing=0.1)],
        "losses.perplexity": [call(np.abs(normal(size=6)))],
        "regularization.smooth_labels": [call(np.array([[1, 0], [3, 2]]), 5, 0.2)],
        "optimizers.adam": [
            call(normal(size=4), normal(size=4)),
            call(normal(size=4), normal(size=4), moments, learning_rate=0.1),
        ],
        "schedules.noam": [call(np.array([1, 3, 10, 40]), 16, 10)],
    }


def _fresh() -> Initializer:
    return Initializer(np.random.default_rng(5), np.dtype(np.float64))


def _shaken(normal: Draw, node: Any) -> Any:
    """The same tree with noise on every weight, so that no bias is 0 and no gamma 1."""
    if isinstance(node, np.ndarray):
        return residual(node, 0.3 * normal(size=node.shape))
    if isinstance(node, tuple):
        children = [_shaken(normal, child) for child in node]
        return type(node)(*children) if hasattr(node, "_fields") else tuple(children)
    return node
