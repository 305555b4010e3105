"""The letters under which options and lines are shown."""

from string import ascii_uppercase

LETTERS = ascii_uppercase
