"""The formula of a step, in the letters of its question, or with what its letters are there."""

import inspect
import re
from collections.abc import Collection

from quizzer.bank.schema import ComputeItem, Step
from quizzer.exercises import functions

# Arguments whose letter in the formulas of the reference is not their name.
_LETTERS = {
    "query": "Q",
    "key": "K",
    "value": "V",
    "weights": "A",
    "branch": "f",
    "memory": "m",
    "table": "E",
    "gamma": "γ",
    "beta": "β",
    "gradient": "g",
    "probabilities": "p",
    "parameter": "θ",
    "learning_rate": "η",
    "epsilon": "ε",
}
_WORD = re.compile(r"[^\W\d]\w*")  # the ᵀ of Kᵀ and the ₁ of W₁ belong to it
_PART = re.compile(r"\w+")
_CALL = re.compile(r"(\w+)\(")
_ELEMENTARY = {"tanh", "σ", "exp", "log", "sin", "cos", "mean", "var"}
_MARKS = "ᵀᵢⱼₖₜ²³⁴"  # behind a letter, they leave it the same letter
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def formula_of(item: ComputeItem, step: Step) -> str:
    """What the bank says of the step if that is a formula, which has the letters of the question.

    Else the formula of the reference. A value that was recorded on the way has none: that of
    its function leads past it.
    """
    if step.record:
        return ""
    known = {*item.given, *item.steps}
    return step.says if _is_formula(step.says, known) else functions.formula(step.of)


def letters_of(step: Step, formula: str) -> str:
    """`x = x2, h = h1`: what the letters of a formula of the reference are in this question."""
    words = dict.fromkeys(word.rstrip(_MARKS) for word in _WORD.findall(formula))
    letters = {_plain(word): word for word in reversed(words)}  # the first of those alike
    meant = []
    for parameter, argument in _bound(step).items():
        letter = letters.get(_plain(_LETTERS.get(parameter, parameter)))
        if letter is not None and letter != argument:
            called = re.search(rf"\b{letter}\(\w+\)", formula)  # f(x) is given as a whole
            meant.append(f"{called[0] if called else letter} = {argument}")
    return ", ".join(meant)


def _is_formula(says: str, known: Collection[str]) -> bool:
    """Whether it has nothing but numbers, letters and names of the question, and two of them.

    With a comma it is a shape or a remark; and LN(x) still wants the formula of what is called.
    """
    words = [word.rstrip(_MARKS) for word in _WORD.findall(says)]
    lettered = all(
        len(word) == 1 or "_" in word or word in known or word in _ELEMENTARY for word in words
    )
    several = bool(words) and len(_PART.findall(says)) > 1
    return lettered and several and "," not in says and _ELEMENTARY.issuperset(_CALL.findall(says))


def _bound(step: Step) -> dict[str, str | int | float]:
    """The parameters of the step's function and what stands for them, where that is short."""
    parameters = inspect.signature(functions.resolve(step.of))
    if isinstance(step.with_, dict):
        bound = parameters.bind_partial(**step.with_)
    else:
        bound = parameters.bind_partial(*step.with_)
    return {
        name: argument
        for name, argument in (bound.arguments | step.options).items()
        if isinstance(argument, int | float) or (isinstance(argument, str) and _short(argument))
    }


def _short(name: str) -> bool:
    """No path into the weights of a whole model."""
    return name.count(".") < 2


def _plain(word: str) -> str:
    """W₁ and w_1 are one letter."""
    return word.translate(_LOWERED).replace("_", "").lower()
