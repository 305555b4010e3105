"""What the tests of the reference share."""

from types import ModuleType

import numpy as np
import pytest


@pytest.fixture(scope="session")
def torch() -> ModuleType:
    """PyTorch in double precision; a test that asks for it is skipped where it is not installed."""
    module: ModuleType = pytest.importorskip("torch", reason="PyTorch is not installed")
    module.set_default_dtype(module.float64)
    module.set_num_threads(1)
    module.manual_seed(0)
    return module


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator with a fixed seed, new for every test."""
    return np.random.default_rng(20170612)
