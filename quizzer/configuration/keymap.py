"""The keys that a settings file gives to actions: which count, and why others would not work."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from quizzer.actions.action import HOSTS, Where
from quizzer.actions.keys import (
    EDITING,
    KNOWN,
    SENT_AS,
    KeyNameError,
    character_of,
    key_name,
    read_key,
)
from quizzer.actions.table import ACTIONS, BY_ID
from quizzer.configuration.reading import KEYS, KeyEntry, problem
from quizzer.configuration.settings import SETTINGS, WrongValueError, as_written

if TYPE_CHECKING:
    from quizzer.diagnostics import Problem

Keys = tuple[str, ...]

# Here people type letters, so a key that types something cannot do anything else.
_TAKING_LETTERS: Final[frozenset[Where]] = frozenset({"answer", "cells", "typing"})
# Here a text field may have the focus, so an action needs a key that neither types nor edits.
_AROUND_FIELDS: Final[frozenset[Where]] = frozenset(
    {"app", "question", "interview", "judging", "reference", "dialog"}
)
# Here options may have the focus, and letters and numbers pick one.
_AROUND_OPTIONS: Final[frozenset[Where]] = frozenset({"app", "question", "interview"})
_PICKING: Final = frozenset("abcde123456789")


class Keymap(NamedTuple):
    """The keys of the actions that the file changes, where it does so, and what is wrong there."""

    keys: Mapping[str, Keys] = {}
    lines: Mapping[str, int] = {}
    problems: tuple["Problem", ...] = ()

    def of(self, action: str) -> Keys:
        """The keys of an action, changed or not."""
        return self.keys.get(action, BY_ID[action].keys)


def keymap(entries: Sequence[KeyEntry], path: Path) -> Keymap:
    """What the entries mean. If an entry has a problem, its action keeps its default keys."""
    problems: list[Problem] = []
    given: dict[str, KeyEntry] = {}
    keys: dict[str, Keys] = {}
    for entry in entries:
        if entry.action not in BY_ID:
            problems.append(_unknown(entry, path))
            continue
        try:
            keys[entry.action] = _keys_of(entry)
            given[entry.action] = entry
        except WrongValueError as error:
            problems.append(problem(path, entry.place, _field(entry), str(error), error.suggestion))
    while (clash := _first_clash(keys)) is not None:
        mine, other, key = clash
        problems.append(_clash_problem(given[mine], other, key, path))
        del keys[mine]
    lines = {action: given[action].place.line for action in keys}
    return Keymap(keys, lines, tuple(sorted(problems, key=lambda p: (p.line, p.column))))


def _unknown(entry: KeyEntry, path: Path) -> "Problem":
    from quizzer.diagnostics import nearest

    near = nearest(entry.action, BY_ID)
    if entry.action in SETTINGS:
        help_text = f"{entry.action} is a setting: it belongs above [keys]"
    elif near:
        help_text = f"did you mean '{near}'?"
    else:
        help_text = "`quizzer config --keys` lists all actions"
    return problem(path, entry.place, _field(entry), "no such action", help_text, "warning")


def _field(entry: KeyEntry) -> str:
    return f"{KEYS}.{entry.action}"


def _keys_of(entry: KeyEntry) -> Keys:
    """The keys of one entry, as Textual names them.

    Raises:
        WrongValueError: A key does not exist, or would do nothing where the action works.
    """
    usual = BY_ID[entry.action].keys
    texts = _texts(entry.value)
    if not texts:
        names = " or ".join(map(key_name, usual))
        raise WrongValueError("an action needs a key", f"remove the line to have {names}")
    keys = tuple(dict.fromkeys(_key(text) for text in texts))
    where = BY_ID[entry.action].where
    typed = [key for key in keys if character_of(key) is not None and key not in usual]
    if where in _TAKING_LETTERS and typed:
        raise WrongValueError(
            f"{_quoted(typed[0])} is typed as text where this action works, and would do nothing "
            "else",
            f'choose a key that types nothing, such as "ctrl+{typed[0][:1].lower()}"',
        )
    if where in _AROUND_FIELDS and all(_is_of_fields(key) and key not in usual for key in keys):
        raise WrongValueError(
            f"{_quoted(keys[0])} would do nothing while you type an answer",
            f'add a key that fields leave alone: ["{texts[0]}", "{_silent(usual)}"]',
        )
    picking = [key for key in keys if key.lower() in _PICKING and key not in usual]
    if where in _AROUND_OPTIONS and picking:
        raise WrongValueError(
            f"{_quoted(picking[0])} picks an option where a question has some",
            "choose a letter after e, an F-key or a key with Ctrl",
        )
    return keys


def _is_of_fields(key: str) -> bool:
    """Whether a text field that has the focus uses the key itself."""
    return character_of(key) is not None or key in EDITING


def _texts(value: object) -> list[str]:
    """The keys as written: one, several with commas between them, or a list."""
    if isinstance(value, str):
        several = value.split(",") if len(value.strip()) > 1 else [value]
        return [text for text in several if text]
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return [text for text in value if text]
    raise WrongValueError(
        f"must be a key or a list of keys, in quotes, not {as_written(value)}",
        'write "f2", or ["h", "f2"]',
    )


def _key(text: str) -> str:
    try:
        key = read_key(text)
    except KeyNameError:
        from quizzer.diagnostics import nearest

        near = nearest(text, KNOWN)
        raise WrongValueError(
            f"no key is called {as_written(text)}",
            f"did you mean '{near}'?" if near else 'keys are called as in "h", "?", "f2", "ctrl+r"',
        ) from None
    if key in SENT_AS:
        raise WrongValueError(
            f"terminals send {key_name(SENT_AS[key])} for {key_name(key)}",
            "choose another key; F-keys work everywhere",
        )
    shifted = key.removeprefix("shift+")
    if shifted not in (key, "space") and character_of(shifted) is not None:
        raise WrongValueError(
            f"terminals send the character that {key_name(key)} types, not the key",
            'write that character, as in "!"',
        )
    return key


def _silent(keys: Keys) -> str:
    """The first key that text fields do not use. Actions have one wherever they need it."""
    return next((key for key in keys if not _is_of_fields(key)), keys[0])


def _quoted(key: str) -> str:
    return f"“{key_name(key)}”"


def _first_clash(keys: dict[str, Keys]) -> tuple[str, str, str] | None:
    """The last action with a key of another one that works at the same time; that one; the key."""
    for mine in reversed(keys):
        for action in ACTIONS:
            theirs = keys.get(action.id, action.keys)
            usual = set(BY_ID[mine].keys) & set(action.keys)  # these share it on purpose
            shared = [key for key in keys[mine] if key in theirs and key not in usual]
            if action.id != mine and shared and _meet(BY_ID[mine].where, action.where):
                return mine, action.id, shared[0]
    return None


def _meet(first: Where, second: Where) -> bool:
    """Whether actions of two places can work at the same time."""
    together = first == second or "app" in (first, second)
    return together or second in HOSTS.get(first, ()) or first in HOSTS.get(second, ())


def _clash_problem(entry: KeyEntry, other: str, key: str, path: Path) -> "Problem":
    label = BY_ID[other].label
    return problem(
        path,
        entry.place,
        _field(entry),
        f"{_quoted(key)} already does {other} ({label}) here",
        f"choose another key, or give {other} another one too",
    )


def words(keys: Keys) -> str:
    """Keys for people: `h or F2`."""
    return " or ".join(map(key_name, keys))
