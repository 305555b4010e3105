"""Progress: the append-only log of what was answered, and all that is derived from it."""
