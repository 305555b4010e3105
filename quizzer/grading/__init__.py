"""Grading: understanding what a learner typed, marking it, and naming the mistake.

`grade` is the door. It leads to one module a kind: `choice`, `fill`, `ordering`, `matching`,
`rubric` (for open answers), `compute` and `code`, which hand back a `verdict` by way of `scoring`.
All of them understand answers with the package `reading`, and refuse with `errors`.

Beside it: the `answer_key`, verdicts in `words`, `cancelling` what takes long, the `availability`
of kinds on this system, and the `inspection` of items for `quizzer check`, with the `general_words`
that suggest no key point and the `tempting` answers that are not wrong.
"""
