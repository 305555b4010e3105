"""Mutated bank files: each loads or gets a located message, soon, and never fails otherwise."""

import random
import re
import time
from pathlib import Path

import pytest

from quizzer.bank.check import read_paths
from quizzer.bank.files import CHECKLIST, bundled_folder
from quizzer.bank.reading import read
from quizzer.bank.schema import CodeItem
from quizzer.commands.check import MOST_SHOWN
from quizzer.diagnostics import as_data, render
from quizzer.exercises.inspection import problems_of
from tests.commands.answering import BANKS
from tests.soak.conftest import Chance
from tests.soak.mutating import mutated

SMALL_TOPICS = """
- {id: words, title: Words, about: Tokens, points: [{id: say, text: can say}]}
- {id: scales, title: Scales, about: Weights, points: [{id: scale, text: can}]}
"""
MOST_SECONDS = 1.0  # of processor time
MOST_ITEMS = 6  # of a bundled bank: a part of it is enough to go wrong in

_LINKS = re.compile(r"(?m)^  (?:follow_ups|prerequisites):.*\n(?:  [- ] .*\n)*")


def _some_items(text: str, rng: random.Random) -> str:
    """The head of a bank and a few of its items, without what leads to the others."""
    head, *items = re.split(r"(?m)^(?=- id:)", _LINKS.sub("", text))
    first = rng.randrange(max(1, len(items)))
    return head + "".join(items[first : first + MOST_ITEMS])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a check-list that has all topics and points."""
    topics = (bundled_folder() / CHECKLIST).read_text(encoding="utf-8")
    (tmp_path / CHECKLIST).write_text(topics + SMALL_TOPICS)
    return tmp_path


@pytest.fixture(scope="module")
def originals() -> list[tuple[str, str]]:
    """Names and texts: two small banks of all kinds, and those that come with quizzer."""
    own = [(f"{name}.yaml", text) for name, text in BANKS.items()]
    files = sorted(bundled_folder().glob("*.yaml"))
    return own * 4 + [(file.name, file.read_text(encoding="utf-8")) for file in files]


def test_a_mutated_bank_loads_or_tells_what_and_where(
    folder: Path, originals: list[tuple[str, str]], chance: Chance
) -> None:
    for label, rng in chance.rounds(short=15, long=10_000):
        name, text = rng.choice(originals)
        sound = (folder / CHECKLIST).read_text(encoding="utf-8")
        data = mutated(_some_items(text, rng), rng).encode(errors="surrogatepass")
        if rng.random() < 0.1:
            place = rng.randint(0, len(data))
            data = data[:place] + rng.randbytes(rng.randint(1, 4)) + data[place:]
        is_checklist = name == CHECKLIST
        file = folder / (CHECKLIST if is_checklist else "bank.yaml")
        file.write_bytes(data)
        start = time.process_time()
        try:
            _expect_words(file)
        except BaseException as error:
            raise AssertionError(f"{label}\n{data[:3000]!r}") from error
        assert time.process_time() - start < MOST_SECONDS, f"{label}: slow\n{data[:3000]!r}"
        if is_checklist:
            file.write_text(sound)


def _expect_words(file: Path) -> None:
    reading = read([file.parent / CHECKLIST, file] if file.name != CHECKLIST else [file])
    for problem in reading.problems[:MOST_SHOWN]:
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.message
        shown = render(problem, reading.line(problem))
        shown.encode()
        assert "\x1b" not in shown
        as_data(problem)


def test_what_loads_is_inspected_and_asked(
    folder: Path, originals: list[tuple[str, str]], chance: Chance
) -> None:
    """Calling the functions of a mutated item tells findings; it never fails otherwise."""
    banks = [(name, text) for name, text in originals if name != CHECKLIST]
    inspected = 0
    for label, rng in chance.rounds(short=6, long=1_500):
        text = mutated(_some_items(rng.choice(banks)[1], rng), rng)
        (folder / "bank.yaml").write_bytes(text.encode(errors="replace"))
        reading = read([folder / CHECKLIST, folder / "bank.yaml"])
        inspected += len(reading.items)
        for item in reading.items[:MOST_ITEMS]:
            if isinstance(item, CodeItem):
                continue  # starts processes; their inspection has tests of its own
            start = time.process_time()
            try:
                for finding in problems_of(item, 1):
                    render(reading.locate(item.id, finding)).encode()
            except BaseException as error:
                raise AssertionError(f"{label}: {item.id}\n{text[:6000]}") from error
            taken = time.process_time() - start
            assert taken < 5 * MOST_SECONDS, f"{label}: {item.id} took {taken:.1f} s"
    assert inspected > 0


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\x00", b"\xff\xfe", b"[" * 100_000, b"{" * 100_000, b"- " * 100_000, b"a: " * 50_000,
        b"&a [" * 1000, b"a: &a [*a]", b"a: &a {b: *a}", b"? " * 20_000, b"- - " * 50_000,
        b"x" * 3_900_000, b"- x\n" * 900_000, b"a:\n" * 300_000, b"\n" * 3_900_000, b"'" * 100_000,
        b"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\n",
        b"items:\n" + b"- {id: a, kind: fill}\n" * 20_000, b"!!python/object/apply:os.system [id]",
        b"topic: words\nitems: [" + b"{kind: choice, title: x}," * 5_000 + b"]",
    ],
    ids=lambda data: f"{data[:12]!r}x{len(data)}",
)  # fmt: skip
def test_what_is_built_to_break_a_parser(folder: Path, data: bytes, chance: Chance) -> None:
    data = data if chance.is_long else data[:3_000]
    file = folder / "bank.yaml"
    file.write_bytes(data)
    start = time.process_time()
    assert read_paths([file]).problems
    _expect_words(file)
    assert time.process_time() - start < 10 * MOST_SECONDS  # of four million characters
