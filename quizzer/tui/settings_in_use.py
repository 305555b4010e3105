"""The settings in use: as configured, and as changed in the app since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.configuration import choices
from quizzer.configuration.configuration import FILE

if TYPE_CHECKING:
    from quizzer.configuration.configuration import Configuration
    from quizzer.configuration.settings import Value
    from quizzer.diagnostics import Problem


class SettingsInUse:
    """Settings and keys as they are now.

    A value that is chosen in the app is remembered, unless the settings file or a variable of the
    environment fixes it: then it lasts until the app ends.
    """

    def __init__(self, configuration: Configuration) -> None:
        self.settings = configuration.settings
        self.keymap: dict[str, str] = {}
        self.problems: tuple[Problem, ...] = configuration.problems
        self._configuration = configuration
        self._told: set[str] = set()  # the settings for which it said that they are not remembered
        if configuration.keys and configuration.path is not None:
            from quizzer.configuration.keymap import keymap  # only for those who have such keys

            found = keymap(configuration.keys, configuration.path)
            self.keymap = {action: ",".join(keys) for action, keys in found.keys.items()}
            self.problems += found.problems

    def choose(self, name: str, value: Value) -> str:
        """Set a setting from now on; returns what to say if that is not remembered."""
        self.settings = self.settings._replace(**{name: value})  # type: ignore[arg-type]  # by name
        if fixed := self.fixed(name):
            remark = (
                "" if name in self._told else f"This lasts until you quit: {fixed} sets {name}."
            )
            self._told.add(name)
            return remark
        if self._configuration.path is not None:
            choices.keep(self._configuration.path.parent, name, value)
        return ""

    def fixed(self, name: str) -> str:
        """What overrides the app: a line of the file or a variable; empty if nothing does."""
        return self._configuration.fixed(name)

    @property
    def trouble(self) -> str:
        """What is wrong with the settings file, in short; empty when nothing is."""
        if not self.problems:
            return ""
        first = self.problems[0]
        field = f"{first.field}: " if first.field else ""
        says = f"{FILE}:{first.line}:{first.column}: {field}{first.message}."
        more = len(self.problems) - 1
        also = " The whole file is ignored." if not first.field else ""
        others = f" And {more} more: `" if more else " `"
        return f"{says}{also}{others}quizzer config --check` says what to do."
