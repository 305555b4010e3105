"""The failures that the learner can do something about; their messages say what."""

from quizzer.bank.loading import BankError
from quizzer.progress.failures import LogError
from quizzer.progress.places import PlaceError
from quizzer.study.errors import StudyError

KNOWN = (BankError, LogError, PlaceError, StudyError)
