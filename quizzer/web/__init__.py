"""The app in a browser on the same machine.

`serving` runs the server for as long as it is wanted. What comes in passes `access`; `site` answers
it with `pages`, and each `tab` is a process of its own with the app, which speaks with its page in
`messages`.
"""
