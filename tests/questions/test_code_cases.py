"""Cases of code items show what they are there for."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import pytest

from quizzer.bank.schema import CodeItem
from quizzer.exercises.cases import Case, CaseError, cases_of, result_of
from quizzer.exercises.drawing import draw
from quizzer.grading.code.comparing import TOLERANCES, difference
from tests.questions.conftest import LIBRARY

ITEMS: Final = [item for item in LIBRARY.items.values() if isinstance(item, CodeItem)]
WITHOUT_EFFECT: Final = {
    ("mend-a-parameter-count", "num_heads"),  # that it has none is what the item is about
    ("mend-an-additive-mask", "dtype"),  # its property type-as-asked looks at the type
}


def defaults_instead(case: Case) -> Iterator[tuple[str, Case]]:
    """The case without one of its arguments, and the name of that argument."""
    for place, name in enumerate(case.arguments):
        others = {other: value for other, value in case.arguments.items() if other != name}
        yield name, replace(case, arguments=others, positional=min(case.positional, place))


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_an_argument_that_has_a_default_changes_the_result_of_some_case(item: CodeItem) -> None:
    """Otherwise code with the default written in passes, whatever it was told to use."""
    seen, differs = set(), set()
    for case in cases_of(item, draw(item, 0)):
        for name, without in defaults_instead(case):
            try:
                got = result_of(item.implement, without)
            except CaseError:  # the argument has no default, or the others need it
                continue
            seen.add((item.id, name))
            if difference(result_of(item.implement, case), got, TOLERANCES[case.dtype]):
                differs.add((item.id, name))
    assert seen - differs <= WITHOUT_EFFECT


def bpe_train(
    word_counts: Mapping[str, int], num_merges: int, *, end_of_word: str = "</w>"
) -> tuple[tuple[str, str], ...]:
    """Right, but for the joining: replaced in the text, "a b" is also found in "xa b"."""
    words = {" ".join([*word, end_of_word]).strip(): count for word, count in word_counts.items()}
    merges: list[tuple[str, str]] = []
    while len(merges) < num_merges:
        pairs: Counter[tuple[str, str]] = Counter()
        for word, count in words.items():
            for pair in pairwise(word.split(" ")):
                pairs[pair] += count
        if not pairs:
            break
        a, b = max(pairs, key=lambda pair: pairs[pair])
        merges.append((a, b))
        words = {word.replace(f"{a} {b}", a + b): count for word, count in words.items()}
    return tuple(merges)


def wordpiece_encode(
    word: str, vocabulary: Collection[str], *, unknown: str = "[UNK]"
) -> tuple[str, ...]:
    """Right, but for a word that gets stuck: the pieces found before are kept."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                pieces.append(piece)
                start = end
                break
        else:
            return (*pieces, unknown)
    return tuple(pieces)


@pytest.mark.parametrize(
    ("item_id", "function", "mistake"),
    [
        ("write-bpe-training", bpe_train, "merges-inside-symbols"),
        ("write-wordpiece-encoding", wordpiece_encode, "unknown-rest-only"),
    ],
)
def test_a_slip_that_is_right_elsewhere_fails_in_its_own_cases_only(
    item_id: str, function: Callable[..., Any], mistake: str
) -> None:
    item = LIBRARY.items[item_id]
    assert isinstance(item, CodeItem)
    failed = set()
    for case in cases_of(item, draw(item, 0)):
        positional, named = case.call()
        got = function(*positional, **named)
        if difference(result_of(item.implement, case), got, TOLERANCES[case.dtype]):
            failed.add(item.cases[case.group].mistake)
    assert failed == {mistake}
