"""The child's work: read a request, give up rights, define the learner's function, call it.

Nothing is judged here. What the learner's code does to this module, to NumPy or to the channel can
spoil its own results, but the right results are not in this process.
"""

import functools
import inspect
import io
import os
import re
import resource
import sys
import types
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any, Final

from . import guards
from .framing import BEFORE_ALL_CALLS, SPOILED, frame, messages
from .reading import FILE, read, short

_MOST_LINES: Final = 12


def main(request: int, results: int) -> None:
    """Do what the request says, and write each result as soon as it is there."""
    with open(request, "rb") as stream:
        (header, _), *sent = messages(stream.read())
    sys.meta_path.append(_OnlyNumPy(header["numpy"]))
    from . import wire  # needs NumPy, which needs the line above

    calls = [_Call(wire, content, blob) for content, blob in sent]
    channel = _Channel(results)
    memory = _Memory()
    limits = guards.Limits(**header["limits"])
    in_force = guards.apply(limits, header["readable"], header["kernel"])
    channel.send({"says": "ready", "guards": in_force, "memory": memory.peak()})
    _print_whatever_comes()
    try:
        _grade(header, calls, channel)
        channel.send({"says": "end", "memory": memory.peak()})
    except BaseException:  # the learner's code replaced or closed something needed here
        os._exit(SPOILED)
    os._exit(0)  # skips whatever the learner's code registered for the exit


def _print_whatever_comes() -> None:
    """Let anything be printed, even half a character: what is printed is not judged."""
    for printed in (sys.stdout, sys.stderr):
        if isinstance(printed, io.TextIOWrapper):
            printed.reconfigure(errors="backslashreplace")


class _OnlyNumPy:
    """Finds NumPy in its folder, but no other package that is installed there."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name == "numpy":
            return PathFinder.find_spec(name, [self._folder])
        if path is None:
            raise ModuleNotFoundError(
                f"there is no module {name!r} here: use NumPy and the standard library", name=name
            )
        return None


class _Channel:
    """The pipe that results are written to."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def send(self, content: dict[str, Any], blob: bytes = b"") -> None:
        data = memoryview(frame(content, blob))
        while data:
            data = data[os.write(self._descriptor, data) :]


class _Call:
    """The arguments of a call as they were sent, unpacked anew each time they are needed."""

    def __init__(self, wire: types.ModuleType, content: dict[str, Any], blob: bytes) -> None:
        self.pack = wire.pack
        self._unpack = functools.partial(wire.unpack, content["arguments"], blob, wire.named_tuple)
        self._own_names: dict[str, str] = {}

    def rename(self, own_names: dict[str, str]) -> None:
        self._own_names = own_names

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        positional, named = self._unpack()
        return positional, {self._own_names.get(k, k): value for k, value in named.items()}

    def changed(self, positional: list[Any], named: dict[str, Any]) -> list[int]:
        """The positions of the arguments that are no longer as they were sent."""
        before_positional, before_named = self.arguments()
        before = [*before_positional, *before_named.values()]
        after = [*positional, *named.values()]
        pairs = enumerate(zip(before, after, strict=True))
        return [place for place, (one, other) in pairs if self.pack(one) != self.pack(other)]


def _grade(header: dict[str, Any], calls: list[_Call], channel: _Channel) -> None:
    name = header["function"]
    module = types.ModuleType("answer")
    sys.modules["answer"] = module  # data classes look up their module
    code = read(header["source"])
    if isinstance(code, dict):
        channel.send(code)
        return
    channel.send({"says": "begin", "call": BEFORE_ALL_CALLS})
    try:
        exec(code, module.__dict__)
    except BaseException as error:  # SystemExit too
        channel.send(_raised(BEFORE_ALL_CALLS, error))
        return
    function = module.__dict__.get(name)
    own_names = _own_names(function, header["parameters"])
    for call in calls:
        call.rename(own_names)
    refusal = _refusal(function, name, module, calls)
    if refusal:
        channel.send(refusal)
        return
    for number, call in enumerate(calls):
        channel.send({"says": "begin", "call": number})
        _call(number, function, call, channel)


def _call(number: int, function: Any, call: _Call, channel: _Channel) -> None:
    positional, named = call.arguments()
    try:
        value = function(*positional, **named)
        tree, blob = call.pack(value)
        changed = call.changed(positional, named)
    except BaseException as error:  # SystemExit too; packing can call methods of the learner's
        channel.send(_raised(number, error))
        return
    channel.send({"says": "result", "call": number, "value": tree, "changed": changed}, blob)


def _refusal(
    function: Any, name: str, module: types.ModuleType, calls: list[_Call]
) -> dict[str, Any] | None:
    """The message that says why the function cannot be called at all; None if it can."""
    if not callable(function):
        return {
            "says": "missing",
            "defined": _own(module, inspect.isfunction),
            "classes": _own(module, inspect.isclass),
            "is_something": function is not None,
        }
    signature = _signature(function)
    if signature is None:
        return None
    for call in calls:
        positional, named = call.arguments()
        try:
            signature.bind(*positional, **named)
        except TypeError as error:
            message, shown = short(str(error)), short(f"{name}{signature}")
            return {"says": "signature", "message": message, "signature": shown}
    return None


def _own(module: types.ModuleType, is_one: Callable[[Any], bool]) -> list[str]:
    """The names of the functions, or the classes, that the learner's code defines itself."""
    found = [(name, value) for name, value in module.__dict__.items() if is_one(value)]
    return [short(name) for name, value in found if value.__module__ == module.__name__][:20]


def _signature(function: Any) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def _own_names(function: Any, parameters: list[str]) -> dict[str, str]:
    """The learner's names for parameters that they renamed, by the name in the starter.

    A parameter counts as renamed if the one in its position has a name that the starter lacks.
    """
    signature = _signature(function) if callable(function) else None
    own = list(signature.parameters) if signature else []
    pairs = zip(parameters, own, strict=False)
    return {name: other for name, other in pairs if name not in own and other not in parameters}


def _raised(number: int, error: BaseException) -> dict[str, Any]:
    """The message about an exception, with the lines of the learner's code it passed through."""
    try:
        message = str(error)
    except BaseException:  # a learner's own exception may fail even at this
        message = ""
    lines = list(_lines(error))
    if len(lines) > _MOST_LINES:
        half = _MOST_LINES // 2
        lines = [*lines[:half], *lines[-half:]]
    return {
        "says": "raised",
        "call": number,
        "type": short(type(error).__name__),
        "message": short(message),
        "lines": lines,
    }


def _lines(error: BaseException) -> Iterator[tuple[int, str]]:
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == FILE:
            yield trace.tb_lineno, short(code.co_name)
        trace = trace.tb_next


class _Memory:
    """Peak memory of this process. Opened early, because /proc cannot be opened later."""

    def __init__(self) -> None:
        try:
            self._status = os.open("/proc/self/status", os.O_RDONLY)
        except OSError:
            self._status = -1

    def peak(self) -> int:
        """In bytes. On Linux, `getrusage` would also count the process that this one came from."""
        if self._status < 0:
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return used if sys.platform == "darwin" else used * 1024
        try:
            found = re.search(rb"VmHWM:\s*(\d+) kB", os.pread(self._status, 8192, 0))
        except OSError:  # the learner's code closed it
            return 0
        return int(found[1]) * 1024 if found else 0
