"""The forward pass step by step: what is computed, why, and what breaks when it is done wrongly.

`exploring` is the entry point. From its `settings` it takes a `model`, drawn at random or trained
by `learning`. `walk` computes every step, each of one of the `kinds`, as `tensors` with names, some
of them wrong on purpose (`what_ifs`). The package `breaking` measures what that breaks
(`measures`). `finding` finds a step by name, `links` leads to items, `data` writes a step as JSON,
and `tracing` records the same pass as the reference runs it.
"""
