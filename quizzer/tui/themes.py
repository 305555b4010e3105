"""The colours of the app, dark and light; every theme of Textual can be chosen too.

Each colour means one thing: primary is for keys and headings, accent for what deserves a look;
success, warning and error are for what is right, half right and wrong.
"""

from dataclasses import replace

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

# The opacity of muted text: its contrast stays at least 4.5:1, even on the line of the cursor.
_MUTED = 0.75

THEMES = (
    Theme(
        name="quizzer-dark",
        dark=True,
        primary="#7aa2f7",
        secondary="#7dcfff",
        accent="#bb9af7",
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
        accent="#7048b6",
        success="#2e7d32",
        warning="#9a5b00",
        error="#b3261e",
        foreground="#24272e",
        background="#fbfbf9",
        surface="#f1f1ee",
        panel="#e5e5e0",
    ),
    # In 16 colours, what deserves a look must not be as green as what is right.
    replace(BUILTIN_THEMES["ansi-dark"], accent="ansi_magenta"),
    replace(BUILTIN_THEMES["ansi-light"], accent="ansi_magenta"),
)
_OTHER = {
    "quizzer-dark": "quizzer-light",
    "ansi-dark": "ansi-light",
    "ansi-light": "ansi-dark",
}


def other_theme(theme: Theme) -> str:
    """The theme to change to for the other brightness."""
    return _OTHER.get(theme.name, "quizzer-light" if theme.dark else "quizzer-dark")


def muted(theme: Theme) -> str:
    """The style of less important text; where the terminal chooses the colours, it dims them."""
    if theme.ansi or theme.foreground is None:
        return "dim"
    return Color.parse(theme.foreground).with_alpha(_MUTED).hex
