"""Grading match items: every pair counts the same; distractors belong to none."""

from collections.abc import Mapping
from fractions import Fraction

from quizzer.bank.schema import Distractor, MatchItem, Pair
from quizzer.exercises.letters import LETTERS, lettered, lines_of
from quizzer.exercises.variant import Variant
from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.letters import letters_in
from quizzer.grading.scoring import invalid, not_understood, nothing_entered, verdict_of
from quizzer.grading.verdict import MistakeFound, PartStatus, PartVerdict, Verdict


def grade_match(item: MatchItem, variant: Variant, answer: Mapping[str, str]) -> Verdict:
    """The verdict on the pairs; parts are named by the numbers of the left sides: `1`, `2`, …"""
    letters: dict[str, str] = {}
    problems: list[PartVerdict] = []
    for name, text in answer.items():
        if not text.strip():
            continue
        try:
            letters[name] = read_letter(item, name, text)
        except AnswerError as error:
            problems.append(not_understood(name, text, str(error)))
    if problems:
        return invalid(problems)
    if not letters:
        return nothing_entered()
    shown = shown_rights(item, variant)
    parts = [_part(item, shown, name, letters.get(name)) for name in left_sides(item)]
    found = [part.mistake.id for part in parts if part.mistake]
    return verdict_of(parts, [1] * len(parts), found)


def left_sides(item: MatchItem) -> dict[str, Pair]:
    """The pairs by the numbers of their left sides."""
    return {str(number): pair for number, pair in enumerate(item.pairs, start=1)}


def shown_rights(item: MatchItem, variant: Variant) -> dict[str, str]:
    """The right sides and distractors by the letters under which this variant shows them."""
    return lettered(lines_of(item), variant)


def right_letters(item: MatchItem, variant: Variant) -> dict[str, str]:
    """For each left side, the letter of its right side."""
    letter_of = {text: letter for letter, text in shown_rights(item, variant).items()}
    return {name: letter_of[pair.right] for name, pair in left_sides(item).items()}


def read_letter(item: MatchItem, name: str, text: str) -> str:
    """The one letter that was matched with a left side."""
    lefts = left_sides(item)
    if name not in lefts:
        raise AnswerError(f"There is no such left side. The left sides are: {', '.join(lefts)}.")
    entered = letters_in(text, LETTERS[: len(item.pairs) + len(item.strays)])
    if len(entered) > 1:
        raise AnswerError("Write one letter here.", entered[1].position, text=text)
    return entered[0].letter


def _part(item: MatchItem, shown: Mapping[str, str], name: str, letter: str | None) -> PartVerdict:
    wanted = left_sides(item)[name].right
    right = letter is not None and shown[letter] == wanted
    if letter is None:
        status = PartStatus.MISSING
    else:
        status = PartStatus.RIGHT if right else PartStatus.WRONG
    return PartVerdict(
        name=name,
        status=status,
        score=Fraction(right),
        understood=shown[letter] if letter else "",
        entered=letter,
        expected=next(place for place, text in shown.items() if text == wanted),
        mistake=_mistake(item, name, shown[letter]) if letter else None,
        feedback="" if right or letter is None else _belongs(item, letter, shown[letter]),
    )


def _belongs(item: MatchItem, letter: str, text: str) -> str:
    """Where the picked letter belongs instead; if nowhere, why not."""
    owner = next((pair.left for pair in item.pairs if pair.right == text), None)
    if owner is not None:
        return f"{letter} belongs to: {owner}"
    stray = _distractor(item, text)
    return f"{letter} belongs to none of them. {stray.because if stray else ''}".rstrip()


def _mistake(item: MatchItem, name: str, text: str) -> MistakeFound | None:
    stray = _distractor(item, text)
    if stray is None or stray.mistake is None:
        return None
    return MistakeFound(id=stray.mistake, step=name, says=stray.because)


def _distractor(item: MatchItem, text: str) -> Distractor | None:
    """The distractor with this text, if the bank says why it is wrong."""
    told = (stray for stray in item.distractors if isinstance(stray, Distractor))
    return next((stray for stray in told if stray.text == text), None)
