"""Writes the report to a file of the learner's choice, in the format of its file name's ending."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from quizzer.reports.formats import FORMATS
from quizzer.tui.browser import hand_over
from quizzer.tui.screens.dialogs import LineDialog, MessageDialog
from quizzer.words import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.worker import Worker

    from quizzer.study.study import Study
    from quizzer.tui.base_app import BaseApp

FILE_NAME = "quizzer-report.md"
OF_INTERVIEW = "quizzer-interview.md"  # another name, so as not to write over the report on all
_ENDINGS = "Its ending decides the format: .md, .html to print, .json, or .csv with all answers."


def ask_for_report(app: BaseApp, interview: str | None = None) -> None:
    """Ask for a path, and write the report there: on one interview if given, else on everything."""
    study = app.study
    if study is None:
        return

    def write(line: str | None) -> None:
        if line is not None:
            work = partial(_write_and_tell, app, study, line, interview)
            _worker: Worker[None] = app.run_worker(work)

    name = OF_INTERVIEW if interview else FILE_NAME
    if app.is_web:
        text, line, enter = "Download the report under this name.", name, "download it"
    else:
        text, line, enter = "Write the report to this file.", _proposed(name), "write it"
    heading = "Report on this interview" if interview else "Report"
    app.push_screen(LineDialog(heading, f"{text} {_ENDINGS}", line, enter=enter), write)


def _proposed(name: str) -> str:
    try:
        return str(Path.cwd() / name)
    except OSError:  # the folder in which quizzer was started no longer exists
        return f"~/{name}"


async def _write_and_tell(app: BaseApp, study: Study, line: str, interview: str | None) -> None:
    with app.explaining():
        app.push_screen(await _written(app, study, line, interview))


async def _written(app: BaseApp, study: Study, line: str, interview: str | None) -> MessageDialog:
    ending = Path(line).suffix
    form = ending.lower().removeprefix(".")
    if form not in FORMATS:
        endings = ", ".join(f".{known}" for known in FORMATS)
        text = (
            f"The file name must end in one of {endings}, not in {ending!r}. Nothing was written."
        )
        return MessageDialog("The report was not written", text)
    render = partial(_report, study, form, interview, app.settings.minutes_a_day)
    if app.is_web:
        hand_over(app, await app.behind(render), Path(line).name)
        return MessageDialog(
            "The report is downloading", "Your browser saves it, or asks where to put it."
        )
    try:
        path = Path(line).expanduser().absolute()
        await app.behind(_write, path, render)
    except (OSError, RuntimeError, ValueError) as error:  # such as `~nobody`, or a null byte
        text = f"{line} cannot be written: {reason_of(error)}. Choose another place."
        return MessageDialog("The report was not written", text)
    return MessageDialog("The report was written", str(path))


def _write(path: Path, render: Callable[[], str]) -> None:
    """Make the report and write it."""
    path.write_text(render(), "utf-8", newline="")


def _report(study: Study, form: str, interview: str | None, minutes: int) -> str:
    from quizzer.reports.formats import rendered
    from quizzer.reports.scope import Scope

    arguments = form, study.history, study.library, study.clock, Scope(session=interview)
    return rendered(*arguments, minutes_a_day=minutes)
