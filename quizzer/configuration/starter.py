"""The settings file to start from: every setting with what it may be, none of them changed yet."""

from typing import Final

from quizzer.configuration.settings import SETTINGS, Settings, as_written

_HEAD: Final = """\
# The settings of quizzer. Remove the # in front of a line and change its value.
# `quizzer config` prints what applies and where it comes from. `quizzer config --check` finds
# slips.
"""
_KEYS: Final = """\
# Keys: an action and the key or keys that trigger it. `quizzer config --keys` lists all actions.
# Keep this table at the end: whatever comes after it would count as keys.
[keys]
# question.hint = ["z", "f2"]
# app.light = "f12"
"""


def starter() -> str:
    """The text of the file."""
    return "\n".join([_HEAD, *map(_of, SETTINGS), _KEYS])


def _of(name: str) -> str:
    setting, usual = SETTINGS[name], getattr(Settings(), name)
    value = as_written(usual) if usual not in (None, "") else setting.example
    says = setting.says[0].upper() + setting.says[1:]
    return f"# {says}:\n# {setting.values}.\n# {name} = {value}\n"
