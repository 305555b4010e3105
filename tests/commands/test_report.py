"""`quizzer report`: what was answered, as Markdown or JSON, to a file or to standard output."""

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer


def answer_a_choice(quizzer: Quizzer) -> None:
    quizzer("answer", "cbow-or-skip-gram", "--record", stdin="A")


def test_markdown_tells_what_was_answered(quizzer: Quizzer) -> None:
    answer_a_choice(quizzer)
    result = quizzer("report")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("# ")
    assert "CBOW and skip-gram" in result.out


def test_a_second_report_need_not_replay_the_answers(
    quizzer: Quizzer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_a_choice(quizzer)
    (home / "cache" / "derived.msgpack").unlink()
    assert quizzer("report").code == 0
    monkeypatch.setattr("quizzer.progress.history.record_of", None)
    assert quizzer("report").code == 0


def test_json_is_the_same_report(quizzer: Quizzer) -> None:
    answer_a_choice(quizzer)
    report = json.loads(quizzer("report", "--format", "json").out)
    assert report["schema"] == "quizzer-report/1"
    assert report["totals"]["attempts"] == 1
    assert [row["id"] for row in report["items"]] == ["cbow-or-skip-gram"]


def test_topic_narrows_the_report(quizzer: Quizzer) -> None:
    answer_a_choice(quizzer)
    own = json.loads(quizzer("report", "--topic", "embeddings", "--format", "json").out)
    other = json.loads(quizzer("report", "--topic", "masks", "--format", "json").out)
    assert (own["totals"]["attempts"], other["totals"]["attempts"]) == (1, 0)
    assert [row["id"] for row in other["topics"]] == ["masks"]


def test_an_unknown_topic_is_answered_with_the_nearest(quizzer: Quizzer) -> None:
    result = quizzer("report", "--topic", "maks")
    assert (result.code, result.out) == (2, "")
    assert "did you mean 'masks'?" in result.err


def test_output_writes_the_file_and_says_so(quizzer: Quizzer, tmp_path: Path) -> None:
    answer_a_choice(quizzer)
    file = tmp_path / "report.md"
    result = quizzer("report", "--output", file)
    assert (result.code, result.out) == (0, "")
    assert result.err == f"The report is in {file}.\n"
    assert "CBOW and skip-gram" in file.read_text(encoding="utf-8")


def test_a_place_that_cannot_be_written_is_said(quizzer: Quizzer, tmp_path: Path) -> None:
    file = tmp_path / "no-such-folder" / "report.md"
    result = quizzer("report", "--output", file)
    assert (result.code, result.out) == (2, "")
    assert str(file) in result.err
    assert "No such file or directory" in result.err


def test_an_empty_log_gives_an_honest_report(quizzer: Quizzer) -> None:
    result = quizzer("report")
    assert result.code == 0
    assert "Nothing has been answered yet" in result.out


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("md", "# Progress report"),
        ("html", "<!DOCTYPE html>"),
        ("json", '{\n  "schema"'),
        ("csv", "id,at,"),
    ],
)
def test_each_format_and_the_ending_of_a_file_that_means_it(
    quizzer: Quizzer, tmp_path: Path, form: str, begins: str
) -> None:
    answer_a_choice(quizzer)
    file = tmp_path / f"report.{form}"
    assert quizzer("report", "--format", form).out.startswith(begins)
    assert quizzer("report", "--output", file).code == 0
    assert file.read_text(encoding="utf-8").startswith(begins)


def test_a_report_counts_what_lies_between_its_days(quizzer: Quizzer) -> None:
    answer_a_choice(quizzer)
    before = json.loads(quizzer("report", "--to", "2020-01-01", "--format", "json").out)
    assert before["period"] == {"since": None, "until": "2020-01-01"}
    assert before["totals"]["attempts"] == 0
    after = json.loads(quizzer("report", "--from", "2020-01-01", "--format", "json").out)
    assert after["totals"]["attempts"] == 1


def test_a_dash_stands_for_standard_output(
    quizzer: Quizzer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = quizzer("report", "--output", "-")
    assert result.out.startswith("# Progress report")
    assert not Path("-").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--from", "yesterday"], "'yesterday' is not a day: write it as in 2026-03-02"),
        (["--from", "2026-03-02", "--to", "2026-03-01"], "ends before it begins"),
        (["--format", "pdf"], "no format is called 'pdf'"),
        (["--topic", "no-such-topic"], "no topic is called 'no-such-topic'"),
        (["--interview", "x"], "'x' is not the number of an interview"),
        (["--interview", "1"], "there has been no interview yet"),
        (["--interview", "1", "--topic", "attention"], "takes a whole interview: omit --topic"),
        (["--interview", "1", "--from", "2026-03-02"], "a whole interview: omit --topic, --from"),
    ],
)
def test_what_makes_no_sense_is_said(quizzer: Quizzer, arguments: list[str], says: str) -> None:
    result = quizzer("report", *arguments)
    assert (result.code, result.out) == (2, "")
    assert says in result.err
