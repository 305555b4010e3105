"""The settings: one file for people to write, what was chosen in the app, and what holds."""
