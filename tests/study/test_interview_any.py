"""Whatever is in the banks, is answered and takes its time: what an interview always keeps to."""

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quizzer.bank.library import Library
from quizzer.bank.schema import FollowUp, Level
from quizzer.study.errors import StudyError
from quizzer.study.interview.planning import RANKS
from tests.study.builders import RIGHT, WRONG, Machine, fill, library
from tests.study.interviewing import begin

pools = st.lists(
    st.tuples(
        st.sampled_from(["junior", "mid", "senior"]),
        st.integers(1, 5),  # difficulty
        st.sampled_from([1.0, 2.0, 3.0, 5.0, 8.0, 12.0]),  # minutes
        st.sampled_from([[], ["shapes"], ["by-hand"]]),  # which make flavours
        st.lists(st.integers(0, 14), max_size=3),  # what follows
    ),
    min_size=1,
    max_size=15,
)
answers = st.lists(
    st.tuples(st.sampled_from(["right", "wrong", "silent"]), st.floats(0, 2.5)), min_size=1
)


@contextmanager
def machine_of(banks: Library) -> Iterator[Machine]:
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder), banks)
        try:
            yield machine
        finally:
            machine.close()


def library_of(pool: list[tuple[Level, int, float, list[str], list[int]]]) -> Library:
    return library(
        attention=[
            fill(
                f"i-{number}",
                level=level,
                difficulty=difficulty,
                minutes=minutes,
                tags=tags,
                follow_ups=[
                    FollowUp(when=["right", "wrong", "always"][n % 3], item=f"i-{n}")
                    for n in follow
                    if n < len(pool) and n != number
                ],
            )
            for number, (level, difficulty, minutes, tags, follow) in enumerate(pool)
        ]
    )


@given(
    pool=pools, said=answers, minutes=st.integers(10, 45), level=st.sampled_from(["junior", "mid"])
)
@settings(max_examples=40, deadline=None)
def test_it_asks_what_fits_once_each_and_until_nothing_fits(
    pool: list[tuple[Level, int, float, list[str], list[int]]],
    said: list[tuple[str, float]],
    minutes: int,
    level: Level,
) -> None:
    """Each question gets `said` by turns, after a share of its budget."""
    banks = library_of(pool)
    with machine_of(banks) as machine:
        try:
            interview = begin(machine, minutes=minutes, level=level)
        except StudyError:
            assume(False)  # nothing fits at all: another test's concern
        silent, added = 0, len(interview.turns)
        for how, share in itertools.cycle(said):
            question = interview.question
            if question is None:
                break
            machine.clock.pass_seconds(question.minutes * share * 60)
            interview.pass_over() if how == "silent" else interview.submit(
                RIGHT if how == "right" else WRONG
            )
            silent = silent + 1 if how == "silent" else 0
            left = interview.time.remaining / 60
            ahead = [t for t in interview.turns if t.given is None and not t.dropped]
            budgets = [banks.items[turn.item].minutes for turn in ahead]
            assert not budgets or max(2, *budgets) <= left
            if len(interview.turns) > added:
                assert sum(budgets) <= left
            added = len(interview.turns)
        entries = interview.debrief().entries
        assert len({entry.item for entry in entries}) == len(entries)
        taken = {entry.item for entry in entries}
        left_to_ask = [
            item
            for item in banks.items.values()
            if item.id not in taken and RANKS[item.level] <= RANKS[level] and item.minutes <= left
        ]
        assert left < 2 or silent >= 3 or not left_to_ask
