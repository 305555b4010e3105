"""One item of each kind, as small as it can be."""

from typing import Any

from quizzer.bank.library import Library
from quizzer.bank.schema import Bank, Item, Topic
from tests.exercises import items


def item(item_id: str, kind: str, **fields: Any) -> Item:
    """An item with what exports show filled in."""
    shown: dict[str, Any] = {
        "title": f"Title of {item_id}",
        "prompt": "Why?",
        "explanation": "Because.",
        "sources": ["The book"],
    }
    return items.item(kind, id=item_id, **shown | fields)


def choice(item_id: str = "c-1", *right: bool) -> Item:
    """Options A, B, ... of which those are right; the wrong ones say why."""
    options = [
        {"text": f"option {n}", "correct": correct, "because": "" if correct else f"not {n}"}
        for n, correct in enumerate(right or (True, False))
    ]
    return item(item_id, "choice", options=options)


def fill(item_id: str = "f-1", **accepted: list[str]) -> Item:
    """A blank for each name."""
    blanks = {name: {"accept": answers} for name, answers in accepted.items()}
    prompt = " and ".join(f"{{{{{name}}}}}" for name in accepted)
    return item(item_id, "fill", prompt=prompt, blanks=blanks)


def compute(item_id: str = "n-1", **asked: dict[str, Any]) -> Item:
    """Cross-entropy of two equal logits, ln 2, by way of their logarithms of probability."""
    return item(
        item_id,
        "compute",
        given={"logits": {"value": [[0.0, 0.0]]}, "targets": {"value": [0]}},
        steps={
            "logs": {"of": "activations.log_softmax", "with": ["logits"]},
            "loss": {"of": "losses.cross_entropy", "with": ["logits", "targets"]},
        },
        ask=asked or {"loss": {"decimals": 3}},
    )


def code(item_id: str = "w-1") -> Item:
    """Write the softmax."""
    return item(
        item_id,
        "code",
        implement="activations.softmax",
        starter="def softmax(x):\n    ...\n",
        cases=[{"given": {"x": {"shape": [3]}}, "with": ["x"]}],
    )


def library_of(*held: Item) -> Library:
    """One topic with these items."""
    topic = Topic(id="attention", title="Attention / scores", about="About it.")
    return Library([topic], [Bank(topic="attention", items=list(held))])
