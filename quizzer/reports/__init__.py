"""Reports: honest summaries written from statistics.

`scope` says what a report is about, and gathers the evidence. `build` makes a `report` from it,
with `rows`, `topics`, `interviews` and `advice`. `writing` and `details` write that down as a
`document`, with a `glossary`; `markdown` and `html` print it, the latter with `charts` in `svg`.
`json` and `csv` are for other programs, and `formats` is the entry point to all four. `words`,
`plan` and `entered` put numbers, plans and answers into words, also for the app and the commands.
"""
