"""`python -m quizzer` is the same as `quizzer`."""

import sys

from quizzer.cli import main

if __name__ == "__main__":
    sys.exit(main())
