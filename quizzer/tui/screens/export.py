"""Writing the report to a file of the learner's choice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from quizzer.tui.screens.dialogs import LineDialog, MessageDialog

if TYPE_CHECKING:
    from quizzer.study.study import Study
    from quizzer.tui.app import QuizzerApp

FILE_NAME = "quizzer-report.md"


def ask_for_report(app: QuizzerApp) -> None:
    """Ask for a path; the report is written there as Markdown."""
    study = app.study
    if study is None:
        return

    def write(line: str | None) -> None:
        if line is not None:
            app.run_worker(_write_and_tell(app, study, Path(line).expanduser().absolute()))

    app.push_screen(
        LineDialog("Report", "Write the report to:", str(Path.cwd() / FILE_NAME)), write
    )


async def _write_and_tell(app: QuizzerApp, study: Study, path: Path) -> None:
    with app.explaining():
        app.push_screen(await _written(app, study, path))


async def _written(app: QuizzerApp, study: Study, path: Path) -> MessageDialog:
    try:
        await app.behind(_write, study, path)
    except OSError as error:
        reason = error.strerror or str(error)
        text = f"{path} cannot be written: {reason}. Choose another place."
        return MessageDialog("The report was not written", text)
    return MessageDialog("The report is written", str(path))


def _write(study: Study, path: Path) -> None:
    """Make the report and write it, asking nothing."""
    from quizzer.reports import build, markdown

    report = build.build(study.log, study.library, study.clock)
    path.write_text(markdown.render(report), encoding="utf-8")
