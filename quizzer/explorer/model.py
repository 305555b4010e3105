"""The model of a forward pass: its sentences as ids, its sizes, its weights."""

from dataclasses import dataclass, replace

import numpy as np

from quizzer.explorer.settings import END, LETTERS, PAD, START, Settings
from reference.arrays import Array, Ids
from reference.gradients import training
from reference.transformer import Configuration, Parameters, initialize

D_MODEL, NUM_HEADS, D_FF = 8, 2, 16
_MARKS = (START, END)


@dataclass(frozen=True)
class Model:
    """Tokens, vocabularies, sizes and weights; `pad` is the id of padding, if there is any."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    source_vocabulary: tuple[str, ...]
    target_vocabulary: tuple[str, ...]
    configuration: Configuration
    parameters: Parameters
    says: str  # where the weights come from
    pad: int | None = None

    @property
    def source_ids(self) -> Ids:
        """The ids of the source tokens."""
        return _ids(self.source, self.source_vocabulary)

    @property
    def target_ids(self) -> Ids:
        """The ids of the target tokens so far."""
        return _ids(self.target, self.target_vocabulary)


def drawn(settings: Settings) -> Model:
    """A tiny model with random weights, whose vocabularies are the words of the sentences."""
    source, target = (*settings.source, END), (START, *settings.target)
    words, next_words = vocabulary(source), vocabulary(target)
    configuration = Configuration(
        source_vocabulary=len(words),
        target_vocabulary=len(next_words),
        d_model=D_MODEL,
        num_heads=NUM_HEADS,
        d_ff=D_FF,
        num_encoder_layers=settings.layers,
        num_decoder_layers=settings.layers,
    )
    parameters = initialize(configuration, np.random.default_rng(settings.seed))
    says = f"drawn at random (seed {settings.seed}), never trained"
    model = Model(source, target, words, next_words, configuration, parameters, says)
    return _padded(model, settings.padding) if settings.padding else model


def trained(settings: Settings, parameters: Parameters, plan: training.TrainingPlan) -> Model:
    """The model of `quizzer train`, which writes letters backwards, with trained `parameters`."""
    words = (PAD, START, END, *LETTERS)
    return Model(
        source=(*settings.source, *[PAD] * settings.padding),
        target=(START, *settings.target),
        source_vocabulary=words,
        target_vocabulary=words,
        configuration=plan.configuration(),
        parameters=parameters,
        says=f"trained for {plan.steps} steps (seed {plan.seed}) to write letters backwards",
        pad=training.PAD if settings.padding else None,
    )


def vocabulary(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a sentence in alphabetical order, after the marks for start and end."""
    return tuple(
        sorted({*_MARKS, *tokens}, key=lambda word: (word not in _MARKS, word.casefold(), word))
    )


def _padded(model: Model, count: int) -> Model:
    """The same model with padding tokens after the source, whose embedding is the zero vector.

    PyTorch's `nn.Embedding` with `padding_idx` does the same. All other weights stay as they were.
    """
    table: Array = model.parameters.source_embedding
    pad = len(table)
    return replace(
        model,
        source=(*model.source, *[PAD] * count),
        source_vocabulary=(*model.source_vocabulary, PAD),
        configuration=replace(model.configuration, source_vocabulary=pad + 1),
        parameters=model.parameters._replace(
            source_embedding=np.concatenate([table, np.zeros_like(table[:1])])
        ),
        pad=pad,
    )


def _ids(tokens: tuple[str, ...], words: tuple[str, ...]) -> Ids:
    return np.array([words.index(token) for token in tokens])
