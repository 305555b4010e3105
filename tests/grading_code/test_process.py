"""The process itself: what it cannot see, and that it never outlives the one that started it."""

import ctypes
import errno
import os
import platform
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from quizzer.grading.code.process import run_code
from quizzer.grading.code.readable import readable_paths
from quizzer.grading.code.run import Returned
from tests.grading_code.conftest import living_children

ROOT = Path(__file__).parent.parent.parent
LANDLOCK_VERSION = 444  # the system call that tells it, on every machine
SET_SECCOMP = 22


def value_of(source: str) -> object:
    outcome = run_code(f"import os, sys\ndef f(): return {source}", "f", [([], {})]).outcomes[0]
    assert isinstance(outcome, Returned), outcome
    return outcome.value


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have neither")
def test_whatever_the_kernel_offers_is_in_force(guards: tuple[str, ...]) -> None:
    """Without this, what is not in force would only have its tests skipped."""
    offered, libc = set(), ctypes.CDLL(None, use_errno=True)
    if libc.syscall(LANDLOCK_VERSION, None, 0, 1) >= 1:
        offered.add("landlock")
    libc.prctl(SET_SECCOMP, 2, None, 0, 0)  # a filter from nowhere: only who knows them looks there
    if ctypes.get_errno() == errno.EFAULT and platform.machine() in ("x86_64", "aarch64"):
        offered.add("seccomp")
    assert set(guards) == offered


def test_it_starts_in_an_empty_folder_with_a_bare_environment() -> None:
    assert str(value_of("os.getcwd()")).startswith(tempfile.gettempdir())
    names = value_of("sorted(os.environ)")
    assert isinstance(names, list)
    assert {"HOME", "TMPDIR", "OMP_NUM_THREADS"} <= set(names)
    assert not {"PATH", "QUIZZER_HOME", "PYTHONPATH", "USER"} & set(names)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="the child is asked in another way")
def test_what_it_says_just_before_its_end_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine looks late: after nothing was heard, the child says all, and ends."""
    asked = os.waitid
    monkeypatch.setattr(os, "waitid", lambda kind, pid, how: asked(kind, pid, how & ~os.WNOHANG))
    run = run_code("import time\ndef f(): time.sleep(0.3); return 7", "f", [([], {})])
    assert run.stopped is None
    assert run.finished


def test_it_reads_nothing_from_the_keyboard() -> None:
    assert value_of("sys.stdin.read()") == ""


def test_no_module_of_quizzer_is_in_it() -> None:
    names = value_of("[n for n in sys.modules if n.split('.')[0] in ('quizzer', 'reference')]")
    assert names == []
    assert value_of("[p for p in sys.path if 'site-packages' in p]") == []


def test_the_standard_library_and_numpy_work() -> None:
    source = (
        "import collections, dataclasses, functools, itertools, json, math, random, typing\n"
        "import numpy as np\nimport numpy.typing\n"
        "@dataclasses.dataclass\nclass Pair:\n    a: int\n    b: float\n"
        "def f(x):\n"
        "    q, _ = np.linalg.qr(x)\n"
        "    noise = np.random.default_rng(0).normal(size=3)\n"
        "    return q.shape, len(noise), Pair(1, 2.0).b, json.dumps([1]), random.random() < 1\n"
    )
    outcome = run_code(source, "f", [([np.eye(3)], {})]).outcomes[0]
    assert isinstance(outcome, Returned), outcome
    assert outcome.value == ((3, 3), 3, 2.0, "[1]", True)


def test_nothing_that_is_readable_holds_the_reference() -> None:
    hidden = [ROOT / "reference", ROOT / "quizzer", ROOT / "questions"]
    open_paths = [Path(path) for path in readable_paths() if not path.endswith("/")]
    assert not [p for p in open_paths if any(h == p or p in h.parents for h in hidden)]


def test_arguments_and_results_keep_their_types() -> None:
    arguments = [
        np.arange(6, dtype=np.int32).reshape(2, 3),
        np.array(True),
        -0.0,
        float("-inf"),
        2**40,
        "d_k √",
        None,
        ["a", ("b", 1.5)],
        {"k": np.float32(0.1)},
        np.zeros((0, 4)),
    ]
    outcome = run_code("def f(*a): return list(a)", "f", [(arguments, {})]).outcomes[0]
    assert isinstance(outcome, Returned)
    assert isinstance(outcome.value, list)
    for sent, got in zip(arguments, outcome.value, strict=True):
        if isinstance(sent, np.ndarray):
            assert np.array_equal(sent, got)
            assert np.asarray(got).dtype == sent.dtype
            assert np.shape(got) == sent.shape
        else:
            assert got == sent
            assert type(got) is type(sent)


def test_large_arguments_pass_whole() -> None:
    large = np.arange(500_000.0)
    outcome = run_code("def f(x): return x[::-1]", "f", [([large], {})]).outcomes[0]
    assert isinstance(outcome, Returned)
    assert np.array_equal(outcome.value, large[::-1])


def test_several_run_at_once_from_threads() -> None:
    results: list[object] = []

    def run(number: int) -> None:
        outcome = run_code(f"def f(x): return x + {number}", "f", [([1], {})]).outcomes[0]
        assert isinstance(outcome, Returned)
        results.append(outcome.value)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(int, map(str, results))) == [1, 2, 3, 4]


def test_nothing_stays_in_the_folder_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run_code("def f(): return 1", "f", [([], {})])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
def test_it_ends_when_the_one_that_started_it_is_killed(tmp_path: Path) -> None:
    code = (
        "from quizzer.grading.code.limits import Limits\n"
        "from quizzer.grading.code.process import run_code\n"
        "limits = Limits(seconds=90)\n"
        "run_code('def f():\\n    while True: pass', 'f', [([], {})], limits)"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment)
    try:
        _wait_until(lambda: bool(living_children(parent.pid)))
        time.sleep(0.3)
    finally:
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait()
    _wait_until(lambda: not living_children(parent.pid))


def _wait_until(happened: Callable[[], bool], patience: float = 30.0) -> None:
    start = time.monotonic()
    while not happened():
        assert time.monotonic() - start < patience
        time.sleep(0.05)
