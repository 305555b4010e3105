"""Misspellings: whether a text is the right one but for a slip of the pen."""

from collections.abc import Set

from quizzer.grading.reading.lookalikes import plain_words

# Beginnings of words that differ by one letter but mean different things, whatever the ending.
_NEIGHBOURS = (
    ("adaptiv", "adoptiv"),
    ("additiv", "addictiv"),
    ("change", "charge"),
    ("changi", "chargi"),
    ("commut", "comput"),
    ("compet", "complet"),
    ("compet", "comput"),
    ("contigu", "continu"),
    ("decid", "decod"),
    ("derivation", "deviation"),
    ("discreet", "discrete"),
    ("marke", "maske"),
    ("marki", "maski"),
    ("optimal", "optional"),
    ("perception", "perceptron"),
    ("present", "prevent"),
    ("project", "protect"),
    ("refus", "reus"),
    ("shad", "shard"),
    ("shap", "shar"),
    ("shard", "shar"),
    ("stage", "state"),
    ("swamp", "swapp"),
    ("united", "untied"),
)


def is_slip_of_the_pen(entered: str, accepted: str) -> bool:
    """Whether a word (of six letters or more) differs by one letter, or two that changed places.

    The first two letters must be right, because `pre-` and `per-`, `un-` and `in-` differ. The last
    letter must not be replaced, which would turn `encoder` into `encoded`. Words that are so
    similar that either can be meant do not count as slips of each other.
    """
    if min(len(entered), len(accepted)) < 6 or not (entered + accepted).isalpha():
        return False
    if entered[:2] != accepted[:2] or abs(len(entered) - len(accepted)) > 1:
        return False
    if any(_are_neighbours(entered, accepted, *pair) for pair in _NEIGHBOURS):
        return False
    start = next(
        (i for i, (a, b) in enumerate(zip(entered, accepted, strict=False)) if a != b),
        min(len(entered), len(accepted)),
    )
    rest, other = entered[start:], accepted[start:]
    swapped = rest[:2] == other[1::-1] and rest[2:] == other[2:]
    replaced = rest[1:] == other[1:] and len(rest) > 1 and len(other) > 1
    return replaced or rest[1:] == other or rest == other[1:] or swapped


def is_slip_in(entered: str, accepted: str, meant: Set[str]) -> bool:
    """Whether a text differs from the accepted one only by a slip of the pen in one word.

    What is not a plain word (`model A`, `cos ωk`, `512`) must be exactly right. A word in `meant`
    (for example, because the question uses it) is not taken for a misspelling of another.
    """
    words, others = plain_words(entered), plain_words(accepted)
    if len(words) != len(others) or not (entered + accepted).replace(" ", "").isalpha():
        return False
    differing = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return (
        len(differing) == 1 and differing[0][0] not in meant and is_slip_of_the_pen(*differing[0])
    )


def _are_neighbours(word: str, other: str, one: str, another: str) -> bool:
    """Whether the words begin with `one` and `another`, in either order, and go on alike."""
    return any(
        word.startswith(begin) and other == begun + word.removeprefix(begin)
        for begin, begun in ((one, another), (another, one))
    )
