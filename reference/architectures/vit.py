"""ViT: an image is read as a sequence of patches."""

from typing import NamedTuple

import numpy as np

from reference.activations import gelu
from reference.arrays import Array, require
from reference.feedforward import linear
from reference.layers import encoder_layer
from reference.normalization import layer_norm
from reference.parameters import EncoderLayerParameters, NormParameters
from reference.trace import record, scope


class VitParameters(NamedTuple):
    """The weights of a Vision Transformer with its classification head."""

    w_patch: Array  # (channels · patch², d_model)
    b_patch: Array  # (d_model)
    class_token: Array  # (d_model)
    positions: Array  # (1 + patches, d_model)
    layers: tuple[EncoderLayerParameters, ...]
    final_norm: NormParameters
    w_head: Array  # (d_model, classes)
    b_head: Array  # (classes)


def patches(images: Array, size: int) -> Array:
    """Cut images into squares, row by row, and write each as one vector.

    Formula:
        patch[r · columns + s] = image[:, r·size : (r+1)·size, s·size : (s+1)·size], flattened

    Args:
        images: (..., channels, height, width) pixels.
        size: the side of a patch.

    Returns:
        (..., patches, channels · size²) one row per patch.

    Raises:
        ValueError: when the size does not divide height and width.

    Convention:
        A patch is flattened as (channel, row, column), like PyTorch's convolution weights and
        unfold. JAX and einops recipes use (row, column, channel).

    Source:
        Dosovitskiy et al., An Image is Worth 16x16 Words (2021), section 3.1.
    """
    require(
        images.ndim >= 3 and images.shape[-1] % size == 0 and images.shape[-2] % size == 0,
        f"patches of {size} must fill (..., channels, height, width)",
        images=images,
    )
    *leading, channels, height, width = images.shape
    rows, columns = height // size, width // size
    cut = images.reshape(*leading, channels, rows, size, columns, size)
    cut = np.moveaxis(cut, (-4, -2), (-5, -4))  # (..., rows, columns, channels, size, size)
    return cut.reshape(*leading, rows * columns, channels * size * size)


def images_from_patches(patch_rows: Array, size: int, height: int, width: int) -> Array:
    """Put patches back in their places: the inverse of `patches`.

    Formula:
        image[:, r·size : (r+1)·size, s·size : (s+1)·size] = patch[r · columns + s]

    Args:
        patch_rows: (..., patches, channels · size²) one row per patch.
        size: the side of a patch.
        height: of the image.
        width: of the image.

    Returns:
        (..., channels, height, width) pixels.

    Raises:
        ValueError: when there are not as many patches as the image has places.

    Source:
        He et al., Masked Autoencoders Are Scalable Vision Learners (2022), section 3, on the
        reconstruction target.
    """
    rows, columns = height // size, width // size
    require(
        patch_rows.shape[-2] == rows * columns and patch_rows.shape[-1] % size**2 == 0,
        f"{rows} × {columns} patches of side {size} make this image",
        patches=patch_rows,
    )
    leading, channels = patch_rows.shape[:-2], patch_rows.shape[-1] // size**2
    cut = patch_rows.reshape(*leading, rows, columns, channels, size, size)
    cut = np.moveaxis(cut, (-5, -4), (-4, -2))  # (..., channels, rows, size, columns, size)
    return cut.reshape(*leading, channels, height, width)


def vit_logits(
    images: Array, parameters: VitParameters, num_heads: int, size: int, eps: float = 1e-6
) -> Array:
    """Classify images: patches, a class token before them, an encoder, and a linear head.

    Formula:
        x = [class; patches W + b] + P;  logits = LN(Encoder(x))₀ W_head + b_head

    Args:
        images: (..., channels, height, width) pixels.
        parameters: all weights.
        num_heads: the number of heads.
        size: the side of a patch.
        eps: the ε of all normalizations.

    Returns:
        (..., classes) one row of scores per image.

    Raises:
        ValueError: when the positions do not fit the patches.

    Convention:
        Pre-norm, exact GELU, learned positions, and the class token at position 0.

    Source:
        Dosovitskiy et al., An Image is Worth 16x16 Words (2021), section 3.1, equations 1 to 4.
    """
    p = parameters
    embedded = linear(patches(images, size), p.w_patch, p.b_patch)  # (..., patches, d_model)
    first = np.broadcast_to(p.class_token, (*embedded.shape[:-2], 1, embedded.shape[-1]))
    tokens = np.concatenate([first, embedded], axis=-2)  # (..., 1 + patches, d_model)
    require(
        tokens.shape[-2:] == p.positions.shape,
        "one position per patch and one for the class token",
        tokens=tokens,
        positions=p.positions,
    )
    x = record("embedding", tokens + p.positions, "class token and patches, with positions")
    for number, layer in enumerate(p.layers):
        with scope("encoder"), scope(number):
            x = encoder_layer(x, layer, num_heads, None, "pre", gelu, eps)
    with scope("final_norm"):
        x = layer_norm(x, *p.final_norm, eps)
    return record("logits", linear(x[..., 0, :], p.w_head, p.b_head), "a score for every class")
