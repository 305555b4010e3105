"""A verdict cannot be forged: neither by what is written, nor by what is patched or found."""

import os

import msgspec
import numpy as np
import pytest

import quizzer
from tests.grading_code.conftest import Hostile
from tests.grading_code.items import RIGHT_SOFTMAX

FUNCTION = "def softmax(x):\n"

# The channel on which results come: whatever is written into it, it names values, not verdicts.

FORGED = """
import json, os, struct
def say(message, blob=b""):
    text = json.dumps(message).encode()
    for pipe in range(3, 64):
        try: os.write(pipe, struct.pack(">II", len(text), len(blob)) + text + blob)
        except OSError: pass
"""
FORGERIES = {
    "the end": 'say({"says": "end", "memory": 0})',
    "results and the end": (
        "for n in range(50): say({'says': 'result', 'call': n, 'changed': [], "
        "'value': {'array': ['<f8', [2, 3]]}}, bytes(48))\nsay({'says': 'end', 'memory': 0})"
    ),
    "a verdict": 'say({"says": "verdict", "status": "right", "score": 1})',
    "no JSON": (
        'for pipe in range(3, 64):\n    try: os.write(pipe, b"\\0\\0\\0\\5\\0\\0\\0\\0hello")\n'
        "    except OSError: pass"
    ),
    "an endless message": (
        'for pipe in range(3, 64):\n    try: os.write(pipe, b"\\xff" * 60000)\n'
        "    except OSError: pass"
    ),
    "deep nesting": (
        'text = b"[" * 30000\nfor pipe in range(3, 64):\n'
        '    try: os.write(pipe, struct.pack(">II", len(text), 0) + text)\n'
        "    except OSError: pass"
    ),
    "a shape that lies": (
        'say({"says": "result", "call": 0, "value": {"array": ["<f8", [10**9, 10**9]]}, '
        '"changed": []})'
    ),
    "a shape without end": (
        "text = json.dumps({'says': 'result', 'call': 0, 'changed': [], "
        "'value': {'array': ['<f8', [2**62] * 200_000]}}).encode()\n"
        "for pipe in range(3, 64):\n"
        "    data = struct.pack('>II', len(text), 0) + text\n"
        "    try:\n"
        "        while data: data = data[os.write(pipe, data):]\n"
        "    except OSError: pass"
    ),
    "keys that all have one hash": (
        "n = range(2, 60_000)\n"
        "keys = b''.join(struct.pack('<dd', 1000003 * k, -k) for k in n)\n"
        "pairs = {'dict': [[{'number': '<c16'}, {'none': True}]] * len(n)}\n"
        "text = json.dumps({'says': 'result', 'call': 0, 'changed': [], 'seconds': 0.0, "
        "'value': pairs}).encode()\n"
        "data = struct.pack('>II', len(text), len(keys)) + text + keys\n"
        "for pipe in range(3, 64):\n"
        "    left = data\n"
        "    try:\n"
        "        while left: left = left[os.write(pipe, left):]\n"
        "    except OSError: pass"
    ),
    "a pickle": (
        'say({"says": "result", "call": 0, "value": {"array": ["|O", [1]]}, '
        '"changed": []}, bytes(8))'
    ),
    "changes of arguments that there are not": (
        "say({'says': 'result', 'call': 0, 'value': {'none': True}, 'changed': [-10**6, 10**6]}); "
        "say({'says': 'end', 'memory': 0})"
    ),
    "a call that was never asked": (
        'say({"says": "begin", "call": 10**6}); say({"says": "raised", "call": -7, "type": "E", '
        '"message": "", "lines": [[10**9, "f"]]})'
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_channel_is_no_verdict(name: str, hostile: Hostile) -> None:
    hostile(f"{FORGED}\n{FORGERIES[name]}\n{FUNCTION}    return x * 0")


PATCHES = {
    "comparison of NumPy": (
        "import numpy as np\n"
        "for name in ('allclose', 'isclose', 'array_equal', 'all', 'any'):\n"
        "    setattr(np, name, lambda *a, **k: True)\n"
    ),
    "equality of the result": (
        "import numpy as np\n"
        "class Liar(np.ndarray):\n"
        "    def __eq__(self, other): return True\n"
        "    def __sub__(self, other): return 0\n"
        "    __rsub__ = __sub__\n"
    ),
    "modules of the runner": (
        "import sys\n"
        "for name, module in list(sys.modules.items()):\n"
        "    if name.startswith('child') or name == '__main__':\n"
        "        for key, value in list(vars(module).items()):\n"
        "            if callable(value) and not key.startswith('__'):\n"
        "                setattr(module, key, lambda *a, **k: True)\n"
    ),
    "calls of the runner": (
        "import sys\n"
        "frame = sys._getframe()\n"
        "while frame:\n"
        "    for value in list(frame.f_locals.values()):\n"
        "        if isinstance(value, list): value.clear()\n"
        "    frame = frame.f_back\n"
    ),
}


@pytest.mark.parametrize("name", PATCHES)
def test_patching_what_is_in_the_child_changes_no_verdict(name: str, hostile: Hostile) -> None:
    result = "    return (x * 0).view(Liar)" if "Liar" in PATCHES[name] else "    return x * 0"
    hostile(f"{PATCHES[name]}\n{FUNCTION}{result}")


# What is not in the child cannot be found there.

SEARCHES = {
    "import of the reference": "from reference.activations import softmax",
    "import by path": (
        "import sys\nsys.path[:0] = [%(root)r, %(site)r]\nfrom reference.activations import softmax"
    ),
    "import without the guard": (
        "import sys\nfrom importlib.machinery import PathFinder\n"
        "sys.meta_path[:] = [PathFinder]\nsys.path[:0] = [%(root)r, %(site)r]\n"
        "from reference.activations import softmax"
    ),
    "source from disk": ("exec(open(%(root)r + '/reference/activations.py').read())\n"),
    "memory of the parent": ("import os\nopen(f'/proc/{os.getppid()}/mem', 'rb').read(10)"),
    "frames and the heap": (
        "import gc, sys\nimport numpy as np\n"
        "def softmax(x):\n"
        "    seen = list(gc.get_objects())\n"
        "    frame = sys._getframe()\n"
        "    while frame:\n"
        "        seen += list(frame.f_locals.values())\n"
        "        frame = frame.f_back\n"
        "    for thing in seen:\n"
        "        if isinstance(thing, np.ndarray) and thing.shape == x.shape and thing is not x:\n"
        "            if np.allclose(thing.sum(axis=-1), 1): return thing\n"
        "    return x * 0"
    ),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_the_right_results_cannot_be_found(
    name: str, hostile: Hostile, guards: tuple[str, ...]
) -> None:
    if "landlock" not in guards:
        pytest.skip("this kernel has no Landlock")
    root = os.path.dirname(os.path.dirname(quizzer.__file__))
    site = os.path.dirname(os.path.dirname(np.__file__))
    hostile(SEARCHES[name].replace("%(root)r", repr(root)).replace("%(site)r", repr(site)))


def test_where_quizzer_is_installed_beside_numpy_its_files_cannot_be_read(
    hostile: Hostile, guards: tuple[str, ...]
) -> None:
    if "landlock" not in guards:
        pytest.skip("this kernel has no Landlock")
    verdict = hostile(f"open({msgspec.__file__!r}).read()\n{RIGHT_SOFTMAX}")  # a neighbour, too
    assert "PermissionError" in verdict.parts[0].feedback
