"""quizzer: a terminal study app on the inner workings of the Transformer."""

from typing import Final

__version__: Final = "0.1.0"
