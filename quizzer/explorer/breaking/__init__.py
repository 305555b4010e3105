"""What breaks when something is done wrongly.

A `fault` holds the right pass beside a broken one, and finds what to say about the two. There is
one for the `scale`, the `mask` (with what `leaks`), the `positions` and the `axis`; `faults` lists
them.
"""
