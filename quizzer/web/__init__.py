"""The app in a browser on the same machine: who may come in, what is served, one process a tab."""
