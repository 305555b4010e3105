"""Short names that people use for a component: its initials, or an abbreviation of the field."""

from typing import Final

FEWEST_WORDS: Final = 3  # in a name; nobody uses the initials of a shorter one
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
