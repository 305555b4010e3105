"""The numbers of system calls are those that the kernel's own headers give."""

import re
from pathlib import Path

import pytest

from quizzer.grading.code.child.guards import CLONE3, DENIED, TO_ITSELF

HEADERS = [
    ("x86_64-linux-gnu/asm/unistd_64.h", 0),
    ("asm-generic/unistd.h", 1),  # what aarch64 uses
]


@pytest.mark.parametrize(("header", "column"), HEADERS)
def test_each_number_is_that_of_the_headers(header: str, column: int) -> None:
    """A slip here would let one call through, and refuse another."""
    file = Path("/usr/include") / header
    if not file.exists():
        pytest.skip("the headers of the kernel are not installed")
    defined = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\b", file.read_text())
    numbers = {name: int(number) for name, number in defined}
    ours = {name: both[column] for name, both in (DENIED | TO_ITSELF).items()}
    ours["clone3"] = CLONE3
    known = {name: number for name, number in ours.items() if number is not None}
    newer = known.keys() - numbers.keys()  # than the headers
    assert newer <= {"fchmodat2", "memfd_secret"}
    assert {name: numbers.get(name, number) for name, number in known.items()} == known
