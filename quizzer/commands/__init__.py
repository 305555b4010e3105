"""The command line: one module a command, named in the table of `quizzer.cli`.

A command has `add_arguments` and `run`. None needs the terminal app. What they share:

Running       `parser`, `errors` and exit codes, `names` and `numbers` as arguments, `settings`,
              and the `library` with items, variants and the log
Text          `output`, `prose` (paragraphs, tables), `matrices`, `heat`, `charts`, `progress_bar`
What is said  `question`, `verdicts`, `code_item`, `debriefing`
Dialogues     `plain`, `plain_session`, `plain_interview`

Parts of one command: `answer_input` and `answer_lines` (answer), `completing` (completion),
`coverage`, `inspecting` and `mutants` (check), `reversal` (train), `trace_heading` and `trace_step`
(trace).
"""
