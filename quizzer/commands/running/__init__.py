"""How a command is run, and what it works on.

`parser` reads the command line; `names`, `numbers` and `files` check arguments; `errors` has exit
codes.
`settings` loads the settings; `library` finds banks, items, variants and the log; `code_item` finds
a code item and reads the file that answers it.
"""
