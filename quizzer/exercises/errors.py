"""The base class of errors in an item itself, as opposed to an answer to it."""


class ExerciseError(Exception):
    """An item cannot be drawn or worked out; `quizzer check` finds this before a learner does."""
