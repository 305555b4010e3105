"""An Anki package that can be imported again and again: the cards keep their ids."""

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quizzer.bank.schema import Item
from quizzer.exports.exported import Exported, chosen
from tests.exports.builders import choice, code, compute, fill, item, library_of

pytest.importorskip("genanki")
from quizzer.exports import anki


def write(file: Path, *items: Item) -> Exported:
    return anki.write(chosen(library_of(*items)), file)


def content(file: Path) -> tuple[dict[str, list[str]], dict[str, str], dict[str, Any]]:
    """The fields and the guid of each note by its item's id, and the decks."""
    folder = file.parent / "unpacked"
    with zipfile.ZipFile(file) as package:
        package.extract("collection.anki2", folder)
    with closing(sqlite3.connect(folder / "collection.anki2")) as collection:
        notes = collection.execute("SELECT flds, guid FROM notes").fetchall()
        (decks,) = collection.execute("SELECT decks FROM col").fetchone()
    fields = {row[0].split("\x1f")[0]: row[0].split("\x1f") for row in notes}
    guids = {row[0].split("\x1f")[0]: row[1] for row in notes}
    return fields, guids, json.loads(decks)


def test_each_kind_but_code_is_a_card(tmp_path: Path) -> None:
    file = tmp_path / "cards.apkg"
    exported = write(
        file,
        choice("c-1"),
        fill("f-1", x=["right", "also"]),
        compute("n-1"),
        item("o-1", "order", sequence=["first", "second"]),
        item("m-1", "match", pairs=[{"left": "a", "right": "b"}, {"left": "c", "right": "d"}]),
        item("e-1", "open", key_points=[{"text": "point"}], model_answer="Model."),
        code("w-1"),
    )
    fields, _, _ = content(file)
    assert exported.carried == len(fields) == 6
    assert [(left.item, left.why) for left in exported.left_out] == [
        ("w-1", "a card cannot run code")
    ]
    assert {loss.item for loss in exported.reduced} == {"c-1", "f-1", "n-1"}
    answers = {name: entry[3] for name, entry in fields.items()}
    assert "<b>right</b> (also: also)" in answers["f-1"]
    assert "0.693" in answers["n-1"]  # ln 2
    assert "<li>first</li><li>second</li>" in answers["o-1"]
    assert "a — b" in answers["m-1"]
    assert "Model." in answers["e-1"]
    assert "point" in answers["e-1"]


def test_the_right_option_is_marked_and_the_wrong_one_explained(tmp_path: Path) -> None:
    write(tmp_path / "cards.apkg", choice("c-1", False, True))
    fields, _, _ = content(tmp_path / "cards.apkg")
    _, _, question, answer, why, sources = fields["c-1"]
    assert "✓" not in question
    assert "<i>not 0</i>" in answer
    letter = answer[answer.index("✓") + 5]
    assert f"<b>{letter}</b> option 1" in question
    assert why == "<p>Because.</p>\n"
    assert "The book" in sources


def test_an_edited_item_keeps_its_id_so_that_anki_updates_it(tmp_path: Path) -> None:
    write(tmp_path / "first.apkg", choice("c-1"), choice("c-2"))
    write(tmp_path / "second.apkg", item("c-1", "choice", title="New", options=_OPTIONS))
    _, first, decks = content(tmp_path / "first.apkg")
    fields, second, decks_again = content(tmp_path / "second.apkg")
    assert first["c-1"] == second["c-1"] != first["c-2"]
    assert fields["c-1"][1] == "New"
    assert decks.keys() == decks_again.keys()


def test_text_from_a_bank_is_never_markup(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script> a[i] & b"
    write(
        tmp_path / "cards.apkg",
        item("c-1", "choice", title=evil, prompt=evil, explanation=evil, options=_OPTIONS),
    )
    fields, _, _ = content(tmp_path / "cards.apkg")
    for field in fields["c-1"][1:3]:
        assert "<script" not in field
        assert "a[i] &amp; b" in field


_OPTIONS = [{"text": "a", "correct": True}, {"text": "b"}]


def test_emphasis_in_short_texts_is_emphasis_and_other_asterisks_stay(tmp_path: Path) -> None:
    file = tmp_path / "cards.apkg"
    pairs = [{"left": "*all* keys", "right": "n*d*d"}, {"left": "c", "right": "`a*b*c`"}]
    write(file, item("m-1", "match", pairs=pairs))
    (_, _, question, answer, *_), *_ = content(file)[0].values()
    assert "<li><em>all</em> keys</li>" in question
    assert "<em>all</em> keys — n*d*d" in answer
    assert "c — <code>a*b*c</code>" in answer
