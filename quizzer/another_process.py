"""How a module of this package is run in a process of its own, also where it is not installed."""

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
    """The words that start it; nothing is imported from the folder that somebody works in."""
    folder = Path(__file__).parent.parent
    return (sys.executable or "", "-P", "-c", _START, str(folder), module, *arguments)
