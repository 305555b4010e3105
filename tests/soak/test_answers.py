"""Random and hostile answers of every kind: a verdict always, and the right one.

Honest ways of writing the right numbers must be right; numbers that are off must not be.
"""

import math
import random
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import CodeItem, ComputeItem, FillItem, Item, OpenItem
from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import solve
from quizzer.exercises.presentation import present
from quizzer.exercises.variant import Variant
from quizzer.grading.answer_key import right_answer
from quizzer.grading.grade import grade, understand
from quizzer.grading.rubric import POINTS
from quizzer.grading.verdict import Status
from tests.soak.conftest import Chance
from tests.soak.hostile import hostile_text
from tests.soak.mutating import mutated

MOST_SECONDS = 5.0
MINUS = "-−–﹣－"
Rows = Any  # nested lists of numbers already written as words


def asked_of(bundled: Library) -> list[Item]:
    return [item for item in bundled.items.values() if not isinstance(item, CodeItem)]


def test_any_answer_gets_a_verdict(bundled: Library, chance: Chance) -> None:
    items = asked_of(bundled)
    for label, rng in chance.rounds(short=20, long=5_000):
        item = rng.choice(items)
        variant = draw(item, rng.choice([0, 1, 2, 10**6]))
        answer = {ask.name: hostile_text(rng) for ask in present(item, variant).asks}
        if rng.random() < 0.1:
            answer[hostile_text(rng)] = hostile_text(rng)
        if rng.random() < 0.2:
            answer.pop(next(iter(answer)))
        start = time.process_time()
        try:
            verdict = grade(item, variant, answer)
            understand(item, variant, answer)
        except BaseException as error:
            raise AssertionError(f"{label}: {item.id} {answer!r}") from error
        assert verdict.status in Status
        assert 0 <= verdict.score <= 1
        taken = time.process_time() - start
        assert taken < MOST_SECONDS, f"{label}: {item.id} took {taken:.1f} s: {answer!r}"


def test_any_code_gets_a_verdict(bundled: Library, chance: Chance) -> None:
    """Starters as they come out of an editor, a merge or a bad mood; each runs in a child."""
    items = [item for item in bundled.items.values() if isinstance(item, CodeItem)]
    for label, rng in chance.rounds(short=1, long=150):
        item = rng.choice(items)
        body = rng.choice([*MOODS, hostile_text(rng)])
        code = mutated(item.starter.replace("...", body), rng)
        verdict = grade(item, draw(item, rng.choice([0, 1])), {"code": code})
        assert verdict.status in Status, label
        if body in MOODS[:-1]:
            assert verdict.status is not Status.RIGHT, f"{label}: {item.id}\n{code}"


MOODS = [
    "return 0", "raise SystemExit", "return [[]]", "print('x' * 10**8)", "import os; os._exit(0)",
    "return float('nan')", "return object()", "return 'a'", "1/0", "import sys; sys.exit(3)",
    "open('x', 'w').write('y' * 10**9)", "return np.zeros((2,) * 40)", "x = yield", "def",
    "raise BaseException", "import os; os.close(1); os.close(2)", "return lambda: 0", "...",
]  # fmt: skip


def test_the_right_answer_is_right_however_it_is_written(bundled: Library, chance: Chance) -> None:
    items = asked_of(bundled)
    for label, rng in chance.rounds(short=15, long=3_000):
        item = rng.choice(items)
        variant = draw(item, rng.randrange(1000))
        answer = right_numbers(item, variant, rng) if isinstance(item, ComputeItem) else (
            right_words(item, variant, rng)
        )  # fmt: skip
        verdict = grade(item, variant, answer)
        assert verdict.status is Status.RIGHT, f"{label}: {item.id}\n{answer}\n{verdict}"


def test_a_number_that_is_off_is_never_right(bundled: Library, chance: Chance) -> None:
    items = [item for item in asked_of(bundled) if isinstance(item, ComputeItem)]
    for label, rng in chance.rounds(short=10, long=2_000):
        item = rng.choice(items)
        variant = draw(item, rng.randrange(1000))
        answer = right_numbers(item, variant, rng)
        last = last_asked(item)
        answer[last] = one_off(item, variant, last, rng)
        verdict = grade(item, variant, answer)
        assert verdict.status is not Status.RIGHT, f"{label}: {item.id}\n{answer}\n{verdict}"


def test_what_tempts_is_never_right(bundled: Library, chance: Chance) -> None:
    items = [item for item in bundled.items.values() if isinstance(item, FillItem)]
    for label, rng in chance.rounds(short=10, long=1_000):
        item = rng.choice(items)
        right = {name: blank.accept[0] for name, blank in item.blanks.items()}
        for name, blank in item.blanks.items():
            for word in (answer for one in blank.tempting for answer in one.answers):
                verdict = grade(item, draw(item, 0), right | {name: word})
                assert verdict.status is not Status.RIGHT, f"{label}: {item.id} {word}"
                assert verdict.status is Status.PARTLY or len(right) == 1, f"{label}: {item.id}"


def right_words(item: Item, variant: Variant, rng: random.Random) -> dict[str, str]:
    """The right answer of a kind without numbers, in one of the ways people write it."""
    if isinstance(item, FillItem):
        words = {name: rng.choice(blank.accept) for name, blank in item.blanks.items()}
        return {name: rng.choice(WAYS_OF_WORDS)(word) for name, word in words.items()}
    answer = right_answer(item, variant)
    if isinstance(item, OpenItem):
        return answer | {POINTS: rng.choice([" ", ", "]).join("1" for _ in item.key_points)}
    return {part: rng.choice(WAYS_OF_LETTERS)(text) for part, text in answer.items()}


WAYS_OF_WORDS: list[Callable[[str], str]] = [
    str, str.upper, lambda word: f"  {word}\n", lambda word: word.replace("-", "−"),
    lambda word: word.replace(" ", "\u00a0"), lambda word: f"“{word}”", lambda word: f"`{word}`",
    lambda word: word.replace(", ", ","), lambda word: f"{word}.",
]  # fmt: skip
WAYS_OF_LETTERS: list[Callable[[str], str]] = [
    str, str.lower, lambda text: f" {text}\n", lambda text: text.replace(" ", ", "),
]  # fmt: skip


def last_asked(item: ComputeItem) -> str:
    """An asked number that no other depends on being right."""
    return next(reversed(item.ask))


def right_numbers(item: ComputeItem, variant: Variant, rng: random.Random) -> dict[str, str]:
    """The right answer, each part in one of the many honest ways of writing it."""
    asked = solve(item, variant)
    return {name: written(item, name, asked[name], rng) for name in item.ask}


def written(item: ComputeItem, name: str, value: Any, rng: random.Random) -> str:
    ask = item.ask[name]
    if ask.what == "shape":
        return rng.choice(["({})", "[{}]", "{}", "({},)"]).format(", ".join(map(str, value)))
    array = np.asarray(value, dtype=np.float64)
    if ask.what == "count":
        return rng.choice([str, lambda number: f"{number}"])(plain_number(float(array)))
    decimals = ask.decimals + rng.choice([0, 0, 0, 1, 3, 8])
    if rng.random() < 0.2 and array.ndim:
        return rng.choice([repr, str])(np.round(array, decimals)) if array.size < 1000 else ""
    style = rng.choice(STYLES_OF_NUMBERS)
    words = np.vectorize(lambda number: style(float(number), decimals, rng), otypes=[object])(array)
    layout = rng.choice(LAYOUTS.get(array.ndim, [as_lists]))
    if style is with_comma and layout not in SAFE_WITH_COMMAS.get(array.ndim, []):
        layout = rng.choice(SAFE_WITH_COMMAS.get(array.ndim, [as_lists]))
        if array.ndim > 2:
            return str(np.round(array, decimals).tolist())
    return layout(words.tolist())


def plain_number(number: float) -> str:
    return str(int(number)) if number == round(number) and abs(number) < 1e16 else repr(number)


def fixed(number: float, decimals: int, rng: random.Random) -> str:
    if not math.isfinite(number):
        return rng.choice({True: ["inf", "∞", "np.inf"], False: ["-inf", "−∞", "-np.inf"]}[
            number > 0
        ]) if not math.isnan(number) else "nan"  # fmt: skip
    return f"{number:.{decimals}f}"


def with_other_minus(number: float, decimals: int, rng: random.Random) -> str:
    return fixed(number, decimals, rng).replace("-", rng.choice(MINUS))


def scientific(number: float, decimals: int, rng: random.Random) -> str:
    if not math.isfinite(number) or number == 0:
        return fixed(number, decimals, rng)
    digits = max(0, decimals + math.ceil(math.log10(abs(number))) + 1)
    text = f"{number:.{digits}e}"
    if rng.random() < 0.3:
        mantissa, _, exponent = text.partition("e")
        return f"{mantissa}*10^{int(exponent)}"
    return text


def as_fraction(number: float, decimals: int, rng: random.Random) -> str:
    if not math.isfinite(number):
        return fixed(number, decimals, rng)
    found = Fraction(number).limit_denominator(10 ** (decimals + 1))
    return f"{found.numerator}/{found.denominator}"


def with_comma(number: float, decimals: int, rng: random.Random) -> str:
    return fixed(number, max(1, decimals), rng).replace(".", ",")


STYLES_OF_NUMBERS = [fixed, fixed, with_other_minus, scientific, as_fraction, with_comma]


def as_lists(rows: Rows) -> str:
    if isinstance(rows, list):
        return f"[{', '.join(map(as_lists, rows))}]"
    return str(rows)


def as_array(rows: Rows) -> str:
    return f"np.array({as_lists(rows)})"


def in_matlab(rows: Rows) -> str:
    """Of several rows: [1 2 3] alone is a matrix in MATLAB, but none in NumPy."""
    return f"[{'; '.join(' '.join(row) for row in rows)}]" if len(rows) > 1 else on_lines(rows)


def on_lines(rows: Rows) -> str:
    return "\n".join(" ".join(row) for row in rows)


def in_csv(rows: Rows) -> str:
    return "\n".join(", ".join(row) for row in rows)


def in_tabs(rows: Rows) -> str:
    return "\r\n".join("\t".join(row) for row in rows)


def in_markdown(rows: Rows) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def in_a_row(words: Rows) -> str:
    return " ".join(words)


def in_a_list(words: Rows) -> str:
    return ", ".join(words)


def in_semicolons(words: Rows) -> str:
    return "; ".join(words)


LAYOUTS: dict[int, list[Callable[[Rows], str]]] = {
    0: [str, lambda word: f" {word}\n"],
    1: [as_lists, as_array, in_a_row, in_a_list, lambda words: f"({', '.join(words)},)"],
    2: [as_lists, as_array, in_matlab, on_lines, in_csv, in_tabs, in_markdown],
}
SAFE_WITH_COMMAS: dict[int, list[Callable[[Rows], str]]] = {
    0: [str],
    1: [in_a_row, in_semicolons],
    2: [on_lines, in_tabs, in_matlab],
}


def one_off(item: ComputeItem, variant: Variant, name: str, rng: random.Random) -> str:
    """The right value but for one number."""
    ask, value = item.ask[name], solve(item, variant)[name]
    array = np.array(value, dtype=np.float64)
    unit = 1.0 if ask.what == "shape" else 10.0**-ask.decimals
    place = tuple(rng.randrange(length) for length in array.shape)
    if math.isfinite(array[place]):
        sizes = [12.0, 100.0, 1e6] if follows(item, name) else [1.05, 2.0, 100.0, 1e6]
        array[place] += rng.choice([-1, 1]) * rng.choice(sizes) * unit
    else:
        array[place] = 0.0
    if ask.what == "shape":
        return str(tuple(map(int, array)))
    decimals = ask.decimals + 3
    return as_lists(np.vectorize(lambda number: fixed(number, decimals, rng))(array).tolist())


def follows(item: ComputeItem, name: str) -> bool:
    """Whether rounding in other parts bears on this one, which widens what is tolerated there."""
    return len(item.ask) > 1


@pytest.mark.parametrize(
    "text",
    [
        "[" * 19_000, "(" * 19_000, "√" * 19_000, "-" * 19_000, "1" * 19_000, "^".join("9" * 9_000),
        "1," * 9_000, "1 " * 9_000, "9**9**9**9**9", "10^10^10", "2^-2^-2^-2" * 900, "1e999",
        "1e-999", "exp(1000)", "log(0)", "log(-1)", "sqrt(-1)", "0/0", "1/0", "(-8)^(1/3)", "0^-1",
        "\n" * 19_000, "|" * 19_000, "|-|" * 6_000, "\x00", "\x1b[2J", "nan", "inf-inf", "[[]]",
        "1²³⁴⁵", "²", "½½", "1½½", "٣٫١٤", "Ⅷ", "𝟙", "१२", "１２", "e" * 9_000, "1e" * 9_000,
        "float(" * 3_000, "np." * 6_000, "1__0", "a=" * 9_000, "...", "1'000", "A'", "1_000",
        "1e5000000000", "(2)(3)", "2(3", "array(" * 5_000, "1.2.3", "..5", "1..2", ",", ";", "'",
        "9" * 308 + "*" + "9" * 308, "exp(700)*exp(700)", "-inf*0", "cos(inf)", "sin(1e400)",
        "GiB", "5 " + "k" * 9_000, "5 " + "million " * 2_000, "1,2,3", "1.000.000", "0,0,0",
    ],
    ids=lambda text: f"{text[:14]!r}x{len(text)}",
)  # fmt: skip
def test_what_is_built_to_break_the_reader_of_numbers(
    bundled: Library, chance: Chance, text: str
) -> None:
    text = text if chance.is_long else text[:2_000]
    items = [item for item in bundled.items.values() if isinstance(item, ComputeItem)]
    whats = {ask.what: (item, name) for item in items for name, ask in item.ask.items()}
    for item, name in whats.values():
        start = time.process_time()
        verdict = grade(item, draw(item, 0), {name: text})
        assert verdict.status is not Status.RIGHT
        understand(item, draw(item, 0), {name: text})
        assert time.process_time() - start < MOST_SECONDS
