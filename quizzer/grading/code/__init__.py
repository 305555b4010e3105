"""Grading learner code: a child process runs it, this process judges what comes back as data."""
