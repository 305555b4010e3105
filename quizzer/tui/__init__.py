"""The terminal app: screens, the widgets in them, and the documents that they show.

The app        `app`, built on `base_app` (all that screens know of it), `themed_app` and
               `terminal_app`; `opening` loads banks and opens the log, `preloading` imports
               modules early, `garbage` collects garbage in pauses
Packages       `screens` use `widgets`, and these use `documents`, which lay out text
Actions        `actions` binds the keys of `quizzer.actions`, `key_names` names them, `typed_words`
               tells typed words from keys
By kind        `item_kinds`: what differs from kind to kind of item
Looks          `themes`, `heat_colours`, `text` without control codes, `cells` of a grid
Words          `verdict_words`, `interview_words`, `agenda`, `failures`, `notification`
Around         `settings_in_use`, `slow_task`, `own_editor`, `explorer_walk`, `browser`
Textual's own  replaced where it fails: `steady_compositor`, `steady_driver` for a terminal,
               `browser_driver` for a tab, `steady_parser` for what a terminal sends
"""

import os

# Textual reads both when it is imported, so they are set here. By default it waits 100 ms after
# Escape, because the code of another key may begin with it. People notice such a delay, and a
# terminal sends the whole code of a key at once.
os.environ.setdefault("ESCDELAY", "15")
# Changes are painted at the next frame: with Textual's default of 60 per second, up to 17 ms later.
os.environ.setdefault("TEXTUAL_FPS", "120")
