"""Text for a terminal, a pipe or a file.

`output` writes it, as JSON too; `prose` has paragraphs and tables, `matrices`, `heat` and `charts`
what they say, and `progress_bar` shows how far something is. What is said of an item: `question`,
`verdicts` and `code_verdicts`; of a log or a backup: `copies`.
"""
