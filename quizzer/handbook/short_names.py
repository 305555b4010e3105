"""What people call a component for short: by its initials, or as the field does."""

from typing import Final

FEWEST_WORDS: Final = 3  # of a name whose initials anybody would use
_OF_THE_FIELD: Final = {
    "attention.grouped_query_attention": "mqa",
    "feedforward.feed_forward": "ffn mlp",
    "losses.masked_language_model_loss": "mlm",
    "positions.rotary_angles": "rope",
    "positions.rotate": "rope",
}


def short_names(name: str) -> list[str]:
    """`mha` for `attention.multi_head_attention`, `rope` for `positions.rotate`."""
    words = name.rpartition(".")[2].split("_")
    initials = "".join(word[:1] for word in words)
    known = _OF_THE_FIELD.get(name, "").split()
    return [initials, *known] if len(words) >= FEWEST_WORDS else known
