"""The names of keys: written for people, and read as people write them.

Inside the app, a key has the name that Textual gives it, such as `question_mark` or `ctrl+r`.
"""

from typing import Final

_SHOWN_AS: Final = {
    "escape": "Esc",
    "pageup": "Page Up",
    "pagedown": "Page Down",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
_CHARACTERS: Final = {
    "space": " ",
    "exclamation_mark": "!",
    "quotation_mark": '"',
    "number_sign": "#",
    "dollar_sign": "$",
    "percent_sign": "%",
    "ampersand": "&",
    "apostrophe": "'",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "asterisk": "*",
    "plus": "+",
    "comma": ",",
    "minus": "-",
    "full_stop": ".",
    "slash": "/",
    "colon": ":",
    "semicolon": ";",
    "less_than_sign": "<",
    "equals_sign": "=",
    "greater_than_sign": ">",
    "question_mark": "?",
    "at": "@",
    "left_square_bracket": "[",
    "backslash": "\\",
    "right_square_bracket": "]",
    "circumflex_accent": "^",
    "underscore": "_",
    "grave_accent": "`",
    "left_curly_bracket": "{",
    "vertical_line": "|",
    "right_curly_bracket": "}",
    "tilde": "~",
}
_NAMES: Final = {character: name for name, character in _CHARACTERS.items()}
_TYPING_NOTHING: Final = (
    *("escape", "enter", "tab", "backspace", "delete", "insert"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *(f"f{number}" for number in range(1, 25)),
)
_ALIASES: Final = {
    "esc": "escape",
    "return": "enter",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "page up": "pageup",
    "page down": "pagedown",
    "page_up": "pageup",
    "page_down": "pagedown",
    "control": "ctrl",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
}
_MODIFIERS: Final = ("ctrl", "alt", "shift", "super", "meta", "hyper")
# For these keys, terminals send the same as for another key.
SENT_AS: Final = {
    "ctrl+m": "enter",
    "ctrl+j": "enter",
    "ctrl+i": "tab",
    "ctrl+h": "backspace",
    "ctrl+left_square_bracket": "escape",
}
# A text field that has the focus uses these keys for editing, so they do nothing else there.
EDITING: Final = frozenset(
    [f"ctrl+{letter}" for letter in "acdekuvwxyz"]
    + [f"super+{key}" for key in ("backspace", "c", "x", "y", "z")]
    + ["backspace", "delete", "alt+backspace", "alt+delete", "ctrl+backspace"]
    + ["ctrl+shift+a", "ctrl+shift+k", "ctrl+left", "ctrl+right"]
    + ["ctrl+shift+left", "ctrl+shift+right"]
    + [before + key for before in ("", "shift+") for key in ("left", "right", "up", "down")]
    + [before + key for before in ("", "shift+") for key in ("home", "end")]
    + [before + key for before in ("ctrl+", "ctrl+shift+") for key in ("home", "end")]
)
KNOWN: Final = (*_TYPING_NOTHING, *_CHARACTERS)  # besides the letters and digits


class KeyNameError(ValueError):
    """No key has this name."""


def _name_of(character: str) -> str:
    """The name of the key that types a character; letters and digits name themselves."""
    if character.isalnum():
        return character
    import unicodedata  # only here: it takes 0.4 MiB, and few keyboards have other signs

    return unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_")


def key_name(key: str) -> str:
    """How a key is written for people: `F1`, `Ctrl+q`, `?`."""
    return "+".join(_key_word(part) for part in key.split("+"))


def _key_word(part: str) -> str:
    if part in _SHOWN_AS:
        return _SHOWN_AS[part]
    if part in _CHARACTERS and part != "space":
        return _CHARACTERS[part]
    return part if len(part) == 1 else part.capitalize()


def character_of(key: str) -> str | None:
    """The character that a key types, if it types one."""
    return key if len(key) == 1 else _CHARACTERS.get(key)


def read_key(text: str) -> str:
    """The name of a key that is written as people write it: `?`, `Ctrl+R`, `Page Up`.

    Raises:
        KeyNameError: No key is called that.
    """
    text = text.strip() or text[:1]  # the space bar may be written as a space
    *words, last = text.split("+") if len(text) > 1 else [text]
    if len(text) > 1 and text.endswith("++"):  # the key `+`, after modifiers
        words, last = text[:-2].split("+"), "+"
    modifiers = [_modifier(word, text) for word in words]
    key = _plain_key(last, text)
    if modifiers == ["shift"] and len(key) == 1 and key.isalpha():
        return key.upper()
    if "ctrl" in modifiers and len(key) == 1:
        key = key.lower()
    return "+".join([*sorted(set(modifiers), key=_MODIFIERS.index), key])


def _modifier(word: str, text: str) -> str:
    name = _ALIASES.get(word.strip().lower(), word.strip().lower())
    if name not in _MODIFIERS:
        raise KeyNameError(f"no key is called {text!r}")
    return name


def _plain_key(word: str, text: str) -> str:
    word = word.strip() or word[:1]
    if len(word) == 1 and (word.isprintable() or word == " "):
        return _ALIASES.get(word) or _NAMES.get(word) or _name_of(word) or word
    name = _ALIASES.get(word.lower(), word.lower())
    if name not in KNOWN:
        raise KeyNameError(f"no key is called {text!r}")
    return name
