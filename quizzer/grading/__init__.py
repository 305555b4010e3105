"""Grading: understanding what a learner typed, marking it, and naming the mistake."""
