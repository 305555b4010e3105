"""Documents lay themselves out for any width."""

import pytest
from rich.cells import cell_len
from textual.content import Content

from quizzer.tui.documents.document import Band, Listing, Paragraph, from_markdown
from quizzer.tui.documents.matrices import Figure


def test_a_paragraph_hangs_under_its_marker() -> None:
    paragraph = Paragraph("• ", Content("one two three four"))
    assert paragraph.fit(11).plain.splitlines() == ["• one two ", "  three ", "  four"] or (
        paragraph.fit(11).plain.splitlines() == ["• one two", "  three", "  four"]
    )


@pytest.mark.parametrize("width", [1, 2, 3, 7, 20, 80])
def test_paragraphs_fit_into_any_width_that_holds_their_marker(width: int) -> None:
    lines = Paragraph("", Content("注意 is all you need")).fit(width).plain.splitlines()
    assert all(cell_len(line.rstrip()) <= max(width, 2) for line in lines)


def test_listings_and_figures_say_how_wide_they_must_be() -> None:
    assert Listing(Content("ab\nabcd"), indent=2).least == 6
    figure = Figure(Content("name"), [Content("[1 2 3]")])
    assert Band([figure, figure], indent=1).least == 8
    assert Band([figure, figure], indent=1).fit(8).plain.splitlines() == [
        " name",
        " [1 2 3]",
        " ",
        " name",
        " [1 2 3]",
    ]


def test_markdown_keeps_lists_together_and_parts_the_rest() -> None:
    elements = from_markdown("Text.\n\n- one\n- two\n\n    code\n\nEnd.")
    page = "\n".join(element.fit(40).plain for element in elements)
    assert page.splitlines()[:4] == ["Text.", "", "• one", "• two"]
    assert page.splitlines()[-1] == "End."
