"""The reports on a study, in the forms that are looked at."""

from quizzer.reports import csv
from quizzer.reports.build import build
from quizzer.reports.report import Report
from quizzer.reports.scope import Scope
from quizzer.study.study import Study


def report_on(study: Study, scope: Scope | None = None) -> Report:
    return build(study.history, study.library, study.clock, scope)


def csv_on(study: Study, scope: Scope | None = None) -> str:
    return csv.render(study.history, study.library, study.clock, scope)
