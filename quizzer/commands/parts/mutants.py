"""`quizzer check --mutants`: how code items judge the mistakes that they declare."""

from typing import TYPE_CHECKING, Any

from quizzer.commands.running import errors
from quizzer.commands.text import output, prose
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.reading import Reading
    from quizzer.grading.code.inspection import Mutant


def run(reading: "Reading", json: bool) -> int:
    """Print the report, or JSON; `FOUND_WRONG` if a mistake passes or an item cannot be judged."""
    from quizzer.bank.schema import CodeItem
    from quizzer.grading.code.inspection import mutants, problems_of

    items = [item for item in reading.items if isinstance(item, CodeItem)]
    unsound = [item.id for item in items if _cannot_be_judged(problems_of(item, 1))]
    found = {item.id: mutants(item) for item in items if item.id not in unsound}
    every = [mutant for judged in found.values() for mutant in judged]
    if json:
        output.write_json("mutants/1", _data(found, unsound))
    else:
        _print(found, unsound)
        print(_summary(every))
    return errors.DONE if not unsound and all(one.rejected for one in every) else errors.FOUND_WRONG


def _cannot_be_judged(findings: list[Any]) -> bool:
    """Whether a finding is about anything but mistakes that pass, which this report shows."""
    return any(finding.path[:1] != ("mistakes",) or "of" in finding.path for finding in findings)


def _data(found: "dict[str, list[Mutant]]", unsound: list[str]) -> dict[str, Any]:
    return {
        "items": [
            {
                "id": item,
                "mistakes": [
                    {"id": one.mistake, "rejected": one.rejected, "named": one.named}
                    for one in judged
                ],
            }
            for item, judged in found.items()
        ],
        "not_judged": unsound,
    }


def _print(found: "dict[str, list[Mutant]]", unsound: list[str]) -> None:
    for item, judged in found.items():
        print(output.styled(item, "bold"))
        rows = [(f"  {_mark(one)}", one.mistake, _words(one)) for one in judged]
        print("\n".join(prose.table(rows, output.width())) if rows else "  declares no mistakes")
        print()
    for item in unsound:
        print(f"{item} cannot be judged; `quizzer check` says why.\n")


def _mark(mutant: "Mutant") -> str:
    if not mutant.rejected:
        return "✗"
    return "✓" if mutant.mistake in mutant.named else "◐"


def _words(mutant: "Mutant") -> str:
    if not mutant.rejected:
        return "passes"
    return "rejected and named" if mutant.mistake in mutant.named else "rejected, not named"


def _summary(every: "list[Mutant]") -> str:
    rejected = sum(one.rejected for one in every)
    named = sum(one.mistake in one.named for one in every)
    return f"{counted(len(every), 'mistake')}: {rejected} rejected, {named} named."
