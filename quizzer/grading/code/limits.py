"""How much learner code may use before it is stopped."""

from dataclasses import dataclass

MEBIBYTE = 1024**2


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of one submission. `kernel`: use Landlock and seccomp where the kernel has them."""

    seconds: float = 10.0  # from the first line of the learner's code to the last case
    startup_seconds: float = 30.0  # for Python and NumPy
    memory: int = 1024 * MEBIBYTE  # of address space, NumPy's included
    printed: int = 4 * MEBIBYTE  # of output; what is shown of it is far less
    returned: int = 16 * MEBIBYTE  # of results
    file_size: int = MEBIBYTE
    open_files: int = 64
    kernel: bool = True
