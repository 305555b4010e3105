"""Problems of items that show only when they are drawn and graded: for `quizzer check`."""

from quizzer.bank.schema import CodeItem, FillItem, Item, OpenItem
from quizzer.diagnostics import Finding


def problems_of(item: Item, variants: int, deep: bool = False) -> list[Finding]:
    """What is wrong with an item, tried on this many variants; `deep` also runs code starters."""
    if isinstance(item, CodeItem):
        from quizzer.grading.code import inspection as of_code

        return of_code.problems_of(item, variants, deep)
    if isinstance(item, FillItem):
        from quizzer.grading import tempting

        return tempting.problems_of(item)
    if isinstance(item, OpenItem):
        from quizzer.grading import general_words

        return general_words.problems_of(item)
    from quizzer.exercises import inspection as of_numbers

    return of_numbers.problems_of(item, variants)
