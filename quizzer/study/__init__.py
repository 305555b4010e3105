"""Study: sessions as state machines without an interface, and the choice of the next item.

`study` is the one object that interfaces use. It starts a `session`, or an interview (the package
`interview`), which asks one `question` after another and ends in a `summary`. What to do then is
decided only in `next_steps`: `after_session`, the score card and the reports all ask it.

What is asked   `choosing`, a `selection`, `drills` of mistakes, the `placement` of a newcomer, the
                `preparation` for a date with its `rehearsals`, and the `overview` of the check-list
What is made    `event_maker`, `purposes` and the `course` of a session, `numbering` of variants,
                `drafting` of answers that are not finished, the `clock`
Entry points    `engine` to exercises and grading, `banks` to the library, from which `trials`
                leaves out what has errors; the `groundwork` that another process does, and
                `set_aside`: what is not asked here
In words        `mistakes`, `labels`, `giving_up`, `errors`, and `typed_days`
"""
