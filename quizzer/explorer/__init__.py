"""The forward pass step by step: what is computed, why, and what breaks if it is done wrongly.

`exploring` is the entry point. From `settings` it makes a `model`, with random weights or with
those that `learning` trained. `walk` computes every step, each of one of the `kinds`, as `tensors`
with names; some steps can be wrong on purpose (`what_ifs`). The package `breaking` says what that
breaks, with numbers from `measures`. `finding` finds a step by name, `links` leads to items, `data`
writes a step as JSON, and `tracing` records the same pass as the reference runs it.
"""
