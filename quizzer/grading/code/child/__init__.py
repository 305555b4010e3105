"""What runs inside the child process: standard library and NumPy only, nothing of quizzer.

The child imports this folder as the package `child`, so its modules import each other relatively.
"""
