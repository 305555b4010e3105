"""Exports: items for other programs, and an honest list of what these could not take.

`anki` writes the `cards` of items as a package, `gift` writes them as text for Moodle; each tells
what it `exported`, and what is lost of an item.
"""
