"""The colours of the app, dark and light; every theme of Textual can be chosen too."""

from textual.theme import Theme

THEMES = (
    Theme(
        name="quizzer-dark",
        dark=True,
        primary="#7aa2f7",
        secondary="#7dcfff",
        accent="#e0af68",
        success="#9ece6a",
        warning="#e0af68",
        error="#f7768e",
        foreground="#d7dae0",
        background="#14161b",
        surface="#1c1f26",
        panel="#262a34",
    ),
    Theme(
        name="quizzer-light",
        dark=False,
        primary="#2f5fb3",
        secondary="#0f7490",
        accent="#9a5b00",
        success="#2e7d32",
        warning="#9a5b00",
        error="#b3261e",
        foreground="#24272e",
        background="#fbfbf9",
        surface="#f1f1ee",
        panel="#e5e5e0",
    ),
)
_OTHER = {
    "quizzer-dark": "quizzer-light",
    "ansi-dark": "ansi-light",
    "ansi-light": "ansi-dark",
}


def other_theme(theme: Theme) -> str:
    """The theme to change to for the other brightness."""
    return _OTHER.get(theme.name, "quizzer-light" if theme.dark else "quizzer-dark")
