"""The terminal app: screens, widgets, and the one table of actions."""

import os

# Textual waits 100 ms after Escape, lest it begin the code of a key. That is felt, and what a
# terminal sends for one key comes together. Read when Textual is imported, so it stands here.
os.environ.setdefault("ESCDELAY", "30")
