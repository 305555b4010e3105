"""Exercises: the graph of steps behind an item, and the variants drawn from it."""
