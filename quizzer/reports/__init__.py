"""Reports: honest summaries written from statistics.

`scope` says what a report is about and gathers the evidence; `build` makes a `report` of it, with
`rows`, `topics`, `interviews` and `advice`. `writing` and `details` write that down as a
`document`, with a `glossary`, and `markdown` and `html` print it, the latter with `charts` in
`svg`. `json` and `csv` are for other programs, and `formats` is the door to all four. `words`,
`plan` and `entered` say numbers, plans and answers, also for the app and commands.
"""
