"""Grading compute items: entries in units, compared, marked with follow-through, diagnosed.

`grade` reads the `entries`. Then `marking` goes from part to part: `comparison` with the right
value and with what follows from the learner's own values, `diagnosis` of the mistake, `feedback` in
words.
"""
