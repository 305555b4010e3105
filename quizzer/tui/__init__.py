"""The terminal app: screens, the widgets in them, and the documents that they show.

The app        `app`, on `base_app` (all that screens know of it), `themed_app` and `terminal_app`;
               `opening` gets banks and log, `preloading` modules; `garbage` is for pauses
Packages       `screens` stand on `widgets`, and these on `documents`, which are text laid out
Actions        `actions` binds the keys of `quizzer.actions`, `key_names` names them
By kind        `item_kinds`: what differs from kind to kind of item
Looks          `themes`, `heat_colours`, `text` that steers nothing, `cells` of a grid,
               `steady_compositor`
Said           `verdict_words`, `interview_words`, `agenda`, `failures`, `notification`
Around         `settings_in_use`, `slow_task`, `own_editor`, `explorer_walk`, `browser` and its
               `browser_driver`; `steady_driver` of a terminal, `steady_parser` of what it sends
"""

import os

# Both are read when Textual is imported, so they stand here. It waits 100 ms after Escape, lest it
# begin the code of a key: that is felt, and what a terminal sends for one key comes together.
os.environ.setdefault("ESCDELAY", "15")
# What changes is painted at the next beat of this clock: with Textual's own 60, up to 17 ms later.
os.environ.setdefault("TEXTUAL_FPS", "120")
