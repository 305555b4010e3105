"""The failures that the learner can do something about; their messages say what."""

from quizzer.bank.loading import BankError
from quizzer.progress.failures import LogError
from quizzer.study.errors import StudyError
from quizzer.words import failure

KNOWN = (BankError, LogError, OSError, StudyError)


def in_words(error: Exception) -> str:
    """What to say about a failure; if the system refused something: which file, and why."""
    return failure(error) if isinstance(error, OSError) else str(error)
