"""The learner's answer to an open question, and a strong answer to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.grading.rubric import SAID_ALOUD
from quizzer.tui.documents.document import Columns, Paragraph, from_markdown, heading
from quizzer.tui.text import plain

if TYPE_CHECKING:
    from quizzer.tui.documents.document import Element


def yours(answer: str) -> list[Element]:
    """The learner's answer, line by line."""
    return [heading("Yours"), *(Paragraph("", plain(line)) for line in answer.splitlines())]


def strong(model_answer: str) -> list[Element]:
    """A strong answer."""
    return [heading("A strong answer"), *from_markdown(model_answer)]


def compared(answer: str, model_answer: str) -> list[Element]:
    """A strong answer, beside the learner's own if it was written."""
    written = answer.strip()
    if written in ("", SAID_ALOUD):
        return strong(model_answer)
    return [Columns(yours(written), strong(model_answer))]
