"""Text for a terminal, a pipe or a file.

`output` writes it, also as JSON. `prose` makes paragraphs and tables; `matrices`, `heat` and
`charts` make what their names say; `progress_bar` shows how far something has got. `question`,
`verdicts` and `code_verdicts` say what there is to say about an item, and `copies` about a log or a
backup.
"""
