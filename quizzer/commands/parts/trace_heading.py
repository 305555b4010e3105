"""The heading of everything that `quizzer trace` prints: which sentences, and which model."""

from typing import TYPE_CHECKING

from quizzer.commands.text import output, prose
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.explorer.model import Model


def print_heading(model: "Model") -> None:
    """Print the source, the target, the sizes of the model and the origin of its weights."""
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
