"""Grading learner code: a child process runs it, and this process judges the data it returns.

`submission` is the entry point. It takes code as it was `pasted`, makes an `exam` of calls to make
and `properties` to check, and has `process` run them in the package `child` within `limits`. It
hands the resulting `run` to `judging`, which compares (`comparing`) and says in `words` what
happened, for the function that the `starter` declares. `case_names` names the cases, `case_slips`
names the mistake that the failing ones show, `not_numpy` knows what code for another library means,
and `shape_errors` what NumPy means when shapes do not fit. Learner code may read the paths that
`readable` lists. `leftovers` ends what it left behind, and `printable` makes safe what it printed
or raised. `inspection` tries items out for `quizzer check`.
"""
