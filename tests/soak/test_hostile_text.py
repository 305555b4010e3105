"""Hostile text in banks and answers: nothing steers the terminal, the page or the document."""

import json
import random
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

from quizzer.bank import check, files, loading
from quizzer.bank.library import Library
from quizzer.bank.loading import load_folder
from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import present
from quizzer.grading.grade import grade
from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.soak.commanding import Result, run
from tests.soak.conftest import Chance
from tests.soak.hostile import expect_calm, hostile_bank, hostile_checklist, hostile_text
from tests.soak.mutating import mutated

_PAGE = """
html head meta title style body main header footer section nav article aside div span p br hr h1 h2
h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td strong em b i s small code
pre details summary a figure figcaption svg g rect line path circle text polyline desc abbr time
mark sup sub blockquote del
"""
PAGE = set(_PAGE.split())


class Page(HTMLParser):
    """What is dangerous in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in PAGE:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            leads_out = name in ("href", "src", "action", "xlink:href") and not (
                value or ""
            ).startswith(("#", "https://github.com/"))
            if name.startswith("on") or leads_out:
                self.found.append(f"<{tag} {name}={value!r}>")


def expect_harmless_page(text: str, label: str) -> None:
    page = Page()
    page.feed(text)
    page.close()
    assert not page.found, f"{label}: {page.found[:5]}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "banks"
    folder.mkdir()
    for module in (files, loading, check):
        monkeypatch.setattr(module, "bundled_folder", lambda: folder)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    return folder


def hostile_library(folder: Path, rng: random.Random) -> Library:
    (folder / "checklist.yaml").write_text(hostile_checklist(rng), encoding="utf-8")
    (folder / "bank.yaml").write_text(hostile_bank(rng), encoding="utf-8")
    library, problems = load_folder(folder)
    assert not problems, "\n".join(map(str, problems))[:2_000]
    return library


def test_hostile_text_is_only_ever_shown(folder: Path, home: Path, chance: Chance) -> None:
    for label, rng in chance.rounds(short=1, long=150):
        library = hostile_library(folder, rng)
        _write_own_bank(home / "banks", rng)
        _record(library, home / "progress.sqlite3", rng)
        for item in library.items.values():
            name = item.id
            for arguments in (["show", name], ["show", name, "--solution"]):
                _expect_shown(run(*arguments), label)
                _expect_json(run(*arguments, "--json"), label)
            asked = [ask.name for ask in present(item, draw(item, 0)).asks if not ask.optional]
            answer = json.dumps({ask: hostile_text(rng) for ask in asked})
            _expect_shown(run("answer", name, "--record", stdin=answer), label)
            _expect_shown(run("answer", name, stdin=hostile_text(rng)), label)
            _expect_json(run("answer", name, "--json", stdin=answer), label, may_fail=True)
        _expect_shown(run("list"), label)
        _expect_json(run("list", "--json"), label)
        for banks in ([], [str(folder)]):
            _expect_shown(run("check", *banks), label)
            _expect_json(run("check", *banks, "--json"), label)
        lines = "\n".join(hostile_text(rng).replace("\n", " ") for _ in range(40))
        _expect_shown(run("practice", "attention", stdin=lines), label)
        _expect_reports(label)
        for form in ("gift", "anki"):
            _expect_shown(run("export", "--format", form), label)


def _write_own_bank(own: Path, rng: random.Random) -> None:
    """A bank of the learner's own, spoilt in its text and in its name."""
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir()
    name = hostile_text(rng).replace("/", "").replace("\0", "").encode(errors="replace")[:200]
    file = own / f"{name.decode(errors='ignore')}.yaml"
    file.write_bytes(mutated(hostile_bank(rng), rng).encode(errors="replace"))


def _record(library: Library, path: Path, rng: random.Random) -> None:
    """Hostile answers in the log, as the app would write them."""
    log = Log.open(path)
    study = Study(library, log)
    for item in library.items.values():
        variant = draw(item, 0)
        answer = {ask.name: hostile_text(rng)[:300] for ask in present(item, variant).asks}
        verdict = grade(item, variant, answer)
        if verdict.status != "invalid":
            study.record(variant, answer, verdict)
    log.close()


def _expect_shown(result: Result, label: str) -> None:
    assert result.code in (0, 1, 2), label
    expect_calm(result.out, label)
    expect_calm(result.err, label)


def _expect_json(result: Result, label: str, *, may_fail: bool = False) -> None:
    if result.out or not may_fail:
        json.loads(result.out)
    expect_calm(result.out, label)
    expect_calm(result.err, label)


def _expect_reports(label: str) -> None:
    page = run("report", "--format", "html")
    assert page.code == 0, label
    expect_harmless_page(page.out, label)
    document = run("report")
    assert document.code == 0, label
    expect_calm(document.out, label)
    expect_harmless_page(MarkdownIt().enable("table").render(document.out), label)
    _expect_json(run("report", "--format", "json"), label)
    rows = run("report", "--format", "csv")
    assert rows.code == 0, label
    expect_calm(rows.out.replace("\r\n", "\n"), label)


def test_a_prompt_of_a_megabyte_is_shown_soon(folder: Path, chance: Chance) -> None:
    for label, rng in chance.rounds(short=1, long=3):
        library = hostile_library(folder, rng)
        text = (folder / "bank.yaml").read_text(encoding="utf-8")
        data = yaml.safe_load(text)
        data["items"][0]["prompt"] = rng.choice(["word " * 200_000, "x" * 10**6, "漢" * 300_000])
        (folder / "bank.yaml").write_text(yaml.safe_dump(data, allow_unicode=True, width=10**9))
        assert library.items
        _expect_shown(run("show", "chosen"), label)
        _expect_shown(run("answer", "chosen", stdin="A"), label)
