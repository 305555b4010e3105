"""Hostile code ends in a clear verdict, in time, leaves no process, and never passes."""

import os
import time
import unicodedata

import numpy as np
import pytest

from quizzer.grading.verdict import Verdict
from tests.grading_code.conftest import WEAK, Hostile
from tests.grading_code.items import SOFTMAX, failing, graded


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
    "coroutine": ("async " + FUNCTION + "    return x", "remove `async`"),
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
