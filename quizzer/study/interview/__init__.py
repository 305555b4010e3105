"""Interviews: planned from a blueprint, grown by answers, timed, and debriefed at the end.

`interviews` is the door. From a `blueprint`, `planning` makes a plan; `interview` asks, and after
each answer `pacing` decides what comes next, by the clock (`timing`) and by `follow_ups`. All of it
is read back from the log by `transcript`. Afterwards: `judging` of open answers, the `debrief` with
what was `missed`, a `look_back` at each question, and the `scorecard`. `flavours` says what a
question puts to the test, and `words` how all this is said.
"""
