"""The answer key of items whose answers are words or letters: what is right, part by part."""

from quizzer.bank.schema import ChoiceItem, FillItem, Item, MatchItem, OpenItem, OrderItem
from quizzer.exercises.variant import Variant
from quizzer.grading import choice, matching, ordering, rubric


def right_answer(item: Item, variant: Variant) -> dict[str, str]:
    """The right answer as learners would enter it; empty for `compute` and `code` items."""
    match item:
        case ChoiceItem():
            options = choice.shown_options(item, variant)
            return {choice.PART: " ".join(name for name in options if options[name].correct)}
        case FillItem():
            return {name: blank.accept[0] for name, blank in item.blanks.items()}
        case OrderItem():
            return {ordering.PART: " ".join(ordering.right_order(item, variant))}
        case MatchItem():
            return matching.right_letters(item, variant)
        case OpenItem():
            return {rubric.ANSWER: item.model_answer}
    return {}
