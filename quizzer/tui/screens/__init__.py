"""One screen a module; each is imported when it is first shown."""
