"""Mistakes about well-known models: shared keys, segments, patches, windows."""

import math

import numpy as np

from reference import architectures, attention
from reference.architectures import (
    BertParameters,
    CorruptedText,
    SwinLayerParameters,
    VitParameters,
)
from reference.arrays import Array, Ids, Mask
from reference.mistakes.attention import attention_with_softmax_over_queries
from reference.mistakes.registry import equivalent, mistake
from reference.parameters import AttentionParameters
from reference.positions import Layout, rotate


@mistake("attention.grouped_query_attention")
def groups_tiled(query: Array, key: Array, value: Array, mask: Mask | None = None) -> Array:
    """np.tile instead of np.repeat: query heads are paired with the wrong keys."""
    times = query.shape[-3] // key.shape[-3]
    keys, values = (np.concatenate([rows] * times, axis=-3) for rows in (key, value))
    return attention.grouped_query_attention(query, keys, values, mask)


@mistake("attention.grouped_query_attention")
def groups_repeated_along_the_tokens(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """Keys repeated along the tokens, then cut into heads: each sees some tokens several times."""
    times = query.shape[-3] // key.shape[-3]
    keys, values = (
        np.repeat(rows, times, axis=-2).reshape(*query.shape[:-2], *rows.shape[-2:])
        for rows in (key, value)
    )
    return attention.grouped_query_attention(query, keys, values, mask)


@equivalent("attention.grouped_query_attention")
def groups_repeated(query: Array, key: Array, value: Array, mask: Mask | None = None) -> Array:
    """np.repeat of keys and values up to one per query head: the same result, with more memory."""
    times = query.shape[-3] // key.shape[-3]
    keys, values = (np.repeat(rows, times, axis=-3) for rows in (key, value))
    return attention.grouped_query_attention(query, keys, values, mask)


@mistake("attention.grouped_query_attention")
def groups_averaged(query: Array, key: Array, value: Array, mask: Mask | None = None) -> Array:
    """All groups merged into one: multi-query attention where groups are asked for."""
    keys, values = (np.mean(rows, axis=-3, keepdims=True) for rows in (key, value))
    return attention.grouped_query_attention(query, keys, values, mask)


@mistake("attention.grouped_query_attention")
def grouped_queries_without_scale(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """The division by √d_k is left out: the weights are too peaked."""
    scale = math.sqrt(query.shape[-1])
    return attention.grouped_query_attention(query * scale, key, value, mask)


@mistake("attention.grouped_query_attention")
def grouped_queries_with_softmax_over_queries(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """Softmax over the queries instead of the keys, in every head: columns sum to 1."""
    times = query.shape[-3] // key.shape[-3]
    keys, values = (np.repeat(rows, times, axis=-3) for rows in (key, value))
    return attention_with_softmax_over_queries(query, keys, values, attention.mask_for_heads(mask))


@mistake("attention.attentional_state")
def attentional_state_without_tanh(context: Array, hidden: Array, w: Array) -> Array:
    """The tanh forgotten: the layer is linear, and training works all the same."""
    output: Array = np.concatenate([context, hidden], axis=-1) @ w
    return output


@mistake("attention.attentional_state")
def attentional_state_with_the_state_first(context: Array, hidden: Array, w: Array) -> Array:
    """[h ; c] instead of [c ; h]: each meets the weights that were trained for the other."""
    return attention.attentional_state(hidden, context, w)


@mistake("attention.attention_gate")
def gate_by_softmax(
    x: Array, gate: Array, w_x: Array, w_g: Array, b_g: Array, psi: Array, b_psi: Array
) -> Array:
    """Softmax over the places instead of a sigmoid at each: places compete, and most are dimmed."""
    hidden = np.maximum(x @ w_x + gate @ w_g + b_g, 0)
    powers = np.exp(hidden @ psi + b_psi)
    output: Array = powers / np.sum(powers, axis=-2, keepdims=True) * x
    return output


@mistake("attention.attention_gate")
def gate_without_relu(
    x: Array, gate: Array, w_x: Array, w_g: Array, b_g: Array, psi: Array, b_psi: Array
) -> Array:
    """The ReLU between the two layers is left out: they collapse into one."""
    output: Array = x / (1 + np.exp(-((x @ w_x + gate @ w_g + b_g) @ psi + b_psi)))
    return output


@mistake("attention.attention_gate")
def gate_on_the_signal(
    x: Array, gate: Array, w_x: Array, w_g: Array, b_g: Array, psi: Array, b_psi: Array
) -> Array:
    """The signal is ignored: the features decide about themselves."""
    return attention.attention_gate(x, 0 * gate, w_x, w_g, b_g, psi, b_psi)


@mistake("architectures.bert_corrupt")
def bert_corrupt_with_nested_draws(
    ids: Ids,
    draws: Array,
    replacements: Ids,
    mask_id: int,
    allowed: Mask | None = None,
    rate: float = 0.15,
) -> CorruptedText:
    """u < 0.8 · u asked of the same draw: never true, so no word ever becomes [MASK]."""
    right = architectures.bert_corrupt(ids, draws, replacements, mask_id, allowed, rate)
    return right._replace(ids=np.array(ids))


@mistake("architectures.bert_corrupt")
def bert_corrupt_with_random_words_first(
    ids: Ids,
    draws: Array,
    replacements: Ids,
    mask_id: int,
    allowed: Mask | None = None,
    rate: float = 0.15,
) -> CorruptedText:
    """[MASK] put over the random words: hardly any of them is left."""
    right = architectures.bert_corrupt(ids, draws, replacements, mask_id, allowed, rate)
    over = right.selected & (draws < 0.9 * rate)
    return right._replace(ids=np.where(over, mask_id, right.ids))


@mistake("architectures.bert_corrupt")
def bert_corrupt_all_by_mask(
    ids: Ids,
    draws: Array,
    replacements: Ids,
    mask_id: int,
    allowed: Mask | None = None,
    rate: float = 0.15,
) -> CorruptedText:
    """Every selected word becomes [MASK]: the model never learns to doubt a word it sees."""
    right = architectures.bert_corrupt(ids, draws, replacements, mask_id, allowed, rate)
    return right._replace(ids=np.where(right.selected, mask_id, ids))


@mistake("architectures.bert_corrupt")
def bert_corrupt_padding_too(
    ids: Ids,
    draws: Array,
    replacements: Ids,
    mask_id: int,
    allowed: Mask | None = None,
    rate: float = 0.15,
) -> CorruptedText:
    """Padding and class token selected like words: the loss asks for them."""
    return architectures.bert_corrupt(ids, draws, replacements, mask_id, None, rate)


@equivalent("architectures.bert_corrupt")
def bert_corrupt_with_half_of_the_rest(
    ids: Ids,
    draws: Array,
    replacements: Ids,
    mask_id: int,
    allowed: Mask | None = None,
    rate: float = 0.15,
) -> CorruptedText:
    """A random word for half of the remaining 20 %: that is 10 %, not 50 %."""
    selected = draws < rate if allowed is None else (draws < rate) & allowed
    share = draws / rate
    words = np.where((share - 0.8) / 0.2 < 0.5, replacements, ids)
    hidden = np.where(share < 0.8, mask_id, words)
    return CorruptedText(np.where(selected, hidden, ids), selected)


@mistake("architectures.bert_encode")
def bert_without_segments(
    ids: Ids,
    segments: Ids,
    parameters: BertParameters,
    num_heads: int,
    mask: Mask | None = None,
    eps: float = 1e-12,
) -> Array:
    """Every token in the first segment: the two sentences are not told apart."""
    return architectures.bert_encode(ids, 0 * segments, parameters, num_heads, mask, eps)


@mistake("architectures.bert_encode")
def bert_with_scaled_words(
    ids: Ids,
    segments: Ids,
    parameters: BertParameters,
    num_heads: int,
    mask: Mask | None = None,
    eps: float = 1e-12,
) -> Array:
    """√d_model on the word embeddings, as in the Transformer: BERT has none."""
    scaled = parameters._replace(words=parameters.words * parameters.words.shape[-1] ** 0.5)
    return architectures.bert_encode(ids, segments, scaled, num_heads, mask, eps)


@mistake("architectures.llama_attention")
def llama_attention_with_rotated_values(
    x: Array,
    parameters: AttentionParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
) -> Array:
    """Values rotated as well: only queries and keys should carry positions."""
    w = parameters
    query, key, value = (
        rotate(attention.project_heads(x, matrix, None, count), angles, layout)
        for matrix, count in ((w.w_q, num_heads), (w.w_k, num_groups), (w.w_v, num_groups))
    )
    heads = attention.grouped_query_attention(query, key, value, mask)
    return attention.merge_heads(heads) @ w.w_o


@mistake("architectures.llama_attention")
def llama_attention_with_queries_rotated_only(
    x: Array,
    parameters: AttentionParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
) -> Array:
    """Keys not rotated: scores depend on the position of the query, not on the distance."""
    w = parameters
    query = rotate(attention.project_heads(x, w.w_q, None, num_heads), angles, layout)
    key, value = (attention.project_heads(x, matrix, None, num_groups) for matrix in (w.w_k, w.w_v))
    heads = attention.grouped_query_attention(query, key, value, mask)
    return attention.merge_heads(heads) @ w.w_o


@mistake("architectures.patches")
def patches_by_reshape_only(images: Array, size: int) -> Array:
    """Reshaped straight to (patches, pixels): the "patches" are rows of the image."""
    rows = architectures.patches(images, size)
    return images.reshape(rows.shape)


@mistake("architectures.patches")
def patches_with_channels_outside(images: Array, size: int) -> Array:
    """The channels not moved behind the patch axes: a "patch" mixes places and channels."""
    *leading, channels, height, width = images.shape
    rows, columns = height // size, width // size
    cut = images.reshape(*leading, channels, rows, size, columns, size)
    cut = np.swapaxes(cut, -3, -2)  # (..., channels, rows, columns, size, size)
    return cut.reshape(*leading, rows * columns, channels * size * size)


@mistake("architectures.patches")
def patches_with_channels_last(images: Array, size: int) -> Array:
    """Each patch flattened as (row, column, channel): the order of JAX, not of PyTorch."""
    rows = architectures.patches(images, size)
    cut = rows.reshape(*rows.shape[:-1], images.shape[-3], size * size)
    return np.swapaxes(cut, -1, -2).reshape(rows.shape)


@mistake("architectures.patches")
def patches_column_by_column(images: Array, size: int) -> Array:
    """Patches counted down the columns instead of along the rows."""
    turned = architectures.patches(np.swapaxes(images, -1, -2), size)
    cut = turned.reshape(*turned.shape[:-1], images.shape[-3], size, size)
    return np.swapaxes(cut, -1, -2).reshape(turned.shape)


@mistake("architectures.images_from_patches")
def images_by_reshape_only(patch_rows: Array, size: int, height: int, width: int) -> Array:
    """Patches reshaped straight to the image: one patch fills half a row."""
    channels = patch_rows.shape[-1] // size**2
    return patch_rows.reshape(*patch_rows.shape[:-2], channels, height, width)


@mistake("architectures.vit_logits")
def vit_with_the_class_token_last(
    images: Array, parameters: VitParameters, num_heads: int, size: int, eps: float = 1e-6
) -> Array:
    """The class token put after the patches: positions shift, and the head reads a patch."""
    p = parameters
    turned = p._replace(positions=np.roll(p.positions, 1, axis=0))
    return architectures.vit_logits(images, turned, num_heads, size, eps)


@mistake("architectures.vit_logits")
def vit_without_a_place_for_the_class_token(
    images: Array, parameters: VitParameters, num_heads: int, size: int, eps: float = 1e-6
) -> Array:
    """Positions given only to the patches: the class token has none."""
    places = parameters.positions.copy()
    places[0] = 0
    return architectures.vit_logits(
        images, parameters._replace(positions=places), num_heads, size, eps
    )


@mistake("architectures.bert_corrupt")
def bert_corrupt_that_marks_the_changed(
    ids: Ids,
    draws: Array,
    replacements: Ids,
    mask_id: int,
    allowed: Mask | None = None,
    rate: float = 0.15,
) -> CorruptedText:
    """Selected words that stay are left out of the loss: a visible word needs no prediction."""
    right = architectures.bert_corrupt(ids, draws, replacements, mask_id, allowed, rate)
    return right._replace(selected=right.selected & (draws / rate < 0.9))


@mistake("architectures.window_partition")
def windows_by_reshape_only(x: Array, window: int) -> Array:
    """Reshaped straight to windows: a "window" is a stretch of rows."""
    return x.reshape(architectures.window_partition(x, window).shape)


@mistake("architectures.window_partition")
def windows_column_by_column(x: Array, window: int) -> Array:
    """Windows counted down the columns instead of along the rows."""
    windows = architectures.window_partition(x, window)
    rows, columns = x.shape[-3] // window, x.shape[-2] // window
    grid = windows.reshape(*windows.shape[:-3], rows, columns, *windows.shape[-2:])
    return np.swapaxes(grid, -4, -3).reshape(windows.shape)


@mistake("architectures.window_reverse")
def map_by_reshape_only(windows: Array, window: int, height: int, width: int) -> Array:
    """Reshaped straight to the map: the places of a window end up in a row."""
    return windows.reshape(*windows.shape[:-3], height, width, windows.shape[-1])


@mistake("architectures.shifted_window_mask")
def shifted_windows_unmasked(height: int, width: int, window: int, shift: int) -> Mask:
    """No mask after the shift: opposite borders of the image attend to each other."""
    return np.ones_like(architectures.shifted_window_mask(height, width, window, shift))


@equivalent("architectures.shifted_window_mask")
def shifted_window_mask_transposed(height: int, width: int, window: int, shift: int) -> Mask:
    """Places compared in the other order: equal regions are equal either way."""
    return np.swapaxes(architectures.shifted_window_mask(height, width, window, shift), -1, -2)


@mistake("architectures.relative_index")
def relative_index_of_key_minus_query(window: int) -> Ids:
    """The displacement taken in the other direction: up and down, left and right are swapped."""
    return architectures.relative_index(window).T


@mistake("architectures.shifted_window_attention")
def windows_shifted_back_the_wrong_way(
    x: Array, parameters: SwinLayerParameters, num_heads: int, window: int, shift: int = 0
) -> Array:
    """Rolled twice in the same direction: the output of attention lands two shifts away."""
    right = architectures.shifted_window_attention(x, parameters, num_heads, window, shift)
    return np.roll(right, (-2 * shift, -2 * shift), axis=(-3, -2))


@mistake("architectures.shifted_window_attention")
def windows_rolled_one_by_one(
    x: Array, parameters: SwinLayerParameters, num_heads: int, window: int, shift: int = 0
) -> Array:
    """Each window rolled instead of the whole map: windows never exchange information."""
    height, width = x.shape[-3:-1]
    windows = architectures.window_partition(x, window)
    squares = windows.reshape(*windows.shape[:-2], window, window, windows.shape[-1])
    rolled = np.roll(squares, (-shift, -shift), axis=(-3, -2)).reshape(windows.shape)
    weights, table = parameters.layer.self_attention, parameters.bias_table
    found = architectures.window_attention(rolled, weights, table, num_heads).reshape(squares.shape)
    back = np.roll(found, (shift, shift), axis=(-3, -2)).reshape(windows.shape)
    return architectures.window_reverse(back, window, height, width)


@mistake("architectures.shifted_window_attention")
def windows_never_shifted(
    x: Array, parameters: SwinLayerParameters, num_heads: int, window: int, shift: int = 0
) -> Array:
    """Every layer with the same windows: nothing ever crosses their borders."""
    return architectures.shifted_window_attention(x, parameters, num_heads, window)
