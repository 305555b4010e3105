"""The compiled cache: what was read from the banks, ready to load as long as they stay the same."""

import contextlib
import hashlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from threading import get_ident
from typing import TypeVar

from msgspec import DecodeError, msgpack

from quizzer.bank.files import bytes_of

T = TypeVar("T")

_DIGEST = 32


def key_of(files: Iterable[Path]) -> bytes:
    """A digest of the names and contents of the files, and of the rules that read them."""
    digest = hashlib.sha256(_rules())
    for file in files:
        content = bytes_of(file)
        digest.update(f"{file}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.digest()


def recall(file: Path, key: bytes, form: type[T]) -> T | None:
    """What was stored under this key; nothing when it is another key's, damaged or not there."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    payload = data[2 * _DIGEST :]
    if data[: 2 * _DIGEST] != key + _checksum(payload):
        return None
    with contextlib.suppress(DecodeError):
        return msgpack.decode(payload, type=form)
    return None


def remember(file: Path, key: bytes, value: object) -> None:
    """Store a value under a key; a cache that cannot be written is done without."""
    payload = msgpack.encode(value)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, key + _checksum(payload) + payload)


def _replace(file: Path, data: bytes) -> None:
    """Write a file so that others see the old one or the new one, never half of it."""
    own = f"{file.name}.{os.getpid()}-{get_ident()}"
    temporary = file.with_name(own)
    try:
        temporary.write_bytes(data)
        os.replace(temporary, file)
    finally:
        temporary.unlink(missing_ok=True)


@cache
def _rules() -> bytes:
    """The source of this package: banks that other rules read are read again."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return _checksum(b"".join(file.read_bytes() for file in files))


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
