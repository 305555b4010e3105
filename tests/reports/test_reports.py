"""Reports say what the log says, plainly, also when it says little."""

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from quizzer.bank.library import Library
from quizzer.bank.schema import Bank, Blank, ChoiceItem, Option, Point, Topic
from quizzer.reports import html, markdown
from quizzer.reports import json as as_json
from quizzer.reports.build import build
from quizzer.reports.markdown import escape
from quizzer.reports.report import Report
from quizzer.reports.scope import Scope
from tests.reports.reporting import assert_published_form, csv_on, practise, report_on
from tests.study.builders import RIGHT, TEMPTED, WRONG, Machine, fill, library


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    items = [fill("a-1"), fill("a-2", title="Why a[i] | d_k *twice*", covers=["scale"])]
    topics = [
        Topic(
            id="attention",
            title="Attention",
            about="About it.",
            points=[Point(id="scale", text="can say why √d_k"), Point(id="bare", text="no items")],
        ),
        Topic(id="masks", title="Masks", about="About it."),
        Topic(id="later", title="Later", about="No items yet."),
    ]
    names = {"fell-for-it": "taken in by what tempts"}
    banks = [
        Bank(topic="attention", items=items, mistake_names=names),
        Bank(topic="masks", items=[fill("m-1")]),
    ]
    machine = Machine(tmp_path, Library(topics, banks))
    yield machine
    machine.close()


def studied(machine: Machine) -> Report:
    """Two days: on the first one right and one slip, on the second one slip again, one undone."""
    study = machine.start()
    practise(study, "attention", RIGHT, TEMPTED)
    machine.clock.pass_days(1)
    session = study.start_practice("attention")  # a-2 is due
    machine.clock.pass_seconds(700)
    session.submit(TEMPTED)
    session.advance()
    session.submit(WRONG)
    session.undo()
    session.leave()
    return report_on(study)


# The numbers


def test_totals_count_days_answers_first_tries_and_time(machine: Machine) -> None:
    report = studied(machine)
    totals = report.totals
    assert (totals.first_day, totals.last_day) == (date(2026, 3, 2), date(2026, 3, 3))
    assert (totals.study_days, totals.attempts) == (2, 3)
    assert (totals.first_try.hits, totals.first_try.n) == (1, 3)
    assert (totals.retention.hits, totals.retention.n) == (0, 1)
    assert (totals.time.seconds, totals.time.capped) == (600, 1)
    assert (report.data.events, report.data.undone) == (8, 1)


def test_topics_with_their_points(machine: Machine) -> None:
    attention, masks, later = studied(machine).topics
    assert (attention.progress.items, attention.progress.seen) == (2, 2)
    assert (attention.progress.mastered, attention.progress.due) == (1, 0)
    assert [(p.id, p.items, p.mastered, p.standing) for p in attention.points] == [
        ("scale", 1, 0, "cannot yet"),
        ("bare", 0, 0, "not yet seen"),
    ]
    assert masks.untouched
    assert not later.untouched  # there is nothing in it that could be answered


def test_a_topic_is_said_not_to_be_begun_only_while_it_is_not(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT)
    assert "\nNot started: Masks.\n" in markdown.render(report_on(study))
    practise(study, "masks", RIGHT)
    assert "Not begun" not in markdown.render(report_on(study))


def test_points_say_what_one_can_do_topic_by_topic(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT, RIGHT)
    report = report_on(study)
    text = markdown.render(report)
    assert "Attention: you can do 1 of 2 points." in text
    (row,) = (line for line in text.splitlines() if "can say why √d" in line)
    assert [cell.strip() for cell in row.strip("|").split("|")][1:4] == [
        "✓ can",
        "1 of 1",
        "1 of 1",
    ]
    (row,) = (line for line in text.splitlines() if line.startswith("| no items"))
    assert "· not yet seen" in row
    assert row.endswith("| – |")  # of no answers there is not even a level to doubt
    assert "Not started: Masks." in text
    assert "✓ can" in html.render(report)
    points = json.loads(as_json.render(report))["topics"][0]["points"]
    assert [(p["id"], p["standing"]) for p in points] == [
        ("scale", "can"),
        ("bare", "not yet seen"),
    ]


def test_the_csv_names_the_points_of_an_answer(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT, RIGHT)
    rows = list(csv.DictReader(io.StringIO(csv_on(study))))
    assert {row["item"]: row["points"] for row in rows} == {"a-1": "", "a-2": "scale"}


@pytest.mark.parametrize(
    ("answer", "entered"),
    [
        ({"w": "64", "h": "8"}, {"width": "64", "heads": "8"}),
        ({"w": "64", "h": " "}, {"width": "64"}),  # what was left empty was not entered
    ],
)
def test_what_was_entered_stands_under_the_labels_of_the_screen(
    tmp_path: Path, answer: dict[str, str], entered: dict[str, str]
) -> None:
    blanks = {
        "w": Blank(accept=["512"], label="width"),
        "h": Blank(accept=["8"], label="heads"),
    }
    machine = Machine(tmp_path, library(attention=[fill("a-1", blanks=blanks)]))
    study = machine.start()
    session = study.start_practice("attention")
    session.submit(answer, confidence=3)
    (surely,) = report_on(study).confidence.sure_and_wrong
    assert surely.entered == entered
    machine.close()


def test_a_mistake_with_the_latest_example(machine: Machine) -> None:
    (mistake,) = studied(machine).mistakes
    assert (mistake.id, mistake.says) == ("fell-for-it", "You fell for it.")
    assert (mistake.count, mistake.chances) == (2, 3)  # right in one that can name it
    assert (mistake.example.item, mistake.example.day) == ("a-2", date(2026, 3, 3))
    assert mistake.example.entered == {"x": "tempting"}


def test_a_session_is_told_by_what_it_was_begun_for(machine: Machine) -> None:
    study = machine.start()
    session = study.start_placement()
    session.give_up()
    assert "| where to start | mixed | 1 of " in markdown.render(report_on(study))


def test_sessions_the_latest_first(machine: Machine) -> None:
    second, first = studied(machine).sessions
    assert (first.day, first.topic, first.mode) == (date(2026, 3, 2), "Attention", "practice")
    assert (first.answered, first.total, first.right, first.wrong) == (2, 2, 1, 1)
    assert (first.score, second.score) == (1, 0)
    assert first.finished
    assert (second.answered, second.total, second.finished) == (1, 2, False)


def test_next_steps_begin_with_what_is_due(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", TEMPTED, TEMPTED)
    machine.clock.pass_days(2)
    steps = report_on(study).next_steps
    assert [step.action for step in steps] == ["review", "drill", "practice"]
    assert steps[0].says == "Review what is due: 2 questions on “Attention”."
    assert steps[1].target == "fell-for-it"
    assert steps[2].says == "Start “Masks”: 1 question."


def test_with_nothing_to_do_the_report_says_when_to_come_back(machine: Machine) -> None:
    study = machine.start()
    practise(study, "masks", RIGHT)
    practise(study, "attention", RIGHT, RIGHT)
    interview, back = report_on(study).next_steps
    assert interview.says == "There are no new questions left: rehearse an interview."
    assert (back.action, back.says) == ("return", "Come back on 2026-03-04: 3 questions to review.")


def test_weak_topics_are_to_be_practised_again(machine: Machine) -> None:
    study = machine.start()
    for answers in ([RIGHT, WRONG], [RIGHT, RIGHT], [WRONG, WRONG]):
        practise(study, "attention", *answers)
        machine.clock.pass_days(30)
    steps = report_on(study).next_steps
    assert [(step.action, step.target) for step in steps] == [
        ("review", ""),
        ("practice", "attention"),
        ("practice", "masks"),
    ]
    assert steps[1].says == "Practise “Attention” again: 3 of the latest 6 first answers passed."


def test_items_that_left_the_banks_are_still_reported(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT, TEMPTED)
    practise(study, "masks", RIGHT)
    smaller = library(attention=[fill("a-1")])
    report = build(study.history, smaller, machine.clock)
    assert [(row.id, row.title, row.topic) for row in report.items] == [
        ("a-1", "Title of a-1", "attention"),
        ("a-2", "a-2 (no longer in the banks)", "attention"),
        ("m-1", "m-1 (no longer in the banks)", "masks"),
    ]
    assert [(row.id, row.progress.items, row.progress.attempts) for row in report.topics] == [
        ("attention", 1, 2),
        ("masks", 0, 1),
    ]
    assert (report.mistakes[0].name, report.mistakes[0].says) == ("fell for it", "fell for it")
    assert "no longer in the banks" in markdown.render(report)


def test_of_several_that_were_chosen_the_wrong_one_is_told_first(tmp_path: Path) -> None:
    options = [
        Option(text="it scales", correct=True),
        Option(text="it sums to 1", correct=True),
        Option(text="it is a cosine", because="No length is divided by.", mistake="cosine"),
    ]
    base = {name: getattr(fill("c-1"), name) for name in ("title", "level", "difficulty")}
    item = ChoiceItem(
        **base, id="c-1", prompt="?", explanation="!", sources=["paper"], options=options
    )
    machine = Machine(tmp_path, library(attention=[item]))
    study = machine.start()
    study.start_practice("attention").submit({"choice": "A B C"})
    (mistake,) = report_on(study).mistakes
    assert mistake.example.entered["choice"].startswith("it is a cosine; it ")
    machine.close()


def test_a_choice_is_told_by_what_was_chosen_not_by_its_letter(tmp_path: Path) -> None:
    options = [
        Option(text="by √d_k", correct=True),
        Option(text="by d_k", because="That is the variance.", mistake="divided-by-d-k"),
    ]
    base = {name: getattr(fill("c-1"), name) for name in ("title", "level", "difficulty")}
    item = ChoiceItem(
        **base, id="c-1", prompt="?", explanation="!", sources=["paper"], options=options
    )
    machine = Machine(tmp_path, library(attention=[item]))
    study = machine.start()
    session = study.start_practice("attention")
    assert session.question is not None
    order = session.question.variant.drawn["order"]
    session.submit({"choice": "AB"[order.index(1)]})
    (mistake,) = report_on(study).mistakes
    assert (mistake.says, mistake.example.entered) == (
        "That is the variance.",
        {"choice": "by d_k"},
    )
    machine.close()


def test_a_report_on_one_topic_leaves_the_others_out(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT, TEMPTED)
    practise(study, "masks", RIGHT)
    report = report_on(study, Scope(topic="masks"))
    assert [row.id for row in report.topics] == ["masks"]
    assert [row.id for row in report.items] == ["m-1"]
    assert [row.topic for row in report.sessions] == ["Masks"]
    assert report.mistakes == ()
    assert (report.totals.attempts, report.data.undone) == (1, 0)
    assert markdown.render(report).startswith("# Progress report: Masks\n")


def test_the_same_log_gives_the_same_report(machine: Machine) -> None:
    first = studied(machine)
    assert report_on(machine.start()) == first


def test_the_hash_changes_with_the_log(machine: Machine) -> None:
    before = studied(machine).data.log_sha256
    study = machine.start()
    practise(study, "masks", RIGHT)
    assert re.fullmatch(r"[0-9a-f]{64}", before)
    assert report_on(study).data.log_sha256 != before


# Markdown


def test_the_markdown_reads_from_the_whole_to_the_details(machine: Machine) -> None:
    text = markdown.render(studied(machine))
    assert re.findall(r"^##? .*$", text, re.MULTILINE) == [
        "# Progress report",
        "## Where things stand",
        "## Mistakes you made",
        "## Next steps",
        "## Days and weeks",
        "## What comes back",
        "## Points of the check-list",
        "## Latest sessions",
        "## Items",
        "## How to read the numbers",
        "## Data",
    ]
    assert "2026-03-02 to 2026-03-03: 2 study days, 3 answers, 10 min." in text
    row = next(line for line in text.splitlines() if line.startswith("| Attention |"))
    too_few = "not enough data (1 of 3)"
    assert row.startswith(f"| Attention | 1 of 2 | {too_few} | 3 | {too_few} |")
    assert row.endswith("| – | 10 min |")
    assert "Not started yet: Masks." in text
    assert (
        "- **taken in by what tempts:** 2 of 3 answers. Last on 2026-03-03 in "
        r"“Why a\[i\] \| d\_k \*twice\*”, where you entered: tempting"
    ) in text


def test_with_enough_answers_there_is_a_share_with_its_interval(machine: Machine) -> None:
    study = machine.start()
    for answers in ([RIGHT, RIGHT], [RIGHT, RIGHT], [RIGHT, WRONG]):
        practise(study, "attention", *answers)
        machine.clock.pass_days(30)
    # Wilson for 5 of 6, worked out: (0.8333 + 0.3201 ± 1.96 √(0.02315 + 0.02668)) / 1.6403
    assert "83 % (5 of 6; 44 to 97 %)" in markdown.render(report_on(study))


def test_an_empty_log_is_said_to_be_empty_and_how_to_begin(machine: Machine) -> None:
    text = markdown.render(report_on(machine.start()))
    assert "Nothing has been answered yet" in text
    assert "1. Start “Attention”: 2 questions." in text
    assert "Not started yet: Attention; Masks." in text
    assert "Sessions" not in text
    assert "%" not in text
    assert "1 study day" not in text


def test_bank_and_learner_text_cannot_break_the_page(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    session.submit(RIGHT)
    session.advance()
    session.submit(TEMPTED)
    html = MarkdownIt().enable("table").render(markdown.render(report_on(study)))
    assert "<td>Why a[i] | d_k *twice*</td>" in html
    widths = {row.count("<td>") for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)}
    assert widths == {0, 4, 5, 6, 8}  # no title opened a column of its own


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs"]), max_size=30))
def test_escaped_text_is_shown_as_it_stands(text: str) -> None:
    tokens = MarkdownIt().parseInline(f"x {escape(text)} x")
    shown = "".join(child.content for child in tokens[0].children or [])
    assert shown.split() == ["x", *text.split(), "x"]


def test_text_that_steers_or_turns_letters_is_shown_as_escapes() -> None:
    assert escape("a\x1b[31mb \u202ec") == r"a\\x1b\[31mb \\u202ec"


# JSON


def test_the_json_keeps_its_published_form(machine: Machine) -> None:
    content = json.loads(as_json.render(studied(machine)))
    assert_published_form(content)
    assert content["made"] == {
        "at": "2026-03-03T12:11:40+00:00",
        "day": "2026-03-03",
        "quizzer": "0.1.0",
    }
    assert content["totals"]["first_try"]["hits"] == 1
    assert (content["totals"]["seconds"], content["totals"]["capped"]) == (600, 1)
    assert content["mistakes"][0]["example"]["entered"] == {"x": "tempting"}
    assert content["items"][0]["last_score"] == "1"
    assert content["streak"] == {"current": 2, "longest": 2, "studied_today": True}
    assert [day["answers"] for day in content["calendar"]] == [2, 1]
    (week,) = content["retention_by_week"]
    assert (week["retention"]["hits"], week["retention"]["n"]) == (0, 1)


def test_the_json_of_an_empty_log_has_the_same_form(machine: Machine) -> None:
    content = json.loads(as_json.render(report_on(machine.start())))
    assert_published_form(content)
    assert content["totals"]["first_day"] is None
    assert content["totals"]["first_try"]["value"] is None
    assert content["items"] == content["mistakes"] == content["sessions"] == []
