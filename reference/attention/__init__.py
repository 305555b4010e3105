"""Attention: the formulas of one head (`scores`), several heads (`heads`), and `variants`.

`heads` also has the projections, self-attention and cross-attention.
"""

from reference.attention.heads import (
    QKV,
    cross_attention,
    merge_heads,
    multi_head_attention,
    project_heads,
    project_qkv,
    self_attention,
    split_heads,
)
from reference.attention.scores import (
    additive_scores,
    attention_from_scores,
    attention_weights,
    dot_product_scores,
    mask_for_heads,
    masked_scores,
    masked_softmax,
    scaled_dot_product_attention,
    scaled_dot_product_scores,
    weighted_sum,
)
from reference.attention.variants import (
    alibi_attention,
    attention_gate,
    attentional_state,
    grouped_query_attention,
    linear_attention,
)

__all__ = [
    "QKV",
    "additive_scores",
    "alibi_attention",
    "attention_from_scores",
    "attention_gate",
    "attention_weights",
    "attentional_state",
    "cross_attention",
    "dot_product_scores",
    "grouped_query_attention",
    "linear_attention",
    "mask_for_heads",
    "masked_scores",
    "masked_softmax",
    "merge_heads",
    "multi_head_attention",
    "project_heads",
    "project_qkv",
    "scaled_dot_product_attention",
    "scaled_dot_product_scores",
    "self_attention",
    "split_heads",
    "weighted_sum",
]
