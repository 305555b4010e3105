"""The files that learner code may read: Python and NumPy, never quizzer or its reference."""

import os
import site
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

import quizzer
import reference

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
_SYSTEM = ("/dev/urandom", "/usr/share/zoneinfo", "/sys/devices/system/cpu")


def numpy_folder() -> str:
    """The folder that contains the package `numpy`."""
    return str(Path(np.__file__).resolve().parent.parent)


@cache
def readable_paths() -> tuple[str, ...]:
    """Paths, with everything below them; for those that end in a slash, only the list of names."""
    installed = numpy_folder()
    python = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    found: dict[str, None] = dict.fromkeys(_SYSTEM)
    hidden = _hidden()
    for path in [*python, *_prefixes(), *_LIBRARIES]:
        found.update(dict.fromkeys(_without(os.path.realpath(path), hidden)))
    numpys = (f"{installed}/{name}" for name in ("numpy", "numpy.libs"))
    return (*found, f"{installed}/", *numpys)


def _hidden() -> frozenset[str]:
    """Folders of installed packages, and of quizzer itself."""
    packages = [*site.getsitepackages(), site.getusersitepackages(), numpy_folder()]
    packages += [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    for folder in (*_prefixes(), *_LIBRARIES):
        packages += map(str, Path(folder).glob("python3*/*-packages"))
    own = [folder for package in (quizzer, reference) for folder in package.__path__]
    return frozenset(map(os.path.realpath, [*packages, *own]))


def _prefixes() -> list[str]:
    return [str(Path(prefix) / "lib") for prefix in sorted({sys.prefix, sys.base_prefix})]


def _without(path: str, hidden: frozenset[str]) -> Iterator[str]:
    """The path; if something hidden is below it, only the parts without it."""
    if path in hidden or not os.path.exists(path):
        return
    if not any(other.startswith(path + "/") for other in hidden):
        yield path
        return
    yield path + "/"
    for name in os.listdir(path):
        yield from _without(f"{path}/{name}", hidden)
