"""Grading: understanding what a learner typed, marking it, and naming the mistake.

`grade` is the entry point. It calls one module per kind: `choice`, `fill`, `ordering`, `matching`,
`rubric` (for open answers), `compute` and `code`, which return a `verdict` that `scoring` puts
together. All of them read answers with the package `reading`, and refuse them with `errors`.

Also here: the `answer_key`, verdicts in `words`, how wrong `shapes` differ from the right ones,
`cancelling` of what takes long, the `availability` of kinds on this system, and the `inspection` of
items for `quizzer check`, with the `general_words` that suggest no key point and the `tempting`
answers that are not wrong.
"""
