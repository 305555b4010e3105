"""Emphasis and code in short texts of banks are shown in the way of each format."""

from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from quizzer.emphasis import html, markdown, plain

COMMONMARK = MarkdownIt("commonmark", {"html": False})


@pytest.mark.parametrize(
    ("text", "without", "as_markdown", "as_html"),
    [
        (
            "Keys *and* values.",
            "Keys and values.",
            "Keys *and* values.",
            "Keys <em>and</em> values.",
        ),
        ("*Keys and values*", "Keys and values", "*Keys and values*", "<em>Keys and values</em>"),
        ("n*d*d, 2 * n * d", "n*d*d, 2 * n * d", r"n\*d\*d, 2 \* n \* d", "n*d*d, 2 * n * d"),
        ("d**0.5, **kwargs", "d**0.5, **kwargs", r"d\*\*0.5, \*\*kwargs", "d**0.5, **kwargs"),
        ("*args, *more", "*args, *more", r"\*args, \*more", "*args, *more"),
        ("`[x] * 6 * y`", "`[x] * 6 * y`", "`[x] * 6 * y`", "<code>[x] * 6 * y</code>"),
        ("`a` *b* `c`", "`a` b `c`", "`a` *b* `c`", "<code>a</code> <em>b</em> <code>c</code>"),
        ("`a|b`", "`a|b`", r"\`a\|b\`", "<code>a|b</code>"),  # a bar parts the cells of a table
        ("`a``b`", "`a``b`", r"\`a\`\`b\`", "`a``b`"),  # two in a row begin and end another mark
        ("` a `", "` a `", r"\` a \`", "` a `"),  # its spaces would go
        ("__init__", "__init__", r"\_\_init\_\_", "__init__"),
        ("*<b>*", "*<b>*", r"\*\<b\>\*", "*&lt;b&gt;*"),
        ("*a <b>*", "a <b>", r"*a \<b\>*", "<em>a &lt;b&gt;</em>"),
    ],
)
def test_a_text_in_each_format(text: str, without: str, as_markdown: str, as_html: str) -> None:
    assert plain(text) == without
    assert markdown(text) == as_markdown
    assert html(text) == as_html


@given(st.text(alphabet="ab1 *`_<&#~[](),.-\n", max_size=30))
def test_the_markdown_is_read_as_the_html_says(text: str) -> None:
    read = COMMONMARK.renderInline(markdown(text))
    assert unescape(read) == unescape(html(" ".join(text.split())))
