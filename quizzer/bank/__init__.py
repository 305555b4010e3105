"""Banks: the schema of items, loading them from YAML, and located diagnostics."""
