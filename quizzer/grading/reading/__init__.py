"""From what people type to what they mean: arrays, shapes, counts, letters and words.

Values      `arrays`, `shapes`, `counts`, `numbers` in blanks, `spelled` numbers, doubtful `commas`
Built from  `tokens`, `expressions` (one number), `layout` (rows and brackets), `tables`, `latex`,
            `habits` of writing around digits and signs; `in_place` keeps positions as they are
Words       `letters` of options, `lookalikes`, `misspellings`, `free_text`, and `trimming` what
            surrounds an answer
"""
