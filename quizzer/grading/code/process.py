"""Running learner code in a child process, and receiving its results as data."""

import contextlib
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from quizzer.grading.cancelling import Cancelled, never
from quizzer.grading.code.child import framing, wire
from quizzer.grading.code.child.framing import BEFORE_ALL_CALLS
from quizzer.grading.code.leftovers import MARK, end_leftovers
from quizzer.grading.code.limits import Limits
from quizzer.grading.code.readable import numpy_folder, readable_paths
from quizzer.grading.code.run import (
    AnyMessage,
    Begin,
    Cause,
    End,
    Missing,
    Raised,
    Ready,
    Result,
    Returned,
    Run,
    Stopped,
    Unreadable,
    WrongSignature,
)

Arguments = tuple[Sequence[Any], dict[str, Any]]

_BOOTSTRAP: Final = (
    "import sys; sys.path.append(sys.argv[1]); from child import runner; sys.path.pop(); "
    "runner.main(int(sys.argv[2]), int(sys.argv[3]))"
)
_FLAGS: Final = ("-I", "-S", "-B", "-u", "-X", "utf8")
_ONE_THREAD: Final = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "BLIS_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
    ),
    "1",
)
_TICK: Final = 0.1  # seconds between looks at whether the child is still there
_GRACE: Final = 0.5  # seconds for a child that has closed its channel to end by itself
_CHUNK: Final = 65536
_KEPT: Final = 65536  # bytes of output to keep
_LAST_WORDS: Final = 16  # chunks to read at the end: a pipe holds no more


def run_code(
    source: str,
    function: str,
    calls: Sequence[Arguments],
    limits: Limits | None = None,
    cancelled: Cancelled = never,
    parameters: Sequence[str] = (),
) -> Run:
    """Define the function from its source in a child process, make these calls, and report.

    `cancelled` is called ten times per second; if it returns True, the child is killed.
    `parameters` are the names that the calls use for arguments; the code may use other names.
    """
    limits = limits or Limits()
    request = _request(source, function, parameters, calls, limits)
    with contextlib.ExitStack() as stack:
        try:
            child = _Child(stack.enter_context(_folder()))
        except OSError:  # no room for a folder, or for a process
            return Run(stopped=Stopped(Cause.START, BEFORE_ALL_CALLS))
        conversation = _Conversation(child, request, len(calls), limits, cancelled)
        try:
            conversation.hold()
        finally:
            child.kill()
            if "seccomp" not in conversation.run.guards:
                end_leftovers(child.mark)
        return conversation.run


def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="quizzer-", ignore_cleanup_errors=True)


def _request(
    source: str,
    function: str,
    parameters: Sequence[str],
    calls: Sequence[Arguments],
    limits: Limits,
) -> bytes:
    header = {
        "source": source,
        "function": function,
        "parameters": list(parameters),
        "numpy": numpy_folder(),
        "readable": readable_paths(),
        "kernel": limits.kernel,
        "limits": {
            "seconds": int(limits.seconds) + 2,
            "memory": limits.memory,
            "file_size": limits.file_size,
            "open_files": limits.open_files,
        },
    }
    frames = [framing.frame(header)]
    for positional, named in calls:
        tree, blob = wire.pack([list(positional), named])
        frames.append(framing.frame({"arguments": tree}, blob))
    return b"".join(frames)


class _Child:
    """The process, which works in a folder of its own, and our ends of its pipes."""

    def __init__(self, folder: str) -> None:
        self.mark = f"{os.getpid()}-{secrets.token_hex(16)}"  # of its parent, and unique
        pipes = [os.pipe() for _ in range(3)]
        (asked, self.request), (self.results, answered), (self.printed, output) = pipes
        self._ours = {self.request, self.results, self.printed}
        code_folder = str(Path(__file__).parent)
        arguments = [code_folder, str(asked), str(answered)]
        try:
            self.process = subprocess.Popen(
                [sys.executable, *_FLAGS, "-c", _BOOTSTRAP, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=(asked, answered),
                cwd=folder,
                env=_environment(folder, self.mark),
                start_new_session=True,
            )
        except OSError:
            self._close()
            raise
        finally:
            for theirs in (asked, answered, output):
                os.close(theirs)

    def close(self, end: int) -> None:
        """Close one of our ends."""
        self._ours.discard(end)
        os.close(end)

    def ended(self) -> bool:
        """Whether the process has ended. It is not reaped, so its id cannot be used for another."""
        if not hasattr(os, "waitid"):  # macOS, before Python 3.13
            return self.process.poll() is not None
        return bool(os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT))

    def kill(self) -> None:
        """Kill the process and its group, and close the pipes."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._close()

    def _close(self) -> None:
        for end in list(self._ours):
            self.close(end)


def _environment(folder: str, mark: str) -> dict[str, str]:
    return {"HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8", MARK: mark} | _ONE_THREAD


class _Conversation:
    """Sends the request and listens until the child is done, ends, or must be stopped."""

    def __init__(
        self, child: _Child, request: bytes, calls: int, limits: Limits, cancelled: Cancelled
    ) -> None:
        self.run = Run()
        self._child = child
        self._to_send = memoryview(request)
        self._calls = calls
        self._limits = limits
        self._cancelled = cancelled
        self._received = bytearray()
        self._read_until = 0
        self._printed = bytearray()
        self._printed_total = 0
        self._call = BEFORE_ALL_CALLS
        self._is_ready = False
        self._memory_before = 0
        self._start = time.monotonic()
        self._closed = False
        self._selector = selectors.DefaultSelector()

    def hold(self) -> None:
        """Send and listen until the end; `run` then says what happened."""
        os.set_blocking(self._child.request, False)
        os.set_blocking(self._child.printed, False)
        self._selector.register(self._child.request, selectors.EVENT_WRITE, self._send)
        self._selector.register(self._child.results, selectors.EVENT_READ, self._receive)
        self._selector.register(self._child.printed, selectors.EVENT_READ, self._listen)
        with self._selector:
            while not (self.run.finished or self.run.stopped):
                self._step()
            self._listen(most=_LAST_WORDS)
        self.run.printed = bytes(self._printed)
        self.run.seconds = time.monotonic() - self._start

    def _step(self) -> None:
        left = self._deadline() - time.monotonic()
        if left <= 0:
            self._stop(Cause.TIME if self._is_ready else Cause.START)
            return
        if self._cancelled():
            self._stop(Cause.CANCELLED)
            return
        events = self._selector.select(min(left, _TICK))
        has_ended = not events and self._child.ended()
        if has_ended:  # what it wrote since `select` is still in the pipes
            events = self._selector.select(0)
        for key, _ in events:
            key.data()
        if self._closed or (has_ended and not events):
            self._stop_ended()

    def _deadline(self) -> float:
        limits = self._limits
        return self._start + (limits.seconds if self._is_ready else limits.startup_seconds)

    def _stop(self, cause: Cause, exit_code: int | None = None) -> None:
        if not (self.run.finished or self.run.stopped):
            self.run.stopped = Stopped(cause, self._call, exit_code)

    def _stop_ended(self) -> None:
        """The channel is closed: by the end of the process, or by the learner's code."""
        try:
            code = self._child.process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._stop(Cause.CHANNEL)
            return
        if not self._is_ready:
            self._stop(Cause.START, code)
        elif self._read_until < len(self._received):  # a message that was cut off, or a forged one
            self._stop(Cause.CHANNEL, code)
        else:
            self._stop(Cause.TIME if code == -signal.SIGXCPU else Cause.EXIT, code)

    def _send(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # it ended, as the other pipe will show
            self._to_send = self._to_send[os.write(self._child.request, self._to_send) :]
            if self._to_send:
                return
        self._selector.unregister(self._child.request)
        self._child.close(self._child.request)

    def _listen(self, most: int = 1) -> None:
        """Read what is printed; only the beginning is kept."""
        for _ in range(most):
            try:
                data = os.read(self._child.printed, _CHUNK)
            except BlockingIOError:
                return
            if not data:
                with contextlib.suppress(KeyError):
                    self._selector.unregister(self._child.printed)
                return
            self._printed_total += len(data)
            self._printed += data[: _KEPT - len(self._printed)]
        if self._printed_total > self._limits.printed:
            self._stop(Cause.OUTPUT)

    def _receive(self) -> None:
        data = os.read(self._child.results, _CHUNK)
        self._closed = not data
        self._received += data
        if len(self._received) > self._limits.returned:
            self._stop(Cause.RESULTS)
            return
        while not (self.run.finished or self.run.stopped):
            message = framing.split(self._received, self._read_until)
            if message is None:
                return
            text, blob, self._read_until = message
            try:
                self._hear(msgspec.json.decode(text, type=AnyMessage), blob)
            except (msgspec.MsgspecError, wire.WireError, UnicodeError, RecursionError):
                self._stop(Cause.CHANNEL)

    def _hear(self, message: AnyMessage, blob: bytes) -> None:
        """Record a message. It may be forged, so all it can state are values and failures."""
        match message:
            case Ready() if not self._is_ready:
                self.run.guards = tuple(message.guards)
                self._is_ready = True
                self._memory_before = message.memory
                self._start = time.monotonic()
            case Begin():
                self._call = min(max(message.call, BEFORE_ALL_CALLS), self._calls - 1)
            case Raised():
                self.run.outcomes.setdefault(message.call, message)
            case Result():
                value = wire.unpack(message.value, blob)
                returned = Returned(value, tuple(message.changed))
                self.run.outcomes.setdefault(message.call, returned)
            case End():
                self.run.memory = max(message.memory - self._memory_before, 0)
                self.run.finished = True
            case Unreadable() | Missing() | WrongSignature():
                self.run.refusal = message
