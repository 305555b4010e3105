"""Exercises: the graph of steps behind an item, and the variants drawn from it.

A variant    `variant`, made by `drawing` with `seeds`: `generating` draws the given values, and
             `collisions` draws again until mistakes can be told from the right answer
The graph    `graph` calls the `functions` of the reference, which say in their `docstrings` what
             they are; `cases` does so for code items
Shown as     `presentation` and `numeric_presentation` make the records of `shown`, with the
             `letters` of options, the `formulas` of steps, the `notation` of arrays and their
             `shading`; learners can take away the `starter_file` and the `numpy_code`
Shared       `tolerance`, `units`, values as `plain` data, `nested` lists, and `errors`
Checked by   `inspection`, for `quizzer check`
"""
