"""Whole numbers as arguments of commands."""

import argparse


def natural(text: str) -> int:
    """A whole number from 0 on."""
    return _whole(text, 0)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    return _whole(text, 1)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"it must be a whole number from {least} on, not {text!r}")
    return int(text)
