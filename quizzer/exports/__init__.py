"""Exports: items for other programs, and an honest list of what these cannot hold.

`anki` writes items as `cards` in a package, and `gift` writes items as text for Moodle. Both report
what they `exported`, and what was lost.
"""
