"""`quizzer export`: files for Anki and Moodle, with a list of what they could not take."""

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer

GIFT = ("export", "--format", "gift", "--topic", "masks")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_gift_is_written_and_what_does_not_fit_is_listed(quizzer: Quizzer, folder: Path) -> None:
    result = quizzer("export", "--format", "gift", "--topic", "attention")
    assert result.code == 0
    assert " items written to quizzer.gift.\n" in result.out
    assert "Left out:\n" in result.out
    assert "sdpa-by-hand" in result.out
    text = (folder / "quizzer.gift").read_text(encoding="utf-8")
    assert text.startswith("$CATEGORY: quizzer/Attention\n")
    assert text.count("$CATEGORY") == 1


def test_anki_gets_a_package(quizzer: Quizzer, folder: Path) -> None:
    pytest.importorskip("genanki")
    result = quizzer("export", "--format", "anki", "--topic", "masks", "--output", "my.apkg")
    assert result.code == 0
    assert "collection.anki2" in zipfile.ZipFile(folder / "my.apkg").namelist()
    assert sorted(file.name for file in folder.iterdir() if file.is_file()) == ["my.apkg"]


def test_json_lists_every_item_that_lost_something(quizzer: Quizzer) -> None:
    result = quizzer("export", "--format", "gift", "--json")
    exported = json.loads(result.out)
    assert exported["schema"] == "quizzer-export/1"
    assert exported["file"] == "quizzer.gift"
    assert exported["carried"] > 0
    assert {"item", "why"} == set(exported["left_out"][0]) == set(exported["reduced"][0])


def test_without_the_library_it_says_how_to_get_it(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    result = quizzer("export", "--format", "anki")
    assert (result.code, result.out) == (2, "")
    assert "pip install 'quizzer[anki]'" in result.err
    assert not [file for file in folder.iterdir() if file.is_file()]


def test_a_place_that_cannot_be_written_is_said(quizzer: Quizzer) -> None:
    result = quizzer(*GIFT, "--output", "no/such/folder/items.gift")
    assert (result.code, result.out) == (2, "")
    assert "no/such/folder/items.gift cannot be written: No such file" in result.err


@pytest.mark.parametrize("place", [".", "/", "pipe"])
def test_what_is_no_file_is_not_replaced(quizzer: Quizzer, folder: Path, place: str) -> None:
    os.mkfifo(folder / "pipe")
    result = quizzer(*GIFT, "--output", place)
    assert (result.code, result.out) == (2, "")
    assert f"{place} exists and is not a file" in result.err
    assert (folder / "pipe").is_fifo()


def test_a_link_is_followed_not_replaced(quizzer: Quizzer, folder: Path) -> None:
    (folder / "link").symlink_to("items.gift")
    for _ in range(2):  # at first it leads nowhere
        assert quizzer(*GIFT, "--output", "link").code == 0
        assert (folder / "link").is_symlink()
        assert (folder / "items.gift").is_file()


def test_a_format_is_needed_and_must_be_known(quizzer: Quizzer) -> None:
    assert quizzer("export").code == 2
    assert "no format is called 'pdf'" in quizzer("export", "--format", "pdf").err
