"""`quizzer check`: problems of banks like a compiler's, for bundled banks and one's own."""

import json
from pathlib import Path

import pytest

from quizzer.bank import source
from quizzer.bank.source import Source
from tests.commands.conftest import Quizzer

GOOD = """\
topic: attention
items:
- id: my-own-question
  kind: compute
  title: Softmax of three numbers
  level: junior
  difficulty: 1
  prompt: Compute the softmax of x.
  given:
    x: {shape: [3], from: -2, to: 2, decimals: 1}
  steps:
    y: {of: activations.softmax, with: [x]}
  ask:
    y: {decimals: 3}
  hints: [Powers of e first.]
  explanation: Powers of e, divided by their sum.
  sources: [Any book.]
"""


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD, encoding="utf-8")
    return file


def replace(bank: Path, old: str, new: str) -> None:
    assert old in GOOD
    bank.write_text(GOOD.replace(old, new), encoding="utf-8")


def test_the_bundled_banks_pass(quizzer: Quizzer) -> None:
    result = quizzer("check", "--variants", 1)
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith("items checked, no problem found.\n")


def test_a_bank_of_ones_own_is_checked_against_the_bundled_check_list(
    quizzer: Quizzer, bank: Path
) -> None:
    result = quizzer("check", bank)
    assert (result.code, result.out) == (0, "1 item checked, no problem found.\n")


def test_the_next_check_reads_only_what_changed(
    quizzer: Quizzer, bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed: list[str] = []

    def source_of(data: bytes, path: str) -> Source:
        composed.append(Path(path).name)
        return source.source_of(data, path)

    monkeypatch.setattr("quizzer.bank.reading.source_of", source_of)
    quizzer("check", bank)
    assert composed == ["mine.yaml"]  # the bundled ones are known from when they were loaded
    quizzer("check", bank)
    assert composed == ["mine.yaml"]
    replace(bank, "explanation", "explantion")
    shown = quizzer("check", bank).out
    assert composed == ["mine.yaml"] * 2
    assert quizzer("check", bank).out == shown
    assert "did you mean 'explanation'?" in shown


def test_a_folder_is_checked_with_all_its_banks(quizzer: Quizzer, bank: Path) -> None:
    (bank.parent / "more.yaml").write_text(GOOD.replace("my-own", "my-other"), encoding="utf-8")
    assert quizzer("check", bank.parent).out.startswith("2 items checked")


def test_a_problem_is_shown_with_place_line_and_help(quizzer: Quizzer, bank: Path) -> None:
    replace(bank, "level: junior", "level: junoir")
    result = quizzer("check", bank)
    assert result.code == 1
    first, excerpt, caret, *_, help_line, _, summary = result.out.splitlines()
    assert first.startswith(f"{bank}:6:10: error [my-own-question] level: ")
    assert excerpt.endswith("level: junoir")
    assert caret.index("^") == excerpt.index("junoir")
    assert "junior" in help_line
    assert summary == "1 problem in 1 file."


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("activations.softmax", "activations.sofmax", 12, "activations.softmax"),
        ("with: [x]", "with: [x, 0, 1]", 12, "softmax"),
        ("shape: [3]", "shape: [n]", 10, "n"),
        ("with: [x]", "with: [z]", 12, "z"),
    ],
)
def test_what_only_calling_the_functions_shows_has_its_place_too(
    quizzer: Quizzer, bank: Path, old: str, new: str, line: int, says: str
) -> None:
    replace(bank, old, new)
    result = quizzer("check", bank, "--json")
    (problem,) = json.loads(result.out)["problems"]
    assert result.code == 1
    assert (problem["line"], problem["item"]) == (line, "my-own-question")
    assert says in f"{problem['message']} {problem['suggestion']}"


OPEN = """\
topic: attention
items:
- id: my-own-open-question
  kind: open
  title: Why so many heads
  level: junior
  difficulty: 1
  prompt: Why does a layer have several heads?
  key_points:
  - text: each attends to something else
    suggests: [subspace, several patterns]
  - text: the cost stays the same
    suggests: [same cost, weights, layer]
  model_answer: Each head attends in a subspace of its own, at the same cost.
  hints: [What is one softmax?]
  explanation: One mixture averages.
  sources: [Any book.]
"""


def test_words_that_suggest_a_point_in_any_answer_are_warned_of(
    quizzer: Quizzer, bank: Path
) -> None:
    bank.write_text(OPEN, encoding="utf-8")
    result = quizzer("check", bank)
    first, excerpt, caret, help_line, _, summary = result.out.splitlines()
    field = "key_points[1].suggests[1]"
    assert first.startswith(f"{bank}:13:27: warning [my-own-open-question] {field}: 'weights'")
    assert caret.index("^") == excerpt.index("weights")
    assert help_line.startswith("help: ")
    assert (result.code, summary) == (0, "1 item checked, 1 warning.")  # the item can be asked
    (problem,) = json.loads(quizzer("check", bank, "--json").out)["problems"]
    assert (problem["severity"], problem["line"], problem["column"]) == ("warning", 13, 27)
    bank.write_text(OPEN.replace("level: junior", "level: junoir"), encoding="utf-8")
    assert quizzer("check", bank).code == 1


FILL = """\
topic: attention
items:
- id: my-own-blank
  kind: fill
  title: The scale
  level: junior
  difficulty: 1
  prompt: Scores are divided by {{scale}}.
  blanks:
    scale:
      accept: [√d_k]
      tempting: [{answers: [d_k, SQRT(d_k)], because: It is the root.}]
  hints: [Think of variances.]
  explanation: The variance is d_k.
  sources: [Any book.]
"""


def test_a_name_for_a_mistake_that_no_item_has_is_warned_of(quizzer: Quizzer, bank: Path) -> None:
    bank.write_text(GOOD + "mistake_names: {no-sclae: the scale left out}\n", encoding="utf-8")
    (problem,) = json.loads(quizzer("check", bank, "--json").out)["problems"]
    assert (problem["severity"], problem["field"]) == ("warning", "mistake_names.no-sclae")
    assert problem["suggestion"] == "did you mean 'no-scale'?"


def test_a_tempting_answer_that_is_forgiven_as_an_accepted_one_is_warned_of(
    quizzer: Quizzer, bank: Path
) -> None:
    bank.write_text(FILL, encoding="utf-8")
    (problem,) = json.loads(quizzer("check", bank, "--json").out)["problems"]
    assert (problem["line"], problem["column"]) == (12, 34)
    assert "'SQRT(d_k)' is not graded as wrong" in problem["message"]
    assert problem["severity"] == "warning"  # the item can be asked


def test_json_has_its_documented_fields(quizzer: Quizzer, bank: Path) -> None:
    replace(bank, "difficulty: 1", "difficulty: 9")
    content = json.loads(quizzer("check", bank, "--json").out)
    assert (content["schema"], content["items"]) == ("quizzer-check/1", 0)
    (problem,) = content["problems"]
    assert problem["path"] == str(bank)
    assert (problem["line"], problem["column"], problem["field"]) == (7, 15, "difficulty")
    assert problem["severity"] == "error"


def test_all_problems_of_all_files_are_told_at_once(quizzer: Quizzer, bank: Path) -> None:
    bank.write_text(
        GOOD.replace("level: junior", "level: x").replace("kind: compute", "kind: compute\n  k: 1")
    )
    (bank.parent / "empty.yaml").write_text("")
    result = quizzer("check", bank.parent)
    assert result.code == 1
    assert result.out.splitlines()[-1] == "3 problems in 2 files."


def test_a_path_that_does_not_exist_is_wrong_usage(quizzer: Quizzer, tmp_path: Path) -> None:
    result = quizzer("check", tmp_path / "none.yaml")
    assert (result.code, result.out) == (2, "")
    assert "none.yaml does not exist" in result.err


def test_a_folder_without_banks_is_wrong_usage(quizzer: Quizzer, tmp_path: Path) -> None:
    result = quizzer("check", tmp_path)
    assert (result.code, result.out) == (2, "")
    assert "contains no banks" in result.err


def test_no_file_makes_it_crash(quizzer: Quizzer, bank: Path) -> None:
    contents = (b"", b"\xff\xfe\x00", b"a: &a [*a]", b"- " * 5000, b"x: [}")
    files = [bank.with_name(f"{number}.yaml") for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    result = quizzer("check", bank.parent)
    assert result.code == 1
    assert all(f"{file}:" in result.out for file in files)


def test_no_variant_at_all_is_refused(quizzer: Quizzer) -> None:
    result = quizzer("check", "--variants", 0)
    assert (result.code, result.out) == (2, "")
    assert "'0' is not a whole number from 1 to 999999999" in result.err


@pytest.mark.parametrize("what", ["--mutants", "--coverage"])
@pytest.mark.parametrize("trying", [["--deep"], ["--variants", "9"]])
def test_what_tries_no_variants_takes_no_number_of_them(
    quizzer: Quizzer, what: str, trying: list[str]
) -> None:
    result = quizzer("check", what, *trying)
    assert (result.code, result.out) == (2, "")
    assert "omit --deep and --variants" in result.err
