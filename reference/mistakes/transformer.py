"""Mistakes about the model as a whole."""

import math

import numpy as np

from reference import transformer
from reference.activations import softmax
from reference.arrays import Array, Ids, Mask
from reference.mistakes.registry import mistake
from reference.normalization import layer_norm
from reference.parameters import NormParameters
from reference.positions import sinusoidal
from reference.transformer import Configuration, Parameters


@mistake("transformer.embed_tokens")
def embedding_without_scale(ids: Ids, table: Array, start: int = 0) -> Array:
    """√d_model is forgotten: the positions drown out the words."""
    return transformer.embed_tokens(ids, table / math.sqrt(table.shape[-1]), start)


@mistake("transformer.embed_tokens")
def embedding_divided_by_the_scale(ids: Ids, table: Array, start: int = 0) -> Array:
    """Divided by √d_model, as attention does, instead of multiplied."""
    return transformer.embed_tokens(ids, table / table.shape[-1], start)


@mistake("transformer.embed_tokens")
def embedding_scaled_after_positions(ids: Ids, table: Array, start: int = 0) -> Array:
    """√d_model times word plus position: the positions are scaled as well."""
    length, d_model = np.shape(ids)[-1], table.shape[-1]
    return (table[ids] + sinusoidal(start + length, d_model)[start:]) * math.sqrt(d_model)


@mistake("transformer.embed_tokens")
def embedding_without_positions(ids: Ids, table: Array, start: int = 0) -> Array:
    """No positions: the encoder sees a bag of words."""
    return table[ids] * math.sqrt(table.shape[-1])


@mistake("transformer.embed_tokens")
def embedding_times_positions(ids: Ids, table: Array, start: int = 0) -> Array:
    """Positions multiplied with the words instead of added."""
    length, d_model = np.shape(ids)[-1], table.shape[-1]
    return (
        embedding_without_positions(ids, table, start) * sinusoidal(start + length, d_model)[start:]
    )


@mistake("transformer.embed_tokens")
def embedding_with_positions_in_whole_numbers(ids: Ids, table: Array, start: int = 0) -> Array:
    """The table of positions takes the integer type of the ids: it is cut to −1, 0 or 1."""
    places = np.trunc(transformer.embed_tokens(ids, np.zeros_like(table), start))
    words: Array = table[ids] * math.sqrt(table.shape[-1])
    return words + places


@mistake("transformer.embed_tokens")
def embedding_without_offset(ids: Ids, table: Array, start: int = 0) -> Array:
    """Every step of generation with a cache takes its token for the first one."""
    return transformer.embed_tokens(ids, table)


@mistake("transformer.forward")
def forward_with_the_target_unshifted(
    source: Ids, target: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """The decoder is fed the word it must predict: the target is not shifted right."""
    return transformer.forward(source, np.roll(target, -1, -1), parameters, configuration)


@mistake("transformer.forward")
def forward_without_softmax(
    source: Ids, target: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """Logits given for probabilities: rows do not sum to 1."""
    return transformer.forward_logits(source, target, parameters, configuration)


@mistake("transformer.forward")
def forward_with_softmax_twice(
    source: Ids, target: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """Softmax in the model and again after it: everything is nearly uniform."""
    return softmax(transformer.forward(source, target, parameters, configuration))


@mistake("transformer.forward")
def forward_with_the_source_padding_seen(
    source: Ids, target: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """The decoder attends to the source without its padding mask: it sees padding."""
    memory = transformer.encode(source, parameters, configuration)
    x = transformer.decode(target, memory, parameters, configuration)
    return softmax(transformer.project(x, parameters))


@mistake("transformer.forward")
def forward_without_final_norm(
    source: Ids, target: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """Pre-norm layers without the normalization at the end: the stream stays unnormalised."""
    bare = parameters._replace(encoder_norm=None, decoder_norm=None)
    return transformer.forward(source, target, bare, configuration)


@mistake("transformer.encode")
def encode_with_one_more_norm(
    source: Ids, parameters: Parameters, configuration: Configuration
) -> Array:
    """Normalised once more after the last layer, by that layer's γ and β (post-norm needs none)."""
    memory = transformer.encode(source, parameters, configuration)
    norm: NormParameters = parameters.encoder[-1].feed_forward_norm
    return layer_norm(memory, *norm, configuration.eps)


@mistake("transformer.decode")
def decode_from_the_end(
    target: Ids,
    memory: Array,
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> Array:
    """The target fed in reverse: each row has seen what follows instead of what came before."""
    turned = np.flip(target, axis=-1)
    rows = transformer.decode(turned, memory, parameters, configuration, memory_mask)
    return np.flip(rows, axis=-2)


@mistake("transformer.project")
def project_with_the_tied_matrix_scaled(x: Array, parameters: Parameters) -> Array:
    """√d_model applied to the tied output matrix too: logits √d_model times too large."""
    width = x.shape[-1]
    return transformer.project(x * math.sqrt(width), parameters)


@mistake("transformer.project")
def project_to_probabilities(x: Array, parameters: Parameters) -> Array:
    """A softmax at the end: a loss that takes logits would apply a second one."""
    return softmax(transformer.project(x, parameters))


@mistake("transformer.project")
def project_with_the_source_embedding(x: Array, parameters: Parameters) -> Array:
    """Tied to the embedding of the source: unnoticed when both vocabularies are equally large."""
    return transformer.project(x, parameters._replace(target_embedding=parameters.source_embedding))


@mistake("transformer.project")
def project_without_bias(x: Array, parameters: Parameters) -> Array:
    """The bias of the output projection is forgotten."""
    return transformer.project(x, parameters._replace(b_output=None))
