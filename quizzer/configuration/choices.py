"""What was chosen in the app itself: kept in a small file of its own beside the settings."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from quizzer.configuration.settings import SETTINGS, Value, WrongValueError

FILE: Final = "preferences.json"
CHOSEN: Final = ("theme", "confidence", "minutes_a_day")
_FORMER: Final = {"ask_confidence": "confidence"}  # names in files of earlier versions


def chosen(folder: Path) -> dict[str, Value]:
    """What was chosen; what is missing or spoilt counts as not chosen."""
    found: dict[str, Value] = {}
    for name, value in _content(folder).items():
        name = _FORMER.get(name, name)
        if name in CHOSEN:
            with suppress(WrongValueError):
                found[name] = SETTINGS[name].read(value)
    return found


def keep(folder: Path, name: str, value: Value) -> None:
    """Remember a choice; where nothing can be written, they hold for this time."""
    import json

    content = {_FORMER.get(key, key): entry for key, entry in _content(folder).items()}
    text = json.dumps({**content, name: value}, indent=2) + "\n"
    file = Path(os.path.realpath(folder / FILE))  # a link stays one
    new = file.with_name(f"{FILE}.{os.getpid()}")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        new.write_text(text, encoding="utf-8")
        new.replace(file)  # whole at any moment, also for a second copy of the app


def _content(folder: Path) -> dict[str, Any]:
    file = folder / FILE
    if not os.path.isfile(file):  # nor where one may not look; a pipe would be waited for
        return {}
    import json  # only for those who chose something

    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
