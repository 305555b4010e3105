"""Decoding: from next-token scores to a sequence."""

from collections.abc import Callable

import numpy as np

from reference.arrays import Array, Ids

NextLogits = Callable[[Ids], Array]


def greedy(next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int) -> Ids:
    """Take the most probable token again and again, until every sequence has ended.

    Formula:
        y_t = argmax_v logits(v | y₀ … y_{t−1})

    Args:
        next_logits: (batch, length) ids → (batch, vocabulary), the scores after the last token.
        prompt: (batch, length) ids to begin with, for example the start token.
        max_new_tokens: how many tokens to add at most.
        end: the id that ends a sequence; a sequence that has ended is filled up with it.

    Returns:
        (batch, length + new) the prompt and what follows.

    Raises:
        ValueError: when the prompt is not a non-empty matrix of ids.

    Source:
        Jurafsky and Martin, Speech and Language Processing (3rd ed. draft), chapter on large
        language models, "greedy decoding".
    """
    ids = np.array(prompt)  # (batch, length)
    if ids.ndim != 2 or ids.shape[-1] == 0:
        raise ValueError(f"the prompt must be (batch, length ≥ 1): prompt {ids.shape}")
    ended = np.zeros(ids.shape[0], dtype=np.bool_)  # (batch)
    for _ in range(max_new_tokens):
        if ended.all():
            break
        best = np.argmax(next_logits(ids), axis=-1)  # (batch)
        token = np.where(ended, end, best).astype(ids.dtype)  # (batch)
        ids = np.concatenate([ids, token[:, np.newaxis]], axis=-1)  # (batch, length + 1)
        ended |= token == end
    return ids
