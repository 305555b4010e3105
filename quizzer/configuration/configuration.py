"""The settings in force, and where each of them comes from.

From the weakest to the strongest: the default, what was chosen in the app, the settings file, and
`TEXTUAL_THEME`, which is for one run. `VISUAL` and `EDITOR` apply to all programs, so the settings
file takes precedence over them.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from quizzer.configuration import choices
from quizzer.configuration.settings import Settings, Value

if TYPE_CHECKING:
    from quizzer.configuration.reading import KeyEntry
    from quizzer.diagnostics import Problem

FILE: Final = "config.toml"
THEME_VARIABLE: Final = "TEXTUAL_THEME"
EDITOR_VARIABLES: Final = ("VISUAL", "EDITOR")


class Origin(NamedTuple):
    """Where a value comes from; `where` names the file and line, or the variable."""

    kind: str  # "default", "app", "environment" or "file"
    where: str = ""

    def __str__(self) -> str:
        return self.where or self.kind


class Configuration(NamedTuple):
    """The settings in force, where each comes from, and what is wrong with the file.

    `keys` are the entries of the file as they are written there; `keymap` says what they mean.
    `source` has the lines of the file, to show problems in.
    """

    settings: Settings = Settings()
    origins: Mapping[str, Origin] = {}
    keys: tuple["KeyEntry", ...] = ()
    problems: tuple["Problem", ...] = ()
    source: tuple[str, ...] = ()
    path: Path | None = None  # of the settings file; None if nothing is read and nothing kept

    def origin(self, name: str) -> Origin:
        """Where the value of a setting comes from."""
        return self.origins.get(name, Origin("default"))

    def fixed(self, name: str) -> str:
        """What keeps the app from changing a setting: `config.toml:7`, a variable, or nothing."""
        origin = self.origin(name)
        return origin.where if origin.kind in ("file", "environment") else ""


def load(folder: Path, environment: Mapping[str, str] = os.environ) -> Configuration:
    """The configuration of a folder; what is wrong with the file is in `problems`, never raised."""
    path = folder / FILE
    layers: list[tuple[Origin, str, Value]] = [
        (Origin("app", choices.FILE), name, value) for name, value in choices.chosen(folder).items()
    ]
    layers += _editor_for_all_programs(environment)
    configuration = Configuration(path=path)
    if os.path.lexists(path):  # also of a link that leads nowhere; false without permission
        from quizzer.configuration.reading import read  # only here: most people have no such file

        file = read(path)
        layers += [
            (Origin("file", f"{FILE}:{file.lines[name]}"), name, value)
            for name, value in file.values.items()
        ]
        configuration = configuration._replace(
            keys=file.keys, problems=file.problems, source=file.source
        )
    if theme := environment.get(THEME_VARIABLE):
        layers.append((Origin("environment", THEME_VARIABLE), "theme", theme))
    values: dict[str, Any] = {name: value for _, name, value in layers}
    return configuration._replace(
        settings=Settings(**values),
        origins={name: origin for origin, name, _ in layers},
    )


def _editor_for_all_programs(environment: Mapping[str, str]) -> list[tuple[Origin, str, Value]]:
    for variable in EDITOR_VARIABLES:
        if command := environment.get(variable, "").strip():
            return [(Origin("environment", variable), "editor", command)]
    return []
