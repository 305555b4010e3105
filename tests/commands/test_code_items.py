"""`quizzer start`, `grade` and `watch`: code items in a file of one's own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer
from tests.progress.builders import no_file_beyond

ITEM = "mend-layer-norm"
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def file(quizzer: Quizzer, tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    assert quizzer("start", ITEM, path).code == 0
    return path


def mend(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    mended = text.replace(", ddof=1", "").replace(
        "(np.sqrt(variance) + eps)", "np.sqrt(variance + eps)"
    )
    assert mended != text
    path.write_text(mended, encoding="utf-8")


def test_a_started_file_says_what_to_do_with_it(quizzer: Quizzer, tmp_path: Path) -> None:
    path = tmp_path / "new.py"
    result = quizzer("start", ITEM, path)
    assert result.out == f"{path} is ready. `quizzer watch {path}` grades it whenever you save.\n"
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# quizzer: {ITEM}\n#\n# Fix a LayerNorm\n#\n# This LayerNorm gives")
    assert "def layer_norm(x, gamma, beta, eps=1e-5):" in text


def test_a_file_is_named_after_its_item(
    quizzer: Quizzer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert quizzer("start", ITEM).code == 0
    assert Path("mend_layer_norm.py").exists()


def test_nothing_is_overwritten(quizzer: Quizzer, file: Path) -> None:
    file.write_text("mine", encoding="utf-8")
    result = quizzer("start", ITEM, file)
    assert (result.code, result.out) == (2, "")
    assert "already exists. Name another file, or remove it." in result.err
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_full_disk_leaves_nothing_that_is_in_the_way_later(
    quizzer: Quizzer, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    with no_file_beyond(10):
        result = quizzer("start", ITEM, file)
    assert (result.code, result.out) == (2, "")
    assert f"{file} cannot be written: File too large." in result.err
    assert quizzer("start", ITEM, file).code == 0


def test_the_file_can_go_to_standard_output(quizzer: Quizzer, file: Path) -> None:
    assert quizzer("start", ITEM, "-").out == file.read_text(encoding="utf-8")


def test_a_failing_case_is_printed_whole(quizzer: Quizzer, file: Path) -> None:
    result = quizzer("grade", ITEM, file)
    assert result.code == 1
    assert result.out.startswith("✗ not right yet, score 0\n  0 of 9 cases pass.\n\n  ✗ cases 1–")
    assert "\n  x\n    [[" in result.out
    assert "\n  yours\n    [[" in result.out
    assert "\n  right\n    [[" in result.out
    assert "Tolerance:" in result.out
    assert "Traceback" not in result.out + result.err


def test_a_right_answer_comes_with_the_explanation(quizzer: Quizzer, file: Path) -> None:
    mend(file)
    result = quizzer("grade", ITEM, file)
    assert result.code == 0
    assert result.out.startswith("✓ right, score 1\n  9 of 9 cases pass.\n")
    said = " ".join(result.out.split())
    assert "LayerNorm divides by d" in said
    assert "Sources Ba, Kiros, Hinton" in said


def test_the_named_mistake_is_told(quizzer: Quizzer, file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace(", ddof=1", "")
    file.write_text(text, encoding="utf-8")
    result = quizzer("grade", ITEM, file)
    assert "(to drill this: quizzer practice --mistake eps-outside-root)" in result.out


def test_a_syntax_error_has_its_line_and_a_caret(quizzer: Quizzer, file: Path) -> None:
    file.write_text("def layer_norm(x, gamma, beta, eps=1e-5)\n    return x\n", encoding="utf-8")
    result = quizzer("grade", ITEM, file)
    assert result.code == 2
    assert result.out.startswith("! not understood: this costs nothing\n")
    assert "Line 1 is not Python: expected ':'." in result.out
    source, caret = result.out.splitlines()[-2:]
    assert caret.index("^") == source.index("eps=1e-5)") + len("eps=1e-5)")


def test_as_json_a_verdict_on_code_has_its_cases_and_the_run(quizzer: Quizzer, file: Path) -> None:
    result = quizzer("grade", ITEM, file, "--json", "--variant", "2")
    assert result.code == 1
    content = json.loads(result.out)
    assert (content["schema"], content["item"], content["variant"]) == (
        "quizzer-verdict/1",
        ITEM,
        2,
    )
    assert (content["status"], content["score"], content["recorded"]) == ("wrong", "0", False)
    assert set(content["parts"][0]["given"]) == {"x", "gamma", "beta"}
    assert content["run"]["seconds"] > 0


def test_a_recorded_answer_counts_and_the_next_one_meets_other_cases(
    quizzer: Quizzer, file: Path
) -> None:
    mend(file)
    first = json.loads(quizzer("grade", ITEM, file, "--record", "--json").out)
    second = json.loads(quizzer("grade", ITEM, file, "--json").out)
    assert (first["recorded"], first["variant"], second["variant"]) == (True, 0, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["grade", ITEM, "nowhere.py"], "nowhere.py: No such file"),
        (["grade", "sdpa-by-hand", "x.py"], "sdpa-by-hand does not ask for code: its kind is 'co"),
        (["grade", "mend-layernorm", "x.py"], "did you mean 'mend-layer-norm'?"),
        (["start", ITEM, "nowhere/x.py"], "No such file or directory"),
        (["watch", "nowhere.py"], "nowhere.py: No such file"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    quizzer: Quizzer, arguments: list[str], message: str
) -> None:
    result = quizzer(*arguments)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_a_file_that_is_no_text_is_refused(quizzer: Quizzer, tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"# \xff")
    assert "is not UTF-8 (byte 3)" in quizzer("grade", ITEM, path).err


def test_of_a_file_that_never_ends_no_more_is_read_than_an_answer_can_be(quizzer: Quizzer) -> None:
    result = quizzer("grade", ITEM, "/dev/zero")
    assert (result.code, result.out) == (2, "")
    assert "/dev/zero: too long for an answer; at most 1,000,000 characters" in result.err


def test_watch_needs_to_know_the_item(quizzer: Quizzer, tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text("def f(): ...", encoding="utf-8")
    result = quizzer("watch", path)
    assert result.code == 2
    assert "does not say which item it is for. Begin it with `# quizzer: ITEM`" in result.err


def test_watch_grades_every_save_until_ctrl_c(file: Path, home: Path, tmp_path: Path) -> None:
    watching = subprocess.Popen(
        [sys.executable, "-m", "quizzer", "watch", file],
        cwd=ROOT,
        env={**os.environ, "QUIZZER_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    assert watching.stdout is not None
    try:
        seen = _until(watching.stdout, "Ctrl-C to end")
        assert "✗ not right yet, score 0" in seen
        away = file.replace(tmp_path / "away.py")
        file.mkdir()
        assert "Is a directory" in _until(watching.stdout, "Ctrl-C to end")
        file.rmdir()
        mend(away)
        away.replace(file)
        assert "✓ right, score 1" in _until(watching.stdout, "Ctrl-C to end")
        watching.send_signal(signal.SIGINT)
        rest, _ = watching.communicate(timeout=10)
        assert "Traceback" not in rest
        assert watching.returncode == 0
    finally:
        watching.kill()


def _until(stream: Iterable[str], words: str) -> str:
    seen = ""
    for line in stream:
        seen += line
        if words in line:
            break
    return seen


RARE_ZERO = """
topic: attention
items:
- id: rare-zero
  kind: code
  title: A length that can be 0
  level: junior
  difficulty: 1
  prompt: Write it.
  implement: activations.relu
  starter: "def relu(x): ..."
  cases:
  - {given: {n: {integer: [0, 40]}, x: {shape: [n]}}, with: [x], visible: true, count: 1}
  hints: [Think.]
  explanation: Because.
  sources: [Any book.]
"""


def test_a_variant_whose_cases_cannot_be_drawn_is_not_started(quizzer: Quizzer, home: Path) -> None:
    (home / "banks").mkdir()
    (home / "banks" / "mine.yaml").write_text(RARE_ZERO, encoding="utf-8")
    results = [quizzer("start", "rare-zero", "-", "--variant", n) for n in (0, 10)]
    assert [result.code for result in results] == [0, 2]
    assert results[1].err.startswith("quizzer: variant 10 of rare-zero cannot be asked: given")
    assert results[1].err.count("\n") == 1
