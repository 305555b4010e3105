"""Keys: how they are written for people, and read as people write them."""


def key_name(key: str) -> str:
    """How a key is written for people: `F1`, `Ctrl+q`, `?`."""
    special = {"question_mark": "?", "colon": ":", "escape": "Esc", "enter": "Enter"}
    if key in special:
        return special[key]
    return "+".join(_key_word(part) for part in key.split("+"))


def _key_word(part: str) -> str:
    words = {"pageup": "Page Up", "pagedown": "Page Down"}
    if part in words:
        return words[part]
    return part if len(part) == 1 else part.capitalize()
