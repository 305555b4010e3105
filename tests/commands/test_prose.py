"""Text of banks in a terminal, where nothing is set off."""

import pytest

from quizzer.commands.text import prose


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("Q is *multiplied*\nby **all** keys", "Q is multiplied by all keys"),
        ("**The `x * y * z` of it**", "The `x * y * z` of it"),
        ("`d**0.5 * 2**3`, d**0.5 and n*d*n", "`d**0.5 * 2**3`, d**0.5 and n*d*n"),
        ("* *one*\n* two", "* one\n* two"),
        ("```\nx *y* z\n```", "```\nx *y* z\n```"),
    ],
)
def test_emphasis_goes_without_its_asterisks_and_code_keeps_its_own(
    markdown: str, shown: str
) -> None:
    assert prose.wrap(markdown, 80) == shown
