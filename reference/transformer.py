"""The full Transformer: embeddings, positions, encoder, decoder, output projection, softmax.

Names in a trace of `forward`, for each layer of encoder and decoder:

    source_embedding.words, .positions, .output   see `embed_tokens`; also target_embedding
    encoder.0.self_attention.query … .output      see `multi_head_attention`
    encoder.0.self_attention_sum                  the residual, see `sublayer`
    encoder.0.self_attention_norm.output          see `layer_norm`
    encoder.0.feed_forward.hidden … .output       see `feed_forward`; then _sum and _norm again
    encoder_norm.output                           with pre-norm only
    decoder.0.cross_attention.weights …           between self_attention and feed_forward
    logits, probabilities
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from reference import masks
from reference.activations import gelu, relu, softmax
from reference.arrays import Array, Ids, Mask, require
from reference.embeddings import embed, scale_embedding
from reference.feedforward import linear
from reference.initialization import Initializer
from reference.layers import Norm, decoder_layer, encoder_layer
from reference.normalization import layer_norm
from reference.parameters import DecoderLayerParameters, EncoderLayerParameters, NormParameters
from reference.positions import sinusoidal
from reference.trace import record, scope

_ACTIVATIONS: dict[str, Callable[[Array], Array]] = {"relu": relu, "gelu": gelu}
_SIZES = ("source_vocabulary", "target_vocabulary", "d_model", "num_heads", "d_ff", "max_length")


@dataclass(frozen=True)
class Configuration:
    """The sizes and options of a Transformer; by default those of the paper's base model."""

    source_vocabulary: int
    target_vocabulary: int
    d_model: int = 512
    num_heads: int = 8
    d_ff: int = 2048
    num_encoder_layers: int = 6
    num_decoder_layers: int = 6
    norm: Norm = "post"
    activation: Literal["relu", "gelu"] = "relu"
    bias: bool = True  # in attention and output projection; feed-forward networks always have it
    tied: bool = False  # the output projection is the target embedding, transposed
    max_length: int = 512
    pad: int | None = None  # the id that marks padding, or None when nothing is padded
    eps: float = 1e-5

    def __post_init__(self) -> None:
        sizes = {name: size for name, size in vars(self).items() if name in _SIZES and size < 1}
        if sizes:
            raise ValueError(f"sizes must be positive: {sizes}")
        if self.d_model % self.num_heads:
            raise ValueError(f"{self.num_heads} heads do not divide d_model {self.d_model}")
        if self.activation not in _ACTIVATIONS:
            raise ValueError(f"activation must be one of {[*_ACTIVATIONS]}: {self.activation!r}")


class Parameters(NamedTuple):
    """All weights of a Transformer; `reference.parameters.named_arrays` lists them by name."""

    source_embedding: Array  # (source_vocabulary, d_model)
    target_embedding: Array  # (target_vocabulary, d_model)
    encoder: tuple[EncoderLayerParameters, ...]
    decoder: tuple[DecoderLayerParameters, ...]
    encoder_norm: NormParameters | None = None  # after the last encoder layer; pre-norm needs it
    decoder_norm: NormParameters | None = None  # after the last decoder layer; pre-norm needs it
    w_output: Array | None = None  # (d_model, target_vocabulary); None: tied to target_embedding
    b_output: Array | None = None  # (target_vocabulary)


def initialize(
    configuration: Configuration, generator: np.random.Generator, dtype: DTypeLike = np.float64
) -> Parameters:
    """Draw the weights of a new Transformer.

    Args:
        configuration: sizes and options.
        generator: the source of randomness; the same seed draws the same weights.
        dtype: the floating-point type of all weights, and so of everything computed from them.

    Returns:
        `Parameters`. The final normalizations exist only for pre-norm, as in the papers.

    Source:
        See `reference.initialization.Initializer`.
    """
    c = configuration
    draw = Initializer(generator, np.dtype(dtype), c.bias)
    final_norm = c.norm == "pre"
    return Parameters(
        source_embedding=draw.embedding(c.source_vocabulary, c.d_model),
        target_embedding=draw.embedding(c.target_vocabulary, c.d_model),
        encoder=tuple(draw.encoder_layer(c.d_model, c.d_ff) for _ in range(c.num_encoder_layers)),
        decoder=tuple(draw.decoder_layer(c.d_model, c.d_ff) for _ in range(c.num_decoder_layers)),
        encoder_norm=draw.norm(c.d_model) if final_norm else None,
        decoder_norm=draw.norm(c.d_model) if final_norm else None,
        w_output=None if c.tied else draw.matrix(c.d_model, c.target_vocabulary),
        b_output=draw.zeros(c.target_vocabulary) if c.bias else None,
    )


def embed_tokens(ids: Ids, table: Array, start: int = 0) -> Array:
    """Turn token ids into vectors that encode word and position.

    Formula:
        x[t] = √d_model · E[ids[t]] + PE[start + t]

    Args:
        ids: (..., n) token ids.
        table: (vocabulary, d_model) the embedding E.
        start: the first position; more than 0 if earlier tokens are cached.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when an id is outside the vocabulary.

    Convention:
        Word vectors are multiplied by √d_model before positions are added (paper, Annotated
        Transformer, fairseq). BERT, GPT and Llama do not.

    Source:
        Vaswani et al., Attention Is All You Need (2017), sections 3.4 and 3.5.
    """
    words = scale_embedding(embed(ids, table))  # (..., n, d_model)
    record("words", words, "rows of the embedding, times √d_model")
    length, d_model = words.shape[-2:]
    positions = sinusoidal(start + length, d_model)[start:]  # (n, d_model)
    positions = positions.astype(words.dtype)
    record("positions", positions, "sines and cosines of each position")
    return record("output", words + positions, "word and position in one vector")


def encode(source: Ids, parameters: Parameters, configuration: Configuration) -> Array:
    """Read the source: embeddings, positions, and all encoder layers.

    Formula:
        memory = EncoderLayer_N(… EncoderLayer₁(√d_model · E[source] + PE))

    Args:
        source: (..., n_source) token ids.
        parameters: all weights.
        configuration: sizes and options.

    Returns:
        (..., n_source, d_model) the memory that the decoder attends to.

    Raises:
        ValueError: when the sequence is too long or an id is outside the vocabulary.

    Convention:
        If there are weights for it (pre-norm), a final normalization follows. PyTorch's
        `nn.Transformer` also adds one for post-norm.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1, "Encoder".
    """
    c = configuration
    _require_length(source, c)
    with scope("source_embedding"):
        x = embed_tokens(source, parameters.source_embedding)  # (..., n_source, d_model)
    mask = padding_mask(source, c)  # (..., 1, n_source)
    for number, layer in enumerate(parameters.encoder):
        with scope("encoder"), scope(number):
            x = encoder_layer(x, layer, c.num_heads, mask, c.norm, activation_of(c), c.eps)
    with scope("encoder_norm"):
        return final_norm(x, parameters.encoder_norm, c)


def decode(
    target: Ids,
    memory: Array,
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> Array:
    """Read the target so far while attending to the source: one vector per target token.

    Formula:
        y = DecoderLayer_N(… DecoderLayer₁(√d_model · E[target] + PE, memory) …, memory)

    Args:
        target: (..., n) token ids, beginning with the start token (the target shifted right).
        memory: (..., n_source, d_model) the encoder's output.
        parameters: all weights.
        configuration: sizes and options.
        memory_mask: (..., 1, n_source) which source tokens are real, from `padding_mask`.

    Returns:
        (..., n, d_model) row t depends only on target tokens 0 … t.

    Raises:
        ValueError: when the sequence is too long or an id is outside the vocabulary.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1, "Decoder".
    """
    c = configuration
    _require_length(target, c)
    with scope("target_embedding"):
        x = embed_tokens(target, parameters.target_embedding)  # (..., n, d_model)
    causal = masks.causal(x.shape[-2])  # (n, n)
    mask = masks.combine(causal, padding_mask(target, c))  # (..., n, n)
    for number, layer in enumerate(parameters.decoder):
        with scope("decoder"), scope(number):
            x = decoder_layer(
                x,
                memory,
                layer,
                c.num_heads,
                mask,
                memory_mask,
                c.norm,
                activation_of(c),
                c.eps,
            )
    with scope("decoder_norm"):
        return final_norm(x, parameters.decoder_norm, c)


def project(x: Array, parameters: Parameters) -> Array:
    """Score every word of the target vocabulary.

    Formula:
        logits = x W + b;  tied: logits = x Eᵀ + b with the target embedding E

    Args:
        x: (..., n, d_model) the decoder's output.
        parameters: all weights.

    Returns:
        (..., n, target_vocabulary) one row of logits per token.

    Raises:
        ValueError: when the widths differ.

    Convention:
        The tied matrix is not scaled here: √d_model belongs only to the embedding.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.4; Press and Wolf, Using the
        Output Embedding to Improve Language Models (2017).
    """
    w = parameters.w_output  # (d_model, target_vocabulary)
    if w is None:
        w = parameters.target_embedding.T  # (d_model, target_vocabulary)
    return record("logits", linear(x, w, parameters.b_output), "a score for every next word")


def forward_logits(
    source: Ids, target: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """The whole model, up to the logits before the last softmax.

    Formula:
        logits = project(decode(target, encode(source)))

    Args:
        source: (..., n_source) token ids.
        target: (..., n) token ids, beginning with the start token.
        parameters: all weights.
        configuration: sizes and options.

    Returns:
        (..., n, target_vocabulary) row t scores the token that follows target token t.

    Raises:
        ValueError: when a sequence is too long or an id is outside its vocabulary.

    Source:
        Vaswani et al., Attention Is All You Need (2017), figure 1.
    """
    memory = encode(source, parameters, configuration)  # (..., n_source, d_model)
    memory_mask = padding_mask(source, configuration)  # (..., 1, n_source)
    x = decode(target, memory, parameters, configuration, memory_mask)  # (..., n, d_model)
    return project(x, parameters)  # (..., n, target_vocabulary)


def forward(
    source: Ids, target: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """The whole model: for every target token, the probabilities of the next token.

    Formula:
        P(next | target₀ … target_t, source) = softmax(logits_t)

    Args:
        source: (..., n_source) token ids.
        target: (..., n) token ids, beginning with the start token.
        parameters: all weights.
        configuration: sizes and options.

    Returns:
        (..., n, target_vocabulary) rows that sum to 1.

    Raises:
        ValueError: when a sequence is too long or an id is outside its vocabulary.

    Convention:
        No dropout: this is the model at inference, not in training.

    Source:
        Vaswani et al., Attention Is All You Need (2017), figure 1 and section 3.4.
    """
    logits = forward_logits(source, target, parameters, configuration)
    return record("probabilities", softmax(logits), "softmax of each row of logits")


def padding_mask(ids: Ids, configuration: Configuration) -> Mask | None:
    """Which tokens of a sequence are real, if this model has padding.

    Formula:
        mask[…, 0, j] = (ids[…, j] ≠ pad)

    Args:
        ids: (..., n) token ids.
        configuration: has the id that marks padding.

    Returns:
        (..., 1, n) True = real, or None if the configuration has no padding.
    """
    return None if configuration.pad is None else masks.padding(ids, configuration.pad)


def final_norm(x: Array, norm: NormParameters | None, configuration: Configuration) -> Array:
    """Normalise after the last layer, if the model has such a normalization.

    Formula:
        LN(x), or x itself if there are no weights for it

    Args:
        x: (..., n, d_model) the last layer's output.
        norm: γ and β, or None.
        configuration: has ε.

    Returns:
        (..., n, d_model) one row per token.
    """
    return x if norm is None else layer_norm(x, *norm, configuration.eps)


def activation_of(configuration: Configuration) -> Callable[[Array], Array]:
    """The activation function that the configuration names.

    Args:
        configuration: its `activation` is "relu" or "gelu".

    Returns:
        The function from `reference.activations`.
    """
    return _ACTIVATIONS[configuration.activation]


def _require_length(ids: Ids, configuration: Configuration) -> None:
    longest = configuration.max_length
    require(np.shape(ids)[-1] <= longest, f"at most {longest} tokens are possible", ids=ids)
