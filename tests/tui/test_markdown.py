"""Markdown of banks: what is rendered, and what is left as it stands."""

import pytest
from textual.content import Content

from quizzer.tui.documents.markdown import blocks, inline


def test_paragraphs_lists_and_listings() -> None:
    found = blocks("One\nparagraph.\n\n- first\n- second\n  1. inner\n\n```python\nx[i] = 1\n```\n")
    assert [(block.kind, block.marker, block.content.plain) for block in found] == [
        ("text", "", "One paragraph."),
        ("text", "• ", "first"),
        ("text", "• ", "second"),
        ("text", "1. ", "inner"),
        ("code", "", "x[i] = 1"),
    ]
    assert [block.depth for block in found] == [0, 0, 0, 1, 0]


def test_an_indented_formula_keeps_its_spaces() -> None:
    (first, formula) = blocks("It reads\n\n    h_t = tanh(x_t @ W_ih  + b)\n")
    assert first.content.plain == "It reads"
    assert (formula.kind, formula.content.plain) == ("code", "h_t = tanh(x_t @ W_ih  + b)")


def test_a_table_is_aligned_by_cells_not_by_letters() -> None:
    (table,) = blocks("| name | d |\n|---|---|\n| 注意 | 1 |\n| q | 22 |\n")
    assert table.content.plain.splitlines() == ["name  d", "────────", "注意  1", "q     22"]


@pytest.mark.parametrize(
    "text",
    [
        "take a[i] and w[/path]",
        "[link](https://example.org) stays",
        "the tokens <bos>, <pad> and <b>",
        "d_k times d_v_out, W_Q and W_K",
        "![picture](x.png)",
        "a * b * c and 2 < 3 > 1",
        "[@click=app.quit]x[/]",
    ],
)
def test_what_only_looks_like_markup_is_kept(text: str) -> None:
    assert inline(text).plain == text
    assert [block.content.plain for block in blocks(text)] == [text]


def _styled(content: Content) -> list[str]:
    return [content.plain[span.start : span.end] for span in content.spans]


def test_code_and_emphasis_lose_their_marks_and_get_a_style() -> None:
    (block,) = blocks("**bold**, *so* and `a[i]`")
    assert block.content.plain == "bold, so and a[i]"
    assert _styled(block.content) == ["bold", "so", "a[i]"]


def test_in_short_texts_only_code_and_emphasis_are_marked() -> None:
    content = inline("n*d*d, *all* of (*front, n * d), __init__ and `a[*i*]`, *at last*.")
    assert content.plain == "n*d*d, all of (*front, n * d), __init__ and a[*i*], at last."
    assert [text for text in _styled(content) if text] == ["all", "a[*i*]", "at last"]
