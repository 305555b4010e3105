"""What the app shows for reading, as documents.

Made of     the elements of `document`, which lay themselves out; `markdown` and `code_colours`
Numbers     `matrices`, `heat` maps, `plots`
About       a `topic`, what is `given` in a question, `verdicts`, `code_verdicts`, `solutions`,
            `open_answers`, a page of the `handbook`, a step in the `explorer`, the
            `progress_pages`
"""
