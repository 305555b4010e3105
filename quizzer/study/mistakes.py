"""What the named mistakes of an item are called in words."""

from quizzer.bank.library import Library
from quizzer.bank.schema import ChoiceItem, CodeItem, ComputeItem, FillItem, Item
from quizzer.words import in_words


def words_for(item: Item) -> dict[str, str]:
    """The mistakes that an item can name, each with what its bank says of it."""
    match item:
        case ComputeItem() | CodeItem():
            return {mistake.id: mistake.says for mistake in item.mistakes}
        case ChoiceItem():
            return {o.mistake: o.because or o.text for o in item.options if o.mistake}
        case FillItem():
            tempting = [entry for blank in item.blanks.values() for entry in blank.tempting]
            return {entry.mistake: entry.because for entry in tempting if entry.mistake}
        case _:
            return {}


def say(library: Library, item_id: str, mistake: str) -> str:
    """A mistake made in an item, in words; those of its id when the bank no longer tells."""
    item = library.items.get(item_id)
    told = words_for(item).get(mistake) if item is not None else None
    return told or in_words(mistake)
