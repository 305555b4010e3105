"""What to press in every screen of the app, and what each press brings."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from homes import answer, finish_interview, interview_of, leave_interview, leave_session

from quizzer.bank.loading import load_library
from quizzer.bank.schema import ChoiceItem, Item, OpenItem

ANSWERS: Final = 5000  # in the log
OFTEN, SOME = 20, 4  # rounds of one key, and of several

MOVES: Final = "down down down up up up"
SCROLLS: Final = "pagedown down down up pageup"
PAGES: Final = "pagedown pageup pagedown pageup"  # of a text that has two
SETTINGS: Final = "right right left down right down right up"
NUMBERS: Final = "0 . 5 space - 1 backspace 2"
WORDS: Final = "t h e space s c o r e s backspace"
NUMBERS_OF_A_STEP: Final = "rows: "
# The first is answered before; then a question of each kind, asked in this order.
OF_EACH_KIND: Final = (
    "softmax-without-overflow",
    "why-root-d-k",
    "sdpa-by-hand",
    "variance-of-a-dot-product",
    "order-of-an-attention-layer",
    "who-scores-how",
    "derive-root-d-k",
    "write-scaled-dot-product-attention",
)


class Keys(NamedTuple):
    """Keys to press one after the other."""

    keys: str
    scene: str = ""  # what the presses count for; none: they only lead somewhere
    brings: str = ""  # a pattern of what they bring; none: whatever changes


Round = tuple[int, Sequence[Keys]]  # how often, and what


def looking_up(home: Path) -> Iterator[Round]:
    """The check-list, help, commands, lessons."""
    answer(home, ANSWERS)
    yield SOME, [Keys(MOVES, "home: move")]
    yield OFTEN, [Keys("?", "help: opens", "Go to the topic above"), Keys("escape", "help: closes")]
    yield SOME, [Keys("?"), Keys(SCROLLS, "help: scroll"), Keys("escape")]
    yield OFTEN, [Keys(":", "palette: opens", "Choose questions by"), Keys("escape")]
    yield SOME, [Keys(":"), Keys("r e p o r t", "palette: search"), Keys("escape")]
    yield OFTEN, [Keys("l", "lesson: opens", "A sequence model reads"), Keys("escape")]
    yield SOME, [Keys("l"), Keys(SCROLLS, "lesson: scroll"), Keys("escape")]


def the_reference(home: Path) -> Iterator[Round]:
    """The reference and its components."""
    answer(home, ANSWERS)
    yield OFTEN, [Keys("f", "reference: opens", r"\d+ components"), Keys("escape")]
    yield 1, [Keys("f")]
    yield SOME, [Keys("s o f t backspace backspace backspace backspace", "reference: search")]
    yield SOME, [Keys("down down down up up up", "reference: move")]
    yield OFTEN, [Keys("enter", "component: opens", "Formula|Arguments"), Keys("escape")]
    yield 1, [Keys("enter")]
    yield OFTEN, [Keys("n", "component: next", "Formula|Arguments")]
    yield SOME, [Keys(SCROLLS, "component: scroll")]


def planning(home: Path) -> Iterator[Round]:
    """Progress, the plan, the dialog of the report."""
    _practising(home, OF_EACH_KIND)
    yield OFTEN, [Keys("g", "progress: opens", "Progress"), Keys("escape")]
    yield 1, [Keys("g")]
    yield 2, [Keys("right " * 7 + "left " * 7, "progress: pages", r"\d of 8")]
    yield SOME, [Keys(SCROLLS, "progress: scroll")]
    yield 1, [Keys("escape")]
    yield OFTEN, [Keys("a", "plan: opens", "Your interview"), Keys("escape")]
    yield 1, [Keys("a", brings="if you stop now")]  # before, there is nothing to scroll
    yield SOME, [Keys("right right left left", "plan: minutes"), Keys(PAGES, "plan: scroll")]
    yield 1, [Keys("escape")]
    yield OFTEN, [Keys("e", "report dialog: opens", "Write the report to"), Keys("escape")]


def setting_up(home: Path) -> Iterator[Round]:
    """Choosing questions, setting up an interview."""
    answer(home, ANSWERS)
    yield OFTEN, [Keys("s", "choosing: opens", "Topics"), Keys("escape")]
    yield 1, [Keys("s")]
    yield SOME, [Keys(SETTINGS, "choosing: settings")]
    yield 1, [Keys("escape")]
    yield OFTEN, [Keys("i", "interview: set up", "Phone screen"), Keys("escape")]
    yield 1, [Keys("i")]
    yield SOME, [Keys(SETTINGS, "interview: settings")]


def questions(home: Path) -> Iterator[Round]:
    """From one question to the next, of every kind."""
    titles = _practising(home, OF_EACH_KIND)
    yield OFTEN, [Keys("c", "question: opens", titles[0]), Keys("escape")]
    yield 1, [Keys("c", brings=titles[0])]
    yield SOME, [Keys("f6", "question: next", title) for title in [*titles[1:], titles[0]]]
    yield SOME, [Keys("ctrl+t ctrl+t", "bookmark", "★ Bookmarked|No longer bookmarked")]
    yield 1, [Keys("f6", brings=titles[1])]
    yield 1, [Keys("f2 f2", "hint: shown", r"Hint \d")]
    yield SOME, [Keys("pagedown pageup", "question: scroll")]


def answers(home: Path) -> Iterator[Round]:
    """Entering an answer of every kind."""
    choice, compute, fill, order, match, essay, code = _practising(home, OF_EACH_KIND)
    yield 1, [Keys("c", brings=choice)]
    yield SOME, [Keys("down space down up space up", "choice: mark")]
    yield 1, [Keys("f6", brings=compute)]
    yield 3, [Keys(NUMBERS, "compute: type")]
    yield OFTEN // 2, [Keys("f3 f3", "compute: cells or text")]
    yield 1, [Keys("f3")]
    yield SOME, [Keys("1 right 2 left up 3 down", "compute: cell by cell")]
    yield 1, [Keys("f3"), Keys("f6", brings=fill)]
    yield 3, [Keys(NUMBERS, "fill: type")]
    yield 1, [Keys("f6", brings=order)]
    yield SOME, [Keys("down space down space up k j", "order: move")]
    yield 1, [Keys("f6", brings=match)]
    yield SOME, [Keys("right right down right up left", "match: move")]
    yield 1, [Keys("f6", brings=essay)]
    yield 2, [Keys(WORDS, "open: write")]
    yield 1, [Keys("f6", brings=code)]
    yield 2, [Keys(WORDS + " enter", "code: write")]


def verdicts(home: Path) -> Iterator[Round]:
    """How sure are you, the verdict, the solution, the next question; back by undo.

    Commands are function keys: letters in such a quick succession are taken for a typed word.
    """
    library = load_library()
    items = [item for item in library.items.values() if isinstance(item, ChoiceItem)][:OFTEN]
    _practising(home, [item.id for item in items])
    yield 1, [Keys("c", brings=_title(items[1]))]
    for following in [*items[2:], None]:
        yield (
            1,
            [
                Keys("f2", "hint: shown", "Hint 1"),
                Keys("a", "choice: letter"),
                Keys("f5", "confidence: asked", "How sure"),
                Keys("3", "verdict: shown", "Right|Not quite|Partly|Wrong|✗|✓"),
                Keys("s", "solution: shown", "✓ [A-F]"),
            ],
        )
        if following is not None:
            yield 1, [Keys("enter", "question: after a verdict", _title(following))]
    last = _title(items[-1])
    yield (
        OFTEN,
        [
            Keys("enter", "summary: opens", r"of \d+ right"),
            Keys("u", "undo: from the summary", last),
            Keys("f4 f4"),
        ],
    )
    yield OFTEN, [Keys("u", "undo", "taken back"), Keys("f4", "asks to press twice"), Keys("f4")]


def judging_oneself(home: Path) -> Iterator[Round]:
    """Open answers in practice: written, judged key point by key point, and their verdict."""
    library = load_library()
    items = [item for item in library.items.values() if isinstance(item, OpenItem)][:OFTEN]
    _practising(home, [item.id for item in items])
    yield 1, [Keys("c", brings=_title(items[1]))]
    for item, following in zip(items[1:], [*items[2:], None], strict=True):
        yield (
            1,
            [
                Keys("g r o w", "open: write"),
                Keys("f5", "asks to press twice"),
                Keys("f5", "judging: begins", "Did you say it"),
                Keys("5 1 up down", "judging: mark"),
                Keys("1 " * len(item.key_points)),
                Keys("f5", "judging: verdict", "A strong answer|Why"),
            ],
        )
        if following is not None:
            yield 1, [Keys("enter", "question: after a verdict", _title(following))]


def interview(home: Path) -> Iterator[Round]:
    """An interview from question to question, its pause, and going on."""
    answer(home, ANSWERS)
    blueprint = interview_of("concept", 90)
    asked = finish_interview(home, blueprint)
    leave_interview(home, blueprint)
    yield 1, [Keys("c", brings=_title(asked[0]))]
    for item, following in pairwise(asked[: OFTEN + 1]):
        keys = "a f5" if isinstance(item, ChoiceItem) else "f4 f4"
        first, then = keys.split()
        yield (
            1,
            [
                Keys(first, "interview: answer" if first == "a" else "asks to press twice"),
                Keys(then, "interview: next", _title(following)),
            ],
        )
    here = _title(asked[OFTEN])
    yield (
        OFTEN,
        [
            Keys("escape", "interview: pause", "items seen"),
            Keys("c", "interview: goes on", here),
        ],
    )


def debriefs(home: Path) -> Iterator[Round]:
    """After interviews: looking back at each question, judging open answers."""
    answer(home, ANSWERS)
    explained = finish_interview(home, interview_of("explain", 90), "It keeps them small.")
    asked = finish_interview(home, interview_of("concept", 30))
    yield 1, [Keys("i")]
    yield OFTEN, [Keys("p", "past interviews: open", "answered"), Keys("escape")]
    yield 1, [Keys("p", brings="answered")]
    back = Keys("escape", brings="answered")
    yield OFTEN, [Keys("enter", "debrief: opens", "Score card"), back]
    yield 1, [Keys("enter", brings="Score card")]
    yield SOME, [Keys(MOVES, "debrief: move")]
    back = Keys("escape", brings="Debrief")
    yield OFTEN, [Keys("enter", "look back: opens", _title(asked[0])), back]
    yield 1, [Keys("enter", brings=_title(asked[0]))]
    yield 1, [Keys("n", "look back: next", _title(item)) for item in asked[1 : OFTEN + 1]]
    yield 1, [back, Keys("escape")]
    written = [item for item in explained if isinstance(item, OpenItem)][: OFTEN + 1]
    yield 1, [Keys("down"), Keys("enter", brings=_title(written[0]))]
    for item, following in pairwise(written):
        yield (
            1,
            [
                Keys("5 1 up down", "judging: mark"),
                Keys("1 " * len(item.key_points)),
                Keys("f5", "judging: next", _title(following)),
            ],
        )


def explorer(home: Path) -> Iterator[Round]:
    """The forward pass, step by step."""
    answer(home, ANSWERS)
    yield OFTEN, [Keys("w", "explorer: opens", r"1 of \d+"), Keys("escape")]
    yield 1, [Keys("w", brings=r"1 of \d+")]
    yield 1, [Keys("right " * (OFTEN + 1), "explorer: next step", r"\d+ of \d+")]
    yield 1, [Keys("left " * (OFTEN // 2), "explorer: step before", r"\d+ of \d+")]
    yield OFTEN, [Keys("h", "explorer: head")]
    yield OFTEN, [Keys("l", "explorer: layer")]
    for key, fault in {"1": "no √d_k", "2": "no mask", "3": "no positions", "4": "axis"}.items():
        yield OFTEN, [Keys(key, f"explorer: {fault}", NUMBERS_OF_A_STEP)]
    yield 1, [Keys("1")]
    yield OFTEN, [Keys("c", "explorer: right or broken")]
    yield OFTEN, [Keys("r", "explorer: other weights", NUMBERS_OF_A_STEP)]
    yield (
        OFTEN // 2,
        [
            Keys("s", "explorer: asks a sentence", "Source words"),
            Keys("x"),
            Keys("enter", "explorer: own sentence", NUMBERS_OF_A_STEP),
        ],
    )


PARTS: Final[dict[str, Callable[[Path], Iterator[Round]]]] = {
    part.__name__.replace("_", "-"): part
    for part in (
        *(looking_up, the_reference, planning, setting_up, questions, answers, verdicts),
        *(judging_oneself, interview, debriefs, explorer),
    )
}


def _practising(home: Path, items: Sequence[str]) -> list[str]:
    """A session of these items was left after the first of them; the titles of the others."""
    answer(home, ANSWERS)
    leave_session(home, items)
    known = load_library().items
    return [_title(known[item]) for item in items[1:]]


def _title(item: Item) -> str:
    """As a pattern; the end of a long one is on a line of its own."""
    return re.escape(item.title[:30])
