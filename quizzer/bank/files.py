"""Where banks are: the bundled folder, and the files of any folder."""

import os
from collections.abc import Iterable
from pathlib import Path

CHECKLIST = "checklist.yaml"
_ENDINGS = (".yaml", ".yml")
_MOST_BYTES = 4_000_000


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

    A folder that cannot be listed stays in the result, so that reading it reports the problem.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for file in _inside(path):
            found.setdefault(real(file), file)
    return sorted(found.values(), key=lambda file: file.name != CHECKLIST)


def real(path: Path) -> Path:
    """Where a path leads. Unlike `Path.resolve`, this accepts links that lead in a circle."""
    return Path(os.path.realpath(path))


def path_text(path: Path) -> str:
    """The path as text that can be written anywhere, whatever bytes are in its names."""
    return os.fsencode(path).decode(errors="backslashreplace")


def bytes_of(path: Path) -> bytes:
    """The content of a file. Folders, pipes and the like, and large files, raise OSError.

    Reading a pipe could wait for ever, and a device would never end.
    """
    if os.path.isdir(path):
        os.listdir(path)  # raises the reason, if the folder cannot be listed
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError("it is not a file")
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise OSError("it is too large for a bank")
    return data


def _inside(path: Path) -> list[Path]:
    if not os.path.isdir(path):  # which, unlike Path.is_dir, never fails
        return [path]
    try:
        names = sorted(os.listdir(path))
    except OSError:
        return [path]
    return [path / name for name in names if name.endswith(_ENDINGS) and name[0] != "."]
