"""The HTML report is one file that asks for nothing, and shows text as it stands."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quizzer.configuration.settings import Settings
from quizzer.progress.statistics import Share
from quizzer.reports import html
from quizzer.reports.charts import strip
from quizzer.study.study import Study
from tests.reports.reporting import practise, report_on
from tests.study.builders import RIGHT, TEMPTED, WRONG, Machine, fill, library
from tests.study.interviewing import answer_all, begin

VOID = {"meta", "br"}
PLACES = {"x", "y", "x1", "y1", "x2", "y2", "cx", "cy"}
MONTHS = ["Nov", "Dec", "Jan", "Feb", "Mar", "Apr"]
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    items = [fill("a-1", title=f"Why a[i] & {SCRIPT}"), fill("a-2")]
    machine = Machine(tmp_path, library(attention=items, masks=[fill("m-1")]))
    yield machine
    machine.close()


def page_of(study: Study) -> str:
    return html.render(report_on(study))


def studied(machine: Machine) -> Study:
    """Some weeks, with every kind of figure to draw."""
    study = machine.start()
    for confidence in (3, 0, 1, 2, 3):
        session = study.start_practice("attention")
        machine.clock.pass_seconds(40)
        session.submit(TEMPTED if confidence % 2 else RIGHT, confidence=confidence)
        session.advance()
        session.submit({"x": SCRIPT} if confidence == 2 else WRONG, confidence=confidence)
        session.advance()
        session.leave()
        machine.clock.pass_days(8)
    return study


class Outline(HTMLParser):
    """Tags that open and close, attributes, and visible text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(page: str) -> Outline:
    parser = Outline()
    parser.feed(page)
    assert parser.open == []
    return parser


def test_the_page_is_whole_and_fetches_and_runs_nothing(machine: Machine) -> None:
    page = page_of(studied(machine))
    found = outline(page)
    assert not {"script", "link", "img", "iframe", "object"} & set(found.tags)
    names = {name for name, _ in found.attributes}
    assert not {"src", "href", "style"} & names
    assert not [name for name in names if name.startswith("on")]
    assert "url(" not in page
    assert "@import" not in page
    assert "http://" not in page
    assert "https://" not in page


def test_titles_and_answers_are_text(machine: Machine) -> None:
    page = page_of(studied(machine))
    assert "<script" not in page
    assert "Why a[i] &amp; &lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_every_figure_is_well_formed_and_says_what_it_shows(machine: Machine) -> None:
    page = page_of(studied(machine))
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page)
    assert len(captions) == 6
    figures = re.findall(r"<figure>(<svg.*?</svg>)", page, re.DOTALL)
    assert len(figures) == 6
    for figure, caption in zip(figures, captions, strict=True):
        picture = ElementTree.fromstring(figure)
        assert picture.get("role") == "img"
        assert picture.get("aria-label") == caption
        assert len(list(picture)) > 1


def test_nothing_is_drawn_outside_its_picture(machine: Machine) -> None:
    page = page_of(studied(machine))
    for figure in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        picture = ElementTree.fromstring(figure)
        _, _, width, height = map(float, str(picture.get("viewBox")).split())
        for shape in picture.iter():
            place = {name: float(v) for name, v in shape.items() if name in PLACES}
            for name, value in place.items():
                assert 0 <= value <= (width if "x" in name else height), (shape.tag, name, value)
            assert place.get("x", 0) + float(shape.get("width") or 0) <= width


def test_the_calendar_names_its_months_and_has_a_square_for_each_day(machine: Machine) -> None:
    page = page_of(studied(machine))  # up to the 11th of April, half a year back
    calendar = page.partition("<figure>")[2].partition("</figure>")[0]
    assert re.findall(">([A-Z][a-z]{2})</text>", calendar) == ["Mon", "Thu", "Sun", *MONTHS]
    squares = re.findall(r'class="level-(\d)".*?<title>([\d-]+): (\d+) answer', calendar)
    assert [square for square in squares if square[2] != "0"] == [
        ("4", day, "2") for day in ("2026-03-02", "2026-03-10", "2026-03-18", "2026-03-26")
    ] + [("4", "2026-04-03", "2")]
    assert squares[-1][1] == "2026-04-11"


def test_what_was_said_stands_against_what_was_right(machine: Machine) -> None:
    page = page_of(studied(machine))
    (figure,) = (f for f in re.findall(r"<svg.*?</svg>", page) if "Stated confidence" in f)
    dots = [shape.attrib for shape in ElementTree.fromstring(figure) if shape.tag == "circle"]
    # of two guesses one was right, as of what was said at 75 %; nothing at 50 % and at 95 %
    assert sorted(float(dot["cy"]) for dot in dots) == [160 - 75, 160 - 75, 160, 160]


def test_a_strip_shows_share_and_interval_to_scale() -> None:
    """8 of 10: Wilson gives 49 to 94 %; the line is 64 wide."""
    picture = ElementTree.fromstring(strip(Share(hits=8, n=10)))
    interval, mark = picture.find("rect"), picture.find("circle")
    assert interval is not None
    assert mark is not None
    assert float(interval.get("x", "")) == pytest.approx(0.490 * 64, abs=0.1)
    assert float(interval.get("width", "")) == pytest.approx((0.943 - 0.490) * 64, abs=0.1)
    assert float(mark.get("cx", "")) == pytest.approx(0.8 * 64, abs=0.1)


def test_below_five_answers_no_share_is_drawn() -> None:
    assert "circle" not in strip(Share(hits=4, n=4))


def test_a_table_has_no_empty_line_beside_what_is_not_known_yet(machine: Machine) -> None:
    study = machine.start()
    study.start_items(["a-1"]).submit(RIGHT)
    page = page_of(study)
    table = page[page.index("Where things stand") : page.index("</table>")]
    assert "not enough data (1 of 1)</td>" in table
    assert "<svg" not in table


def test_it_has_colours_for_light_dark_and_paper(machine: Machine) -> None:
    page = page_of(machine.start())
    for wanted in ("prefers-color-scheme: dark", "@media print", "size: A4"):
        assert wanted in page


@pytest.mark.parametrize(("retention", "height"), [(0.9, "17"), (0.8, "26")])
def test_retention_is_compared_with_what_the_settings_aim_at(
    machine: Machine, retention: float, height: str
) -> None:
    before = studied(machine)
    study = Study(before.library, before.log, before.clock, Settings(retention=retention))
    (figure,) = re.findall(r"<figure>(<svg[^>]*Weekly retention.*?</svg>)", page_of(study))
    assert f"the dashed line is the {100 * retention:.0f} % that" in figure
    dashed = [s.attrib for s in ElementTree.fromstring(figure) if s.get("class") == "target"]
    assert [(line["y1"], line["y2"]) for line in dashed] == [(height, height)]


def test_an_empty_log_is_said_to_be_empty_without_empty_figures(machine: Machine) -> None:
    page = page_of(machine.start())
    outline(page)
    assert "Nothing has been answered yet" in page
    assert "<figure>" not in page


def test_one_answer_makes_a_sensible_page(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT)
    page = page_of(study)
    outline(page)
    assert "Time a week" not in page  # it took no time
    assert "not enough data (1 of 1)" in page


def test_the_five_dimensions_of_interviews_may_wrap_to_fit_the_page(machine: Machine) -> None:
    answer_all(begin(machine))
    page = page_of(machine.start())
    heads = [f'<th scope="col">{name}</th>' for name in ("Concepts", "Computation", "Explanation")]
    assert [head for head in heads if head not in page] == []
    assert '<th scope="col" class="short">Day</th>' in page
