"""The heading of all that `quizzer trace` prints: on what, and with which model."""

from typing import TYPE_CHECKING

from quizzer.commands.text import output, prose
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.explorer.model import Model


def print_heading(model: "Model") -> None:
    """On what, and with which model."""
    c = model.configuration
    sizes = f"d_model {c.d_model}, {c.num_heads} heads, d_ff {c.d_ff}"
    layers = counted(c.num_encoder_layers, "layer")
    rows = [
        ("source", " ".join(model.source)),
        ("target", " ".join(model.target)),
        ("model", f"{sizes}, {layers} on each side"),
        ("weights", model.says),
    ]
    print("\n".join(prose.table(rows, output.width())), end="\n\n")
