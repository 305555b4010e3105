"""What you can do in the app and the keys for it, but not how it is done.

`action` says what an action is, `table` lists them all, and `keys` reads and writes their keys.
"""
