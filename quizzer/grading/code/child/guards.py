"""What the kernel is asked to forbid before learner code runs: limits, files, system calls.

Everything here only takes rights away from this process and needs no privileges. What the kernel
does not offer is skipped. `apply` says what is in force.
"""

import contextlib
import ctypes
import os
import platform
import resource
import signal
import struct
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_SECCOMP: Final = 22
_PR_SET_NO_NEW_PRIVS: Final = 38


class Limits(NamedTuple):
    """How much the process may use."""

    seconds: int  # of processor time
    memory: int  # bytes of address space
    file_size: int
    open_files: int


def apply(limits: Limits, readable: Sequence[str], kernel: bool) -> list[str]:
    """Take rights away and name the guards in force; without `kernel`, only set limits."""
    set_limits(limits)
    if not (kernel and sys.platform == "linux"):
        return []
    libc = ctypes.CDLL(None, use_errno=True)
    _die_with_parent(libc)
    _drop_capabilities(libc)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return []
    guards = {"landlock": _landlock(libc, readable), "seccomp": _seccomp(libc)}
    return [name for name, works in guards.items() if works]


def set_limits(limits: Limits) -> None:
    """Set the resource limits that this system has. No second process and no thread is allowed."""
    wanted = {
        "RLIMIT_CPU": limits.seconds,
        "RLIMIT_AS": limits.memory,
        "RLIMIT_FSIZE": limits.file_size,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_NPROC": 0,
        "RLIMIT_CORE": 0,
    }
    for name, value in wanted.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (value, value))


def _die_with_parent(libc: ctypes.CDLL) -> None:
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _drop_capabilities(libc: ctypes.CDLL) -> None:
    """Keep root from lifting its own limits; everyone else has no capabilities to drop."""
    version_3 = 0x20080522
    libc.capset(struct.pack("=Ii", version_3, 0), bytes(24))


# Landlock: which files may be opened. Rights add up along a path and cannot be won back.

_LANDLOCK_CREATE_RULESET: Final = 444  # the same on all architectures
_LANDLOCK_ADD_RULE: Final = 445
_LANDLOCK_RESTRICT_SELF: Final = 446
_READ: Final = 0b1100  # of files, of folders
_READ_FILE: Final = 0b0100
_READ_FOLDER: Final = 0b1000
_WRITE_FILE: Final = 0b0010
_FILE_RIGHTS: Final = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF}  # by version of the interface
_ALL_FILE_RIGHTS: Final = 0xFFFF
_TCP: Final = 0b11  # bind, connect; since version 4
_SCOPES: Final = 0b11  # abstract Unix sockets, signals; since version 6


def _landlock(libc: ctypes.CDLL, readable: Sequence[str]) -> bool:
    """Let only these paths be read, and nothing be written but /dev/null."""
    version = libc.syscall(_LANDLOCK_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    files = _FILE_RIGHTS.get(version, _ALL_FILE_RIGHTS)
    sockets, scopes = _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    attributes = struct.pack("=QQQ", files, sockets, scopes)
    ruleset = libc.syscall(_LANDLOCK_CREATE_RULESET, attributes, size, 0)
    if ruleset < 0:
        return False
    for path in readable:
        _allow(libc, ruleset, path.rstrip("/"), _READ_FOLDER if path.endswith("/") else _READ)
    _allow(libc, ruleset, os.devnull, _READ_FILE | _WRITE_FILE)
    in_force = bool(libc.syscall(_LANDLOCK_RESTRICT_SELF, ruleset, 0) == 0)
    os.close(ruleset)
    return in_force


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # a path that does not exist needs no right
    if not os.path.isdir(path):
        rights &= ~_READ_FOLDER
    libc.syscall(_LANDLOCK_ADD_RULE, ruleset, 1, struct.pack("=Qi", rights, place), 0)
    os.close(place)


# Seccomp: which system calls fail. All others work.


class _Machine(NamedTuple):
    """A processor: its number for the kernel's filter, and its column in the table below."""

    audit: int
    column: int


_MACHINES: Final = {"x86_64": _Machine(0xC000003E, 0), "aarch64": _Machine(0xC00000B7, 1)}
CLONE3: Final = 435
TO_ITSELF: Final = {"kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261)}
DENIED: Final[dict[str, tuple[int | None, int | None]]] = {
    # other processes
    "fork": (57, None),
    "vfork": (58, None),
    "clone": (56, 220),
    "execve": (59, 221),
    "execveat": (322, 281),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "setpriority": (141, 140),
    # things that outlive the process, or that limits do not count
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # the network
    "socket": (41, 198),
    # changes of files that Landlock does not see
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    # ways around a filter, and what no exercise needs
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_by_handle_at": (304, 265),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
}

_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_FAIL: Final = 0x00050000  # with the error number in the low bits
_EPERM: Final = 1
_ENOSYS: Final = 38
_LOAD: Final = 0x20
_IF_EQUAL: Final = 0x15
_IF_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06
_NUMBER_AT, _MACHINE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_OTHER_CALLING_CONVENTION: Final = 0x40000000  # x32 on x86-64


def _seccomp(libc: ctypes.CDLL) -> bool:
    """Let system calls that no exercise needs fail with "operation not permitted"."""
    machine = _MACHINES.get(platform.machine())
    if machine is None or sys.maxsize < 2**32:
        return False
    program = _filter(machine)
    code = ctypes.create_string_buffer(program)
    pointer = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    return bool(libc.prctl(_PR_SET_SECCOMP, 2, ctypes.c_char_p(pointer), 0, 0) == 0)


def _filter(machine: _Machine) -> bytes:
    """The program that the kernel runs at every system call."""
    lines = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_IF_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_IF_AT_LEAST, 0, 1, _OTHER_CALLING_CONVENTION),
        (_RETURN, 0, 0, _FAIL | _EPERM),
        (_IF_EQUAL, 0, 1, CLONE3),
        (_RETURN, 0, 0, _FAIL | _ENOSYS),
    ]
    for numbers in DENIED.values():
        number = numbers[machine.column]
        if number is not None:
            lines += [(_IF_EQUAL, 0, 1, number), (_RETURN, 0, 0, _FAIL | _EPERM)]
    for numbers in TO_ITSELF.values():
        lines += [
            (_IF_EQUAL, 0, 5, numbers[machine.column]),
            (_LOAD, 0, 0, _FIRST_ARGUMENT_AT),
            (_IF_EQUAL, 1, 0, os.getpid()),
            (_IF_EQUAL, 0, 1, 0),
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _FAIL | _EPERM),
        ]
    lines.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *line) for line in lines)
