"""Interviews: planned from a blueprint, grown by answers, timed, and debriefed at the end."""
