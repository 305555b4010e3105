"""A tiny check-list with items of each kind, and brackets wherever text can stand."""

CHECKLIST = """
topics:
- id: attention
  title: Attention
  about: Scores and weights
  points:
  - {id: compute-attention, text: can compute attention by hand}
- id: brackets
  title: "Brackets a[i] and [/]"
  about: "w[/path] and [@click=app.quit]x[/]"
- id: empty
  title: Nothing here yet
  about: No items
- id: wide
  title: Wide
  about: Wider than a screen
"""

ATTENTION = """
topic: attention
items:
- id: why-scale
  kind: choice
  title: Why the scale
  level: junior
  difficulty: 1
  prompt: Why are the scores divided by √d_k?
  options:
  - {text: "The spread of the scores would grow with d_k.", correct: true}
  - {text: "It makes rows sum to 1.", because: "The softmax does that.", mistake: sums-to-one}
  - {text: "It is faster.", because: "It is one more operation."}
  hints: ["Think of the variance.", "Var(q·k) = d_k."]
  explanation: A dot product of d_k terms has variance d_k.
  sources: [the paper]
  covers: [compute-attention]
- id: which-are-masks
  kind: choice
  title: Which are masks
  level: junior
  difficulty: 1
  prompt: Mark all masks.
  options:
  - {text: causal, correct: true}
  - {text: padding, correct: true}
  - {text: dropout, because: "It is no mask of attention."}
  hints: [Think again.]
  explanation: Two of them.
  sources: [the paper]
- id: name-the-scale
  kind: fill
  title: Name the scale
  level: junior
  difficulty: 1
  prompt: "Scores are divided by {{scale}}; rows of weights sum to {{sum}}."
  blanks:
    scale: {accept: ["√d_k"], label: divisor}
    sum: {accept: ["1"], label: row sum}
  hints: [Think again.]
  explanation: Both are in the formula.
  sources: [the paper]
- id: by-hand
  kind: compute
  title: Attention by hand
  level: junior
  difficulty: 2
  prompt: Compute scores and weights.
  given:
    Q: {shape: [2, 2], from: -2, to: 2, decimals: 1, says: queries}
    K: {shape: [2, 2], from: -2, to: 2, decimals: 1, says: keys}
  steps:
    scores: {of: attention.scaled_dot_product_scores, with: [Q, K]}
    weights: {of: activations.softmax, with: [scores]}
  ask:
    scores: {decimals: 2}
    weights: {decimals: 3}
  mistakes:
  - {id: no-scale, step: scores, of: attention.dot_product_scores, says: "Divide by √d_k."}
  hints: [Think again.]
  explanation: Row by row.
  sources: [the paper]
"""

WORDS = """
topic: attention
items:
- id: put-in-order
  kind: order
  title: Through a layer
  level: junior
  difficulty: 1
  prompt: Put in order.
  sequence: [attend, "add a[i] and [/]", normalise, feed forward]
  hints: [Think again.]
  explanation: As in the paper.
  sources: [the paper]
- id: match-masks
  kind: match
  title: Masks
  level: junior
  difficulty: 1
  prompt: Match each attention with its mask.
  pairs:
  - {left: "encoder [/]", right: source padding}
  - {left: decoder, right: "the future w[/path]"}
  - {left: cross, right: memory padding}
  distractors: [nothing at all]
  hints: [Think again.]
  explanation: Keys are hidden.
  sources: [the paper]
- id: say-why
  kind: open
  title: Why RNNs forget
  level: junior
  difficulty: 1
  prompt: Why do RNNs forget?
  key_points:
  - {text: "A product of Jacobians J[t][/].", weight: 2, suggests: [jacobian, product]}
  - {text: Factors below 1 vanish., suggests: [vanish, small]}
  - {text: Clipping treats explosion only., suggests: [clip]}
  model_answer: |
    Each step back multiplies by a Jacobian; the product vanishes.

    Clipping helps only where it explodes, `a[i]`.
  hints: [Think again.]
  explanation: Name the product.
  sources: [the paper]
"""

CODE = """
topic: attention
items:
- id: write-softmax
  kind: code
  title: The softmax
  level: junior
  difficulty: 1
  prompt: "Write the softmax over the last axis, x[..., i]."
  implement: activations.softmax
  starter: |
    import numpy as np


    def softmax(x):
        ...
  cases:
  - says: "two rows [/]"
    visible: true
    given: {x: {value: [[0.0, 1.0], [2.0, 2.0]]}}
    with: [x]
  - says: another
    given: {x: {shape: [3, 4]}}
    with: [x]
  properties: [rows-sum-to-one]
  mistakes:
  - {id: wrong-axis, of: mistakes.softmax_over_queries, says: "The rows must sum to 1."}
  hints: [Think again.]
  explanation: "Powers, divided by their sum."
  sources: [the paper]
- id: mend-softmax
  kind: code
  title: A softmax to fix
  level: junior
  difficulty: 1
  prompt: "Fix it."
  implement: activations.softmax
  broken: true
  starter: |
    import numpy as np


    def softmax(x):
        powers = np.exp(x)
        return powers / powers.sum()
  cases:
  - {visible: true, given: {x: {shape: [2, 3]}}, with: [x]}
  hints: [Think again.]
  explanation: "Row by row."
  sources: [the paper]
"""

BRACKETS = """
topic: brackets
items:
- id: bracket-laden
  kind: choice
  title: "What is a[i] in [bold]x[/bold]?"
  level: junior
  difficulty: 1
  prompt: "Read `a[i]`, w[/path], [/], [@click=app.quit]x[/] and <pad>."
  options:
  - {text: "x[0][1] and [/]", correct: true}
  - {text: "[@click=app.quit]no[/]", because: "Because [/] is no answer to w[/path]."}
  hints: ["Look at b[j] and [/]."]
  explanation: "Since [red]c[k][/red] stays."
  sources: [none]
"""


WIDE = """
topic: wide
items:
- id: doubled
  kind: compute
  title: A wide row
  level: junior
  difficulty: 1
  prompt: "Multiply W by x."
  given:
    W: {shape: [2, 20], from: -9, to: 9, decimals: 3}
    x: {shape: [20, 16], from: -9, to: 9, decimals: 0}
  steps:
    product: {of: attention.weighted_sum, with: [W, x]}
  ask:
    product: {decimals: 1}
    again: {step: product, decimals: 0}
  hints: [Row times column.]
  explanation: As always.
  sources: [none]
"""


def tiny_banks(first: str) -> dict[str, str]:
    """The check-list and three banks, by their files; attention begins with the item `first`.

    An item that is answered in letters, words or code brings the bank of its like.
    """
    bank = next(bank for bank in (ATTENTION, WORDS, CODE) if f"- id: {first}\n" in bank)
    head, *items = bank.split("\n- id: ")
    items.sort(key=lambda item: not item.startswith(f"{first}\n"))
    attention = "\n- id: ".join([head, *(item.rstrip() for item in items)]) + "\n"
    return {
        "checklist.yaml": CHECKLIST,
        "01-attention.yaml": attention,
        "02-brackets.yaml": BRACKETS,
        "03-wide.yaml": WIDE,
    }
