"""Whatever is done to a bank, loading it tells problems or succeeds; it never fails otherwise."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizzer.bank import loading
from quizzer.bank.loading import load_folder, load_library
from quizzer.bank.reading import read
from quizzer.bank.text import UNPRINTABLE
from quizzer.diagnostics import Problem, render
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

BANK = bank(CHOICE, FILL, ORDER, MATCH, OPEN, COMPUTE, CODE)
WORDS = "no ~ 1e3 07 1:30 .inf .nan 2024-01-01 = -1 [[[[ 𝛼 id: - ? : | > ' % @ # [ ] { } << *a !x"
SPACED = (": ", "- ", "&a ", "!!int ", "---\n", "...\n", *"\t\n\r\x00\ufeff\u2028")
QUOTED = ('"', '"\\ud800"', '"\\0"', "id: plain-choice\n", "kind: fill\n")
TROUBLE = st.sampled_from([*WORDS.split(), *SPACED, *QUOTED])
SAID = st.text(min_size=1).filter(lambda text: text.strip() and not UNPRINTABLE.search(text))
relaxed = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@st.composite
def changed(draw: st.DrawFn, text: str) -> str:
    """The text with a few pieces replaced by trouble, dropped, moved or written twice."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 2, 5, 20, 80])))
        piece = draw(st.one_of(TROUBLE, st.text(max_size=4), st.just(text[start:end] * 2)))
        text = text[:start] + piece + text[end:]
    return text


def expect_sound(folder: Path, problems: list[Problem]) -> None:
    """Problems lie in their files and can be shown."""
    reading = read([folder / "checklist.yaml", folder / "bank.yaml"])
    for problem in problems:
        assert problem.line >= 1
        assert problem.column >= 1
        render(problem, reading.line(problem)).encode()


@relaxed
@given(text=changed(BANK))
def test_a_changed_bank_loads_or_tells_problems(tmp_path: Path, text: str) -> None:
    folder = write_folder(tmp_path, text.encode(errors="replace"))
    expect_sound(folder, load_folder(folder)[1])


@relaxed
@given(text=changed(CHECKLIST))
def test_a_changed_check_list_loads_or_tells_problems(tmp_path: Path, text: str) -> None:
    folder = write_folder(tmp_path, BANK)
    (folder / "checklist.yaml").write_bytes(text.encode(errors="replace"))
    expect_sound(folder, load_folder(folder)[1])


@relaxed
@given(data=st.binary(max_size=200))
def test_any_bytes_load_or_tell_problems(tmp_path: Path, data: bytes) -> None:
    folder = write_folder(tmp_path, data)
    expect_sound(folder, load_folder(folder)[1])


@relaxed
@given(says=SAID, number=st.sampled_from([".nan", "-.inf", "0.1", "7"]))
def test_what_loads_is_the_same_from_the_cache(tmp_path: Path, says: str, number: str) -> None:
    drawing = COMPUTE.replace("  given:\n", f"  given:\n    always: {{value: {number}}}\n")
    text = bank(CHOICE, FILL, ORDER, MATCH, OPEN, CODE, drawing)
    said = text.replace("Because.", json.dumps(says, ensure_ascii=False))
    folder = write_folder(tmp_path / "banks", said)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "bundled_folder", lambda: folder)
        read_now, cached = (load_library(tmp_path / "cache") for _ in range(2))
    assert {item.explanation for item in read_now.items.values()} == {says}
    assert repr(cached.banks) == repr(read_now.banks)  # by repr, as nan differs from itself
