"""From what people type to what they mean: arrays, shapes, counts, letters and words.

Values      `arrays`, `shapes`, `counts`, `numbers` in blanks, `spelled` ones, `commas` in doubt
Built of    `tokens`, `expressions` (one number), `layout` (rows and brackets), `tables`, `latex`,
            `habits` beside digits and signs
Words       `letters` of options, `lookalikes`, `free_text`, and `trimming` around an answer
"""
