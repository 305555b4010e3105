"""Well-known models, each composed of the parts of this package, and short enough to read."""

from reference.architectures.bert import (
    BertParameters,
    CorruptedText,
    bert_corrupt,
    bert_encode,
    bert_pool,
    bert_word_logits,
)
from reference.architectures.gpt import GptParameters, gpt_logits
from reference.architectures.llama import (
    LlamaLayerParameters,
    LlamaParameters,
    llama_attention,
    llama_layer,
    llama_logits,
)
from reference.architectures.swin import (
    SwinLayerParameters,
    merge_patches,
    relative_index,
    shifted_window_attention,
    shifted_window_mask,
    swin_layer,
    window_attention,
    window_partition,
    window_reverse,
)
from reference.architectures.t5 import (
    T5LayerParameters,
    T5Parameters,
    t5_attention,
    t5_bias,
    t5_layer,
    t5_logits,
)
from reference.architectures.vit import VitParameters, images_from_patches, patches, vit_logits

__all__ = [
    "BertParameters",
    "CorruptedText",
    "GptParameters",
    "LlamaLayerParameters",
    "LlamaParameters",
    "SwinLayerParameters",
    "T5LayerParameters",
    "T5Parameters",
    "VitParameters",
    "bert_corrupt",
    "bert_encode",
    "bert_pool",
    "bert_word_logits",
    "gpt_logits",
    "images_from_patches",
    "llama_attention",
    "llama_layer",
    "llama_logits",
    "merge_patches",
    "patches",
    "relative_index",
    "shifted_window_attention",
    "shifted_window_mask",
    "swin_layer",
    "t5_attention",
    "t5_bias",
    "t5_layer",
    "t5_logits",
    "vit_logits",
    "window_attention",
    "window_partition",
    "window_reverse",
]
