"""What study refuses to do, in words for the learner."""


class StudyError(Exception):
    """The request makes no sense now; the message says why and what can be done instead."""
