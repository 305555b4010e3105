"""What belongs to one command only.

`answer_input` and `answer_lines` (answer), `completing` (completion), `coverage`, `inspecting` and
`mutants` (check), `reversal` (train), `trace_heading` and `trace_step` (trace).
"""
