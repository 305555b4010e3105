"""The list of all components that is kept in a file."""

import subprocess
import sys
from pathlib import Path

from quizzer.handbook.kept import groups
from quizzer.handbook.pages import contents

LOOK = """
import sys
from pathlib import Path
from quizzer.handbook.kept import groups
print(len(groups(Path(sys.argv[1]))), "numpy" in sys.modules)
"""


def test_what_is_kept_is_the_contents_and_takes_no_numpy(tmp_path: Path) -> None:
    found = groups(tmp_path)
    assert found == tuple((family.title, rows) for family, rows in contents())
    look = [sys.executable, "-c", LOOK, str(tmp_path)]
    seen = subprocess.run(look, capture_output=True, text=True, check=True).stdout
    assert seen.split() == [str(len(found)), "False"]
