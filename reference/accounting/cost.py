"""What a model costs: floating-point operations, memory, and how far information travels."""

import math
from typing import NamedTuple


class LayerCost(NamedTuple):
    """One row of the paper's table of layers, without constant factors."""

    operations: float  # per layer
    sequential: float  # operations that must run one after the other
    path: float  # longest path between two tokens, in steps


def linear_flops(rows: int, d_in: int, d_out: int) -> int:
    """Floating-point operations of a linear layer.

    Formula:
        2 · rows · d_in · d_out

    Args:
        rows: tokens of all sequences together.
        d_in: width of the input.
        d_out: width of the output.

    Returns:
        The number of operations.

    Convention:
        A multiplication and an addition count as two; "MACs" count them as one. No biases.

    Source:
        Kaplan et al., Scaling Laws for Neural Language Models (2020), section 2.1.
    """
    return 2 * rows * d_in * d_out


def attention_flops(n_q: int, n_k: int, d_model: int) -> int:
    """Operations of scores and weighted sum, the part that is quadratic in the length.

    Formula:
        2 · n_q · n_k · d_model (scores)  +  2 · n_q · n_k · d_model (weighted sum)

    Args:
        n_q: number of queries.
        n_k: number of keys.
        d_model: width of all heads together; the number of heads does not matter.

    Returns:
        The number of operations, without the projections and softmax.

    Convention:
        A causal mask is not counted as a saving; a kernel that skips masked scores needs half.
        Kaplan et al. (2020), table 1, count 2 · n_k · d_model per token, half of this.

    Source:
        Hoffmann et al., Training Compute-Optimal Large Language Models (2022), appendix F.
    """
    return 4 * n_q * n_k * d_model


def layer_flops(length: int, d_model: int, d_ff: int) -> int:
    """Operations of one encoder (or decoder-only) layer, forward, for one sequence.

    Formula:
        8 · n · d_model² (projections)  +  4 · n² · d_model (attention)  +  4 · n · d_model · d_ff

    Args:
        length: n, the number of tokens.
        d_model: width of the model.
        d_ff: width of the feed-forward network with two matrices.

    Returns:
        The number of operations. With d_ff = 4 · d_model, the quadratic part exceeds the rest once
        n > 6 · d_model.

    Source:
        Hoffmann et al., Training Compute-Optimal Large Language Models (2022), appendix F, without
        softmax; see `attention_flops`.
    """
    projections = 4 * linear_flops(length, d_model, d_model)
    feed_forward = 2 * linear_flops(length, d_model, d_ff)
    return projections + attention_flops(length, length, d_model) + feed_forward


def training_flops(parameters: int, tokens: int) -> int:
    """Operations of a whole training run, roughly.

    Formula:
        6 · N · D: 2 forward and 4 backward for each parameter and token

    Args:
        parameters: N, without embeddings.
        tokens: D, the number of tokens seen.

    Returns:
        The number of operations, without the quadratic part of attention.

    Source:
        Kaplan et al., Scaling Laws for Neural Language Models (2020), section 2.1.
    """
    return 6 * parameters * tokens


def training_bytes(parameters: int) -> int:
    """Memory for weights, gradients and Adam in mixed precision, without activations.

    Formula:
        16 · N = (2 weight + 2 gradient + 4 master weight + 4 m + 4 v) · N

    Args:
        parameters: N.

    Returns:
        Bytes.

    Source:
        Rajbhandari et al., ZeRO (2020), section 3.1.
    """
    return 16 * parameters


def activation_bytes(batch: int, length: int, d_model: int, num_heads: int) -> int:
    """Memory that one layer keeps for its backward pass, in 16-bit precision.

    Formula:
        n · b · d_model · (34 + 5 · heads · n / d_model)

    Args:
        batch: b, number of sequences.
        length: n, number of tokens.
        d_model: width of the model; d_ff is 4 · d_model.
        num_heads: number of heads.

    Returns:
        Bytes. The second part, for the attention weights, grows with the square of the length;
        FlashAttention does not keep it.

    Source:
        Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models (2022),
        section 4.1, equation 1.
    """
    return batch * length * (34 * d_model + 5 * num_heads * length)


def several(one: float, count: float) -> float:
    """The total of many equal parts: layers, experts, or numbers with so many bytes each.

    Formula:
        count · one

    Args:
        one: parameters, operations or bytes of one of them.
        count: how many there are.

    Returns:
        Parameters, operations or bytes of all.

    Source:
        Kaplan et al., Scaling Laws for Neural Language Models (2020), section 2.1: all counts of a
        model are those of a layer, times layers.
    """
    return one * count


def tokens_per_second(bytes_per_step: float, bandwidth: float, batch: int = 1) -> float:
    """The highest speed of decoding if everything it reads must come from memory in every step.

    Formula:
        batch · bandwidth / bytes

    Args:
        bytes_per_step: what a step reads: all weights, and the caches.
        bandwidth: bytes per second.
        batch: sequences that share a step.

    Returns:
        Tokens per second, of all sequences together.

    Raises:
        ValueError: when nothing is read.

    Source:
        Pope et al., Efficiently Scaling Transformer Inference (2022), section 2.
    """
    if bytes_per_step <= 0:
        raise ValueError(f"a step reads something: {bytes_per_step} bytes")
    return batch * bandwidth / bytes_per_step


def kv_cache_bytes(
    batch: int,
    length: int,
    num_layers: int,
    num_key_value_heads: int,
    d_head: int,
    bytes_per_number: int = 2,
) -> int:
    """Memory for the keys and values that decoding keeps.

    Formula:
        2 · batch · length · layers · kv heads · d_head · bytes

    Args:
        batch: number of sequences.
        length: number of tokens so far, including the prompt.
        num_layers: number of decoder layers.
        num_key_value_heads: all heads, or fewer with grouped queries (1 for multi-query).
        d_head: width of a head.
        bytes_per_number: 2 for 16-bit precision.

    Returns:
        Bytes. Llama 2 7B at 4096 tokens: 2 GiB per sequence; with 8 key-value heads, it would be a
        quarter of that.

    Source:
        Shazeer, Fast Transformer Decoding (2019), section 2.4.1; Ainslie et al., GQA (2023),
        section 2.2.
    """
    return 2 * batch * length * num_layers * num_key_value_heads * d_head * bytes_per_number


def layer_comparison(n: int, d: int, kernel: int = 3, window: int = 64) -> dict[str, LayerCost]:
    """The paper's comparison of layers, computed for given numbers.

    Formula:
        self-attention:             n² d,       1 sequential, path 1
        recurrent:                  n d²,       n sequential, path n
        convolutional (dilated):    k n d²,     1 sequential, path log_k n
        self-attention in a window: r n d,      1 sequential, path n / r

    Args:
        n: length of the sequence.
        d: width.
        kernel: k, width of the convolution.
        window: r, size of the neighbourhood.

    Returns:
        Kind of layer → (operations, sequential, path), without constant factors.

    Raises:
        ValueError: when a size makes no sense.

    Convention:
        Self-attention beats recurrence in operations while n < d.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 4 and table 1.
    """
    if min(n, d, window) < 1 or kernel < 2:
        raise ValueError(f"need sizes ≥ 1 and a kernel ≥ 2: {n}, {d}, {window}, {kernel}")
    return {
        "self_attention": LayerCost(n**2 * d, 1, 1),
        "recurrent": LayerCost(n * d**2, n, n),
        "convolutional": LayerCost(kernel * n * d**2, 1, math.log(n, kernel)),
        "restricted_self_attention": LayerCost(window * n * d, 1, n / window),
    }
