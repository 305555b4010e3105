"""Text of banks and learners is shown as it stands."""

import pytest
from rich.cells import cell_len

from quizzer.tui.text import harmless, pad, plain, shorten

BRACKETS = [
    "a[i]",
    "w[/path]",
    "[/]",
    "[@click=app.quit]x[/]",
    "[bold red]loud[/]",
    "x[0][1]",
    "\\[a]",
]


@pytest.mark.parametrize("text", BRACKETS)
def test_brackets_are_kept(text: str) -> None:
    content = plain(text)
    assert content.plain == text
    assert not content.spans


def test_codes_that_steer_a_terminal_become_visible() -> None:
    assert harmless("a\x1b[2Jb") == "a␛[2Jb"
    assert "\u202e" not in harmless("abc\u202edef")
    assert harmless("line\nnext\tcell") == "line\nnext    cell"


def test_joined_emoji_and_combining_marks_stay_whole() -> None:
    assert harmless("👩\u200d🔬 e\u0301") == "👩\u200d🔬 e\u0301"


@pytest.mark.parametrize("width", range(12))
def test_shortened_text_fits_whatever_its_letters_are(width: int) -> None:
    for text in ("attention", "注意力机制", "√d_k"):
        assert cell_len(shorten(text, width)) <= width
        assert cell_len(pad(text, width)) == width
