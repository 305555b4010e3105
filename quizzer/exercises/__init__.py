"""Exercises: the graph of steps behind an item, and the variants drawn from it.

A variant    `variant`, drawn by `drawing` from the item's `seeds`, its values by `generating`,
             until mistakes differ from the right answer (`collisions`)
The graph    `graph` calls the `functions` of the reference; `cases` does so for code items
Shown as     `presentation` and `numeric_presentation` make the records of `shown`, with the
             `letters` of options, the `formulas` of steps, the `notation` of arrays, their
             `shading`, and the `starter_file` and `numpy_code` that learners can take away
Shared       `tolerance`, `units`, values as `plain` data, which is `nested`, and `errors`
Checked by   `inspection`, for `quizzer check`
"""
