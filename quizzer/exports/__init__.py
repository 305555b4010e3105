"""Exports: items for other programs, and an honest list of what these cannot hold.

`anki` writes the `cards` of items as a package, and `gift` writes items as text for Moodle. Each
says what it `exported`, and what an item lost.
"""
