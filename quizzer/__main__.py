"""The entry point of `python -m quizzer` and of the command `quizzer`."""

import os
import signal
import sys

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")  # matrices are small: a second thread would only spin


def main() -> int:
    """Run the command line; Ctrl-C while it is still being loaded ends it silently."""
    os.environ.setdefault(*ONE_THREAD)
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # otherwise Ctrl-C is ignored, as under `nohup`
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from quizzer import cli

    signal.signal(signal.SIGINT, handler)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
