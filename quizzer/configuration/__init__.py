"""The settings: a file for people to write, what they chose in the app, and what results from both.

`settings` lists them all. `configuration` puts the resulting settings together: from the file,
which `reading` reads (it knows the places of its keys from `locating`), and from `choices` made in
the app. `keymap` understands the keys that the file gives to actions, and `starter` writes a file
to start from.
"""
