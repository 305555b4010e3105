"""Where banks are: the bundled folder, and the files of any folder."""

import os
from collections.abc import Iterable
from pathlib import Path

CHECKLIST = "checklist.yaml"
_ENDINGS = (".yaml", ".yml")


def bundled_folder() -> Path:
    """The folder of the check-list and the banks that come with the app."""
    return bundled("questions")


def bundled(folder: str) -> Path:
    """A folder that comes with the app: inside the package, or beside it in a clone."""
    package = Path(__file__).resolve().parents[1]
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


def files_of(paths: Iterable[Path]) -> list[Path]:
    """The files named, and those in the folders named; check-lists first, nothing twice.

    A folder that cannot be looked into stays in the list, for whoever reads it to complain.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for file in _inside(path):
            found.setdefault(file.resolve(), file)
    return sorted(found.values(), key=lambda file: file.name != CHECKLIST)


def _inside(path: Path) -> list[Path]:
    if not os.path.isdir(path):  # which, unlike Path.is_dir, never fails
        return [path]
    try:
        names = sorted(os.listdir(path))
    except OSError:
        return [path]
    return [path / name for name in names if name.endswith(_ENDINGS) and name[0] != "."]
