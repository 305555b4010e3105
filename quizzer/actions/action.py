"""What an action is, and the screens and widgets that actions belong to."""

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Literal

Where = Literal[
    "app",
    "home",
    "topics",
    "question",
    "choice",
    "order",
    "match",
    "rubric",
    "answer",
    "cells",
    "code",
    "typing",
    "confidence",
    "summary",
    "reference",
    "component",
    "explorer",
    "steps",
    "setup",
    "selection",
    "plan",
    "progress",
    "past",
    "interview",
    "judging",
    "debrief",
    "looking",
    "form",
    "list",
    "checks",
    "wide",
    "dialog",
    "open",
    "palette",
]

_MOVING = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")

GROUPS: dict[Where, str] = {
    "home": "Check-list",
    "topics": "Topics",
    "question": "Question",
    "choice": "Options",
    "order": "Lines to put in order",
    "match": "Pairs",
    "rubric": "Key points",
    "answer": "Answer fields",
    "cells": "Cell by cell",
    "code": "Code",
    "typing": "Inside the code",
    "confidence": "How sure are you?",
    "summary": "Summary",
    "reference": "Reference",
    "component": "Component",
    "explorer": "Forward pass",
    "steps": "Steps",
    "setup": "Setting up an interview",
    "past": "Past interviews",
    "selection": "Choosing questions",
    "plan": "Interview plan",
    "progress": "Progress",
    "interview": "Interview",
    "judging": "Judging",
    "debrief": "Debrief",
    "looking": "A question in the debrief",
    "form": "Settings",
    "list": "Rows",
    "checks": "List of choices",
    "wide": "Wide content",
    "dialog": "Dialogs",
    "open": "Still open",
    "palette": "Commands",
    "app": "Everywhere",
}

# The places that another place can contain. A widget with the focus gets a key before its screen,
# so the keys of both must differ.
_ANSWERS: tuple[Where, ...] = ("choice", "order", "match", "rubric", "answer", "cells", "code")
HOSTS: dict[Where, tuple[Where, ...]] = {
    "question": (*_ANSWERS, "typing", "confidence"),
    "interview": (*_ANSWERS, "typing", "confidence"),
    "code": ("typing",),
    "cells": ("answer",),
    "judging": ("rubric",),
    "setup": ("form",),
    "selection": ("form",),
    "explorer": ("steps",),
    "debrief": ("list",),
    "past": ("list",),
    "dialog": ("checks",),
}


@dataclass(frozen=True)
class Action:
    """Something that the learner can do.

    `id` is its name in the settings, and begins with its place. `keys` are the default keys.
    `label` names it in the key bar, and `says` explains it in the help.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    says: str
    _: KW_ONLY
    bar: bool = True  # whether the key bar shows it
    name: str = ""  # its method, where that is not named like the last part of the id

    @cached_property  # every screen, and every key of a keymap, asks all actions for it
    def where(self) -> Where:
        """The screen or widget that it belongs to."""
        for where in GROUPS:
            if self.id.startswith(f"{where}."):
                return where
        raise ValueError(f"{self.id}: the part before the dot must be one of {', '.join(GROUPS)}")

    @property
    def moves(self) -> bool:
        """Whether it only moves or scrolls. Nobody looks for such an action by name."""
        return not self.bar and any(key.removeprefix("ctrl+") in _MOVING for key in self.keys)

    @property
    def method(self) -> str:
        """The name of its method, without the prefix `action_`."""
        return self.name or self.id.partition(".")[2].replace("-", "_")
