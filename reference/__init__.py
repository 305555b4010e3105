"""The Transformer and what led to it, in plain NumPy, to read and to check other code against.

A way through it:

- before the Transformer: `recurrent`, `seq2seq`, `tokenization`, `embeddings`;
- its parts: `activations`, `masks`, `attention`, `positions`, `normalization`, `feedforward`;
- the whole model: `layers`, `transformer` (with `parameters` and `initialization`), `decoding`;
- training it: `losses`, `regularization`, `optimizers`, `schedules`, `gradients`;
- models built from it: `architectures`; what it all costs: `accounting`;
- looking inside: `trace`; mistakes made on purpose: `mistakes`.

The docstring of every public function has this form:

    One line that says what it is.

    Formula:
        The formula, in the letters of its paper.

    Args:
        name: (..., shape) what it holds.

    Returns:
        (..., shape) what comes out.

    Raises:
        ValueError: when shapes do not fit; the message names them.

    Convention:
        Only where sources disagree: which convention this function follows.

    Source:
        Paper and section, or book.

Conventions that hold everywhere:

- Row vectors: `x @ w + b`, and a weight is `(inputs, outputs)`. Batch first; `...` stands for any
  leading axes.
- Boolean masks say `True` for "may attend". A row that may attend to nothing gets weights of zero.
- Positions start at 0.
- A function computes in the dtype of its inputs, never changes them, and keeps no state.
- Randomness comes from a `numpy.random.Generator` that the caller hands in.
- Inside `with trace() as t:` the components record their intermediate values by name (see
  `reference.trace`).
"""
