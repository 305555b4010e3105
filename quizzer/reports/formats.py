"""The formats of a report, and the function that renders it in any of them."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.progress.history import History
    from quizzer.reports.scope import Scope
    from quizzer.study.clock import Clock

FORMATS: Final = ("md", "html", "json", "csv")
_WRITERS: Final = {"md": "markdown", "html": "html", "json": "json"}


def rendered(
    form: str,
    history: "History",
    banks: "Library",
    clock: "Clock",
    scope: "Scope | None" = None,
    *,
    minutes_a_day: int,
) -> str:
    """A report in one of the formats; modules that only the others need are not imported."""
    if form == "csv":  # a list of answers, which needs no statistics
        from quizzer.reports import csv

        return csv.render(history, banks, clock, scope)
    from quizzer.reports.build import build

    report = build(history, banks, clock, scope, minutes_a_day=minutes_a_day)
    return str(import_module(f"quizzer.reports.{_WRITERS[form]}").render(report))
