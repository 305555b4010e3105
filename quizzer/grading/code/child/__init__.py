"""What runs inside the child process: only the standard library and NumPy, nothing of quizzer.

The child imports this folder as the package `child`, so its modules import each other relatively.
"""
