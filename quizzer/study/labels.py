"""What the parts of an answer are called where they are read without the question."""

from quizzer.bank.schema import ComputeItem, FillItem, Item


def labels_of(item: Item | None) -> dict[str, str]:
    """The label of each part on the screen; nothing if the labels do not tell the parts apart."""
    match item:
        case ComputeItem():
            labels = {part: ask.prompt or part for part, ask in item.ask.items()}
        case FillItem():
            labels = {part: blank.label or part for part, blank in item.blanks.items()}
        case _:
            return {}
    return labels if len(set(labels.values())) == len(labels) else {}
