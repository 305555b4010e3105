"""All settings: their names, their default values, and what each may be."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Final, NamedTuple, TypeAlias

Value: TypeAlias = str | bool | int | float | date | None

LEAST_RETENTION, MOST_RETENTION = 0.7, 0.99
LAST_HOUR: Final = 23
LEAST_MINUTES, MOST_MINUTES = 5, 180
MOST_QUESTIONS: Final = 1000

DARK, LIGHT = "quizzer-dark", "quizzer-light"
SHORT_THEMES: Final = {"dark": DARK, "light": LIGHT}
THEMES: Final = (
    DARK,
    LIGHT,
    "ansi-dark",
    "ansi-light",
    "atom-one-dark",
    "atom-one-light",
    "catppuccin-frappe",
    "catppuccin-latte",
    "catppuccin-macchiato",
    "catppuccin-mocha",
    "dracula",
    "flexoki",
    "gruvbox",
    "monokai",
    "nord",
    "rose-pine",
    "rose-pine-dawn",
    "rose-pine-moon",
    "solarized-dark",
    "solarized-light",
    "textual-dark",
    "textual-light",
    "tokyo-night",
)


class Settings(NamedTuple):
    """One value for each setting; without arguments, the defaults."""

    theme: str = DARK
    confidence: bool = True
    retention: float = 0.9
    rollover_hour: int = 4
    interview_day: date | None = None
    minutes_a_day: int = 20
    practice_questions: int = 10
    review_questions: int = 20
    editor: str = ""


class WrongValueError(ValueError):
    """A setting cannot have this value; says what it must be, and what may help."""

    def __init__(self, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.suggestion = suggestion


class Setting(NamedTuple):
    """What a setting does, which values it may have, an example as in the file, and its reader.

    `read` turns what the file says into a value, or raises a `WrongValueError`.
    """

    says: str
    values: str
    example: str
    read: Callable[[object], Value]


def _theme(given: object) -> str:
    name = _text(given, "the name of a theme, in quotes")
    name = SHORT_THEMES.get(name, name)
    if name not in THEMES:
        from quizzer.diagnostics import did_you_mean

        near = did_you_mean(name, (*SHORT_THEMES, *THEMES))
        known = f"the themes are: {', '.join((*SHORT_THEMES, *THEMES))}"
        raise WrongValueError(f"no theme is called {as_written(name)}", near or known)
    return name


def _switch(given: object) -> bool:
    if not isinstance(given, bool):
        raise WrongValueError(f"must be true or false, without quotes, not {as_written(given)}")
    return given


def _retention(given: object) -> float:
    number = given if isinstance(given, int | float) and not isinstance(given, bool) else None
    if number is not None and LEAST_RETENTION <= number <= MOST_RETENTION:
        return float(number)
    raise WrongValueError(
        f"must be a number between {LEAST_RETENTION} and {MOST_RETENTION}, not {as_written(given)}",
        f"write {number / 100:g} for {number} %"
        if number is not None and LEAST_RETENTION <= number / 100 <= MOST_RETENTION
        else "with 0.9, an item comes back when you would forget it one time in ten",
    )


def _whole(least: int, most: int) -> Callable[[object], int]:
    def read(given: object) -> int:
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise WrongValueError(
                f"must be a whole number from {least} to {most}, not {as_written(given)}"
            )
        return given

    return read


def _day(given: object) -> date:
    if isinstance(given, date) and not isinstance(given, datetime):
        return given
    if isinstance(given, str):
        try:
            return date.fromisoformat(given.strip())
        except ValueError:
            pass
    raise WrongValueError(
        f"must be a day, not {as_written(given)}", "write year, month and day: 2026-12-22"
    )


def _command(given: object) -> str:
    command = _text(given, "a command, in quotes")
    import shlex

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise WrongValueError(f"{as_written(command)} is not a command: {error}") from None
    if not words:
        raise WrongValueError("must not be empty", "remove the line to use $VISUAL or $EDITOR")
    return command


def _text(given: object, what: str) -> str:
    if not isinstance(given, str):
        raise WrongValueError(f"must be {what}, not {as_written(given)}")
    return given.strip()


def as_written(value: object) -> str:
    """A value as it would be written in the file, cut if it is long."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case str():
            text = f'"{value}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            text = _number_text(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _number_text(value: object) -> str:
    try:
        return str(value)
    except ValueError:  # Python refuses to write out an integer with thousands of digits
        return "a huge number"


SETTINGS: Final[dict[str, Setting]] = {
    "theme": Setting(
        "the colours of the app",
        "dark, light, ansi-dark, ansi-light (the colours of your terminal), or any other theme",
        '"light"',
        _theme,
    ),
    "confidence": Setting(
        "ask how sure you are before an answer is revealed",
        "true or false",
        "false",
        _switch,
    ),
    "retention": Setting(
        "how likely you should be to still know an item when it comes back",
        f"a number from {LEAST_RETENTION} to {MOST_RETENTION}; more means more reviews",
        "0.85",
        _retention,
    ),
    "rollover_hour": Setting(
        "the hour at which a study day begins",
        f"a whole number from 0 (midnight) to {LAST_HOUR}",
        "3",
        _whole(0, LAST_HOUR),
    ),
    "interview_day": Setting(
        "the day of your interview, which the plan works towards",
        "a day, as in 2026-12-22",
        "2026-12-22",
        _day,
    ),
    "minutes_a_day": Setting(
        "how many minutes you want to study per day, for the plan",
        f"a whole number from {LEAST_MINUTES} to {MOST_MINUTES}",
        "30",
        _whole(LEAST_MINUTES, MOST_MINUTES),
    ),
    "practice_questions": Setting(
        "the most questions in one practice session",
        f"a whole number from 1 to {MOST_QUESTIONS}",
        "15",
        _whole(1, MOST_QUESTIONS),
    ),
    "review_questions": Setting(
        "the most questions in one review",
        f"a whole number from 1 to {MOST_QUESTIONS}",
        "30",
        _whole(1, MOST_QUESTIONS),
    ),
    "editor": Setting(
        "the command that opens your own editor for code items",
        "a command, as you would type it; without it, $VISUAL or $EDITOR",
        '"code --wait"',
        _command,
    ),
}
