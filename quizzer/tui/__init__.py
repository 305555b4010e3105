"""The terminal app: screens, widgets, and the one table of actions."""
