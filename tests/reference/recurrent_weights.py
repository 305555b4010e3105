"""Small recurrent networks with distinct weights for every gate, ours and PyTorch's."""

from types import ModuleType
from typing import Any

import numpy as np

D_IN, D, BATCH, N = 3, 4, 2, 5
WIDTHS = {"rnn": 1, "lstm": 4, "gru": 3}


def weights(rng: np.random.Generator, cell: str) -> tuple[np.ndarray[Any, Any], ...]:
    """Distinct weights for every gate, in our layout; the bias is split in two for the GRU."""
    width = WIDTHS[cell] * D
    biases = 2 if cell == "gru" else 1
    shapes = [(D_IN, width), (D, width), *[(width,)] * biases]
    return tuple(rng.normal(size=shape) for shape in shapes)


def torch_layer(torch: ModuleType, cell: str, *directions: Any) -> Any:
    """The same network in PyTorch, from our weights for one or two directions."""
    layer = getattr(torch.nn, cell.upper())(
        D_IN, D, batch_first=True, bidirectional=len(directions) == 2
    )
    for (w_ih, w_hh, *biases), suffix in zip(directions, ("", "_reverse"), strict=False):
        b_ih, b_hh = biases if cell == "gru" else (biases[0], np.zeros_like(biases[0]))
        ours = {"weight_ih": w_ih.T, "weight_hh": w_hh.T, "bias_ih": b_ih, "bias_hh": b_hh}
        for name, value in ours.items():
            getattr(layer, f"{name}_l0{suffix}").data = torch.tensor(value)
    return layer
