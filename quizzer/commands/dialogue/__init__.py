"""Questions and answers line by line, for screen readers, simple terminals and scripts.

`plain` asks and reads; a `session` of practice or review and an `interview` are led with it, and
`debriefing` tells how the interview went. `arguments` are the options that they share.
"""
