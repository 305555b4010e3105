"""Other names that people use for a component: its initials, or what the field calls it."""

from typing import Final

FEWEST_WORDS: Final = 3  # in a name; nobody uses the initials of a shorter one
_OF_THE_FIELD: Final[dict[str, tuple[str, ...]]] = {
    "seq2seq.attention_encoder_decoder": ("bahdanau",),
    "tokenization.bpe_encode": ("tokenizer",),
    "tokenization.wordpiece_encode": ("tokenizer",),
    "tokenization.unigram_segment": ("tokenizer",),
    "attention.additive_scores": ("bahdanau",),
    "attention.grouped_query_attention": ("mqa",),
    "masks.causal": ("look-ahead mask",),
    "positions.sinusoidal": ("positional encoding",),
    "positions.learned": ("positional embedding",),
    "positions.rotary_angles": ("rope",),
    "positions.rotate": ("rope",),
    "feedforward.feed_forward": ("ffn", "mlp"),
    "layers.residual": ("skip connection",),
    "transformer.project": ("unembedding",),
    "decoding.top_p": ("nucleus",),
    "decoding.attention_step": ("kv cache",),
    "decoding.cached_attention": ("kv cache",),
    "decoding.start_caches": ("kv cache",),
    "losses.masked_language_model_loss": ("mlm",),
    "regularization.smooth_labels": ("label smoothing",),
    "schedules.noam": ("learning rate", "warm-up"),
    "schedules.linear_warmup": ("learning rate", "warm-up"),
    "schedules.cosine": ("learning rate", "warm-up"),
}


def short_names(name: str) -> list[str]:
    """`mha` for `attention.multi_head_attention`, `rope` for `positions.rotate`."""
    words = name.rpartition(".")[2].split("_")
    initials = "".join(word[:1] for word in words)
    known = _OF_THE_FIELD.get(name, ())
    return [initials, *known] if len(words) >= FEWEST_WORDS else [*known]
