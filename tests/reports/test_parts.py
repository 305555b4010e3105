"""Reports on a part: a period, an interview; and what they say of confidence and of a date."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
import pytest

from quizzer.progress.events import Attempted, InterviewDated
from quizzer.reports import json as as_json
from quizzer.reports import markdown
from quizzer.reports.build import build
from quizzer.reports.scope import Scope
from quizzer.study.interview.blueprint import READY
from quizzer.study.study import Study
from tests.reports.reporting import assert_published_form, csv_on, practise, report_on
from tests.study import practising
from tests.study.builders import RIGHT, TEMPTED, WRONG, Machine, fill, library, open_item


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(
        tmp_path,
        library(
            attention=[fill("a-1"), fill("a-2")],
            masks=[fill("m-1"), open_item("m-2")],
        ),
    )
    yield machine
    machine.close()


def markdown_of(study: Study, scope: Scope | None = None) -> str:
    return markdown.render(report_on(study, scope))


# Memory

# FSRS-6: recall after d days is (1 + 0.98 · d / S) to the power of −0.1542, where S is 2.31 after
# a first answer that was right and 0.212 after one that was wrong.


@pytest.mark.parametrize(
    ("first", "days", "right", "wrong", "says"),
    [
        (RIGHT, 2, 2, 4, "33 % (2 of 6; 10 to 70 %). {} 91 %: expect less than it predicts."),
        (RIGHT, 2, 6, 0, "100 % (6 of 6; 61 to 100 %). {} 91 %.\n"),
        (WRONG, 1, 13, 0, "100 % (13 of 13; 77 to 100 %). {} 77 %: expect more than it predicts."),
        (WRONG, 1, 9, 0, "100 % (9 of 9; 70 to 100 %). {} 77 %.\n"),
        (WRONG, 1, 4, 0, "not enough data (4 of 4)\n"),
    ],
)
def test_the_forecast_of_recall_is_held_against_what_was_recalled(
    tmp_path: Path, first: dict[str, str], days: int, right: int, wrong: int, says: str
) -> None:
    items = [f"a-{n}" for n in range(right + wrong)]
    machine = Machine(tmp_path, library(attention=[fill(item) for item in items]))
    study = machine.start()
    for past, answers in ((0, [first] * len(items)), (days, [RIGHT] * right + [WRONG] * wrong)):
        machine.clock.pass_days(past)
        practising.answer(study.start_items(items), *answers)
    text = markdown_of(study)
    assert says.format("The recall forecast had expected") in text
    since = report_on(study, Scope(since=study.today()))
    machine.close()
    assert since.totals.retention.n == right + wrong
    assert since.totals.retention_expected is None


# A period


def two_weeks(machine: Machine) -> Study:
    """A mistake on Monday the 2nd of March, all right on the 9th and the 16th."""
    study = machine.start()
    practise(study, "attention", TEMPTED, RIGHT)
    for _ in range(2):
        machine.clock.pass_days(7)
        practise(study, "attention", RIGHT, RIGHT)
    return study


def test_a_period_counts_its_own_answers_only(machine: Machine) -> None:
    study = two_weeks(machine)
    scope = Scope(since=date(2026, 3, 9), until=date(2026, 3, 15))
    report = report_on(study, scope)
    assert (report.totals.attempts, report.totals.first_try.hits) == (2, 2)
    assert report.mistakes == ()
    assert [row.day for row in report.sessions] == [date(2026, 3, 9)]
    assert [entry.day for entry in report.habits.calendar] == [date(2026, 3, 9)]
    assert (report.totals.retention.hits, report.totals.retention.n) == (2, 2)


def test_both_ends_belong_to_the_period(machine: Machine) -> None:
    study = two_weeks(machine)
    scope = Scope(since=date(2026, 3, 2), until=date(2026, 3, 9))
    assert report_on(study, scope).totals.attempts == 4


def test_where_things_stand_is_as_at_the_end_of_the_period(machine: Machine) -> None:
    study = two_weeks(machine)
    first = report_on(study, Scope(until=date(2026, 3, 2))).topics[0]
    assert (first.progress.seen, first.progress.mastered) == (2, 1)
    later = report_on(study, Scope(since=date(2026, 3, 16))).topics[0]
    assert (later.progress.seen, later.progress.mastered, later.progress.attempts) == (2, 2, 2)


def test_a_period_without_answers_says_so(machine: Machine) -> None:
    study = two_weeks(machine)
    text = markdown_of(study, Scope(since=date(2027, 1, 1)))
    assert "Period: from 2027-01-01 on." in text
    assert "Nothing was answered in this period" in text
    assert "| Attention | 2 of 2 |" in text


# The day of the interview


def test_recall_is_told_for_today_and_for_the_day_of_the_interview(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT, RIGHT)
    study.set_interview_day(date(2026, 4, 1))
    row = report_on(study).topics[0]
    # FSRS-6 after one good answer: stability 2.3065, so (1 + 0.9804 / 2.3065)^−0.1542 tomorrow
    assert row.recall.expected == pytest.approx(0.9469, abs=1e-3)
    assert row.recall.n == 2
    assert row.recall_then is not None
    assert row.recall_then.expected is not None
    assert 0 < row.recall_then.expected < 0.9  # first due after two days or so
    text = markdown_of(study)
    assert "- **Interview day:** 2026-04-01, in 30 days" in text
    assert "| Recall now | On 01 Apr |" in text


def test_until_the_interview_its_plan_says_what_is_new(machine: Machine) -> None:
    study = machine.start()
    study.set_interview_day(date(2026, 3, 9))
    practise(study, "attention", RIGHT)
    assert "interview" not in [step.action for step in report_on(study).next_steps]
    machine.clock.pass_days(1)
    planned = "Continue with your plan for the interview on 2026-03-09."
    plan, rehearsal, *_ = report_on(study).next_steps
    assert plan.says == planned
    assert rehearsal.says == "Rehearse an interview: you have not taken one yet."
    about_one = report_on(study, Scope(topic="attention")).next_steps
    assert "plan" not in [step.action for step in about_one]
    machine.clock.pass_days(6)
    on_the_day = machine.start()
    assert "plan" not in [step.action for step in report_on(on_the_day).next_steps]


def test_until_the_interview_the_days_of_its_plan_are_told(machine: Machine) -> None:
    study = machine.start()  # on Monday, the 2nd of March, with 20 minutes a day
    practise(study, "attention", RIGHT)
    study.set_interview_day(date(2026, 3, 5))
    whole = report_on(study)
    text = markdown.render(whole)
    plan = study.plan(20)
    first, *_ = plan.days
    assert [day.day for day in plan.days] == [date(2026, 3, day) for day in (2, 3, 4)]
    assert first.new == len(first.items) == 3  # all else of this small bank
    assert "## Until the interview" in text
    assert "with 20 minutes per day:" in text
    assert f"| Mon 02 Mar | 3 new questions, {round(first.minutes)} minutes |" in text
    assert "of 4 items with the plan, if every answer is right; " in text
    assert "of 1 if you stop now." in text
    assert "no room" not in text
    content = json.loads(as_json.render(whole))
    assert_published_form(content)
    assert content["plan"]["days"][0]["items"] == list(first.items)
    about_one = report_on(study, Scope(topic="attention"))
    assert "Until the interview" not in markdown.render(about_one)
    assert json.loads(as_json.render(about_one))["plan"] is None


def test_what_has_no_room_until_the_interview_is_told_and_the_far_days_are_counted(
    machine: Machine,
) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT)
    study.set_interview_day(date(2026, 3, 12))
    minutes = study.library.items["a-1"].minutes
    scarce = build(study.history, study.library, study.clock, minutes_a_day=minutes)
    text = markdown.render(scarce)
    assert "| Mon 02 Mar | done |" in text  # its minutes are used up
    assert "| Sun 08 Mar |" in text
    assert "| Mon 09 Mar |" not in text
    assert "… and 3 more days." in text


def test_where_what_is_left_out_can_be_seen_is_said(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", TEMPTED)
    report = report_on(study)
    assert len(report.mistakes) == 1
    much = msgspec.structs.replace(
        report, mistakes=report.mistakes * 6, sessions=report.sessions * 21
    )
    text, content = markdown.render(much), json.loads(as_json.render(much))
    assert "and 2 more, listed in the report as JSON" in text
    assert len(content["mistakes"]) == 6
    assert " earlier sessions left out here, listed in the report as JSON." in text
    assert len(content["sessions"]) == 21


def test_an_interview_that_is_over_is_not_planned_for(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT)
    event = InterviewDated(
        id=study.log.new_id(), device=study.log.device, at=0, day=date(2026, 3, 1)
    )
    study.log.append(event)
    report = report_on(study)
    assert report.topics[0].recall_then is None
    assert "2026-03-01, in the past" in markdown.render(report)


# Confidence


def test_sure_and_wrong_comes_before_the_other_steps(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    session.submit(WRONG, confidence=3)
    session.advance()
    session.submit(RIGHT, confidence=1)
    report = report_on(study)
    assert [example.item for example in report.confidence.sure_and_wrong] == ["a-1"]
    assert (report.next_steps[0].action, report.next_steps[0].items) == ("again", ("a-1",))
    text = markdown.render(report)
    assert "## Sure but wrong\n\n- **Title of a-1** on 2026-03-02, you entered: wrong" in text
    assert "Only 2 answers with a stated confidence: not enough data." in text


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        # 0.75 − 2/5; who judges rightly is off by 1.96 · √(5 · 0.75 · 0.25) / 5 = 0.38 at times
        (3, "neither too sure nor too unsure, as far as these answers can tell; Brier score 0.36"),
        # 0.75 − 2/6 is more than 0.35; (2 · 0.25² + 4 · 0.75²) / 6
        (4, "42 points too sure; Brier score 0.40"),
    ],
)
def test_who_is_too_sure_is_told_so_where_chance_hardly_explains_it(
    tmp_path: Path, wrong: int, says: str
) -> None:
    machine = Machine(tmp_path, library(attention=[fill(f"a-{n}") for n in range(2 + wrong)]))
    study = machine.start()
    session = study.start_practice("attention")
    for answer in (RIGHT, RIGHT, *[WRONG] * wrong):
        session.submit(answer, confidence=2)  # likely: 75 %
        session.advance()
    text = markdown_of(study)
    machine.close()
    assert f"On average {says} over {2 + wrong} answers (0 is" in text


def test_what_was_mastered_since_is_no_next_step(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention", limit=1)
    session.submit(WRONG, confidence=3)
    machine.clock.pass_days(2)
    practise(study, "attention", RIGHT)
    steps = report_on(study).next_steps
    assert "again" not in [step.action for step in steps]


# Interviews


def interviewed(machine: Machine) -> Study:
    """Two interviews: the first all passed over, the second with what can be right; one open."""
    study = machine.start()
    blueprint = msgspec.structs.replace(READY["phone-screen"], minutes=10)
    for answer in (None, RIGHT):
        interview = study.interviews.start(blueprint)
        while interview.question is not None:
            machine.clock.pass_seconds(30)
            if answer is None or interview.question.item.id == "m-2":
                interview.pass_over()
            else:
                interview.submit(answer)
        interview.finish()
        machine.clock.pass_days(1)
    study.interviews.start(blueprint)
    return study


def test_interviews_that_are_over_are_reported_the_latest_first(machine: Machine) -> None:
    report = report_on(interviewed(machine))
    assert [row.number for row in report.interviews] == [2, 1]
    scores = {line.dimension: line.score for line in report.interviews[0].card.dimensions}
    assert (scores["concepts"], scores["explanation"]) == (1, 0)
    text = markdown.render(report)
    assert (
        "| No. | Day | Interview | Concepts | Shapes | Computation | Code | Explanation |" in text
    )
    assert "| 2 | 2026-03-03 | Phone screen, junior | strong, 100 % of 3 | – | – | – |" in text


@pytest.mark.parametrize(
    ("scope", "numbers"),
    [
        (Scope(since=date(2026, 3, 3)), [2]),
        (Scope(until=date(2026, 3, 2)), [1]),
        (Scope(topic="attention"), []),
    ],
    ids=["since", "until", "topic"],
)
def test_interviews_of_other_days_are_left_out_and_all_of_them_from_a_report_on_a_topic(
    machine: Machine, scope: Scope, numbers: list[int]
) -> None:
    report = report_on(interviewed(machine), scope)
    assert [row.number for row in report.interviews] == numbers


def test_a_report_on_one_interview_goes_through_its_questions(machine: Machine) -> None:
    study = interviewed(machine)
    card = study.interviews.cards()[-1]
    text = markdown_of(study, Scope(session=card.session))
    assert text.startswith("# Interview report\n")
    assert "## Interview 1, question by question" in text
    assert "| Title of a-2 | concepts | not known | 0 |" in text
    assert "quizzer interview --blueprint phone-screen --minutes 10 --seed 0" in text
    assert "Time: 1:30 of 10:00 used. After “I don't know” 3 times in a row" in text
    assert "Where things stand" not in text
    assert "Next steps" not in text
    report = report_on(study, Scope(session=card.session))
    content = json.loads(as_json.render(report))
    assert_published_form(content)
    (interview,) = content["interviews"]
    assert len(interview["questions"]) == 3  # those planned: nothing was added to silence
    assert interview["score_card"]["time"]["ended"] == "passed-over"
    assert content["interview"] == card.session


# CSV


def test_the_csv_has_an_answer_a_row_and_none_that_was_undone(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    session.submit({"x": 'right, "quoted"\n=1+1'})
    session.advance()
    session.submit(TEMPTED)
    session.undo()
    rows = list(csv.DictReader(io.StringIO(csv_on(study))))
    (row,) = rows
    assert (row["day"], row["item"], row["topic"]) == ("2026-03-02", "a-1", "attention")
    assert (row["mode"], row["status"], row["score"]) == ("practice", "wrong", "0")
    assert row["at"] == "2026-03-02T12:00:00.000+00:00"
    assert json.loads(row["answer"]) == {"x": 'right, "quoted"\n=1+1'}


@pytest.mark.parametrize("at", [253_402_300_799_000, 2**62, -(2**62)])  # 9999 and far beyond
def test_an_answer_given_by_a_senseless_clock_is_reported(machine: Machine, at: int) -> None:
    now = machine.clock.ms
    machine.clock.ms = at
    practise(machine.start(), "attention", RIGHT)
    report, table = report_on(machine.start()), csv_on(machine.start())
    machine.clock.ms = now
    (row,) = csv.DictReader(io.StringIO(table))
    assert row["at"][:4] == row["day"][:4] == ("1900" if at < 0 else "2999")
    assert json.loads(as_json.render(report))["made"]["at"] == row["at"].replace(".000", "")
    assert machine.start().overview().due == 1
    assert report_on(machine.start()).totals.attempts == 1


def test_the_csv_reads_back_as_it_was_whatever_stands_in_it(machine: Machine) -> None:
    odd = ('a "b"', "a,b", "a\nb", ",", '"', "")
    study = machine.start()
    practise(study, "attention", RIGHT)
    (answered,) = study.log.attempts()
    for text in odd:
        other = msgspec.structs.replace(
            answered, id=study.log.new_id(), item=text, app_version=text
        )
        study.history.append(other)
    text = csv_on(study)
    written = io.StringIO()
    table = list(csv.reader(io.StringIO(text, newline="")))
    csv.writer(written, lineterminator="\r\n").writerows(table)
    assert text == written.getvalue()
    assert [(row[7], row[19]) for row in table[2:]] == [(entry, entry) for entry in odd]


def test_no_cell_of_the_csv_is_a_formula(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", {"x": "=HYPERLINK(1)"}, {"x": "@SUM(1)"})
    for row in csv.reader(io.StringIO(csv_on(study))):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝"])
def test_no_name_of_a_foreign_log_is_a_formula_in_the_csv(machine: Machine, sign: str) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT)
    (answered,) = study.log.attempts()
    names = ("id", "device", "item", "topic", "kind", "app_version", "session")
    odd = {name: f"{sign}HYPERLINK({name})" for name in names} | {"mistakes": [f"{sign}1+1"]}
    study.history.append(msgspec.structs.replace(answered, **odd))
    rows = list(csv.reader(io.StringIO(csv_on(study))))
    assert not any(cell.startswith(sign) for row in rows for cell in row)
    assert any({f"'{sign}HYPERLINK(device)", f"'{sign}1+1"} <= set(row) for row in rows)


def test_codes_in_an_answer_are_escaped_in_the_csv(machine: Machine) -> None:
    study = machine.start()
    typed = {"x": "\x9b31m\x7f\u202eright\U000e0001"}
    practise(study, "attention", typed)
    text = csv_on(study)
    assert text.replace("\r\n", "").isprintable()
    (row,) = csv.DictReader(io.StringIO(text))
    assert json.loads(row["answer"]) == typed


def test_codes_in_the_names_of_a_foreign_log_are_escaped_in_the_csv(machine: Machine) -> None:
    study = machine.start()
    practise(study, "attention", RIGHT)
    (answered,) = study.log.attempts()
    odd = {name: f"\x1b[2J\r{name}" for name in ("id", "device", "item", "kind", "app_version")}
    study.history.append(msgspec.structs.replace(answered, **odd))
    text = csv_on(study)
    assert text.replace("\r\n", "").isprintable()
    row, _ = csv.DictReader(io.StringIO(text))
    assert row["device"] == r"\u001b[2J\u000ddevice"


def test_the_csv_keeps_to_the_period(machine: Machine) -> None:
    study = two_weeks(machine)
    text = csv_on(study, Scope(until=date(2026, 3, 9)))
    assert len(text.splitlines()) == 1 + 4
    events = [event for event in study.log.events() if isinstance(event, Attempted)]
    assert text.splitlines()[1].startswith(events[0].id)


def test_what_one_was_sure_of_and_is_right_since_is_still_told_but_last(machine: Machine) -> None:
    study = machine.start()
    for item in ("a-1", "a-2"):
        study.start_items([item]).submit(WRONG, 3)
        machine.clock.pass_seconds(60)
    machine.clock.pass_days(2)
    study.start_items(["a-2"]).submit(RIGHT, 3)
    text = markdown_of(study)
    told = text[text.index("## Sure but wrong") : text.index("## Next steps")].splitlines()[2:4]
    assert told[0].startswith("- **Title of a-1** on")
    assert told[0].endswith("you entered: wrong")
    assert told[1].startswith("- **Title of a-2** on")
    assert told[1].endswith("you entered: wrong; right since then")
