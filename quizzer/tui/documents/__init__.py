"""What the app shows for reading, as documents: lists of elements that a widget displays.

Elements    `document` has those for text, which lay themselves out for a width; `markdown` and
            `code_colours` prepare text for them
Numbers     `matrices`, `heat` maps, `plots`
Documents   about a `topic`, what is `given` in a question, `verdicts`, `code_verdicts`,
            `solutions`, `open_answers`, a page of the `handbook`, a step in the `explorer`, and
            the `progress_pages`
"""
