"""How many parameters: component by component, and for published models.

A model's count comes as a dictionary from part to number, so that one sees where they are;
`total` adds the parts up.
"""

from typing import Literal, TypeAlias

from reference.transformer import Configuration

Counts: TypeAlias = dict[str, int]


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
        d_hidden: width of the state.
        cell: which cell.
        num_biases: 1 as in the papers, 2 as PyTorch stores them, 0 for none.

    Returns:
        The number of parameters; it does not depend on the length of the sequence.

    Raises:
        ValueError: when there is no such cell.

    Source:
        Hochreiter and Schmidhuber, Long Short-Term Memory (1997); Cho et al. (2014), section 2.3;
        PyTorch documentation, torch.nn.LSTM.
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
        all heads their own keys and values:  4 · d_model² (+ 4 · d_model)
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
        Vaswani et al. (2017), section 3.2.2; grouped: Ainslie et al., GQA (2023), section 2.2.
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
        Vaswani et al. (2017), section 3.3.
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
        The number of parameters; with d_ff = 8/3 · d_model as many as a plain network with 4 times
        the width.

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
        Vaswani et al. (2017), section 3.1.
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
        Vaswani et al. (2017), section 3.1.
    """
    attention = attention_parameters(d_model, num_heads, bias=bias)
    return encoder_layer_parameters(d_model, num_heads, d_ff, bias) + attention + 2 * d_model


def transformer_parameters(configuration: Configuration, one_embedding: bool = False) -> Counts:
    """Parameters of the encoder–decoder Transformer of `reference.transformer`.

    Formula:
        embeddings + N encoder layers + N decoder layers + output projection

    Args:
        configuration: sizes and choices; with `tied` the output projection is the target embedding.
        one_embedding: source and target share one embedding (and so one vocabulary).

    Returns:
        The number of parameters of every part; a shared matrix counts once, with its first user.

    Raises:
        ValueError: when the embedding is shared but the vocabularies differ.

    Convention:
        The paper's base model (65 million) shares one matrix between source embedding, target
        embedding and output projection: `one_embedding` and `tied`. With a vocabulary of 37,000,
        no biases in attention and none at the output that makes 63,045,632; nothing shared,
        100,933,632. The paper says neither which biases there are nor the exact vocabulary.

    Source:
        Vaswani et al. (2017), section 3.4 (sharing), section 5.1 (vocabulary), table 3.
    """
    c = configuration
    if one_embedding and c.source_vocabulary != c.target_vocabulary:
        raise ValueError(
            "one embedding needs one vocabulary, not "
            f"{c.source_vocabulary} and {c.target_vocabulary}"
        )
    layer = (c.d_model, c.num_heads, c.d_ff, c.bias)
    target = c.target_vocabulary * c.d_model
    return {
        "source_embedding": c.source_vocabulary * c.d_model,
        "target_embedding": 0 if one_embedding else target,
        "encoder": c.num_encoder_layers * encoder_layer_parameters(*layer),
        "decoder": c.num_decoder_layers * decoder_layer_parameters(*layer),
        "final_norms": 2 * 2 * c.d_model if c.norm == "pre" else 0,
        "output": (0 if c.tied else target) + (c.target_vocabulary if c.bias else 0),
    }


def bert_parameters(
    vocabulary: int = 30522,
    max_length: int = 512,
    d_model: int = 768,
    num_heads: int = 12,
    d_ff: int = 3072,
    num_layers: int = 12,
    num_segments: int = 2,
) -> Counts:
    """Parameters of BERT; by default of BERT base uncased.

    Formula:
        token, position and segment embeddings with their LayerNorm + layers + pooler

    Args:
        vocabulary: number of tokens.
        max_length: number of positions, which are learned.
        d_model: width of the model.
        num_heads: number of heads.
        d_ff: width of the hidden layer.
        num_layers: number of encoder layers.
        num_segments: kinds of sentence, A and B.

    Returns:
        The number of parameters of every part; 109,482,240 in all for BERT base.

    Convention:
        The encoder with its pooler, without the heads of pre-training. The masked language model's
        output matrix is the token embedding and would add only its small transform and biases.

    Source:
        Devlin et al., BERT (2019), section 3 ("110M"); the exact count: Hugging Face `BertModel`.
    """
    return {
        "token_embedding": vocabulary * d_model,
        "position_embedding": max_length * d_model,
        "segment_embedding": num_segments * d_model,
        "embedding_norm": 2 * d_model,
        "layers": num_layers * encoder_layer_parameters(d_model, num_heads, d_ff),
        "pooler": linear_parameters(d_model, d_model),
    }


def gpt2_parameters(
    vocabulary: int = 50257,
    max_length: int = 1024,
    d_model: int = 768,
    num_heads: int = 12,
    num_layers: int = 12,
) -> Counts:
    """Parameters of GPT-2; by default of GPT-2 small.

    Formula:
        token and position embeddings + layers with d_ff = 4 · d_model + final LayerNorm

    Args:
        vocabulary: number of tokens.
        max_length: number of positions, which are learned.
        d_model: width of the model.
        num_heads: number of heads.
        num_layers: number of decoder layers, which have no cross-attention.

    Returns:
        The number of parameters of every part; 124,439,808 in all for GPT-2 small.

    Convention:
        The output projection is the token embedding, counted once, and has no bias. The paper's
        "117M" was a mistake that its authors corrected.

    Source:
        Radford et al., Language Models are Unsupervised Multitask Learners (2019), table 2.
    """
    return {
        "token_embedding": vocabulary * d_model,
        "position_embedding": max_length * d_model,
        "layers": num_layers * encoder_layer_parameters(d_model, num_heads, 4 * d_model),
        "final_norm": 2 * d_model,
        "output": 0,
    }


def vit_parameters(
    image_size: int = 224,
    patch_size: int = 16,
    channels: int = 3,
    d_model: int = 768,
    num_heads: int = 12,
    d_ff: int = 3072,
    num_layers: int = 12,
    num_classes: int = 1000,
) -> Counts:
    """Parameters of the Vision Transformer; by default of ViT-B/16 for ImageNet.

    Formula:
        patch projection + class token + (patches + 1) positions + layers + final LayerNorm + head

    Args:
        image_size: height and width in pixels.
        patch_size: height and width of a patch.
        channels: numbers a pixel.
        d_model: width of the model.
        num_heads: number of heads.
        d_ff: width of the hidden layer.
        num_layers: number of encoder layers.
        num_classes: outputs of the head.

    Returns:
        The number of parameters of every part; 86,567,656 in all for ViT-B/16 with its head.

    Raises:
        ValueError: when patches do not fill the image.

    Source:
        Dosovitskiy et al., An Image is Worth 16x16 Words (2021), table 1 ("86M").
    """
    if image_size % patch_size:
        raise ValueError(f"patches of {patch_size} do not fill an image of {image_size} pixels")
    patches = (image_size // patch_size) ** 2
    return {
        "patch_projection": linear_parameters(channels * patch_size**2, d_model),
        "class_token": d_model,
        "position_embedding": (patches + 1) * d_model,
        "layers": num_layers * encoder_layer_parameters(d_model, num_heads, d_ff),
        "final_norm": 2 * d_model,
        "head": linear_parameters(d_model, num_classes),
    }


def llama_parameters(
    vocabulary: int = 32000,
    d_model: int = 4096,
    num_heads: int = 32,
    d_ff: int = 11008,
    num_layers: int = 32,
    num_key_value_heads: int | None = None,
) -> Counts:
    """Parameters of Llama; by default of Llama 2 7B.

    Formula:
        token embedding + layers (attention, SwiGLU, 2 RMSNorms of d_model) + RMSNorm + output

    Args:
        vocabulary: number of tokens.
        d_model: width of the model.
        num_heads: heads of the queries.
        d_ff: width of the hidden layer.
        num_layers: number of decoder layers, which have no cross-attention.
        num_key_value_heads: heads of keys and values; as many as query heads by default.

    Returns:
        The number of parameters of every part; 6,738,415,616 in all for Llama 2 7B.

    Convention:
        No biases. Embedding and output projection are two matrices. Rotary positions cost nothing.

    Source:
        Touvron et al., Llama 2 (2023), section 2.2.
    """
    attention = attention_parameters(d_model, num_heads, num_key_value_heads, bias=False)
    layer = attention + swiglu_parameters(d_model, d_ff) + 2 * d_model
    return {
        "token_embedding": vocabulary * d_model,
        "layers": num_layers * layer,
        "final_norm": d_model,
        "output": vocabulary * d_model,
    }


def total(counts: Counts) -> int:
    """All parts of a model together.

    Formula:
        Σ counts

    Args:
        counts: part → number, as the functions for published models give them.

    Returns:
        The number of parameters of the whole model.
    """
    return sum(counts.values())


def _key_value_width(d_model: int, num_heads: int, num_key_value_heads: int | None) -> int:
    """The width of keys and values of all their heads together."""
    groups = num_heads if num_key_value_heads is None else num_key_value_heads
    if d_model % num_heads or num_heads % groups:
        raise ValueError(
            f"heads must divide the width and groups the heads: d_model {d_model}, "
            f"{num_heads} heads, {groups} key-value heads"
        )
    return groups * (d_model // num_heads)
