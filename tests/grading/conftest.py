"""What the tests of grading share."""

from hypothesis import settings

# The first example loads NumPy and the reference; how long that takes is no matter of behaviour.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
