"""The forward pass step by step: what is computed, why, and what breaks when it is done wrongly.

`exploring` is the door. By its `settings` it takes a `model`, drawn or trained by `learning`, and
`walk` computes every step of its `kinds` as `tensors` with names, some of them wrongly
(`what_ifs`). The package `breaking` tells with `measures` what that breaks. `finding` finds a step
by name, `links` leads to items, `data` writes a step as JSON, and `tracing` records the same pass
as the reference runs it.
"""
