"""Questions and answers line by line, for screen readers, simple terminals and scripts.

`plain` asks and reads. `session` (practice or review) and `interview` use it, and `debriefing` says
how an interview went. `arguments` has the options that they share.
"""
