"""Grading compute items: reading entries, marking with follow-through, naming mistakes.

`grade` reads the `entries`. Then `marking` goes from part to part: `comparison` with the right
value and with what follows from the learner's own values, `diagnosis` of the mistake, `feedback` in
words.
"""
