"""Colours can be read in both themes, and mean one thing each."""

from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

from quizzer.configuration.settings import Settings
from quizzer.tui.themes import THEMES, muted
from tests.tui.driver import tiny_app

LEAST = 4.5  # WCAG 2 for text
TEXTS = ("primary", "secondary", "success", "warning", "error", "accent")
OWN = [theme for theme in THEMES if not theme.ansi]


def luminance(colour: Color) -> float:
    """As WCAG 2 defines it."""
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in colour.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: Color, second: Color) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_every_ground(theme: Theme) -> None:
    colours = theme.to_color_system().generate()
    ground = Color.parse(colours["background"])
    grounds = {
        "background": ground,
        "surface": Color.parse(colours["surface"]),
        "cursor": ground.blend(Color.parse(colours["primary"]), 0.25),
    }
    for name, below in grounds.items():
        for text in TEXTS:
            assert contrast(Color.parse(colours[f"text-{text}"]), below) >= LEAST, (text, name)
        assert contrast(below + Color.parse(muted(theme)), below) >= LEAST, name


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_no_colour_means_two_things(theme: Theme) -> None:
    meanings = [theme.primary, theme.success, theme.warning, theme.error, theme.accent]
    assert len(set(meanings)) == len(meanings)


def test_without_colours_no_theme_leaves_the_colours_to_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tiny_app(tmp_path / "a", settings=Settings(theme="ansi-dark")).theme == "ansi-dark"
    monkeypatch.setenv("NO_COLOR", "1")
    assert tiny_app(tmp_path / "b", settings=Settings(theme="ansi-dark")).theme == THEMES[0].name
