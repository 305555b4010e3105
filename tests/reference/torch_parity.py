"""Comparing with PyTorch: both sides in float64, agreement to 1e-10."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def to_numpy(value: Any) -> np.ndarray[Any, Any]:
    """A NumPy array of a PyTorch tensor (or of anything array-like)."""
    return np.asarray(value.detach().numpy() if hasattr(value, "detach") else value)


def assert_close(ours: ArrayLike, theirs: Any, tolerance: float = 1e-10) -> None:
    """Same shape and same values, to `tolerance` absolute and relative."""
    expected = to_numpy(theirs)
    assert np.shape(ours) == expected.shape
    np.testing.assert_allclose(ours, expected, atol=tolerance, rtol=tolerance)


def torch_gradients(torch, function, arguments, gradient):
    """What autograd finds for the same arguments."""
    tensors = [
        torch.tensor(a, requires_grad=np.issubdtype(a.dtype, np.floating)) for a in arguments
    ]
    function(*tensors).backward(torch.tensor(gradient))
    return [tensor.grad for tensor in tensors if tensor.requires_grad]


def assert_same(ours, theirs):
    """The same gradients, each to what is left of float64 on the way back."""
    for mine, other in zip(ours, theirs, strict=True):
        assert_close(mine, other, 1e-8)
