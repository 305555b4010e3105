"""What a log or a backup holds, in words and as data."""

from typing import TYPE_CHECKING, Any

from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.progress.copies import Contents


def as_data(contents: "Contents") -> dict[str, Any]:
    """What a log or a backup holds, for JSON."""
    return {
        "path": str(contents.path),
        "device": contents.device,
        "events": contents.events,
        "answers": contents.answers,
        "last": contents.last.isoformat(timespec="seconds") if contents.last else None,
        "sha256": contents.sha256,
    }


def in_words(contents: "Contents") -> str:
    """What a log or a backup holds, as the subject of a sentence."""
    answers = counted(contents.answers, "answer")
    until = f" up to {contents.last.astimezone():%Y-%m-%d %H:%M}" if contents.last else ""
    return f"{answers}{until} ({counted(contents.events, 'event')})"
