"""A study to report on, its report in the forms that are looked at, and their published form."""

import json
from pathlib import Path
from typing import Any

import jsonschema

from quizzer.reports import csv
from quizzer.reports.build import build
from quizzer.reports.report import Report
from quizzer.reports.scope import Scope
from quizzer.study.study import Study

ROOT = Path(__file__).parent.parent.parent


def report_on(study: Study, scope: Scope | None = None) -> Report:
    minutes = study.settings.minutes_a_day
    return build(study.history, study.library, study.clock, scope, minutes_a_day=minutes)


def csv_on(study: Study, scope: Scope | None = None) -> str:
    return csv.render(study.history, study.library, study.clock, scope)


def practise(study: Study, topic: str, *answers: dict[str, str]) -> None:
    """Practise a topic, leave after these answers."""
    session = study.start_practice(topic)
    for answer in answers:
        session.submit(answer)
        session.advance()
    session.leave()


def assert_published_form(content: dict[str, Any]) -> None:
    """Nothing is missing, nothing has another type, and every field is published."""
    schema = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    problems = list(jsonschema.Draft202012Validator(closed(schema)).iter_errors(content))
    assert problems == []


def closed(schema: Any) -> Any:
    """The same schema without room for fields that it does not name."""
    if isinstance(schema, list):
        return [closed(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return inner | {"additionalProperties": False} if "required" in schema else inner
