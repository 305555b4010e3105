"""How to run a module of quizzer in a process of its own, even if quizzer is not installed."""

import sys
from pathlib import Path
from typing import Final

_START: Final = """
import runpy, sys
folder, module = sys.argv[1:3]
del sys.argv[1:3]
if folder not in sys.path:
    sys.path.insert(0, folder)
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


def command(module: str, *arguments: str) -> tuple[str, ...]:
    """The command line that runs `module`; `-P` keeps it from importing from the current folder."""
    folder = Path(__file__).parent.parent
    return (sys.executable or "", "-P", "-c", _START, str(folder), module, *arguments)
