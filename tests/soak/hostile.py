"""Text that disturbs a terminal, a parser, a page or a person's trust in what is shown."""

import random
import string

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
