"""The command line: one module per command, named in the table of `quizzer.cli`.

The module of a command has `add_arguments` and `run`. No command needs the terminal app. What they
share is in these folders; each may import only those below it:

parts      parts of a single command that is too long for one module
dialogue   asking questions on a plain terminal or through a pipe, and the debrief
running    how a command is run, how it fails, and how it gets the banks and the log
text       what questions, verdicts, numbers and so on look like as text and as JSON
"""
