"""How many parameters published models have, part by part, to show where they are.

A model's count is a dictionary from part to number; `total` adds the parts up.
"""

from typing import TypeAlias

from reference.accounting.parameters import (
    attention_parameters,
    decoder_layer_parameters,
    encoder_layer_parameters,
    linear_parameters,
    swiglu_parameters,
)
from reference.transformer import Configuration

Counts: TypeAlias = dict[str, int]


def transformer_parameters(configuration: Configuration, one_embedding: bool = False) -> Counts:
    """Parameters of the encoder–decoder Transformer of `reference.transformer`.

    Formula:
        embeddings + N encoder layers + N decoder layers + output projection
        pre-norm: plus the two norms at the ends of encoder and decoder, 2 · 2 · d_model

    Args:
        configuration: sizes and options; with `tied`, the output projection is the target
            embedding.
        one_embedding: source and target share one embedding (and so one vocabulary).

    Returns:
        The number of parameters of every part; a shared matrix counts once, where it is first used.

    Raises:
        ValueError: when the embedding is shared but the vocabularies differ.

    Convention:
        The paper's base model (65 million) shares one matrix between source embedding, target
        embedding and output projection: `one_embedding` and `tied`. With a vocabulary of 37,000,
        and no biases in attention or at the output, that gives 63,045,632; with nothing shared,
        100,933,632. The paper states neither which biases there are nor the exact vocabulary.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.4 (sharing), section 5.1
        (vocabulary), table 3.
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
        num_segments: number of segment types, A and B.

    Returns:
        The number of parameters of every part; 109,482,240 in all for BERT base.

    Convention:
        The encoder with its pooler, without the pre-training heads. The output matrix of the masked
        language model is the token embedding, so this head would only add its small transform and
        biases.

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
        Radford et al., Language Models are Unsupervised Multitask Learners (2019), table 2; README
        of the published code.
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
        channels: numbers per pixel.
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
        No biases. Embedding and output projection are two matrices. Rotary positions have no
        parameters.

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
        counts: part → number, as returned by the functions for published models.

    Returns:
        The number of parameters of the whole model.
    """
    return sum(counts.values())
