"""What breaks if something is done wrongly.

A `fault` compares the right pass with a broken one, and finds what to say about the two. There is
one for the `scale`, the `mask` (with what `leaks`), the `positions` and the `axis`; `faults` lists
them.
"""
