"""The kinds of steps: what each is called, what it does and why, and which function does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from quizzer.bank.schema import CodeItem, ComputeItem, Item


@dataclass(frozen=True)
class Kind:
    """What all steps of a kind have in common, whichever layer they are in."""

    name: str
    title: str
    formula: str
    says: str
    component: str  # the function of the reference, "attention.split_heads"
    points: tuple[str, ...]  # ids of points of the check-list
    shares: bool = False  # whether its rows should sum to 1


_PROJECTING: Final = ("project-and-attend", "explain-three-projections")
_ATTENTION: Final = (
    Kind(
        "query",
        "Queries",
        "Q = x W_q + b_q",
        "Each token asks a question: one linear map, the same for every token.",
        "feedforward.linear",
        _PROJECTING,
    ),
    Kind(
        "key",
        "Keys",
        "K = x W_k + b_k",
        "Each token offers a key, which the queries will be compared with.",
        "feedforward.linear",
        _PROJECTING,
    ),
    Kind(
        "value",
        "Values",
        "V = x W_v + b_v",
        "What each token passes on to those that attend to it.",
        "feedforward.linear",
        _PROJECTING,
    ),
    Kind(
        "cross_query",
        "Queries, from the target",
        "Q = x W_q + b_q",
        "The target tokens ask: in cross-attention, the decoder provides only the queries.",
        "feedforward.linear",
        ("tell-self-from-cross", "trace-cross-attention"),
    ),
    Kind(
        "cross_key",
        "Keys, from the source",
        "K = memory W_k + b_k",
        "The encoder's output, the memory, provides the keys. They stay the same for every word "
        "that will be written.",
        "feedforward.linear",
        ("tell-self-from-cross", "trace-cross-attention", "reuse-the-memory"),
    ),
    Kind(
        "cross_value",
        "Values, from the source",
        "V = memory W_v + b_v",
        "What the source passes on. Keys and values are the only way from the encoder into the "
        "decoder.",
        "feedforward.linear",
        ("tell-self-from-cross", "trace-cross-attention", "reuse-the-memory"),
    ),
    Kind(
        "split",
        "Split into heads",
        "head h gets columns (h − 1) · d_head … h · d_head − 1",
        "The width is split into heads, and the head axis moves in front of the token axis: from "
        "here on, each head works on its own, with its own few features.",
        "attention.split_heads",
        ("split-and-merge-heads", "predict-multi-head-shapes"),
    ),
    Kind(
        "dot_products",
        "Dot products",
        "S = Q Kᵀ",
        "Every query is compared with every key. A large number means: this token asks for what "
        "that one offers.",
        "attention.dot_product_scores",
        ("compute-attention", "compare-scoring-functions"),
    ),
    Kind(
        "scores",
        "Scaling by √d_k",
        "scores = Q Kᵀ / √d_k",
        "A dot product of d_k terms grows like √d_k. Dividing by it keeps the scores small, so "
        "that the softmax stays soft and lets gradients through.",
        "attention.scaled_dot_product_scores",
        ("derive-the-scale", "compute-attention"),
    ),
    Kind(
        "mask",
        "Causal mask",
        "mask[i, j] = (j ≤ i)",
        "1 means: may be attended to. A target token sees itself and what is written before it, "
        "just as when the model writes on its own.",
        "masks.causal",
        ("build-masks", "explain-causality"),
    ),
    Kind(
        "padding_mask",
        "Padding mask",
        "mask[0, j] = (ids[j] ≠ <pad>)",
        "1 means: may be attended to. Padding only fills up a batch; it is hidden as a key, by "
        "one row that applies to every query.",
        "masks.padding",
        ("build-masks", "say-mask-axes"),
    ),
    Kind(
        "masked_scores",
        "Masking",
        "masked[i, j] = scores[i, j] where mask[i, j], else −∞",
        "What must not be seen gets −∞ before the softmax: e^−∞ is exactly 0, and the other "
        "weights of the row still sum to 1.",
        "attention.masked_scores",
        ("place-the-mask", "compute-masked-attention", "explain-infinite-fill"),
    ),
    Kind(
        "weights",
        "Softmax: attention weights",
        "A[i, j] = exp(S[i, j]) / Σ_j exp(S[i, j])",
        "Along the keys, every row becomes weights that sum to 1: how much of each value this "
        "query will take.",
        "activations.softmax",
        ("say-what-weights-are", "explain-the-softmax", "compute-attention"),
        shares=True,
    ),
    Kind(
        "heads",
        "Weighted sum of the values",
        "head = A V",
        "Each query mixes the values with the weights of its row: a weighted mean of what the "
        "tokens pass on.",
        "attention.weighted_sum",
        ("compute-attention", "say-what-weights-are"),
    ),
    Kind(
        "concatenated",
        "Concatenation of the heads",
        "Concat(head₁, …, head_h)",
        "The heads are put side by side again: the split in reverse.",
        "attention.merge_heads",
        ("split-and-merge-heads", "predict-multi-head-shapes"),
    ),
    Kind(
        "attention_output",
        "Output projection",
        "MultiHead = Concat(…) W_O + b_O",
        "Up to here, no head knew about the others; W_O mixes what they found.",
        "feedforward.linear",
        ("explain-multi-head", "compute-multi-head-attention"),
    ),
)
_EMBEDDING: Final = (
    Kind(
        "lookup",
        "Embedding lookup",
        "x = E[ids]",
        "Each token id picks its row of the embedding table: the same word gets the same vector, "
        "wherever it occurs.",
        "embeddings.embed",
        ("trace-embedding-shapes", "enter-the-first-layer"),
    ),
    Kind(
        "words",
        "Times √d_model",
        "x = √d_model · E[ids]",
        "The rows of the table are small; multiplied by √d_model, they are as large as the "
        "positions that will be added.",
        "embeddings.scale_embedding",
        ("explain-the-embedding-scale", "enter-the-first-layer"),
    ),
    Kind(
        "positions",
        "Positions",
        "PE[pos, 2i] = sin(pos / 10000^(2i/d_model)),  PE[pos, 2i+1] = cos(same)",
        "A fixed pattern for every position, made of waves from fast to slow: attention on its "
        "own does not see order.",
        "positions.sinusoidal",
        ("compute-sinusoids", "explain-why-positions", "explain-sinusoids"),
    ),
    Kind(
        "embedded",
        "Word plus position",
        "x = √d_model · E[ids] + PE",
        "Word and position in one vector: this is what enters the first layer.",
        "transformer.embed_tokens",
        ("enter-the-first-layer", "explain-adding-positions", "explain-why-positions"),
    ),
)
_AROUND_ATTENTION: Final = (
    Kind(
        "sum",
        "Residual",
        "x + f(x)",
        "The input is added to what the sub-layer computed: nothing is lost, and gradients have a "
        "way past the sub-layer.",
        "layers.residual",
        ("explain-residuals", "run-a-layer"),
    ),
    Kind(
        "norm",
        "LayerNorm",
        "LN(x) = γ ⊙ (x − μ) / √(σ² + ε) + β",
        "Each token on its own is brought to mean 0 and variance 1, then scaled and shifted: "
        "numbers neither grow nor shrink from layer to layer.",
        "normalization.layer_norm",
        ("compute-layer-norm", "compare-norms", "tell-post-from-pre-norm"),
    ),
    Kind(
        "hidden",
        "Feed-forward: widen",
        "h = x W₁ + b₁",
        "Each token on its own is mapped into a wider space; no token sees another here.",
        "feedforward.linear",
        ("compute-feed-forward", "explain-feed-forward"),
    ),
    Kind(
        "activated",
        "Feed-forward: ReLU",
        "max(0, h)",
        "Negative numbers become 0. Without this nonlinearity, the two matrices would amount to "
        "one.",
        "activations.relu",
        ("compute-activations", "compute-feed-forward"),
    ),
    Kind(
        "feed_forward_output",
        "Feed-forward: narrow",
        "FFN(x) = max(0, x W₁ + b₁) W₂ + b₂",
        "Back to d_model, so that the residual can be added.",
        "feedforward.linear",
        ("compute-feed-forward", "explain-the-fixed-width"),
    ),
)
_OUTPUT: Final = (
    Kind(
        "logits",
        "Logits",
        "logits = x W + b",
        "A score for every word of the target vocabulary: each row scores the word that comes "
        "next.",
        "transformer.project",
        ("project-to-words", "read-the-right-row"),
    ),
    Kind(
        "probabilities",
        "Probabilities of the next word",
        "P(next | target so far, source) = softmax(logits)",
        "Each row sums to 1 over the vocabulary; the last row says what to write next.",
        "activations.softmax",
        ("project-to-words", "read-the-right-row", "run-the-full-pass"),
        shares=True,
    ),
)

KINDS: Final = {
    kind.name: kind for kind in (*_EMBEDDING, *_ATTENTION, *_AROUND_ATTENTION, *_OUTPUT)
}

# Components that consist of several steps, or do a step in another way, and the kind of step that
# best explains them.
_TOLD_BY: Final[Mapping[str, str]] = {
    "attention.project_qkv": "query",
    "attention.project_heads": "split",
    "attention.self_attention": "weights",
    "attention.cross_attention": "cross_query",
    "attention.attention_weights": "weights",
    "attention.masked_softmax": "weights",
    "attention.scaled_dot_product_attention": "weights",
    "attention.multi_head_attention": "attention_output",
    "embeddings.one_hot": "lookup",
    "feedforward.feed_forward": "hidden",
    "layers.sublayer": "norm",
    "layers.encoder_layer": "sum",
    "layers.decoder_layer": "cross_query",
    "masks.additive": "masked_scores",
    "masks.combine": "masked_scores",
    "transformer.encode": "norm",
    "transformer.decode": "norm",
    "transformer.final_norm": "norm",
    "transformer.forward": "probabilities",
    "transformer.forward_logits": "logits",
    "transformer.padding_mask": "padding_mask",
}
_WRONG: Final = "mistakes."  # begins the names of wrong functions in the reference
_POINTS: Final = frozenset(point for kind in KINDS.values() for point in kind.points)


def kinds_of(component: str) -> tuple[str, ...]:
    """The kinds of steps that a component of the reference does, or is best explained by."""
    told = (_TOLD_BY[component],) if component in _TOLD_BY else ()
    return (*(kind.name for kind in KINDS.values() if kind.component == component), *told)


def tells_of(item: Item) -> bool:
    """Whether an item is about a step of the pass."""
    return bool(_POINTS & {*item.covers}) or any(map(kinds_of, _functions(item)))


def _functions(item: Item) -> list[str]:
    """The functions that an item uses or implements, as its bank names them.

    Some items ask what wrong code computes. There, one of the item's mistakes is to give the result
    of the right function. So that is known without importing the reference, and NumPy with it.
    """
    match item:
        case ComputeItem():
            used = [step.of for step in item.steps.values()]
            wrong = {name for name, step in item.steps.items() if step.of.startswith(_WRONG)}
            meant = [mistake.of for mistake in item.mistakes if mistake.step in wrong]
            return [*used, *filter(None, meant)]
        case CodeItem():
            return [item.implement]
    return []
