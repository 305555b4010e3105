"""Seeds that depend only on what they are for: the same on every machine, for ever."""

import hashlib


def seed_of(*parts: object) -> str:
    """The SHA-256 of these parts in this order, in hexadecimal."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()
