"""The command line: one module a command, named in the table of `quizzer.cli`.

A command has `add_arguments` and `run`. None needs the terminal app. What they stand on is beside
them in folders, of which each knows those after it alone:

parts      what one command alone has, where that is more than a module holds
dialogue   questions asked on a plain terminal or through a pipe, and the debrief
running    how a command is run, fails, and gets the banks and the log
text       how all of it looks as text or as JSON
"""
