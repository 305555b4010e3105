"""From a step to the items about it, and from an item or a component to a step."""

from collections.abc import Iterable, Mapping
from typing import Final

from quizzer.bank.library import Library
from quizzer.bank.schema import Item
from quizzer.explorer.kinds import KINDS, Kind
from quizzer.explorer.tensors import Step
from quizzer.handbook.using import used_by

# Components that hold several steps, or do a step another way, and the step that tells of them.
_TOLD_BY: Final[Mapping[str, str]] = {
    "attention.project_qkv": "query",
    "attention.project_heads": "split",
    "attention.self_attention": "weights",
    "attention.cross_attention": "cross_query",
    "attention.attention_weights": "weights",
    "attention.masked_softmax": "weights",
    "attention.scaled_dot_product_attention": "weights",
    "attention.multi_head_attention": "attention_output",
    "embeddings.one_hot": "lookup",
    "feedforward.feed_forward": "hidden",
    "layers.sublayer": "norm",
    "layers.encoder_layer": "sum",
    "layers.decoder_layer": "cross_query",
    "masks.additive": "masked_scores",
    "masks.combine": "masked_scores",
    "transformer.encode": "norm",
    "transformer.decode": "norm",
    "transformer.final_norm": "norm",
    "transformer.forward": "probabilities",
    "transformer.forward_logits": "logits",
    "transformer.padding_mask": "padding_mask",
}


def items_about(library: Library, kind: Kind) -> tuple[Item, ...]:
    """Items whose steps use the function of this kind, or that cover a point of it; best first.

    Many steps are a `linear`; so items that cover a point come before those that only use it.
    """

    def closeness(item: Item) -> int:
        return 2 * bool({*kind.points} & {*item.covers}) + (kind.component in used_by(item))

    close = {item.id: closeness(item) for item in library.items.values()}
    found = [item for item in library.items.values() if close[item.id] and library.asks(item)]
    return tuple(sorted(found, key=lambda item: -close[item.id]))


def kinds_about(item: Item) -> tuple[str, ...]:
    """The kinds of steps that an item asks about: by its functions, else by its points."""
    by_function = [kind for name in used_by(item) for kind in kinds_of(name)]
    covered = {*item.covers}
    by_point = [kind.name for kind in KINDS.values() if covered & {*kind.points}]
    both = [kind for kind in by_function if kind in by_point]
    return tuple(dict.fromkeys([*both, *by_function, *by_point]))


def kinds_of(component: str) -> tuple[str, ...]:
    """The kinds of steps that a component of the reference does."""
    told = (_TOLD_BY[component],) if component in _TOLD_BY else ()
    return (*(kind.name for kind in KINDS.values() if kind.component == component), *told)


def first_step(steps: Mapping[str, Step], kinds: Iterable[str]) -> str | None:
    """The first step of the first kind that occurs in a pass."""
    for kind in kinds:
        for name, step in steps.items():
            if step.kind.name == kind:
                return name
    return None
