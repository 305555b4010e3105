"""Parts of single commands.

`answer_input` and `answer_lines` belong to `answer`; `completing` to `completion`; `coverage`,
`inspecting` and `mutants` to `check`; `reversal` to `train`; `trace_heading` and `trace_step` to
`trace`.
"""
