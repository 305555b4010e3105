"""Hostile code ends in a clear verdict, in time, leaves no process, and never passes."""

import os
import time
import unicodedata
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import quizzer
from quizzer.grading.code.limits import MEBIBYTE, Limits
from quizzer.grading.verdict import Verdict
from tests.grading_code.conftest import living_children
from tests.grading_code.items import SOFTMAX, failing, graded

LIMITS = Limits(seconds=0.6, memory=600 * MEBIBYTE, printed=MEBIBYTE)
PATIENCE = 20  # seconds more for a busy machine; what is not stopped takes longer still
WEAK = replace(LIMITS, kernel=False)  # as on a kernel without Landlock and seccomp

Hostile = Callable[..., Verdict]


@pytest.fixture
def hostile() -> Hostile:
    """Grade hostile code, and see that it ended as it must."""

    def grade(source: str, limits: Limits = LIMITS) -> Verdict:
        before = living_children()
        start = time.monotonic()
        verdict = graded(SOFTMAX, source, limits)
        elapsed = time.monotonic() - start
        assert elapsed < limits.seconds + PATIENCE
        assert verdict.status != "right"
        assert verdict.score == 0
        end = time.monotonic() + PATIENCE
        while living_children() - before:  # the kernel takes its time to end what is killed
            assert time.monotonic() < end
            time.sleep(0.01)
        return verdict

    return grade


def everything_said(verdict: Verdict) -> str:
    return "\n".join([verdict.feedback, *(part.feedback for part in verdict.parts)])


LOOP = "    while True: pass\n"
FUNCTION = "def softmax(x):\n"

BOTH_WAYS = {
    # name: (source, what the verdict must say)
    "endless loop": (FUNCTION + LOOP, "Stopped after 0.6 seconds, in case 1"),
    "endless loop while read": ("while True: pass", "Stopped after 0.6 seconds, before the first"),
    "loop that swallows everything": (
        FUNCTION
        + "    while True:\n        try:\n            while True: pass\n"
        + "        except BaseException: pass\n",
        "Stopped after",
    ),
    "deaf to signals": (
        "import signal\n"
        "for n in range(1, 60):\n"
        "    try: signal.signal(n, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\n" + FUNCTION + LOOP,
        "Stopped after",
    ),
    "sleep": (FUNCTION + "    import time; time.sleep(99)", "Stopped after"),
    "stops itself": (
        FUNCTION + "    import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
        "Stopped after",
    ),
    "alarm": (
        FUNCTION + "    import signal, time; signal.setitimer(0, 0.05); time.sleep(9)",
        "SIGALRM",
    ),
    "one large allocation": (FUNCTION + "    return bytearray(10**11)", "than the 600 MiB"),
    "one large array": (
        "import numpy as np\n" + FUNCTION + "    return np.ones((10**6, 10**6))",
        "than the 600 MiB",
    ),
    "growing memory": (
        "import numpy as np\n"
        + FUNCTION
        + "    kept = []\n    while True: kept.append(np.empty(10**7))",
        "than the 600 MiB",
    ),
    "memory error swallowed": (
        "import numpy as np\n"
        + FUNCTION
        + "    kept = []\n    while True:\n        try: kept.append(np.empty(10**7))\n"
        + "        except MemoryError: pass",
        "Stopped after",
    ),
    "endless output": (FUNCTION + "    while True: print('x' * 10000)", "printed more than 1 MiB"),
    "one giant line": (FUNCTION + "    print('x' * 10**7)\n" + LOOP, "printed more than 1 MiB"),
    "giant result": (
        "import numpy as np\n" + FUNCTION + "    return np.zeros((3000, 3000))",
        "shape (3000, 3000), too large",
    ),
    "endless list": (FUNCTION + "    return list(range(10**6))", "a list of 1000000 entries"),
    "list within itself": (FUNCTION + "    a = []; a.append(a); return a", "the result is"),
    "sys.exit": (FUNCTION + "    import sys; sys.exit(0)", "SystemExit: 0"),
    "sys.exit while read": ("import sys; sys.exit(0)", "failed before the first case"),
    "os._exit": (FUNCTION + "    import os; os._exit(0)", "ended its process (exit code 0)"),
    "os._exit while read": ("import os; os._exit(0)", "ended its process (exit code 0)"),
    "abort": (FUNCTION + "    import os; os.abort()", "SIGABRT"),
    "native crash": (FUNCTION + "    import ctypes; ctypes.string_at(0)", "SIGSEGV"),
    "deep recursion": (FUNCTION + "    return softmax(x)", "RecursionError"),
    "deep recursion without limit": (
        "import sys\nsys.setrecursionlimit(10**9)\n"
        + FUNCTION
        + "    return [softmax(x) for _ in range(1)]",
        "in case 1",
    ),
    "everything closed": (
        FUNCTION + "    import os; os.closerange(0, 200)",
        "replaced or closed what",
    ),
    "everything closed, then a loop": (
        FUNCTION + "    import os; os.closerange(0, 200)\n" + LOOP,
        "could not be read",
    ),
    "standard streams gone": (
        "import sys\nsys.stdout = sys.stderr = None\ndel sys.__stdout__\n" + FUNCTION + "    1/0",
        "ZeroDivisionError",
    ),
    "folder removed": (
        "import os, shutil\nshutil.rmtree(os.getcwd(), ignore_errors=True)\n"
        + FUNCTION
        + "    return None",
        "the result is None",
    ),
    "files without end": (
        FUNCTION
        + "    n = 0\n    while True:\n        n += 1; open(f'{n}', 'w').write('x' * 10**7)",
        "Error",
    ),
    "conversion broken": (
        "import numpy as np\nnp.asarray = lambda *a, **k: 1\n" + FUNCTION + "    return x",
        "has no attribute",
    ),
    "class without a name": (
        "class M(type):\n    @property\n    def __name__(c): raise RuntimeError\n"
        "class E(Exception, metaclass=M): pass\n" + FUNCTION + "    raise E()",
        "replaced or closed what Python needs to hand over results, in case 1",
    ),
    "half a character": (FUNCTION + "    return chr(0xD800)", "a text with half a character"),
    "object that lies about its numbers": (
        "class N(float):\n    def __float__(self): raise SystemExit\n"
        "    def __eq__(self, other): return True\n" + FUNCTION + "    return N(1)",
        "SystemExit",
    ),
    "asks": (FUNCTION + "    return input('x?')", "cannot ask for input"),
    "thread": (
        FUNCTION + "    import threading; threading.Thread(target=print).start()",
        "cannot start threads",
    ),
    "coroutine": ("async " + FUNCTION + "    return x", "leave out `async`"),
    "modules emptied": (
        "import sys\nsys.modules.clear()\nsys.meta_path.clear()\n" + FUNCTION + "    return 1",
        "",
    ),
    "builtins broken": (
        "import builtins\nbuiltins.len = builtins.isinstance = builtins.type = None\n"
        + FUNCTION
        + "    return 1",
        "",
    ),
    "exception that cannot be told": (
        "class E(Exception):\n    def __str__(self): raise self\n" + FUNCTION + "    raise E()",
        "line 4, in softmax",
    ),
    "code nested too deeply": ("x = " + "(" * 5000 + ")" * 5000, "not Python"),
    "code nested too deeply for its tree": ("x = " + "-" * 15_000 + "1", "nested too deeply"),
    "long code nested too deeply": ("x = " + "-" * 150_000 + "1", "nested too deeply"),
    "long chain of signs": (FUNCTION + "    return " + "-" * 200_000 + "1", ""),
    "null byte": ("def softmax(x):\n    return '\0'", "null bytes"),
}


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_with_what_the_kernel_offers(name: str, hostile: Hostile) -> None:
    source, says = BOTH_WAYS[name]
    verdict = hostile(source)
    assert says in everything_said(verdict)
    assert "runner.py" not in (verdict.run.printed if verdict.run else "")  # no workings of ours


LIKE_WITHOUT_KERNEL = (
    "endless loop",
    "growing memory",
    "os._exit",
    "everything closed, then a loop",
    "folder removed",
    "files without end",
)


@pytest.mark.parametrize("name", LIKE_WITHOUT_KERNEL)
def test_with_resource_limits_alone(name: str, hostile: Hostile) -> None:
    source, says = BOTH_WAYS[name]
    assert says in everything_said(hostile(source, WEAK))


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
        "for n in range(50): say({'says': 'result', 'call': n, 'changed': [], 'seconds': 0.0, "
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
        '"changed": [], "seconds": 0.0})'
    ),
    "a shape without end": (
        "text = json.dumps({'says': 'result', 'call': 0, 'changed': [], 'seconds': 0.0, "
        "'value': {'array': ['<f8', [2**62] * 200_000]}}).encode()\n"
        "for pipe in range(3, 64):\n"
        "    data = struct.pack('>II', len(text), 0) + text\n"
        "    try:\n"
        "        while data: data = data[os.write(pipe, data):]\n"
        "    except OSError: pass"
    ),
    "a pickle": (
        'say({"says": "result", "call": 0, "value": {"array": ["|O", [1]]}, '
        '"changed": [], "seconds": 0.0}, bytes(8))'
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


# Other processes: none can be started, signalled, or left behind.

FORK_BOMB = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n"
THREADS = (
    "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(9,)).start()"
)
BACKGROUND = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for pipe in range(64):
            try: os.close(pipe)
            except OSError: pass
        time.sleep(30)
    os._exit(0)
def softmax(x): return x
"""


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (FORK_BOMB, "Stopped after"),
        (THREADS, "can't start new thread"),
        (BACKGROUND, "Operation not permitted"),
        ("import subprocess; subprocess.run(['sh', '-c', 'sleep 30 &'])", "PermissionError"),
        ("import os; os.kill(os.getppid(), 9)", "PermissionError"),
        ("import os; os.kill(-1, 9)", "PermissionError"),
        ("import os; os.execv('/bin/sh', ['sh'])", "PermissionError"),
        ("import socket; socket.socket()", "PermissionError"),
        ("import os; os.chmod(os.path.expanduser('~'), 0)", "PermissionError"),
        ("open('/tmp/quizzer-was-here', 'w')", "PermissionError"),
        ("import resource as r; r.setrlimit(r.RLIMIT_CPU, (-1, -1))", "not allowed to raise"),
        ("import resource as r, os; r.prlimit(os.getppid(), r.RLIMIT_CPU, (1, 1))", "Permission"),
    ],
    ids=lambda text: text.strip()[:40],
)
def test_nothing_beyond_the_process_can_be_reached(
    source: str, says: str, hostile: Hostile, guards: tuple[str, ...]
) -> None:
    if set(guards) != {"landlock", "seccomp"}:
        pytest.skip("this kernel has not both Landlock and seccomp")
    assert says in everything_said(hostile(source))


def test_a_process_left_behind_is_found_without_the_kernels_help(hostile: Hostile) -> None:
    if os.geteuid():
        pytest.skip("an ordinary user's limit on processes forbids the fork already")
    hostile(BACKGROUND, WEAK)


# Text

TRICKS = (
    "print('\\x1b[2J\\x1b]0;title\\x07 \\u202e\\u2066 \\x9b31m \\r\\b a' + '\\u0300' * 50)\n"
    "import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\n')\n"
    "def softmax(x): raise ValueError('\\x1b[31m\\u202e right')\n"
)


def test_text_of_learner_code_cannot_steer_the_terminal(hostile: Hostile) -> None:
    verdict = hostile(TRICKS)
    assert verdict.run is not None
    shown = verdict.run.printed + everything_said(verdict)
    steering = {"Cc", "Cf", "Co", "Cs"}
    assert not [c for c in shown if c != "\n" and unicodedata.category(c) in steering]
    assert "\\x1b[2J" in verdict.run.printed
    assert shown.count("\u0300") <= 2


def test_the_case_that_did_not_end_is_shown_and_told_once(hostile: Hostile) -> None:
    source = FUNCTION + "    while x.ndim == 3: pass\n    return x"
    verdict = hostile(source)
    (stopped,) = [part for part in failing(verdict) if "Stopped" in part.feedback]
    assert "Stopped" not in verdict.feedback
    assert stopped.name == "case 4 (a batch)"
    assert np.shape(stopped.given["x"])[::2] == (2, 5)


def test_what_is_left_to_do_at_exit_is_not_waited_for() -> None:
    source = (
        "import atexit, time\natexit.register(time.sleep, 90)\nimport numpy as np\n"
        "def softmax(x):\n    e = np.exp(x - x.max(-1, keepdims=True))\n"
        "    return e / e.sum(-1, keepdims=True)"
    )
    start = time.monotonic()
    assert graded(SOFTMAX, source).status == "right"
    assert time.monotonic() - start < 60
