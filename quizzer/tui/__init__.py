"""The terminal app: screens, the widgets in them, and the documents that they show.

The app        `app`, built on `base_app` (all that screens know of it), `themed_app` and
               `terminal_app`; `opening` gets banks and log, `preloading` loads modules; `garbage`
               waits for pauses
Packages       `screens` use `widgets`, and these use `documents`, which lay out text
Actions        `actions` binds the keys of `quizzer.actions`, `key_names` names them, `typed_words`
               are none
By kind        `item_kinds`: what differs from kind to kind of item
Looks          `themes`, `heat_colours`, `text` without control codes, `cells` of a grid,
               `steady_compositor`
Words          `verdict_words`, `interview_words`, `agenda`, `failures`, `notification`
Around         `settings_in_use`, `slow_task`, `own_editor`, `explorer_walk`, `browser` and its
               `browser_driver`; `steady_driver` for a terminal, `steady_parser` for what it sends
"""

import os

# Textual reads both when it is imported, so they are set here. It waits 100 ms after Escape, in
# case that is the beginning of the code of a key. People notice such a delay, and a terminal sends
# the whole code of a key at once.
os.environ.setdefault("ESCDELAY", "15")
# Changes are painted at the next beat of this clock: with Textual's default of 60, up to 17 ms
# later.
os.environ.setdefault("TEXTUAL_FPS", "120")
