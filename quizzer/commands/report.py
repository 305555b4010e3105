"""`quizzer report`: what the log says about what you can do."""

import argparse
import sys
from pathlib import Path
from typing import Final

from quizzer.commands import errors, library, names
from quizzer.commands.errors import CommandError

SUMMARY = "report what you can do, what is weak, which mistakes return"
FORMATS: Final = ("md", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format", type=_format, default="md", metavar="FORMAT", help="md (default) or json"
    )
    parser.add_argument("--topic", metavar="TOPIC", help="only this topic")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write there instead of to standard output"
    )


def _format(name: str) -> str:
    names.expect("format", name, FORMATS)
    return name


def run(arguments: argparse.Namespace) -> int:
    text = _report(arguments.format, arguments.topic)
    if arguments.output is None:
        print(text, end="")
        return errors.DONE
    try:
        arguments.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(
            f"the report cannot be written to {arguments.output}: "
            f"{error.strerror or error}. Choose another place with --output."
        ) from error
    print(f"The report is in {arguments.output}.", file=sys.stderr)
    return errors.DONE


def _report(form: str, topic: str | None) -> str:
    from quizzer.reports import build, json, markdown

    banks = library.load()
    if topic is not None:
        library.expect_topic(banks, topic)
    with library.study_to_read(banks) as memory:
        report = build.build(memory.log, banks, memory.clock, topic=topic)
    return json.render(report) if form == "json" else markdown.render(report)
