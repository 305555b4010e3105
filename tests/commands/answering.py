"""A small bank with every kind, and right answers to what a plain session asks of it."""

import re
from pathlib import Path
from typing import Any

from quizzer.bank.library import Library
from quizzer.bank.loading import load_folder
from quizzer.bank.schema import CodeItem, ComputeItem, Item, OpenItem
from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import solve
from quizzer.exercises.plain import to_plain
from quizzer.exercises.presentation import present
from quizzer.exercises.variant import Variant
from quizzer.grading.answer_key import right_answer
from tests.grading.written import to_python

CHECKLIST = """
topics:
- {id: attention, title: Attention, about: Scores and weights, points: [{id: scale, text: can}]}
- {id: words, title: Words, about: Tokens, points: [{id: say, text: can say}]}
"""
COMMON = "level: junior, difficulty: 1, explanation: So it is., sources: [The book], hints: [Look.]"
BANKS = {
    "attention": f"""
topic: attention
items:
- {{id: sdpa, kind: compute, title: By hand, prompt: Compute., covers: [scale], {COMMON},
   given: {{Q: {{shape: [2, 3]}}, K: {{shape: [2, 3]}}}},
   steps: {{scores: {{of: attention.scaled_dot_product_scores, with: [Q, K]}}}},
   ask: {{scores: {{decimals: 2}}}},
   mistakes: [{{id: no-scale, step: scores, of: mistakes.scores_without_scale,
               says: You left out the scale.}}]}}
- {{id: why-scale, kind: open, title: Why scaled, prompt: Why?, covers: [scale], {COMMON},
   minutes: 4, model_answer: A strong answer.,
   key_points: [{{text: Says variance, suggests: [variance]}},
                {{text: Says gradient, suggests: [gradient]}}]}}
- {{id: which-scale, kind: choice, title: Which scale, prompt: Which?, covers: [scale], {COMMON},
   tags: [shapes], options: [{{text: the root, correct: true}},
   {{text: nothing, because: Then it saturates., mistake: no-scale}}]}}
""",
    "words": f"""
topic: words
items:
- {{id: fill-it, kind: fill, title: Fill, prompt: "A {{{{a}}}}, a {{{{b}}}}.", covers: [say],
   {COMMON}, blanks: {{a: {{accept: [one]}}, b: {{accept: [two]}}}}}}
- {{id: order-it, kind: order, title: Order, prompt: Order., covers: [say], {COMMON},
   sequence: [first, second, third]}}
- {{id: match-it, kind: match, title: Match, prompt: Match., covers: [say], {COMMON},
   pairs: [{{left: dog, right: barks}}, {{left: cat, right: mews}}], distractors: [sings]}}
- {{id: code-it, kind: code, title: Code, prompt: Write., covers: [say], {COMMON},
   implement: activations.relu, starter: "def relu(x):\\n    ...\\n",
   cases: [{{given: {{Z: {{shape: [2, 2]}}}}, with: [Z]}}]}}
- {{id: choose-it, kind: choice, title: Choose, prompt: Choose., covers: [say], {COMMON},
   options: [{{text: this, correct: true}}, {{text: that, because: No.}}]}}
""",
}
RELU = "def relu(x):\n    return x * (x > 0)\n"
_ASKED = re.compile(r"^([a-z0-9-]+) · [a-z]+ · [a-z]+ · variant (\d+)$", re.MULTILINE)


def small_library(folder: Path) -> Library:
    """The small bank, read from files that are written for it."""
    folder.mkdir(exist_ok=True)
    (folder / "checklist.yaml").write_text(CHECKLIST, encoding="utf-8")
    for name, text in BANKS.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    library, problems = load_folder(folder)
    assert not problems, "\n".join(map(str, problems))
    return library


def asked_last(library: Library, output: str) -> tuple[Item, Variant]:
    """The question that was shown last."""
    item, number = _ASKED.findall(output)[-1]
    return library.items[item], draw(library.items[item], int(number))


def typed(item: Item, variant: Variant) -> str:
    """The right answer, line by line, as the prompts want it."""
    if isinstance(item, OpenItem):
        return "\n".join([*(word for p in item.key_points for word in p.suggests), ".", ""])
    if isinstance(item, CodeItem):
        return f"{RELU}.\n"
    parts = _parts(item, variant)
    asks = [ask for ask in present(item, variant).asks if not ask.optional]
    return "".join(f"{parts[ask.name]}\n" for ask in asks)


def _parts(item: Item, variant: Variant) -> dict[str, Any]:
    if not isinstance(item, ComputeItem):
        return right_answer(item, variant)
    asked = solve(item, variant)
    return {name: to_python(to_plain(value), 6) for name, value in asked.items()}
