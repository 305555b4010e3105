"""What a learner entered, in a form that can be read without the question on the screen."""

import msgspec

from quizzer.bank.schema import ChoiceItem, Item
from quizzer.emphasis import plain
from quizzer.exercises.variant import Variant
from quizzer.grading.errors import AnswerError
from quizzer.progress.events import Attempted
from quizzer.study.labels import labels_of


def entered(event: Attempted, item: Item | None) -> dict[str, str]:
    """The answer by the label of each part, as entered; for a choice, the texts that were chosen.

    Of several chosen texts, wrong ones come first: readers look for them, and the end may be cut.
    """
    if isinstance(item, ChoiceItem) and item.version == event.item_version:
        try:
            return _chosen(item, event)
        except (AnswerError, KeyError, IndexError, TypeError):
            pass  # the bank or the log was edited since, so only the letters are left
    labels = labels_of(item)
    return {labels.get(part, part): text for part, text in event.answer.items() if text.strip()}


def _chosen(item: ChoiceItem, event: Attempted) -> dict[str, str]:
    from quizzer.grading.choice import PART, read_letters, shown_options  # only this kind needs it

    shown = shown_options(item, msgspec.convert(event.variant, Variant))
    chosen = [shown[letter] for letter in read_letters(item, event.answer[PART])]
    chosen.sort(key=lambda option: option.correct)
    return {PART: "; ".join(plain(option.text) for option in chosen)}
