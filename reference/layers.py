"""The layers of encoder and decoder: sub-layers, each with its residual and its normalization."""

from collections.abc import Callable
from typing import Literal

from reference.activations import relu
from reference.arrays import Array, Mask, require
from reference.attention import multi_head_attention
from reference.feedforward import feed_forward
from reference.normalization import layer_norm, rms_norm
from reference.parameters import DecoderLayerParameters, EncoderLayerParameters, NormParameters
from reference.trace import record, scope

Norm = Literal["post", "pre"]
Activation = Callable[[Array], Array]


def residual(x: Array, branch: Array) -> Array:
    """Add the output of a sub-layer to its input.

    Formula:
        y = x + f(x)

    Args:
        x: (..., n, d_model) what went into the sub-layer.
        branch: (..., n, d_model) what came out of it, f(x).

    Returns:
        (..., n, d_model) their sum; `x` itself is not changed.

    Raises:
        ValueError: when the shapes differ.

    Source:
        He et al., Deep Residual Learning for Image Recognition (2016), section 3.2, equation 1;
        Vaswani et al., Attention Is All You Need (2017), section 3.1.
    """
    require(x.shape == branch.shape, "a residual needs equal shapes", x=x, branch=branch)
    return x + branch  # (..., n, d_model)


def sublayer(
    x: Array,
    branch: Callable[[Array], Array],
    norm_parameters: NormParameters,
    norm: Norm = "post",
    name: str = "sublayer",
    eps: float = 1e-5,
) -> Array:
    """One sub-layer with its residual and its normalization, in either order.

    Formula:
        post: LN(x + f(x))
        pre:  x + f(LN(x))

    Args:
        x: (..., n, d_model) one row per token.
        branch: f, what the sub-layer computes.
        norm_parameters: γ and β of the normalization.
        norm: "post" or "pre".
        name: what the trace calls it; its normalization is `<name>_norm`, its sum `<name>_sum`.
        eps: the ε of the normalization.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when `norm` is neither, or the shapes do not fit.

    Convention:
        The paper, BERT and PyTorch's default normalise after the sum; GPT-2, ViT and the code of
        the Annotated Transformer normalise before the branch, which leaves the residual stream free
        of normalizations.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1; Xiong et al., On Layer
        Normalization in the Transformer Architecture (2020), section 3.
    """
    if norm not in ("post", "pre"):
        raise ValueError(f'norm must be "post" or "pre", not {norm!r}')

    def normalise(rows: Array) -> Array:
        with scope(f"{name}_norm"):
            return layer_norm(rows, *norm_parameters, eps)

    branch_input = normalise(x) if norm == "pre" else x  # (..., n, d_model)
    with scope(name):
        found = branch(branch_input)  # (..., n, d_model)
    total = residual(x, found)  # (..., n, d_model)
    record(f"{name}_sum", total, "the input plus the output of the sub-layer")
    return total if norm == "pre" else normalise(total)  # (..., n, d_model)


def rms_sublayer(
    x: Array, branch: Callable[[Array], Array], gamma: Array, name: str, eps: float = 1e-6
) -> Array:
    """One sub-layer in pre-norm order with RMSNorm, as in T5 and Llama.

    Formula:
        x + f(RMSNorm(x))

    Args:
        x: (..., n, d_model) one row per token.
        branch: f, what the sub-layer computes.
        gamma: (d_model) the scale of the normalization.
        name: what the trace calls it; its normalization is `<name>_norm`, its sum `<name>_sum`.
        eps: the ε of the normalization.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1; Touvron et al., LLaMA (2023), section 2.2.
    """
    with scope(f"{name}_norm"):
        normalised = rms_norm(x, gamma, eps)  # (..., n, d_model)
    with scope(name):
        found = branch(normalised)  # (..., n, d_model)
    total = residual(x, found)  # (..., n, d_model)
    return record(f"{name}_sum", total, "the input plus the output of the sub-layer")


def encoder_layer(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    activation: Activation = relu,
    eps: float = 1e-5,
) -> Array:
    """Every token attends to all tokens; then each token is processed separately.

    Formula:
        post: a = LN(x + MultiHead(x, x)),  y = LN(a + FFN(a))
        pre:  a = x + MultiHead(LN(x), LN(x)),  y = a + FFN(LN(a))

    Args:
        x: (..., n, d_model) one row per token.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        mask: broadcasts to (..., n, n), True = may attend; usually the padding mask.
        norm: "post" (paper) or "pre".
        activation: the function inside the feed-forward network.
        eps: the ε of the normalizations.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1 and figure 1, left.
    """

    def attend(rows: Array) -> Array:
        return multi_head_attention(
            rows, rows, num_heads=num_heads, mask=mask, **parameters.self_attention._asdict()
        )

    def transform(rows: Array) -> Array:
        return feed_forward(rows, *parameters.feed_forward, activation)

    x = sublayer(x, attend, parameters.self_attention_norm, norm, "self_attention", eps)
    return sublayer(x, transform, parameters.feed_forward_norm, norm, "feed_forward", eps)


def decoder_layer(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    activation: Activation = relu,
    eps: float = 1e-5,
) -> Array:
    """Every token attends to the tokens up to itself and to the source; then it is processed alone.

    Formula:
        post: a = LN(x + MultiHead(x, x)),  b = LN(a + MultiHead(a, m)),  y = LN(b + FFN(b))
        pre:  the same with x + f(LN(x)) for each; the memory m is not normalised again

    Args:
        x: (..., n, d_model) one row per target token.
        memory: (..., n_source, d_model) the encoder's output.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        mask: broadcasts to (..., n, n), True = may attend; the causal mask, combined with the
            padding of the target.
        memory_mask: broadcasts to (..., n, n_source), True = may attend; the padding mask of the
            source.
        norm: "post" (paper) or "pre".
        activation: the function inside the feed-forward network.
        eps: the ε of the normalizations.

    Returns:
        (..., n, d_model) one row per target token.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1 and figure 1, right.
    """

    def attend(rows: Array) -> Array:
        return multi_head_attention(
            rows, rows, num_heads=num_heads, mask=mask, **parameters.self_attention._asdict()
        )

    def attend_to_source(rows: Array) -> Array:
        weights = parameters.cross_attention._asdict()
        return multi_head_attention(rows, memory, num_heads=num_heads, mask=memory_mask, **weights)

    def transform(rows: Array) -> Array:
        return feed_forward(rows, *parameters.feed_forward, activation)

    x = sublayer(x, attend, parameters.self_attention_norm, norm, "self_attention", eps)
    x = sublayer(x, attend_to_source, parameters.cross_attention_norm, norm, "cross_attention", eps)
    return sublayer(x, transform, parameters.feed_forward_norm, norm, "feed_forward", eps)
