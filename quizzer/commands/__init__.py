"""The command line: one module per command, named in the table of `quizzer.cli`.

A command has `add_arguments` and `run`. None of them needs the terminal app. What they are built on
is in these folders; each may import only those below it:

parts      what belongs to one command only, if it is too much for one module
dialogue   questions asked on a plain terminal or through a pipe, and the debrief
running    how a command is run, how it fails, and how it gets the banks and the log
text       how it all looks as text or as JSON
"""
