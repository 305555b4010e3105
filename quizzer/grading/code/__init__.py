"""Grading learner code: a child process runs it, this process judges what comes back as data.

The way in is `submission`. It takes code as it was `pasted`, makes an `exam` of calls to make and
`properties` to check, has `process` run them in the package `child` within `limits`, and hands the
`run` that comes back to `judging`, which compares (`comparing`) and says in `words` what happened,
by the function that the `starter` declares. `case_names` says how cases are told, `case_slips`
names what those that fail show, `not_numpy` knows what code for another library means, and
`shape_errors` what NumPy means when shapes do not fit. Learner code may read the paths that
`readable` lists; what it left behind is ended by `leftovers`, and what it printed or raised is made
`printable`. `inspection` tries items out for `quizzer check`.
"""
