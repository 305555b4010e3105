"""Study: sessions as state machines without an interface, and the choice of the next item.

`study` is the one object that interfaces hold. It starts a `session`, or an interview (the package
`interview`), which asks one `question` after another and ends in a `summary`. What to do then is
decided in `next_steps` alone: `after_session` asks it, and so do the score card and the reports.

What is asked   `choosing`, a `selection`, `drills` of mistakes, the `placement` of a newcomer, the
                `preparation` for a date with its `rehearsals`, and the `overview` of the check-list
What is made    `event_maker`, `purposes` and the `course` of a session, `numbering` of variants,
                `drafting` of what waits for its answer, the `clock`
Doors           `engine` to exercises and grading, `banks` to the library, of which `trials` leaves
                out what is flawed, the `groundwork` that is done elsewhere, and `set_aside` what
                is not asked here
In words        `mistakes`, `labels`, `giving_up`, `errors`, and `days` as people write them
"""
