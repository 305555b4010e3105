"""Questions and answers line by line, for screen readers, simple terminals and scripts.

`plain` asks and reads. A `session` (practice or review) and an `interview` use it, and `debriefing`
says how the interview went. `arguments` are the options that they share.
"""
