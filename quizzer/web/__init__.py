"""The app in a browser on the same machine.

`serving` runs the server until it is stopped. Requests pass `access`, and `site` answers them with
`pages`. Each `tab` is a separate process with the app, which talks to its page in `messages`.
"""
