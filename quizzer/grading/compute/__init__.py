"""Grading compute items: entries in units, compared, marked with follow-through, diagnosed."""
