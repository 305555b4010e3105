"""The terminal app: screens, the widgets in them, and the documents that they show."""

import os

# Both are read when Textual is imported, so they stand here. It waits 100 ms after Escape, lest it
# begin the code of a key: that is felt, and what a terminal sends for one key comes together.
os.environ.setdefault("ESCDELAY", "15")
# What changes is painted at the next beat of this clock: with Textual's own 60, up to 17 ms later.
os.environ.setdefault("TEXTUAL_FPS", "120")
