"""Examples of activations, attention, masks and positions."""

from quizzer.handbook.examples.given import Examples, drawn, given

LINE = [-2.0, -0.5, 0.0, 0.5, 2.0]
SCORES = [[1.0, 0.0, 2.0], [0.5, -1.0, 0.3]]
LOWER = [[True, False, False], [True, True, False]]

Q = [[1.0, 0.5], [-0.3, 0.8]]
K = [[0.4, 1.0], [0.9, -0.2], [-1.0, 0.6]]
V = [[1.0, 0.0, 0.5], [0.0, 1.0, -0.5], [2.0, 1.0, 0.0]]
TWO_HEADS = {"query": drawn(2, 2, 2, seed=1), "key": drawn(2, 2, 2, seed=2)}
GATE = {
    "x": [[0.5, 1.0], [-0.2, 0.8], [1.0, 0.1]],
    "gate": [[0.3], [1.0], [-0.6]],
    "w_x": [[0.4, -0.1], [0.2, 0.6]],
    "w_g": [[0.8, -0.5]],
    "b_g": [0.1, 0.0],
    "psi": [[1.0], [-0.5]],
    "b_psi": [0.2],
}

X = [[1.0, 0.2, -0.5, 0.3], [0.4, -1.0, 0.8, 0.1], [0.0, 0.6, 0.7, -0.9]]
MEMORY = [[0.3, 0.9, -0.2, 0.5], [-0.7, 0.1, 0.4, 1.0]]
W_Q, W_K, W_V = drawn(4, 2, seed=3), drawn(4, 2, seed=4), drawn(4, 2, seed=5)
WIDE = {f"w_{letter}": drawn(4, 4, seed=seed) for seed, letter in enumerate("qkvo", start=6)}

ACTIVATIONS: Examples = {
    "activations.sigmoid": given(x=LINE),
    "activations.tanh": given(x=LINE),
    "activations.relu": given(x=LINE),
    "activations.gelu": given(x=LINE),
    "activations.silu": given(x=LINE),
    "activations.softmax": given(x=SCORES),
    "activations.log_softmax": given(x=SCORES),
}

ATTENTION: Examples = {
    "attention.dot_product_scores": given(query=Q, key=K),
    "attention.scaled_dot_product_scores": given(query=Q, key=K),
    "attention.additive_scores": given(
        query=Q,
        key=[[0.4, 1.0, 0.0], [0.9, -0.2, 0.3]],
        w_q=[[0.5, -0.4], [0.2, 0.6]],
        w_k=[[0.3, 0.1], [-0.5, 0.7], [0.8, 0.0]],
        v=[1.0, -0.5],
    ),
    "attention.masked_scores": given(scores=SCORES, mask=LOWER),
    "attention.masked_softmax": given(scores=SCORES, mask=LOWER),
    "attention.attention_weights": given(query=Q, key=K, mask=LOWER),
    "attention.weighted_sum": given(weights=[[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]], value=V),
    "attention.scaled_dot_product_attention": given(query=Q, key=K, value=V),
    "attention.attention_from_scores": given(scores=SCORES, value=V),
    "attention.project_qkv": given(x=X, w_q=W_Q, w_k=W_K, w_v=W_V),
    "attention.split_heads": given(x=X, num_heads=2),
    "attention.project_heads": given(x=X, w=WIDE["w_q"], b=None, num_heads=2),
    "attention.merge_heads": given(
        x=[[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]],
    ),
    "attention.self_attention": given(x=X, w_q=W_Q, w_k=W_K, w_v=W_V),
    "attention.cross_attention": given(x=X, memory=MEMORY, w_q=W_Q, w_k=W_K, w_v=W_V),
    "attention.multi_head_attention": given(x=X, memory=MEMORY, **WIDE, num_heads=2),
    "attention.grouped_query_attention": given(
        query=drawn(4, 2, 2, seed=1), key=drawn(2, 2, 2, seed=2), value=drawn(2, 2, 2, seed=3)
    ),
    "attention.alibi_attention": given(**TWO_HEADS, value=drawn(2, 2, 2, seed=3)),
    "attention.linear_attention": given(
        query=[[1.5, 1.0], [0.5, 2.0]], key=[[1.0, 0.5], [0.2, 2.0], [1.5, 1.0]], value=V
    ),
    "attention.attentional_state": given(
        context=[0.5, -1.0],
        hidden=[0.2, 0.4],
        w=[[1.0, 0.0], [0.5, 1.0], [0.0, -0.5], [1.0, 0.5]],
    ),
    "attention.attention_gate": given(**GATE),
}

MASKS: Examples = {
    "masks.causal": given(query_length=3, key_length=4),
    "masks.padding": given(ids=[[7, 4, 9], [5, 0, 0]], pad=0),
    "masks.sliding_window": given(length=5, window=2),
    "masks.combine": given(
        masks=(
            [[True, False, False], [True, True, False], [True, True, True]],
            [[True, True, False]],
        )
    ),
    "masks.additive": given(mask=LOWER),
}

POSITIONS: Examples = {
    "positions.sinusoidal": given(length=3, d_model=4),
    "positions.learned": given(table=[[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], length=2),
    "positions.alibi_slopes": given(num_heads=4),
    "positions.alibi_bias": given(num_heads=2, query_length=3),
    "positions.t5_relative_buckets": given(
        query_length=5, bidirectional=True, num_buckets=8, max_distance=8
    ),
    "positions.relative_shift": given(x=[[0.3, 0.2, 0.1], [0.6, 0.5, 0.4], [0.9, 0.8, 0.7]]),
    "positions.rotary_angles": given(length=3, d_head=4),
    "positions.rotate": given(x=[[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]], angles=[[0.0], [0.5], [1.0]]),
    "positions.interleaved_to_half": given(x=[0.0, 1.0, 2.0, 3.0]),
    "positions.half_to_interleaved": given(x=[0.0, 2.0, 1.0, 3.0]),
    "positions.yarn_frequencies": given(d_head=8, scale=4.0, original_length=64, base=100.0),
}

EXAMPLES: Examples = ACTIVATIONS | ATTENTION | MASKS | POSITIONS
