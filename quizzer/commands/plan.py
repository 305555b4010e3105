"""`quizzer plan`: the day of the interview, what is recalled then, and the days until then."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quizzer.commands.running import errors, library
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.numbers import whole
from quizzer.commands.text import output, prose, question

if TYPE_CHECKING:
    from quizzer.study.preparation import Plan, TopicForecast
    from quizzer.study.study import Study


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from quizzer.configuration.settings import LEAST_MINUTES, MOST_MINUTES

    refusal = f"is not a number of minutes: give {LEAST_MINUTES} to {MOST_MINUTES}"
    parser.epilog = (
        "Each day, the plan asks what gains the most recall on the interview day for the minutes "
        "it takes; if not everything new has room, topics take turns. Answers in `quizzer review` "
        "and in the app count."
    )
    day = parser.add_mutually_exclusive_group()
    day.add_argument("--date", metavar="DAY", help="the day of your interview: 22 Dec, friday, +14")
    day.add_argument("--no-date", action="store_true", help="stop planning towards a day")
    parser.add_argument(
        "--minutes",
        type=whole(LEAST_MINUTES, MOST_MINUTES, refusal),
        metavar="M",
        help="minutes per day (default: the setting `minutes_a_day`)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.study.errors import StudyError

    changes = arguments.date is not None or arguments.no_date
    opened = library.study if changes else library.study_to_read
    with opened(library.load()) as study:
        try:
            if changes:
                _set_day(study, arguments.date)
            minutes = arguments.minutes or study.settings.minutes_a_day
            day = study.interview_day
            plan = study.plan(minutes) if day is not None and day >= study.today() else None
        except StudyError as error:
            raise CommandError(str(error)) from error
        now = study.forecast(plan.target if plan else study.today())
        if arguments.json:
            _write_json(study, plan, now)
        else:
            print("\n".join(_lines(study, plan, now)))
    return errors.DONE


def _set_day(study: "Study", text: str | None) -> None:
    from quizzer.study.typed_days import read_day

    try:
        day = None if text is None else read_day(text, study.today())
        if text is not None and day is None:
            raise ValueError(text)
    except ValueError:
        raise CommandError(f"{text!r} is not a day: give one such as 2026-12-22, or +14.") from None
    study.set_interview_day(day)


def _write_json(study: "Study", plan: "Plan | None", now: "tuple[TopicForecast, ...]") -> None:
    from quizzer.reports.plan import as_data

    nothing: dict[str, Any] = {
        "minutes_a_day": None,
        "done": [],
        "to_go": 0,
        "days": [],
        "instead": [],
        "left_out": [],
    }
    then = {topic.topic: topic.recall for topic in plan.forecast} if plan else {}
    output.write_json(
        "plan/1",
        {
            "day": study.interview_day.isoformat() if study.interview_day else None,
            **(as_data(plan) if plan else nothing),
            "topics": [
                {
                    "id": topic.topic,
                    "items": topic.items,
                    "seen": topic.seen,
                    "if_stopped": topic.recall,
                    "with_the_plan": then.get(topic.topic),
                }
                for topic in now
            ],
        },
    )


def _lines(study: "Study", plan: "Plan | None", now: "tuple[TopicForecast, ...]") -> Iterator[str]:
    columns = output.width()
    if plan is None:
        over = study.interview_day
        found = f"Your interview was on {over}." if over else "No day is set."
        yield f"{found} `quizzer plan --date 2026-12-22` sets the day of your next interview."
        return
    from quizzer.reports import plan as words

    titles = {topic.id: topic.title for topic in study.library.topics}
    day = f"{plan.target}, {words.when(plan.target, study.today())}"
    yield output.styled(f"Your interview: {day}", "bold")
    yield f"{plan.minutes_a_day:g} minutes per day"
    if done := words.done_today(plan):
        yield f"Done today: {done}"
    yield from question.heading("What you will remember on that day")
    yield prose.wrap(words.RECALLED, columns)
    rows = [
        (titles[topic.topic], words.recalled(topic), words.recalled(then))
        for topic, then in zip(now, plan.forecast, strict=True)
        if topic.items
    ]
    yield from prose.table([("topic", "if you stop now", "with the plan"), *rows], columns)
    if plan.days and plan.left_out:
        yield prose.wrap(words.left_out(len(plan.left_out)), columns)
    if days := words.days_in_words(plan, words.DAYS_SHOWN):
        yield from question.heading("The days until then")
        yield from prose.table(days, columns)
    if beyond := words.days_beyond(plan, words.DAYS_SHOWN):
        yield beyond
