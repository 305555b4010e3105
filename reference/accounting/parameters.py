"""How many parameters the components of a model have."""

from typing import Literal


def linear_parameters(d_in: int, d_out: int, bias: bool = True) -> int:
    """Parameters of a linear layer.

    Formula:
        d_in · d_out + d_out

    Args:
        d_in: width of the input.
        d_out: width of the output.
        bias: whether there is one.

    Returns:
        The number of parameters.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.1.
    """
    return d_in * d_out + (d_out if bias else 0)


def recurrent_parameters(
    d_in: int, d_hidden: int, cell: Literal["rnn", "lstm", "gru"] = "lstm", num_biases: int = 1
) -> int:
    """Parameters of one recurrent layer that reads in one direction.

    Formula:
        blocks · (d_in · d_hidden + d_hidden² + biases · d_hidden)
        with 1 block for a simple network, 4 for an LSTM, 3 for a GRU

    Args:
        d_in: width of the input.
        d_hidden: width of the hidden state.
        cell: the kind of cell.
        num_biases: 1 as in the papers, 2 as PyTorch stores them, 0 for none.

    Returns:
        The number of parameters; it does not depend on the length of the sequence.

    Raises:
        ValueError: when there is no such cell.

    Source:
        Hochreiter and Schmidhuber, Long Short-Term Memory (1997); Cho et al., Learning Phrase
        Representations using RNN Encoder–Decoder (2014), section 2.3; PyTorch documentation,
        torch.nn.LSTM.
    """
    blocks = {"rnn": 1, "lstm": 4, "gru": 3}
    if cell not in blocks:
        raise ValueError(f'cell must be "rnn", "lstm" or "gru", not {cell!r}')
    return blocks[cell] * d_hidden * (d_in + d_hidden + num_biases)


def attention_parameters(
    d_model: int,
    num_heads: int,
    num_key_value_heads: int | None = None,
    bias: bool = True,
) -> int:
    """Parameters of multi-head attention: W_q, W_k, W_v, W_o.

    Formula:
        own keys and values per head:  4 · d_model² (+ 4 · d_model)
        grouped:  2 · d_model² + 2 · d_model · (kv heads · d_head), with d_head = d_model / heads

    Args:
        d_model: width of the model.
        num_heads: heads of the queries; the count does not depend on them unless keys are grouped.
        num_key_value_heads: heads of keys and values; as many as query heads by default.
        bias: whether the four projections have biases.

    Returns:
        The number of parameters.

    Raises:
        ValueError: when the heads do not divide the width, or the groups the heads.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2; grouped: Ainslie et al.,
        GQA (2023), section 2.2.
    """
    d_key_value = _key_value_width(d_model, num_heads, num_key_value_heads)
    query_and_output = 2 * linear_parameters(d_model, d_model, bias)
    return query_and_output + 2 * linear_parameters(d_model, d_key_value, bias)


def feed_forward_parameters(d_model: int, d_ff: int, bias: bool = True) -> int:
    """Parameters of the feed-forward network.

    Formula:
        2 · d_model · d_ff + d_ff + d_model

    Args:
        d_model: width of the model.
        d_ff: width of the hidden layer.
        bias: whether both layers have biases.

    Returns:
        The number of parameters; with d_ff = 4 · d_model about 8 · d_model².

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.3.
    """
    return linear_parameters(d_model, d_ff, bias) + linear_parameters(d_ff, d_model, bias)


def swiglu_parameters(d_model: int, d_ff: int) -> int:
    """Parameters of SwiGLU: gate, up, down, no biases.

    Formula:
        3 · d_model · d_ff

    Args:
        d_model: width of the model.
        d_ff: width of the hidden layer.

    Returns:
        The number of parameters; with d_ff = 8/3 · d_model, as many as a plain network with d_ff =
        4 · d_model.

    Source:
        Shazeer, GLU Variants Improve Transformer (2020), section 2.
    """
    return 3 * d_model * d_ff


def encoder_layer_parameters(d_model: int, num_heads: int, d_ff: int, bias: bool = True) -> int:
    """Parameters of an encoder layer, or of a decoder-only layer with LayerNorm and biases.

    Formula:
        attention + feed-forward + 2 LayerNorms of 2 · d_model

    Args:
        d_model: width of the model.
        num_heads: number of heads.
        d_ff: width of the hidden layer.
        bias: whether attention has biases; the feed-forward network always has them here.

    Returns:
        The number of parameters; about 12 · d_model² when d_ff = 4 · d_model.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1.
    """
    attention = attention_parameters(d_model, num_heads, bias=bias)
    return attention + feed_forward_parameters(d_model, d_ff) + 2 * 2 * d_model


def decoder_layer_parameters(d_model: int, num_heads: int, d_ff: int, bias: bool = True) -> int:
    """Parameters of a decoder layer with cross-attention.

    Formula:
        2 attentions + feed-forward + 3 LayerNorms of 2 · d_model

    Args:
        d_model: width of the model.
        num_heads: number of heads.
        d_ff: width of the hidden layer.
        bias: whether attention has biases; the feed-forward network always has them here.

    Returns:
        The number of parameters; about 16 · d_model² when d_ff = 4 · d_model.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1.
    """
    attention = attention_parameters(d_model, num_heads, bias=bias)
    return encoder_layer_parameters(d_model, num_heads, d_ff, bias) + attention + 2 * d_model


def _key_value_width(d_model: int, num_heads: int, num_key_value_heads: int | None) -> int:
    """The width of keys and values, over all of their heads."""
    groups = num_heads if num_key_value_heads is None else num_key_value_heads
    if d_model % num_heads or num_heads % groups:
        raise ValueError(
            f"heads must divide the width and groups the heads: d_model {d_model}, "
            f"{num_heads} heads, {groups} key-value heads"
        )
    return groups * (d_model // num_heads)
