"""Caches: a value kept in a file, used again as long as what it was made from is the same.

The caller puts everything that the value depends on into its key, often as digests of files.
"""

import contextlib
import os
import zlib
from collections.abc import Iterable
from mmap import mmap
from pathlib import Path
from threading import get_ident
from typing import Final, TypeVar

from msgspec import DecodeError, msgpack

from quizzer.garbage import collection_paused

T = TypeVar("T")

_NUMBER: Final = 4  # bytes: first a checksum of all that follows, then the length of the key


def recall(file: Path, key: bytes, form: type[T]) -> T | None:
    """The value stored under this key; none if the file is missing, damaged or of another key."""
    if not os.path.isfile(file):  # reading a pipe could wait for ever
        return None
    try:
        data = memoryview(_read(file))
    except OSError:
        return None
    checksum, rest = data[:_NUMBER], data[_NUMBER:]
    head = _head(key)
    if rest[: len(head)] != head or checksum != _bytes(zlib.crc32(rest)):
        return None
    with contextlib.suppress(DecodeError), collection_paused():
        return msgpack.decode(rest[len(head) :], type=form)
    return None


def remember(file: Path, key: bytes, value: object) -> None:
    """Store a value under a key; where that is not possible, there is no cache, and no error."""
    try:
        head, data = _head(key), msgpack.encode(value)
    except OverflowError:  # a number beyond 64 bits, as a log that was changed by hand may hold
        return
    checksum = zlib.crc32(data, zlib.crc32(head))
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, (_bytes(checksum), head, data))


def digest_of(data: bytes) -> bytes:
    """The SHA-256 digest of the content of a file, or of other data."""
    from hashlib import sha256  # here, because most starts do without it

    return sha256(data).digest()


def digest_of_sources(folders: Iterable[Path]) -> bytes:
    """The digest of all Python files in some folders.

    As part of a key, it has a value made again once the code that makes it has changed.
    """
    return digest_of(b"".join(digest_of(file.read_bytes()) for file in sources_in(folders)))


def sources_in(folders: Iterable[Path]) -> list[Path]:
    """All Python files in some folders, always in the same order."""
    files = (
        os.path.join(place, name)
        for folder in folders
        for place, _, names in os.walk(folder)  # takes half as long as `rglob`, at each start
        for name in names
        if name.endswith(".py")
    )
    return [Path(file) for file in sorted(files)]


def _head(key: bytes) -> bytes:
    return _bytes(len(key)) + key


def _bytes(number: int) -> bytes:
    return number.to_bytes(_NUMBER, "big")


def _read(file: Path) -> mmap:
    """The content of a file, in memory that goes back to the system as soon as it is decoded.

    The memory of `bytes` would stay with the process: once that much has been freed, the C library
    keeps as much for the next time. The file itself is not mapped: if it were truncated meanwhile,
    the system would kill the process.
    """
    with file.open("rb", buffering=0) as opened:
        data = mmap(-1, max(1, os.stat(opened.fileno()).st_size))
        opened.readinto(data)
    return data


def _replace(file: Path, pieces: Iterable[bytes]) -> None:
    """Write a file so that others see the old one or the new one, never half of it."""
    own = f"{file.name}.{os.getpid()}-{get_ident()}"
    temporary = file.with_name(own)
    try:
        with temporary.open("wb") as opened:
            opened.writelines(pieces)
        os.replace(temporary, file)
    finally:
        temporary.unlink(missing_ok=True)
