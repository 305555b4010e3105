"""The weights of a model, as typed trees: one small named tuple per component."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from reference.arrays import Array


class AttentionParameters(NamedTuple):
    """The weights of `multi_head_attention`, under the names of its arguments."""

    w_q: Array  # (d_model, heads · d_k)
    w_k: Array  # (d_model, heads · d_k)
    w_v: Array  # (d_model, heads · d_v)
    w_o: Array  # (heads · d_v, d_model)
    b_q: Array | None = None  # (heads · d_k)
    b_k: Array | None = None  # (heads · d_k)
    b_v: Array | None = None  # (heads · d_v)
    b_o: Array | None = None  # (d_model)


class NormParameters(NamedTuple):
    """The weights of `layer_norm`."""

    gamma: Array  # (d_model)
    beta: Array  # (d_model)


class FeedForwardParameters(NamedTuple):
    """The weights of `feed_forward`."""

    w_1: Array  # (d_model, d_ff)
    b_1: Array | None  # (d_ff)
    w_2: Array  # (d_ff, d_model)
    b_2: Array | None  # (d_model)


class EncoderLayerParameters(NamedTuple):
    """The weights of one encoder layer: two sub-layers, each with its normalization."""

    self_attention: AttentionParameters
    self_attention_norm: NormParameters
    feed_forward: FeedForwardParameters
    feed_forward_norm: NormParameters


class DecoderLayerParameters(NamedTuple):
    """The weights of one decoder layer: three sub-layers, each with its normalization."""

    self_attention: AttentionParameters
    self_attention_norm: NormParameters
    cross_attention: AttentionParameters
    cross_attention_norm: NormParameters
    feed_forward: FeedForwardParameters
    feed_forward_norm: NormParameters


def named_arrays(parameters: Any, prefix: str = "") -> dict[str, Array]:
    """Every weight of a tree of parameters under its dotted name, in order.

    Formula:
        {"encoder.0.self_attention.w_q": (d_model, d_model) array, …}

    Args:
        parameters: a named tuple, tuple or array, however nested; None stands for "no such weight".
        prefix: text to put before all names.

    Returns:
        A dictionary from dotted names to arrays. Layers are numbered from 0.
    """
    return dict(_walk(parameters, prefix))


def with_arrays(parameters: Any, arrays: Mapping[str, Array], prefix: str = "") -> Any:
    """The same tree of parameters with other arrays; the inverse of `named_arrays`.

    Args:
        parameters: a named tuple, tuple or array, however nested; None stays None.
        arrays: the new arrays by dotted name.
        prefix: the text before all names.

    Returns:
        A tree of the same types.
    """
    if parameters is None:
        return None
    if isinstance(parameters, np.ndarray):
        return arrays[prefix]
    names = getattr(parameters, "_fields", range(len(parameters)))
    children = [
        with_arrays(child, arrays, f"{prefix}.{name}" if prefix else str(name))
        for name, child in zip(names, parameters, strict=True)
    ]
    return type(parameters)(*children) if hasattr(parameters, "_fields") else tuple(children)


def _walk(node: Any, name: str) -> Iterator[tuple[str, Array]]:
    if isinstance(node, np.ndarray):
        yield name, node
    elif isinstance(node, tuple):
        names = getattr(node, "_fields", range(len(node)))
        for child_name, child in zip(names, node, strict=True):
            yield from _walk(child, f"{name}.{child_name}" if name else str(child_name))
