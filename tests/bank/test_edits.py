"""After an edit only the file that changed is read again, and everything is as if all were."""

import gc
import os
import random
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quizzer.bank import digests, loading, reading
from quizzer.bank.files import files_of
from quizzer.bank.known_files import KnownFiles
from quizzer.bank.loading import load_library
from quizzer.bank.mistakes import words_for
from quizzer.bank.nodes import Node
from quizzer.bank.reading import Reading, read
from quizzer.bank.schema import kind_of
from quizzer.diagnostics import as_data, render
from quizzer.garbage import collection_paused
from tests.bank.conftest import (
    CHECKLIST,
    CHOICE,
    CODE,
    COMPUTE,
    FILL,
    MATCH,
    OPEN,
    ORDER,
    bank,
    write_folder,
)

ITEMS = (CHOICE, COMPUTE, CODE, FILL, MATCH, OPEN, ORDER)
IDS = [f"{who}-{kind}" for who in ("plain", "own") for kind in ("choice", "fill", "order", "code")]
NAMES = ("a.yaml", "b.yaml", "c.yaml", "checklist.yaml")


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files of which YAML was read."""
    seen: list[str] = []
    make = reading.source_of

    def source_of(data: bytes, path: str) -> Any:
        seen.append(Path(path).name)
        return make(data, path)

    monkeypatch.setattr(reading, "source_of", source_of)
    return seen


def some_text(name: str, rng: random.Random) -> bytes:
    """A check-list or a bank with links to others, ids that others have, and what goes wrong."""
    if name == "checklist.yaml":
        return CHECKLIST.replace(*rng.choice([("", ""), ("derive-the", "x"), ("- id", "- di")]))
    items = []
    for text in rng.sample(ITEMS, rng.randint(1, 3)):
        item = text.replace("plain-", rng.choice(["plain-", "own-"]))
        item += rng.choice(
            [
                "",
                f"  prerequisites: [{rng.choice(IDS)}]\n",
                f"  follow_ups: [{{item: {rng.choice(IDS)}, when: no-scale}}]\n",
                "  covers: [derive-the-scale, nowhere]\n",
            ]
        )
        items.append(item.replace(*rng.choice([("", ""), ("hints: [Think]", "hints: []")])))
    text = bank(*items, topic=rng.choice(["attention", "attention", "positions", "nowhere"]))
    text += rng.choice(["", "lesson: Read this.\n"])
    return text.replace(*rng.choice([("", ""), ("junior", "jnior"), ("kind: ", "kind: '")]))


def told(found: Reading) -> list[Any]:
    """All that can be known of a reading."""
    library = found.library
    return [
        [as_data(problem) for problem in found.problems],
        [render(problem, found.line(problem)) for problem in found.problems],
        repr((library.topics, library.banks)),  # nan differs from itself
        [item.id for item in found.items],
        {item: file.path for item, file in found.file_by_item.items()},
    ]


@pytest.mark.parametrize("seed", range(4))
def test_edits_tell_what_reading_from_nothing_tells(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    folder, memory = tmp_path / "banks", tmp_path / "files.msgpack"
    folder.mkdir()
    problems = 0
    for _ in range(25):
        file = folder / rng.choice(NAMES)
        if rng.random() < 0.1:
            file.unlink(missing_ok=True)
        else:
            file.write_text(some_text(file.name, rng))
        files = files_of([folder / "checklist.yaml", folder])
        known = KnownFiles(memory, b"rules")
        after_edit = read(files, known)
        known.keep()
        assert told(after_edit) == told(read(files))
        problems += len(after_edit.problems)
    assert problems > 100


def test_an_edit_reads_one_file(banks: Path, cache: Path, composed: list[str]) -> None:
    (banks / "more.yaml").write_text(bank(CHOICE.replace("plain", "more")))
    load_library(cache)
    assert sorted(composed) == ["bank.yaml", "checklist.yaml", "more.yaml"]
    composed.clear()
    (banks / "more.yaml").write_text(bank(CHOICE.replace("plain", "less")))
    (banks / "third.yaml").write_text(bank(CHOICE.replace("plain", "third")))
    library = load_library(cache)
    assert list(library.items) == ["plain-choice", "plain-compute", "less-choice", "third-choice"]
    assert composed == ["more.yaml", "third.yaml"]


def test_another_version_reads_everything_again(
    banks: Path, cache: Path, composed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_library(cache)
    composed.clear()
    monkeypatch.setattr(loading, "__version__", "another")
    load_library(cache)
    assert sorted(composed) == ["bank.yaml", "checklist.yaml"]


def test_an_item_is_told_where_it_stands_though_its_id_is_taken(tmp_path: Path) -> None:
    """The id is first seen in an item that is lost to a syntax error, in another file."""
    folder = write_folder(tmp_path / "banks", bank(CHOICE.replace("title: A", "title: : A")))
    (folder / "more.yaml").write_text(bank(CHOICE.replace("hints: [Think]", "hints: []")))
    found = read(files_of([folder / "checklist.yaml", folder]))
    places = [(Path(p.path).name, p.line) for p in found.problems if p.item == "plain-choice"]
    assert places == [("bank.yaml", 4), ("more.yaml", 3), ("more.yaml", 3)]


def test_lists_tell_what_the_items_say(banks: Path, cache: Path) -> None:
    (banks / "more.yaml").write_text(bank(FILL, CODE, topic="positions"))
    for _ in range(2):  # read, and from the cache
        library = load_library(cache)
        assert [head.id for head in library.heads] == list(library.items)
        for topic in library.topics:
            for head, item in zip(
                library.heads_of(topic.id), library.items_of(topic.id), strict=True
            ):
                assert (head.id, head.title, head.level) == (item.id, item.title, item.level)
                assert (head.kind, head.tags, head.covers) == (
                    kind_of(item),
                    item.tags,
                    item.covers,
                )
                assert head.mistakes == list(words_for(item))
                assert library.items[head.id] is item
                assert library.topic_of(head.id) == topic.id


# Digests: when the dates of a file are trusted.


def dated(monkeypatch: pytest.MonkeyPatch, tick: int) -> None:
    """A file system whose clock goes on once in `tick` nanoseconds only."""

    def status(path: bytes) -> SimpleNamespace:
        real = os.stat(path)
        modified, changed = (t // tick * tick for t in (real.st_mtime_ns, real.st_ctime_ns))
        return SimpleNamespace(
            st_size=real.st_size, st_mtime_ns=modified, st_ctime_ns=changed, st_ino=real.st_ino
        )

    own = SimpleNamespace(**{**vars(os), "stat": status})
    monkeypatch.setattr(digests, "os", own)


@pytest.mark.parametrize("tick", [1, 1_000_000_000, 2_000_000_000])
def test_no_edit_is_missed_however_coarse_the_clock(
    banks: Path, cache: Path, tick: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dated(monkeypatch, tick)
    for letter in "ABCDEFGH":  # of one length, all within a tick
        with (banks / "bank.yaml").open("r+") as file:
            file.write(bank(CHOICE.replace("A title", f"{letter} title"), COMPUTE))
        for _ in range(2):
            assert load_library(cache).items["plain-choice"].title == f"{letter} title"


def later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    now = time.time_ns() + seconds * 1_000_000_000
    monkeypatch.setattr(digests, "time", SimpleNamespace(time_ns=lambda: now))


def test_a_file_that_has_settled_is_not_read_again(
    banks: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, 10)
    before = load_library(cache)
    with monkeypatch.context() as patch:
        patch.setattr(digests, "bytes_of", None)
        assert load_library(cache).banks == before.banks
    file = banks / "bank.yaml"
    dates = file.stat()
    file.write_text(bank(CHOICE.replace("A title", "B title"), COMPUTE))
    os.utime(file, ns=(dates.st_atime_ns, dates.st_mtime_ns))  # as some tools do
    assert load_library(cache).items["plain-choice"].title == "B title"


def test_a_file_from_the_future_is_always_read(
    banks: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, -3600)  # the clock was set back
    load_library(cache)
    with monkeypatch.context() as patch:
        patch.setattr(digests, "bytes_of", None)
        with pytest.raises(TypeError):
            load_library(cache)


def test_of_a_bank_that_was_read_the_tree_is_let_go_at_once(banks: Path) -> None:
    gc.collect()
    before = number_of_nodes()
    with collection_paused():
        read_now = read(files_of([banks]))
        assert number_of_nodes() == before
    assert read_now.items


def number_of_nodes() -> int:
    return sum(isinstance(thing, Node) for thing in gc.get_objects())
