"""How a command is run, and what it works on.

The `parser`; `errors` and exit codes; `names` and `numbers` as arguments; the `settings`; the
`library` with items, variants and the log; the `code_item` that a file answers.
"""
