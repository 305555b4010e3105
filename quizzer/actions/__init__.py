"""What one can do in the app, and the keys that do it; knows nothing of how it is done.

`action` says what an action is, `table` lists them all, and `keys` reads and writes their keys.
"""
