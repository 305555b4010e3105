"""The bytes of a bank file as clean text, and what is not clean in it."""

import codecs
import re

from quizzer.diagnostics import Fault

MAX_FAULTS = 20  # reported per file; a file that is not text would have thousands

# What YAML refuses, and what it counts as line breaks though most editors do not.
UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_OTHER_ENCODINGS = {
    codecs.BOM_UTF32_LE: "UTF-32",  # begins like UTF-16, so it comes first
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
    codecs.BOM_UTF32_BE: "UTF-32",
}
_SAVE = "save the file as UTF-8"


def decode(data: bytes) -> tuple[str, list[Fault]]:
    """The text, with U+FFFD for what is not clean, and what is wrong with the bytes."""
    for mark, encoding in _OTHER_ENCODINGS.items():
        if data.startswith(mark):
            return "", [Fault(1, 1, f"this file is {encoding}, not UTF-8", _SAVE)]
    data = data.removeprefix(codecs.BOM_UTF8)
    faults = []
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        text = data.decode(errors="replace")
        line, column = _position(data[: error.start].decode())
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        faults.append(Fault(line, column, message, _SAVE))
    if not UNPRINTABLE.search(text):
        return text, faults
    return UNPRINTABLE.sub("\ufffd", text), faults + _unprintable(text)


def lines_of(text: str) -> list[str]:
    """The lines of a text, whatever ends them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _unprintable(text: str) -> list[Fault]:
    faults = []
    for match in UNPRINTABLE.finditer(text):
        line, column = _position(text[: match.start()])
        message = f"the invisible character U+{ord(match.group()):04X} is not allowed in a bank"
        faults.append(Fault(line, column, message, "delete it"))
        if len(faults) == MAX_FAULTS:
            break
    return faults


def _position(before: str) -> tuple[int, int]:
    lines = lines_of(before)
    return len(lines), len(lines[-1]) + 1
