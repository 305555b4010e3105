"""The parts that screens are made of.

Answers     `answer_panel` is what all answer widgets have in common. Made of `rows`: `choice`,
            `order`, `match`. Made of fields: `fill`, and `compute` with a `cell_editor`. `code`
            for code; `open` with its `rubric`, and `writing` in interviews. `confidence` asks how
            sure you are
Fields      `answer_field`, `line_field`, `code_field`, and a `finder` for a list
Lists       `topics`, `steps`, `components`, `mark_list`, `pick_list`, and a `form` of settings
Pages       `page` scrolls, and `question_page` is one; a `document` is shown on it, and `fitted`
            widgets adapt to its width. `key_bar` is below it
Corrected   `steady_area` and `steady_list` fix bugs of Textual, `key_order` the order of keys
"""
