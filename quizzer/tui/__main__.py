"""Starts the app for a host that acts as its terminal, such as the server for browsers."""

import argparse
import sys

from quizzer.bank.schema import KINDS
from quizzer.tui import app


def main() -> int:
    """Run the app until the learner leaves."""
    parser = argparse.ArgumentParser(prog="python -m quizzer.tui")
    parser.add_argument("--without", action="append", choices=KINDS, default=[])
    return app.run(without=parser.parse_args().without)


if __name__ == "__main__":
    sys.exit(main())
