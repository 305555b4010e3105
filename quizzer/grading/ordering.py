"""Grading order items by how many lines are in the right order relative to each other."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from quizzer.bank.schema import OrderItem
from quizzer.exercises.letters import LETTERS, lettered
from quizzer.exercises.variant import Variant
from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.letters import Lettered, letters_in
from quizzer.grading.scoring import invalid, not_understood, nothing_entered, verdict_of
from quizzer.grading.verdict import PartStatus, PartVerdict, Verdict

PART = "order"


def grade_order(item: OrderItem, variant: Variant, answer: Mapping[str, str]) -> Verdict:
    """The verdict on an order: the share of lines that need not be moved."""
    text = answer.get(PART, "")
    if not text.strip():
        return nothing_entered()
    try:
        letters = read_order(item, text)
    except AnswerError as error:
        return invalid([not_understood(PART, text, str(error))])
    return verdict_of([_part(shown_lines(item, variant), letters, item.sequence)], [1])


def shown_lines(item: OrderItem, variant: Variant) -> dict[str, str]:
    """The lines by the letters under which this variant shows them."""
    return lettered(item.sequence, variant)


def right_order(item: OrderItem, variant: Variant) -> list[str]:
    """The letters in the right order."""
    shown = shown_lines(item, variant)
    return sorted(shown, key=lambda letter: item.sequence.index(shown[letter]))


def read_order(item: OrderItem, text: str) -> list[str]:
    """Every letter once, in the order entered."""
    known = LETTERS[: len(item.sequence)]
    entered = letters_in(text, known)
    _refuse_repeated(entered, text)
    letters = [entry.letter for entry in entered]
    missing = [letter for letter in known if letter not in letters]
    if missing:
        says = f"Give each of the {len(known)} letters once; still missing: {', '.join(missing)}."
        raise AnswerError(says, len(text.rstrip()), text=text)
    return letters


def _refuse_repeated(entered: Sequence[Lettered], text: str) -> None:
    seen: set[str] = set()
    for letter, position in entered:
        if letter in seen:
            raise AnswerError(f"{letter} is there twice; give it once.", position, text=text)
        seen.add(letter)


def in_order(entered: Sequence[str], right: Sequence[str]) -> list[bool]:
    """Which entries belong to a longest common subsequence: those that need not be moved."""
    rest = [[0] * (len(right) + 1) for _ in range(len(entered) + 1)]
    for i in reversed(range(len(entered))):
        for j in reversed(range(len(right))):
            longer = rest[i + 1][j + 1] + 1 if entered[i] == right[j] else 0
            rest[i][j] = max(longer, rest[i + 1][j], rest[i][j + 1])
    marks, j = [], 0
    for i, line in enumerate(entered):
        skipped = rest[i + 1][j] == rest[i][j]
        marks.append(not skipped)
        if not skipped:
            j = right.index(line, j) + 1
    return marks


def _part(shown: Mapping[str, str], letters: Sequence[str], sequence: Sequence[str]) -> PartVerdict:
    right = sorted(letters, key=lambda letter: sequence.index(shown[letter]))
    marks = in_order([shown[letter] for letter in letters], sequence)
    kept = sum(marks)
    score = Fraction(kept, len(marks)) if kept > 1 else Fraction(0)  # one line alone is no order
    status = PartStatus.PARTLY if score else PartStatus.WRONG
    return PartVerdict(
        name=PART,
        status=PartStatus.RIGHT if score == 1 else status,
        score=score,
        understood=" ".join(letters),
        entered=" ".join(letters),
        expected=" ".join(right),
        cells=marks,
        feedback="" if score == 1 else _feedback(letters, marks, right),
    )


def _feedback(letters: Sequence[str], marks: Sequence[bool], right: Sequence[str]) -> str:
    """Which lines stay, and where each of the others goes."""
    stay = [letter for letter, mark in zip(letters, marks, strict=True) if mark]
    moves = [_move(letter, right) for letter in right if letter not in stay]
    if len(stay) < 2:
        return f"No two lines that belong together are in order. {'; '.join(moves)}."
    return f"In the right relative order: {', '.join(stay)}. To be moved: {'; '.join(moves)}."


def _move(letter: str, right: Sequence[str]) -> str:
    place = right.index(letter)
    return f"{letter} comes {f'right after {right[place - 1]}' if place else 'first'}"
