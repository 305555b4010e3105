"""quizzer: a terminal study app on the inner workings of the Transformer."""

__version__ = "0.1.0"
