"""The parts that screens are made of.

Answers     `answer_panel` is what all that take one have in common. Of `rows`: `choice`, `order`,
            `match`. Of fields: `fill`, `compute`, with a `cell_editor`. `code`; `open` with its
            `rubric`, and `writing` in interviews. `confidence` asks how sure one is
Fields      `answer_field`, `line_field`, `code_field`, and a `finder` for a list
Lists       `topics`, `steps`, `components`, `mark_list`, `pick_list`, and a `form` of settings
Pages       `page` scrolls, `question_page` is one; a `document` on it, and what is `fitted` to its
            width. `key_bar` is below it
Steadied    `steady_area` and `steady_list` mend Textual's, `key_order` the order of keys
"""
