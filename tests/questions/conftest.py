"""The bundled banks, loaded once from their files."""

import pytest

from quizzer.bank.loading import Library
from quizzer.bank.schema import ComputeItem
from tests.bundled import bundled

LIBRARY = bundled()
COMPUTES = [item for item in LIBRARY.items.values() if isinstance(item, ComputeItem)]


@pytest.fixture(scope="session")
def library() -> Library:
    return LIBRARY
