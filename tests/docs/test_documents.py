"""What the documents say is so: commands print that, listings load, links lead somewhere."""

import contextlib
import html
import io
import os
import re
import runpy
from functools import cache
from itertools import chain, count
from pathlib import Path
from textwrap import indent

import pytest

from quizzer.bank.check import read_paths
from quizzer.cli import COMMANDS, main
from quizzer.grading import inspection
from tests.bank.conftest import CHOICE, OPEN
from tests.bundled import bundled

ROOT = Path(__file__).parent.parent.parent
TOOL = runpy.run_path(str(ROOT / "docs" / "transcripts.py"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
SHOWING = [document for document in DOCUMENTS if "```console" in document.read_text("utf-8")]

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@pytest.mark.usefixtures("bundled_once")
@pytest.mark.parametrize("document", SHOWING, ids=lambda path: path.name)
def test_commands_print_what_is_shown(document: Path) -> None:
    said = "run `python docs/transcripts.py` and look at what it changed"
    assert TOOL["followed"](document) == document.read_text(encoding="utf-8"), said


def test_the_picture_of_the_check_list_has_the_counts_of_today() -> None:
    library = bundled()
    pieces = re.findall(r">([^<>]+)</text>", (ROOT / "docs" / "home.svg").read_text("utf-8"))
    shown = html.unescape(" ".join(pieces)).replace("\xa0", " ")
    said = "run `python docs/screenshots.py` and look at the pictures"
    assert f"of {len(library.items)} items seen" in shown, said
    totals = [int(total) for total in re.findall(r"\d/(\d+) ", shown)]
    assert totals == [len(library.heads_of(topic.id)) for topic in library.topics][: len(totals)]


def listings() -> list[str]:
    """The YAML listings that are no file of their own; those that are, the commands check."""
    blocks = (TOOL["FENCE"].finditer(document.read_text("utf-8")) for document in DOCUMENTS)
    return [match["text"] for match in chain(*blocks) if match["info"] == "yaml"]


def test_listings_are_sound_items_or_fields_of_one(tmp_path: Path) -> None:
    file = tmp_path / "listings.yaml"
    file.write_text("topic: attention\nitems:\n" + "".join(map(as_item, count(), listings())))
    reading = read_paths([file])
    assert [str(problem) for problem in reading.problems] == []
    assert {item.id: inspection.problems_of(item, 3) for item in reading.items} == {
        item.id: [] for item in reading.items
    }
    assert len(reading.items) == len(listings())


def as_item(number: int, listing: str) -> str:
    """A listing that begins with an item as it is, fields as those of an item."""
    known = "  - {text: Nor this, because: Not so, mistake: no-scale}\n"
    host = OPEN if "missed-" in listing else CHOICE + known
    fields = host.replace("- id: plain", f"- id: listing-{number}") + indent(listing, "  ")
    return listing if listing.startswith("- id:") else fields


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for path, _, place in (link.partition("#") for link in links(text)):
        target = document.parent / path if path else document
        assert target.exists(), path
        if place:
            assert place in headings(target), f"{path}#{place}"


def links(text: str) -> list[str]:
    outside_listings = TOOL["FENCE"].sub("", text)
    return re.findall(r"\]\((?!https?:)([^)\s]+)\)", outside_listings)


def headings(document: Path) -> set[str]:
    """The places in a document that links can lead to, as they are named on the web."""
    text = TOOL["FENCE"].sub("", document.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@every_document
def test_named_files_are_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    folders = "benchmarks|docs|questions|quizzer|reference|tests"
    for path in re.findall(rf"`((?:{folders})/[\w./-]*)`", text):
        assert "NN" in path or (ROOT / path).exists(), path


@every_document
def test_named_commands_and_their_options_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8").replace("\\|", "|")
    named = re.findall(r"`quizzer ([^`\n]+)`", text)
    shown = re.findall(r"^(?:\$ )?(?:echo .* \| )?quizzer ([^\n]+)$", text, re.MULTILINE)
    for line in [*named, *shown]:
        command = line.split()[0]
        if command.startswith("--") or command.isupper():
            continue
        assert command in COMMANDS, line
        for option in re.findall(r"(?<![\w-])--[a-z-]+", line):
            assert option in options(command), line


def test_the_table_of_commands_names_them_all() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `quizzer ([a-z]+)", text, re.MULTILINE)) == sorted(COMMANDS)


@cache
def options(command: str) -> set[str]:
    help_text = io.StringIO()
    with contextlib.redirect_stdout(help_text):
        main([command, "--help"])
    return set(re.findall(r"--[a-z-]+", help_text.getvalue()))


def test_every_document_is_in_the_index() -> None:
    index = links((ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
    others = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert others <= {os.path.basename(link) for link in index}


def test_the_readme_starts_the_app_and_runs_the_tests_from_nothing_in_a_command_each() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    steps = [line.split(" && ") for line in readme.splitlines() if " -m venv " in line]
    assert [commands[0] for commands in steps] == ["python3 -m venv .venv"] * 2
    (_, install, app), (_, install_for_tests, tests) = steps
    assert (install, app) == (".venv/bin/pip install .", ".venv/bin/quizzer")
    assert install_for_tests == ".venv/bin/pip install -e '.[dev]'"
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert f"step {tests.removeprefix('.venv/bin/')}" in checks
