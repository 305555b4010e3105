"""Exports: items for other programs, and an honest list of what these could not take."""
