"""What goes wrong in a text file: in an editor, a merge or a bad script."""

import random
import re

_SIGNS = ": - ? | > & * ! % @ ` ' \" # , [ ] { } ~ --- ... !!binary !!set ||| {{{{ }}}} [[[[ ]]]]"
_VALUES = (
    "null true no .nan .inf -.inf 0x1F 1e999 -0 07 1:30 2024-01-01 <<: *a &a !!python/name:os 'x"
)
_INVISIBLE = "\x00|\x1b[2J|\x85|\u2028|\u202e|\ud800|\ufeff|\u200b|\t|\n|\r\n"
TROUBLE = [
    *_SIGNS.split(), *_VALUES.split(), *_INVISIBLE.split("|"),
    "💥", "é", "e\u0301" * 20, "x" * 5000, "[" * 400, "- " * 300, "{a: {a: {a: ",
    "9" * 400, "id: twice\n", "kind: magic\n", "given: {Q: {shape: [99999, 99999, 99999]}}\n",
    "decimals: 99\n", "shape: [-1]\n", "shape: [0]\n", "prerequisites: [sdpa]\n", "with: [[Q]]\n",
    "of: os.system\n", "of: mistakes.__init__\n", "of: attention\n", "weight: 1/0\n",
]  # fmt: skip
_FIELD = re.compile(r"(?<=: )[^\n]+")


def mutated(text: str, rng: random.Random) -> str:
    """The text after one to four things that go wrong in an editor, a merge or a bad script."""
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(MUTATIONS)(text, rng)
    return text


def _insert(text: str, rng: random.Random) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(TROUBLE) + text[place:]


def _drop(text: str, rng: random.Random) -> str:
    start = rng.randint(0, len(text))
    return text[:start] + text[start + rng.choice([1, 2, 5, 20, 200]) :]


def _swap_lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _indent(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    number = rng.randrange(len(lines))
    lines[number] = rng.choice(["  ", " ", "\t", "        "]) + lines[number]
    if rng.random() < 0.5:
        lines[number] = lines[number].strip()
    return "\n".join(lines)


def _repeat(text: str, rng: random.Random) -> str:
    start = rng.randint(0, len(text))
    piece = text[start : start + rng.choice([3, 30, 300])]
    return text[:start] + piece * rng.choice([2, 2, 3, 50]) + text[start:]


def _other_value(text: str, rng: random.Random) -> str:
    found = list(_FIELD.finditer(text))
    if not found:
        return text
    field = rng.choice(found)
    value = rng.choice([*TROUBLE, rng.choice(found)[0]])
    return text[: field.start()] + value + text[field.end() :]


def _rename(text: str, rng: random.Random) -> str:
    words = re.findall(r"[a-z_]{2,}", text) or ["x"]
    return text.replace(rng.choice(words), rng.choice(words), rng.choice([1, -1]))


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randint(0, len(text))]


MUTATIONS = [_insert, _insert, _drop, _swap_lines, _indent, _repeat, _other_value, _rename, _cut]
