"""Inputs on which a mistake must show: unsaturated, non-square, with masks, biases and small rows.

For each right function a list of calls. A mistake has to differ from the right function in at least
one of them (NumPy may refuse it in others); an equivalent has to agree in all.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from reference import architectures, decoding, masks, positions, transformer
from reference.initialization import Initializer
from reference.layers import residual
from reference.optimizers import AdamState
from reference.parameters import NormParameters
from reference.seq2seq import initialize_attention_encoder_decoder
from reference.transformer import Configuration

Call = tuple[tuple[Any, ...], dict[str, Any]]


def call(*args: Any, **options: Any) -> Call:
    return args, options


def examples(right: str) -> list[Call]:
    """Calls of a right function, "attention.split_heads"; copies, so no test can spoil them."""
    return deepcopy(_all()[right])


@cache
def _all() -> dict[str, list[Call]]:
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
        _tokenization,
        _training,
        _decoding,
        _architectures,
        _accounting,
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
    scores, cube = normal(size=(2, 4, 5)), normal(size=(3, 3, 3))
    return {
        "attention.dot_product_scores": [call(query, key)],
        "attention.scaled_dot_product_scores": [
            call(query, key),
            call(square, square + 1),
            call(cube, cube + 1),
        ],
        "attention.attentional_state": [call(x, memory, normal(size=(12, 5)))],
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
    x, square, short = normal(size=(2, 5, 8)), normal(size=(2, 4, 4)), normal(size=(3, 5))
    return {
        "positions.sinusoidal": [call(7, 6)],
        "positions.learned": [call(normal(size=(8, 3)), 4), call(normal(size=(8, 3)), 1, start=3)],
        "positions.rotary_angles": [call(5, 8), call(1, 8, start=1027)],
        "positions.rotate": [
            call(x, positions.rotary_angles(5, 8), layout) for layout in ("interleaved", "half")
        ],
        "positions.alibi_slopes": [call(8), call(6)],
        "positions.alibi_bias": [call(4, 5), call(4, 1, 5)],
        "positions.t5_relative_buckets": [call(40), call(40, bidirectional=False), call(1, 7)],
        "positions.yarn_frequencies": [
            call(64, 16.0, 4096),
            call(64, 128.0, 4096, attention_factor=1.0),
        ],
        "positions.relative_shift": [call(square), call(short)],
    }


def _decoding(normal: Draw) -> dict[str, list[Call]]:
    logits, prompt = normal(size=(3, 6)), np.array([3])
    sizes = Configuration(
        9, 7, d_model=6, num_heads=2, d_ff=8, num_encoder_layers=1, num_decoder_layers=1, pad=0
    )
    parameters = _shaken(normal, transformer.initialize(sizes, np.random.default_rng(3)))
    source = np.array([[3, 4, 5, 0], [6, 7, 8, 1]])
    mask = transformer.padding_mask(source, sizes)
    memory = transformer.encode(source, parameters, sizes)
    caches = decoding.start_caches(memory, parameters, sizes)
    begun = decoding.decode_step(np.array([[1, 4], [1, 6]]), caches, parameters, sizes, mask)[1]
    likely = np.log(np.array([[0.05, 0.5, 0.15, 0.3], [0.4, 0.3, 0.2, 0.1]]))
    return {
        "decoding.greedy": [call(_next_logits, np.array([[3], [1]]), 6, 0)],
        "decoding.temperature": [call(logits, 0.7)],
        "decoding.top_k": [call(logits, 2)],
        "decoding.top_p": [call(likely, 0.6)],
        "decoding.sample": [call(np.tile(logits, (50, 1)), np.random.default_rng(1))],
        "decoding.length_penalty": [call(7, 0.6)],
        "decoding.beam_step": [
            call(np.array([-1.0, -0.4, -2.0]), logits, 4),
            call(np.array([-0.7, -np.inf, -0.5]), logits, 2),
        ],
        "decoding.beam_search": [
            call(_next_logits, prompt + start, 3, 5, 0, alpha)
            for start in range(6)
            for alpha in (0.0, 1.0)
        ],
        "decoding.markov_beam_search": [
            *(call(2 * normal(size=(4, 5, 5)), 0, 4, 2, alpha) for alpha in (0.0, 1.0) * 3),
            call(np.log([[[0.5, 0.3, 0.2]] * 3, [[0.1, 0.8, 0.1]] * 3]), 1, 0, 1, 9.0),
        ],
        "decoding.attention_step": [
            call(*normal(size=(3, 2, 3, 4)), *normal(size=(2, 2, 2, 4))),
            call(*normal(size=(3, 2, 1, 4)), *normal(size=(2, 2, 3, 4))),
            call(*normal(size=(3, 2, 3, 4))),
        ],
        "decoding.decode_step": [call(np.array([[5], [2]]), begun, parameters, sizes, mask)],
    }


def _next_logits(ids: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A model that looks at the whole text: every text has scores of its own."""
    return np.stack([2 * np.random.default_rng(row.tolist()).normal(size=6) for row in ids])


def _architectures(normal: Draw) -> dict[str, list[Call]]:
    draw = _fresh()
    query, key, value = (normal(size=(2, heads, 5, 4)) for heads in (6, 3, 3))
    x, memory, image = normal(size=(2, 5, 6)), normal(size=(2, 4, 6)), normal(size=(3, 4, 6))
    weights = draw.attention(6)._replace(b_q=None, b_k=None, b_v=None, b_o=None)
    norm = NormParameters(1 + 0.3 * normal(size=6), normal(size=6))
    layers = (_shaken(normal, draw.encoder_layer(6, 8)),)
    bert = architectures.BertParameters(
        words=normal(size=(9, 6)),
        positions=normal(size=(7, 6)),
        segments=normal(size=(2, 6)),
        embedding_norm=norm,
        layers=layers,
        w_pooler=normal(size=(6, 6)),
        b_pooler=normal(size=6),
        w_head=normal(size=(6, 6)),
        b_head=normal(size=6),
        head_norm=norm,
        b_words=normal(size=9),
    )
    vit = architectures.VitParameters(
        w_patch=normal(size=(12, 6)),
        b_patch=normal(size=6),
        class_token=normal(size=6),
        positions=normal(size=(7, 6)),
        layers=layers,
        final_norm=norm,
        w_head=normal(size=(6, 4)),
        b_head=normal(size=4),
    )
    swin = architectures.SwinLayerParameters(layers[0], normal(size=(25, 2)))
    gate = [normal(size=shape) for shape in [(6, 3), (6, 3), (3,), (3, 1), (1,)]]
    windows = normal(size=(6, 4, 3))
    return {
        "attention.grouped_query_attention": [call(query, key, value, masks.causal(5))],
        "attention.alibi_attention": [
            call(query, query[::-1], query + 1, masks.causal(5)),
        ],
        "attention.attention_gate": [call(x, x[::-1], *gate)],
        "gradients.scaled_dot_product_attention_backward": [
            call(x[:, ::-1], x, x[::-1], x + 1),
        ],
        "gradients.softmax_backward": [
            call(np.array([1.0, -2.0, 0.5]), np.array([0.2, 0.3, 0.5])),
        ],
        "attention.linear_attention": [call(np.abs(x), np.abs(x[::-1]) + 0.5, x)],
        "architectures.t5_attention": [call(x, memory, weights, 2, normal(size=(2, 5, 4)))],
        "architectures.bert_corrupt": [
            call(
                np.arange(5, 13),
                np.array([0.01, 0.05, 0.11, 0.125, 0.13, 0.14, 0.3, 0.02]),
                np.arange(50, 58),
                3,
                np.array([True] * 7 + [False]),
            )
        ],
        "architectures.bert_encode": [
            call(np.array([[1, 2, 3, 4, 5]]), np.array([[0, 0, 1, 1, 1]]), bert, 2)
        ],
        "architectures.llama_attention": [
            call(x, weights, 3, 3, positions.rotary_angles(5, 2), masks.causal(5))
        ],
        "architectures.patches": [call(image, 2)],
        "architectures.images_from_patches": [call(normal(size=(6, 12)), 2, 4, 6)],
        "architectures.vit_logits": [call(image, vit, 2, 2)],
        "architectures.window_partition": [call(normal(size=(4, 6, 3)), 2)],
        "architectures.window_reverse": [call(windows, 2, 4, 6)],
        "architectures.shifted_window_mask": [call(6, 9, 3, 1)],
        "architectures.relative_index": [call(3)],
        "architectures.shifted_window_attention": [call(normal(size=(6, 9, 6)), swin, 2, 3, 1)],
    }


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
        tied = parameters._replace(w_output=None, source_embedding=normal(size=(7, 6)))
        calls["project"] += [call(rows, parameters), call(rows, tied)]
    result = {f"transformer.{name}": list_ for name, list_ in calls.items()}
    table = normal(size=(9, 6))
    result["transformer.embed_tokens"] = [call(source, table), call(source, table, 3)]
    return result


def _recurrent(normal: Draw) -> dict[str, list[Call]]:
    x, h, c = normal(size=(2, 3)), normal(size=(2, 4)), normal(size=(2, 4))
    plain = normal(size=(3, 4)), normal(size=(4, 4)), normal(size=4)
    lstm = normal(size=(3, 16)), normal(size=(4, 16)), normal(size=16)
    gru = normal(size=(3, 12)), normal(size=(4, 12)), normal(size=12), normal(size=12)
    text = normal(size=(2, 5, 3))
    translator = _shaken(
        normal, initialize_attention_encoder_decoder(7, 6, 3, 4, 5, np.random.default_rng(5))
    )
    source, target = np.array([[1, 2, 3, 4], [6, 5, 0, 0]]), np.array([[0, 3, 1], [0, 5, 4]])
    return {
        "seq2seq.attention_encoder_decoder": [call(source, target, translator, np.array([4, 2]))],
        "recurrent.rnn_step": [call(x, h, *plain)],
        "recurrent.lstm_step": [call(x, h, c, *lstm)],
        "recurrent.gru_step": [
            call(x, h, *gru, reset_applied=applied) for applied in ("after", "before")
        ],
        "recurrent.rnn": [
            call(text, *plain, h),
            call(text, *plain, h, lengths=np.array([5, 3])),
        ],
    }


def _embeddings(normal: Draw) -> dict[str, list[Call]]:
    ids, first, second = np.array([3, 1, 2, 1, 0]), normal(size=(5, 4)), normal(size=(5, 4))
    counts = np.array([400.0, 30.0, 3.0, 0.0])
    return {
        "embeddings.cosine_similarity": [call(normal(size=(3, 5)), normal(size=(3, 5)))],
        "embeddings.one_hot": [call(ids, 5)],
        "gradients.embed_backward": [call(normal(size=(4, 3)), np.array([1, 0, 1, 4]), 5)],
        "embeddings.scale_embedding": [call(first)],
        "embeddings.skip_gram_pairs": [call(ids, 2)],
        "embeddings.skip_gram": [call(ids, first, second)],
        "embeddings.cbow": [
            call(np.array([[1, 2], [0, 4]]), first, second, combine=combine)
            for combine in ("mean", "sum")
        ],
        "embeddings.noise_distribution": [call(np.array([400.0, 30.0, 3.0]))],
        "embeddings.negative_sampling_loss": [call(first, second, normal(size=(5, 3, 4)))],
        "embeddings.glove_weight": [call(counts)],
        "embeddings.cooccurrence": [call(ids, 4, 2), call(ids, 4, 2, weighting="count")],
        "embeddings.character_ngrams": [call("where")],
    }


def _tokenization(normal: Draw) -> dict[str, list[Call]]:
    corpus = {"low": 5, "lower": 2, "newest": 6, "widest": 3, "hug": 10, "pug": 5, "hugs": 5}
    merges = (("e", "s"), ("es", "t"), ("t", "e"), ("l", "o"), ("lo", "w"), ("w", "es"))
    merges += (("n", "a"), ("a", "n"), ("n", "</w>"))
    words = ("lowest", "tests", "banana", "ban", "xlow")
    spaced = (("a", "b"), ("c", "a"))
    pieces = {"un", "##able", "##a", "##b", "##l", "##e", "able", "u", "##n", "a"}
    log_p = {"a": -1.0, "b": -1.2, "ab": -3.0, "abc": -9.0, "c": -1.5, "bc": -1.6}
    return {
        "tokenization.bpe_train": [call(corpus, 8), call(corpus, 8, ties="largest")],
        "tokenization.bpe_encode": [call(word, merges) for word in words]
        + [call("cab", spaced), call("abab", (("b", "a"), ("a", "b"))), call("cabxab", spaced)],
        "tokenization.wordpiece_train": [call(corpus, 4)],
        "tokenization.wordpiece_encode": [call("unable", pieces)],
        "tokenization.unigram_segment": [call("abc", log_p)],
    }


def _training(normal: Draw) -> dict[str, list[Call]]:
    logits, targets = normal(size=(2, 3, 5)), np.array([[1, 4, -100], [0, -100, -100]])
    class_weights = np.array([0.5, 2.0, 1.0, 1.0, 3.0])
    parameter, gradient = normal(size=(2, 4))
    moments = AdamState(0.1 * normal(size=4), 0.1 * np.abs(normal(size=4)), 2)
    adam = [
        call(parameter, gradient),
        call(parameter, gradient, moments, learning_rate=0.1),
        call(parameter, 1e-4 * gradient, learning_rate=0.1, eps=1e-3),
    ]
    decay = {"learning_rate": 0.1, "weight_decay": 0.2}
    steps, kept = np.array([1, 3, 10, 40]), normal(size=(3, 4)) > -0.5
    gradients = (normal(size=(2, 3)), 10 * normal(size=4))
    selected = np.array([[True, False, False], [False, True, True]])
    return {
        "losses.cross_entropy": [
            call(logits, targets),
            call(logits, targets, label_smoothing=0.1),
            call(logits, targets, class_weights=class_weights),
        ],
        "losses.nll": [call(logits - 5, targets)],
        "losses.masked_language_model_loss": [call(logits, np.abs(targets) % 5, selected)],
        "losses.perplexity": [call(np.abs(normal(size=6)))],
        "losses.shift_right": [call(np.array([[4, 2, 3, 0], [5, 3, 0, 0]]), 1)],
        "regularization.smooth_labels": [call(np.array([[1, 0], [3, 2]]), 5, 0.2)],
        "regularization.apply_dropout": [call(normal(size=(3, 4)), kept, 0.2)],
        "regularization.dropout": [
            call(normal(size=(3, 40)), 0.2),
            call(normal(size=(3, 40)), 0.2, np.random.default_rng(4)),
        ],
        "optimizers.adam": adam,
        "optimizers.adamw": [call(parameter, gradient, moments, **decay)],
        "optimizers.momentum": [call(parameter, gradient, learning_rate=0.1)],
        "optimizers.clip_by_global_norm": [call(gradients, 1.0), call(gradients, 1000.0)],
        "schedules.noam": [call(steps, 16, 10)],
        "schedules.cosine": [call(steps, 1.0, 40, 5), call(steps, 1.0, 40, 5, 0.2)],
        "schedules.linear_warmup": [call(steps, 1.0, 5, 40)],
    }


def _accounting(normal: Draw) -> dict[str, list[Call]]:
    return {
        "accounting.gpt2_parameters": [call()],
        "accounting.attention_parameters": [call(64, 8), call(64, 8, 2, False)],
        "accounting.swiglu_parameters": [call(64, 100)],
        "accounting.attention_flops": [call(5, 7, 64)],
        "accounting.linear_flops": [call(5, 64, 100)],
        "accounting.kv_cache_bytes": [call(2, 100, 4, 8, 16)],
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
