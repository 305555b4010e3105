"""Text that disturbs a terminal, a parser, a page or a person's trust, and banks full of it."""

import random
import string
import unicodedata
from typing import Any

import yaml

from quizzer.bank.text import UNPRINTABLE

ESCAPES = (
    "\x1b[2J|\x1b]0;owned\x07|\x1b[31m|\x9b31m|\x1bc|\x07|\x08|\x00|\r|\x7f|\x1b]8;;http://x\x07"
)
INVISIBLE = "\u200b|\u200d|\u2060|\ufeff|\u00ad|\u202e|\u2066|\u200f|\u2028|\u2029|\x85|\v|\f"
LETTERS = (
    "é|e\u0301|ﷺ|שלום|مرحبا|漢字|👩‍👩‍👧‍👦|🇩🇪|ﬁ|ß|İ|ı|𝔞|\u0338|\ud800|\udfff|\U0010ffff|√|½|²|∞|−"
)
MARKUP = (
    "[bold]|[/]|[/bold]|[@click=app.quit]x[/]|[link=x]|<script>alert(1)</script>|<b>|&lt;|&#x1b;"
    '|"><img src=x onerror=alert(1)>|</style>|]]>|<!--|${7*7}|{{7*7}}|{0}|%s|%n|`|```|~~~|***'
    "|# x|| - x|| --- |javascript:alert(1)|[x](javascript:alert(1))|$HOME|$(id)|;id|../../etc"
)
NUMBERS = "1|-1|0|0.5|1e9|1e999|nan|inf|-inf|1/0|1/3|sqrt(2)|e^-1|[1, 2]|[[1], [2]]|(2,3)|1,5|1;2|%"
WORDS = "A|B|C|A B|a, c|D C B A|encoder|softmax|None|null|true|__import__('os')|;|:|=|,|.|'|\""
PIECES = [
    piece
    for group in (ESCAPES, INVISIBLE, LETTERS, MARKUP, NUMBERS, WORDS)
    for piece in group.split("|")
    if piece
]

STEERING = {"Cc", "Cs"}  # categories; and the marks that turn the direction of what follows
TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def hostile_text(rng: random.Random, most: int = 12) -> str:
    """A few pieces side by side; now and then very many, or nothing."""
    chance = rng.random()
    if chance < 0.03:
        return rng.choice(["", " ", "\n" * 50])
    if chance < 0.06:
        return rng.choice(PIECES) * rng.choice([600, 5_000, 21_000])
    if chance < 0.2:
        return "".join(rng.choices(string.printable, k=rng.randint(1, 60)))
    join = rng.choice(["", " ", "\n", ", "])
    return join.join(rng.choices(PIECES, k=rng.randint(1, most)))


def bank_text(rng: random.Random) -> str:
    """Hostile text that a bank may hold: banks with control characters are refused."""
    text = UNPRINTABLE.sub("", hostile_text(rng)[:3_000]).replace("{{", "{ {")
    return f"x{text}x"


def hostile_bank(rng: random.Random) -> str:
    """A bank of every kind whose every text is hostile."""
    common = {"level": "junior", "difficulty": 1, "covers": ["scale"], "sources": ["x"]}

    def item(name: str, kind: str, **fields: Any) -> dict[str, Any]:
        texts = {field: bank_text(rng) for field in ("title", "prompt", "explanation")}
        hints = {"hints": [bank_text(rng)]}
        return {"id": name, "kind": kind, **common, **texts, **hints, **fields}

    def words(*numbers: int) -> list[str]:
        return [f"{number} {bank_text(rng)}" for number in numbers]

    one, other, third = words(1, 2, 3)
    wrong = {"text": other, "because": bank_text(rng), "mistake": "no-scale"}
    blank = {"accept": [one], "label": bank_text(rng), "tempting": [
        {"answers": [other], "because": bank_text(rng)}]}  # fmt: skip
    fill = item("filled", "fill", blanks={"a": blank})
    fill["prompt"] += " {{a}}"
    pairs = [
        {"left": left, "right": right} for left, right in zip(words(4, 5), words(6, 7), strict=True)
    ]
    said, unsaid = words(9, 10)
    points = [
        {"text": said, "suggests": ["variance"]}, {"text": unsaid, "suggests": ["gradient"]},
    ]  # fmt: skip
    compute = {
        "given": {"Q": {"shape": [2, 3], "says": bank_text(rng)}, "K": {"shape": [2, 3]}},
        "steps": {"scores": {"of": "attention.scaled_dot_product_scores", "with": ["Q", "K"]}},
        "ask": {"scores": {"decimals": 2}},
        "mistakes": [{"id": "no-scale", "step": "scores", "says": bank_text(rng),
                      "of": "mistakes.scores_without_scale"}],
    }  # fmt: skip
    items = [
        item("chosen", "choice", options=[{"text": one, "correct": True}, wrong]),
        fill,
        item("ordered", "order", sequence=[one, other, third]),
        item("matched", "match", pairs=pairs, distractors=words(8)),
        item("opened", "open", key_points=points, model_answer=bank_text(rng)),
        item("computed", "compute", **compute),
    ]
    return yaml.safe_dump({"topic": "attention", "items": items}, allow_unicode=True, width=10**9)


def hostile_checklist(rng: random.Random) -> str:
    """A check-list with one topic and one point whose every text is hostile."""
    point = {"id": "scale", "text": bank_text(rng)}
    topic = {"id": "attention", "title": bank_text(rng), "about": bank_text(rng), "points": [point]}
    return yaml.safe_dump({"topics": [topic]}, allow_unicode=True, width=10**9)


def expect_calm(text: str, label: str) -> None:
    """Nothing in the text steers a terminal."""
    for letter in set(text) - {"\n", "\t"}:
        place = max(0, text.find(letter) - 200)
        near = repr(text[place : place + 400])
        assert unicodedata.category(letter) not in STEERING, f"{label}: {near}"
        assert letter not in TURNING, f"{label}: {near}"
