"""What a trained model does with sequences that it has not seen: what it writes, where it looks."""

from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any, Final

import numpy as np

from reference.gradients.training import (
    END,
    NUM_SPECIAL,
    PAD,
    TrainingPlan,
    attention_pattern,
    reversal_batch,
    write,
)
from reference.transformer import Parameters

UNSEEN: Final = 100  # sequences to write
WORDS: Final = {PAD: "", END: "end"}


@dataclass(frozen=True)
class Written:
    """A source, and what the model wrote for it."""

    source: str
    written: str

    @property
    def right(self) -> bool:
        """Whether it is the source backwards."""
        return self.written == self.source[::-1]


@dataclass(frozen=True)
class Look:
    """Where the decoder looked in one source: a row for each letter to write, then the end."""

    source: tuple[str, ...]
    writes: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]  # mean over the heads


def write_unseen(plan: TrainingPlan, parameters: Parameters) -> tuple[Written, ...]:
    """Let the model write unseen sequences, each letter after those that it wrote itself."""
    source = _unseen(plan).source
    written = write(source, parameters, plan.configuration())[:, 1:]
    return tuple(
        Written(_letters(row), _letters(_before_end(answer)))
        for row, answer in zip(source, written, strict=True)
    )


def look(plan: TrainingPlan, parameters: Parameters) -> Look:
    """The cross-attention of the last decoder layer on one long sequence."""
    long = replace(plan, shortest=plan.longest)
    batch = reversal_batch(long, np.random.default_rng([plan.seed, 2]))
    weights = attention_pattern(batch, parameters, plan.configuration(), plan.num_layers - 1)
    return Look(
        source=tuple(map(_word, batch.source[0])),
        writes=tuple(map(_word, batch.following[0])),
        weights=tuple(map(tuple, weights[0].mean(axis=0).tolist())),
    )


def _unseen(plan: TrainingPlan) -> Any:
    several = replace(plan, batch_size=UNSEEN)
    return reversal_batch(several, np.random.default_rng([plan.seed, 1]))


def _before_end(ids: Any) -> Any:
    ends = np.flatnonzero(ids == END)
    return ids[: ends[0]] if ends.size else ids


def _letters(ids: Any) -> str:
    return "".join(map(_word, ids))


def _word(number: int) -> str:
    symbol = int(number) - NUM_SPECIAL
    return WORDS.get(int(number), "?") if symbol < 0 else ascii_lowercase[symbol]
