"""What people chose in the app: kept in a small file of its own, beside the settings file."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from quizzer.configuration.settings import SETTINGS, Value, WrongValueError

FILE: Final = "preferences.json"
CHOSEN: Final = ("theme", "confidence", "minutes_a_day")
_FORMER: Final = {"ask_confidence": "confidence"}  # names in files of earlier versions


def chosen(folder: Path) -> dict[str, Value]:
    """What was chosen; a value that is missing or damaged counts as not chosen."""
    found: dict[str, Value] = {}
    for name, value in _content(folder).items():
        name = _FORMER.get(name, name)
        if name in CHOSEN:
            with suppress(WrongValueError):
                found[name] = SETTINGS[name].read(value)
    return found


def keep(folder: Path, name: str, value: Value) -> None:
    """Remember a choice. Where nothing can be written, the choice lasts until the app ends."""
    import json

    content = {_FORMER.get(key, key): entry for key, entry in _content(folder).items()}
    text = json.dumps({**content, name: value}, indent=2) + "\n"
    file = Path(os.path.realpath(folder / FILE))  # so that a link is not replaced by a file
    new = file.with_name(f"{FILE}.{os.getpid()}")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        new.write_text(text, encoding="utf-8")
        new.replace(file)  # so that a second copy of the app never reads half a file


def _content(folder: Path) -> dict[str, Any]:
    file = folder / FILE
    if not os.path.isfile(file):  # reading a pipe would wait; also false without permission
        return {}
    import json  # only here, because most people have no such file

    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
