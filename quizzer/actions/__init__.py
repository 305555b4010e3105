"""What one can do in the app, and the keys that do it; knows nothing of how it is done."""
