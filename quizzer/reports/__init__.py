"""Reports: honest summaries written from statistics."""
