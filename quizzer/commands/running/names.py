"""Refuses unknown names, and suggests the nearest known one."""

from collections.abc import Iterable

from quizzer.commands.running.errors import CommandError


def expect(what: str, name: str, known: Iterable[str], otherwise: str = "") -> None:
    """Refuse a name that is not known; `otherwise` says what to do if none is near."""
    choices = list(known)
    if name not in choices:
        raise CommandError(f"no {what} is called {name!r}{suggestion(name, choices, otherwise)}")


def suggestion(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a complaint, which helps to find the right name; empty if nothing can."""
    from quizzer.diagnostics import did_you_mean

    hint = did_you_mean(name, known) or otherwise
    return f"; {hint}" if hint else ""
