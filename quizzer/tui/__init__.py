"""The terminal app: screens, the widgets in them, and the documents that they show."""

import os

# Textual waits 100 ms after Escape, lest it begin the code of a key. That is felt, and what a
# terminal sends for one key comes together. Read when Textual is imported, so it stands here.
os.environ.setdefault("ESCDELAY", "15")
