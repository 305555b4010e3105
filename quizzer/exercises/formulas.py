"""The formula of a step, and what its letters stand for in this question."""

import inspect
import re
from collections.abc import Collection

from quizzer.bank.schema import ComputeItem, Step
from quizzer.exercises import functions

# Parameters of the reference whose letter in its formulas differs from their name.
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
_WORD = re.compile(r"[^\W\d]\w*")  # includes the ᵀ of Kᵀ and the ₁ of W₁
_PART = re.compile(r"\w+")
_CALL = re.compile(r"(\w+)\(")
_ELEMENTARY = {"tanh", "σ", "exp", "log", "sin", "cos", "mean", "var"}
_MARKS = "ᵀᵢⱼₖₜ²³⁴"  # a letter followed by one of these is still the same letter
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def formula_of(item: ComputeItem, step: Step) -> str:
    """What the bank says about the step, if that is a formula in the letters of the question.

    Otherwise it is the formula of the reference. A value that is recorded on the way has none: the
    formula of its function gives another value.
    """
    if step.record:
        return ""
    known = {*item.given, *item.steps}
    return step.says if _is_formula(step.says, known) else functions.docstring(step.of).formula


def letters_of(step: Step, formula: str) -> str:
    """`x = x2, h = h1`: what the letters of a formula of the reference are in this question."""
    words = dict.fromkeys(word.rstrip(_MARKS) for word in _WORD.findall(formula))
    letters = {_plain(word): word for word in reversed(words)}  # of those spelled alike, the first
    meant = []
    for parameter, argument in _bound(step).items():
        letter = letters.get(_plain(_LETTERS.get(parameter, parameter)))
        if letter is not None and letter != argument:
            called = re.search(rf"\b{letter}\(\w+\)", formula)  # f(x) is shown as a whole
            meant.append(f"{called[0] if called else letter} = {argument}")
    return ", ".join(meant)


def _is_formula(says: str, known: Collection[str]) -> bool:
    """Whether it has only numbers, letters and names of the question, and at least two of them.

    With a comma it is a shape or a remark. A call such as LN(x) needs the formula of what it calls.
    """
    words = [word.rstrip(_MARKS) for word in _WORD.findall(says)]
    lettered = all(
        len(word) == 1 or "_" in word or word in known or word in _ELEMENTARY for word in words
    )
    several = bool(words) and len(_PART.findall(says)) > 1
    return lettered and several and "," not in says and _ELEMENTARY.issuperset(_CALL.findall(says))


def _bound(step: Step) -> dict[str, str | int | float]:
    """The arguments of the step's function by parameter, where they are short."""
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
    """Whether this is not a path into the weights of a whole model."""
    return name.count(".") < 2


def _plain(word: str) -> str:
    """The same text for all spellings of one letter, such as W₁ and w_1."""
    return word.translate(_LOWERED).replace("_", "").lower()
