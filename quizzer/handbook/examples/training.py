"""Examples of losses, optimizers, schedules and decoding."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quizzer.handbook.examples.given import Examples, Seed, drawn, given, tiny_transformer
from reference.decoding import KeyValueCache, start_caches
from reference.optimizers import AdamState
from reference.parameters import AttentionParameters

LOGITS = [[2.0, 1.0, 0.0], [0.5, 0.5, 3.0]]
NEXT = [1.0, 2.0, 0.5, -1.0]  # scores of the next token
PARAMETER, GRADIENT = [1.0, -2.0], [0.5, 0.1]
GRADIENTS = ([3.0, 0.0], [0.0, 4.0])
STEPS = [1, 2, 4, 8, 16]

CONFIGURATION, PARAMETERS = tiny_transformer()
MODEL = {"parameters": PARAMETERS, "configuration": CONFIGURATION}
MEMORY = drawn(1, 2, 4, seed=1)
ATTENTION = AttentionParameters(*(drawn(2, 2, seed=seed) for seed in range(2, 6)))
START, END = 0, 3
BIGRAMS = np.array(
    [[-9.0, 1.0, 0.8, -1.0], [-9.0, 0.0, 0.5, 0.4], [-9.0, 0.2, 0.0, 2.0], [-9.0, 0.0, 0.0, 0.0]]
)


def bigram_scores(ids: NDArray[Any]) -> NDArray[Any]:
    """A small model that looks at the last token only."""
    scores: NDArray[Any] = BIGRAMS[ids[:, -1]]
    return scores


LOSSES: Examples = {
    "losses.nll": given(log_probabilities=[[-0.4, -1.1], [-2.3, -0.1]], targets=[0, 0]),
    "losses.cross_entropy": given(logits=LOGITS, targets=[0, 2]),
    "losses.perplexity": given(token_losses=[0.5, 1.5, 1.0]),
    "losses.masked_language_model_loss": given(
        logits=LOGITS, originals=[0, 2], selected=[True, False]
    ),
    "losses.shift_right": given(target=[[4, 2, 3], [5, 3, 0]], start=1),
}

OPTIMIZERS: Examples = {
    "optimizers.sgd": given(parameter=PARAMETER, gradient=GRADIENT, learning_rate=0.1),
    "optimizers.momentum": given(parameter=PARAMETER, gradient=GRADIENT, learning_rate=0.1),
    "optimizers.adam": given(
        parameter=PARAMETER,
        gradient=GRADIENT,
        state=AdamState(np.array([0.1, -0.1]), np.array([0.04, 0.01]), 3),
        learning_rate=0.1,
    ),
    "optimizers.adamw": given(
        parameter=PARAMETER, gradient=GRADIENT, learning_rate=0.1, weight_decay=0.1
    ),
    "optimizers.clip_by_value": given(gradient=[3.0, -0.2, -4.0], limit=1.0),
    "optimizers.global_norm": given(gradients=GRADIENTS),
    "optimizers.clip_by_global_norm": given(gradients=GRADIENTS, max_norm=1.0),
    "schedules.noam": given(step=STEPS, d_model=4, warmup_steps=4),
    "schedules.linear_warmup": given(step=STEPS, peak=1.0, warmup_steps=4, total_steps=20),
    "schedules.cosine": given(step=STEPS, peak=1.0, total_steps=16, warmup_steps=2),
}

DECODING: Examples = {
    "decoding.greedy": given(
        next_logits=bigram_scores, prompt=[[START]], max_new_tokens=4, end=END
    ),
    "decoding.length_penalty": given(length=7, alpha=0.6),
    "decoding.beam_step": given(totals=[-0.5, -1.0], logits=[NEXT, [3.0, 0.0, 0.0, 0.0]], k=3),
    "decoding.beam_search": given(
        next_logits=bigram_scores, prompt=[START], num_beams=2, max_new_tokens=4, end=END, alpha=0.6
    ),
    "decoding.markov_beam_search": given(
        logits=np.stack([BIGRAMS] * 3), start=START, end=END, num_beams=2, alpha=0.6
    ),
    "decoding.best": given(logits=NEXT),
    "decoding.temperature": given(logits=NEXT, t=0.5),
    "decoding.top_k": given(logits=NEXT, k=2),
    "decoding.top_p": given(logits=NEXT, p=0.8),
    "decoding.sample": given(logits=NEXT, generator=Seed(0)),
    "decoding.attention_step": given(
        query=drawn(1, 1, 2, seed=8),
        key=drawn(1, 1, 2, seed=9),
        value=drawn(1, 1, 2, seed=10),
        cached_keys=drawn(1, 3, 2, seed=6),
        cached_values=drawn(1, 3, 2, seed=7),
    ),
    "decoding.cached_attention": given(
        x=[[[0.5, 1.0]]],
        cache=KeyValueCache(drawn(1, 1, 3, 2, seed=6), drawn(1, 1, 3, 2, seed=7)),
        parameters=ATTENTION,
        num_heads=1,
    ),
    "decoding.start_caches": given(memory=MEMORY, **MODEL),
    "decoding.decode_step": given(
        new=[[START]], caches=start_caches(MEMORY, PARAMETERS, CONFIGURATION), **MODEL
    ),
    "decoding.generate": given(source=[[3, 1, 2]], **MODEL, start=START, end=END, max_new_tokens=3),
}

EXAMPLES: Examples = LOSSES | OPTIMIZERS | DECODING
