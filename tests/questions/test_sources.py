"""Sources are written in one way: a work has one spelling and a year, and places are real."""

import re
from collections import Counter
from typing import Final

import pytest

from quizzer.handbook.families import components
from quizzer.handbook.pages import page
from tests.questions.conftest import LIBRARY

DATED: Final = re.compile(r"(?P<work>.+?) \((?:[^()]*, )?(?P<year>(?:19|20)\d\d)\)")
FIRST_AUTHOR: Final = re.compile(r",| et al\.| and ")
# Who is cited for several works of one year, and for how many. Whoever is not is cited for one, so
# that a second spelling of a work, or a year of its preprint, shows.
SEVERAL: Final = {
    "Chen 2023": 2,
    "Cho 2014": 2,
    "DeepSeek-AI 2024": 2,
    "Dettmers 2022": 2,
    "He 2016": 2,
    "Kimi Team 2025": 2,
    "Kudo 2018": 2,
    "Mikolov 2013": 3,
    "Qwen Team 2025": 2,
    "Touvron 2023": 2,
    "Wang 2022": 2,
    "Wortsman 2023": 2,
}
# What changes with every version, and so is cited without a year.
UNDATED: Final = (
    "Hugging Face",
    "Jurafsky and Martin, Speech and Language Processing (3rd edition draft)",
    "Karpathy, nanoGPT",
    "fairseq",
    "flash-attention",
)
# The numbers of "Attention Is All You Need", which a third of the items cite.
NUMBERS: Final = {
    "section": "1 2 3 3.1 3.2 3.2.1 3.2.2 3.2.3 3.3 3.4 3.5 4 5 5.1 5.2 5.3 5.4 6 6.1 6.2 6.3 7",
    "equation": "1 2 3",
    "figure": "1 2 3 4 5",
    "table": "1 2 3 4",
    "footnote": "1 2 3 4 5",
}
SOURCES: Final = {source for item in LIBRARY.items.values() for source in item.sources} | {
    source for name in components() for source in re.split("; |: ", page(name).source)
}


def works() -> set[tuple[str, str]]:
    """Authors and title, and the year, of every work that is cited with one."""
    found = (DATED.match(source) for source in SOURCES)
    return {(dated["work"], dated["year"]) for dated in found if dated}


def test_a_work_has_one_spelling() -> None:
    cited = Counter(f"{FIRST_AUTHOR.split(work)[0]} {year}" for work, year in works())
    assert {name: count for name, count in cited.items() if count > 1} == SEVERAL


def test_a_work_has_one_year() -> None:
    years = Counter(work for work, _ in works())
    assert [work for work, count in years.items() if count > 1] == []


def test_a_work_has_a_title() -> None:
    assert [work for work, _ in works() if re.fullmatch(r".+ et al\.|\S+ and \S+|\S+", work)] == []


def test_what_has_no_year_is_code_or_documentation() -> None:
    cited = {source for item in LIBRARY.items.values() for source in item.sources}
    undated = {source for source in cited if not DATED.match(source)}
    documentation = re.compile(r"[\w ]+ documentation, |IEEE \d+-\d{4}, ")
    assert [s for s in undated if not s.startswith(UNDATED) and not documentation.match(s)] == []


@pytest.mark.parametrize(
    "slip",
    [
        r"\b(Section|Equation|Figure|Table|Algorithm|Appendix|Footnote|Chapter)s? [\dA-Z]",
        r"\bsections? [A-Z]\.\d",  # of an appendix
        r"\b(section|equation|figure|table) [\d.]+ (and|to) \d",  # of several
    ],
)
def test_places_are_named_in_one_way(slip: str) -> None:
    assert [source for source in SOURCES if re.search(slip, source)] == []


def test_places_in_the_paper_of_2017_exist() -> None:
    for source in SOURCES:
        if source.startswith("Vaswani"):
            for kind, numbers in re.findall(
                r"(\w+?)s? (\d[\d.]*(?:(?:, | and | to )\d[\d.]*)*)", source
            ):
                for number in re.findall(r"\d+(?:\.\d+)*", numbers):
                    assert number in NUMBERS.get(kind, "").split(), source
