"""Interviews: planned from a blueprint, grown by answers, timed, and debriefed at the end.

`interviews` is the entry point. From a `blueprint`, `planning` makes a plan. `interview` asks, and
after each answer `pacing` decides what comes next, by the clock (`timing`, without the machine's
`sleep`) and by `follow_ups`. `transcript` reads all of it back from the log. Afterwards there are
`judging` of open answers, the `debrief` with what was `missed`, a `look_back` at each question, and
the `scorecard`. `flavours` says what a question tests, and `words` puts all this into words.
"""
