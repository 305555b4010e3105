"""Banks load into a library, quickly when nothing has changed, and never half."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quizzer.bank.check import read_paths
from quizzer.bank.loading import (
    BankError,
    bundled_folder,
    load_folder,
    load_library,
    load_topics,
)
from quizzer.bank.schema import Item
from quizzer.diagnostics import Finding
from tests.bank.conftest import CHOICE, COMPUTE, bank, the_only, write_folder


def no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on only the cache can be loaded."""
    monkeypatch.setitem(sys.modules, "quizzer.bank.reading", None)


def test_a_library_knows_its_topics_banks_and_items(banks: Path) -> None:
    library, problems = load_folder(banks)
    assert problems == []
    assert [topic.id for topic in library.topics] == ["attention", "positions"]
    assert list(library.banks) == ["attention"]
    assert list(library.items) == ["plain-choice", "plain-compute"]
    assert library.topic_of("plain-compute") == "attention"
    assert [item.id for item in library.items_of("attention")] == list(library.items)
    assert library.items_of("positions") == []


def test_banks_are_in_the_order_of_the_check_list(banks: Path) -> None:
    (banks / "a-first.yaml").write_text(bank(CHOICE.replace("plain", "first"), topic="positions"))
    library, _ = load_folder(banks)
    assert list(library.banks) == ["attention", "positions"]
    assert list(library.items) == ["plain-choice", "plain-compute", "first-choice"]


def test_several_banks_of_one_topic_become_one(banks: Path) -> None:
    (banks / "more.yaml").write_text(bank(CHOICE.replace("plain", "more")) + "lesson: Text.\n")
    library, _ = load_folder(banks)
    assert [item.id for item in library.items_of("attention")][-1] == "more-choice"
    assert library.banks["attention"].lesson == "Text."


def test_what_is_sound_loads_beside_what_is_not(banks: Path) -> None:
    (banks / "bad.yaml").write_text(bank(CHOICE.replace("plain", "bad").replace("junior", "x")))
    (banks / "worse.yaml").write_text("{")
    library, problems = load_folder(banks)
    assert list(library.items) == ["plain-choice", "plain-compute"]
    assert [Path(p.path).name for p in problems] == ["bad.yaml", "worse.yaml"]


def test_a_folder_without_check_list_says_so(tmp_path: Path) -> None:
    (tmp_path / "bank.yaml").write_text(bank(CHOICE))
    problem = the_only(load_folder(tmp_path)[1])
    assert problem.path.endswith("checklist.yaml")
    assert "no such file" in problem.message


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    library, problems = load_folder(tmp_path / "nowhere")
    assert library.topics == ()
    told = {Path(problem.path).name: "no such file" in problem.message for problem in problems}
    assert told == {"checklist.yaml": True, "nowhere": True}


def test_a_folder_among_the_banks_is_told_and_not_read(banks: Path) -> None:
    (banks / "folder.yaml").mkdir()
    problem = the_only(load_folder(banks)[1])
    assert "folder.yaml" in problem.path
    assert "cannot be read" in problem.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_among_the_banks_is_told_and_not_waited_for(banks: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    os.mkfifo(own / "pipe.yaml")
    (flaw,) = load_library(tmp_path / "cache", extra=[own]).flaws
    assert "not a file" in flaw
    os.mkfifo(banks / "pipe.yaml")
    assert "not a file" in the_only(load_folder(banks)[1]).message


def test_a_file_larger_than_any_bank_is_told(banks: Path) -> None:
    (banks / "large.yaml").write_bytes(b"#" * 4_000_001)
    assert "too large for a bank" in the_only(load_folder(banks)[1]).message


def test_links_that_lead_in_a_circle_are_told(banks: Path) -> None:
    (banks / "one.yaml").symlink_to("other.yaml")
    (banks / "other.yaml").symlink_to("one.yaml")
    problems = load_folder(banks)[1]
    assert {Path(problem.path).name for problem in problems} == {"one.yaml", "other.yaml"}
    assert read_paths([banks / "one.yaml"]).problems


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_files_and_folders_that_may_not_be_read_are_told(banks: Path) -> None:
    for path in (banks / "bank.yaml", banks):
        path.chmod(0)
        problems = load_folder(banks)[1]
        path.chmod(0o700)
        assert any("permission denied" in problem.message for problem in problems)


def test_a_failure_shows_the_problems_as_a_compiler_does(banks: Path) -> None:
    (banks / "bank.yaml").write_text(bank(CHOICE.replace("junior", "jnior")))
    with pytest.raises(BankError, match=r"bank\.yaml:5:10: error \[plain-choice\]") as caught:
        load_library()
    assert "help: did you mean 'junior'?" in str(caught.value)
    assert len(caught.value.problems) == 1


def test_a_failure_of_many_problems_shows_the_first_and_counts_the_rest(banks: Path) -> None:
    wrong = [CHOICE.replace("plain", f"item-{i}").replace("junior", "x") for i in range(25)]
    (banks / "bank.yaml").write_text(bank(*wrong))
    with pytest.raises(BankError, match="and 15 more"):
        load_library()


def test_own_banks_load_beside_the_bundled_ones(banks: Path, tmp_path: Path, cache: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(bank(CHOICE.replace("plain", "own") + "  prerequisites: [plain-compute]\n"))
    assert "own-choice" in load_library(cache, extra=[own]).items
    assert "own-choice" in load_library(cache, extra=[own]).items
    assert "own-choice" not in load_library(cache).items


def test_own_items_are_inspected_again_when_what_inspects_them_has_changed(
    banks: Path, tmp_path: Path, cache: Path
) -> None:
    own, reference = tmp_path / "own.yaml", tmp_path / "reference.py"
    own.write_text(bank(CHOICE.replace("plain", "own")))
    reference.write_text("right = 1")

    class Inspector:
        def sources(self) -> list[Path]:
            return [reference]

        def problems_of(self, item: Item) -> list[Finding]:
            return [Finding(("title",), "is wrong")] if reference.read_text() != "right = 1" else []

    assert "own-choice" in load_library(cache, [own], Inspector()).items
    reference.write_text("right = 2")
    assert "own-choice" not in load_library(cache, [own], Inspector()).items


def test_an_own_folder_can_bring_topics(banks: Path, tmp_path: Path) -> None:
    own = write_folder(tmp_path / "own", bank(CHOICE.replace("plain", "own"), topic="mine"))
    (own / "checklist.yaml").write_text("topics:\n- {id: mine, title: Mine, about: Own.}\n")
    library = load_library(extra=[own])
    assert [topic.id for topic in library.topics] == ["attention", "positions", "mine"]
    assert library.topic_of("own-choice") == "mine"
    assert load_topics(extra=[own]) == library.topics


def test_the_cache_gives_back_what_was_read(
    banks: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = load_library(cache)
    assert load_topics(cache) == read.topics
    no_reading(monkeypatch)
    cached = load_library(cache)
    assert (cached.topics, cached.banks) == (read.topics, read.banks)
    assert load_topics(cache) == read.topics


def test_special_numbers_survive_the_cache(banks: Path, cache: Path) -> None:
    text = COMPUTE.replace("{integer: [2, 3]}", "{value: [.inf, -.inf, 1.5, null, [true]]}")
    (banks / "bank.yaml").write_text(bank(text.replace("[n, 3]", "[3]")))
    load_library(cache)
    item = load_library(cache).items["plain-compute"]
    expected = [float("inf"), float("-inf"), 1.5, None, [True]]
    assert item.given["n"].value == expected  # type: ignore[union-attr]  # a compute item


def test_a_changed_bank_is_read_again(banks: Path, cache: Path) -> None:
    load_library(cache)
    file = banks / "bank.yaml"
    before = file.stat()
    file.write_text(bank(CHOICE.replace("A title", "B title"), COMPUTE))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert load_library(cache).items["plain-choice"].title == "B title"


@pytest.mark.parametrize("damage", [b"", b"\x00", b"not a cache at all" * 100])
def test_a_damaged_cache_is_made_anew(
    banks: Path, cache: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = load_library(cache)
    for file in cache.iterdir():
        file.write_bytes(damage)
    assert load_library(cache).banks == read.banks
    no_reading(monkeypatch)
    assert load_library(cache).banks == read.banks


def test_any_damaged_byte_of_the_cache_is_noticed(banks: Path, cache: Path) -> None:
    read = load_library(cache)
    (compiled,) = cache.glob("banks-????????.msgpack")
    for file in list(cache.iterdir()):
        data = file.read_bytes()
        for index in range(0, len(data), 97):
            compiled.unlink()
            file.write_bytes(data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :])
            assert load_library(cache).banks == read.banks


def test_a_cache_that_cannot_be_written_is_done_without(banks: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert load_library(blocked / "cache").items
    assert load_topics(blocked)


def test_writing_the_cache_leaves_nothing_else_behind(banks: Path, cache: Path) -> None:
    load_library(cache)
    load_library(cache)
    assert {file.suffix for file in cache.iterdir()} == {".msgpack"}


def test_many_may_write_the_cache_at_once(banks: Path, cache: Path) -> None:
    expected = load_library().banks

    def load_and_spoil(number: int) -> bool:
        for file in cache.glob("*.msgpack") if number % 2 else []:
            file.unlink(missing_ok=True)
        return load_library(cache).banks == expected

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(load_and_spoil, range(40)))


def test_problems_are_not_cached(banks: Path, cache: Path) -> None:
    (banks / "bank.yaml").write_text("{")
    for _ in range(2):
        with pytest.raises(BankError):
            load_library(cache)


def test_the_bundled_banks_have_no_problems() -> None:
    library, problems = load_folder(bundled_folder())
    assert problems == []
    assert all(library.items_of(topic.id) for topic in library.topics)


def run(program: str, *arguments: str) -> str:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


LOADED = "print(sorted({'yaml', 'numpy', 'textual', 'difflib'} & set(sys.modules)))"


def test_loading_imports_nothing_heavy(banks: Path, cache: Path) -> None:
    load_library(cache)
    load_topics(cache)
    program = f"""
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from quizzer.bank import loading
loading.bundled_folder = lambda: Path(sys.argv[1])
cache = Path(sys.argv[2])
assert loading.load_topics(cache) and loading.load_library(cache).items
{LOADED}
"""
    assert run(program, str(banks), str(cache)) == "[]"


def test_reading_banks_imports_neither_numpy_nor_textual() -> None:
    assert run(f"import sys, quizzer.bank.check\n{LOADED}") == "['difflib', 'yaml']"
