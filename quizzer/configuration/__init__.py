"""The settings: one file for people to write, what was chosen in the app, and what holds.

`settings` lists them all. `configuration` puts together what holds: from the file by `reading`,
which knows the places of its keys by `locating`, and from `choices` made in the app. `keymap`
understands the keys that the file gives to actions, and `starter` writes a file to start from.
"""
