"""Drawing variants: fresh given values or a fresh order of lines, the same for the same number."""

import random

from quizzer.bank.schema import ComputeItem, Item, OrderItem
from quizzer.exercises.letters import lines_of
from quizzer.exercises.seeds import seed_of
from quizzer.exercises.variant import Variant


def draw(item: Item, number: int) -> Variant:
    """Variant `number` of the item.

    For a compute item, a drawing in which a declared mistake cannot be told from the right answer
    or from another mistake is thrown away. If no drawing succeeds, `DrawingError` says why.
    """
    if isinstance(item, ComputeItem):
        from quizzer.exercises.collisions import draw_told_apart  # needs NumPy

        return draw_told_apart(item, number)
    seed = seed_of(item.id, item.version, number)
    order = shuffled(item, seed)
    return Variant(
        item=item.id,
        version=item.version,
        number=number,
        seed=seed,
        drawn={} if order is None else {"order": order},
    )


def shuffled(item: Item, seed: str) -> list[int] | None:
    """The order in which the lines are shown, as places in the bank; None if there are no lines."""
    lines = lines_of(item)
    if not lines:
        return None
    order = list(range(len(lines)))
    generator = random.Random(int(seed, 16))
    generator.shuffle(order)
    if isinstance(item, OrderItem):
        while [lines[place] for place in order] == lines and len(set(lines)) > 1:
            generator.shuffle(order)  # an order item is never shown solved
    return order
