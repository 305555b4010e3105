"""Reading one number, as people write it: 0.82, -1/3, 2√3, e^-1, 4.1×10⁻³, 82 %, ½, −∞."""

import itertools
import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quizzer.grading.errors import AnswerError, UnfinishedError
from quizzer.grading.reading.tokens import Token, superscript_value

EXACT = math.inf  # the number of decimals of 1/3, √2, π
MAX_PARENTHESES = 30

_CONSTANTS = {
    "e": math.e,
    "pi": math.pi,
    "π": math.pi,
    "inf": math.inf,
    "infinity": math.inf,
    "∞": math.inf,
    "oo": math.inf,
    "ninf": -math.inf,
    "nan": math.nan,
    "true": 1.0,
    "false": 0.0,
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "ln": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "abs": abs,
}
_CASTS = ("float", "float16", "float32", "float64", "double", "int", "int64", "bool", "bool_")


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of an answer, how many decimals were typed, and where it begins."""

    value: float
    decimals: float
    position: int


class Cursor:
    """A place in a list of tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._next = 0

    @property
    def token(self) -> Token:
        """The token at this place."""
        return self._tokens[self._next]

    @property
    def following(self) -> Token:
        """The token after it."""
        return self._tokens[min(self._next + 1, len(self._tokens) - 1)]

    def ahead(self) -> Iterator[Token]:
        """The tokens from here on."""
        return itertools.islice(self._tokens, self._next, None)

    def take(self) -> Token:
        """The token at this place; the cursor moves on, but not past the last token."""
        token = self.token
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token


class NumberReader:
    """Recursive descent over the arithmetic that is allowed inside one number."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._parentheses = 0

    def read(self) -> Cell:
        """The number that begins here."""
        position = self._cursor.token.position
        try:
            found = self._sum()
        except OverflowError:
            raise AnswerError("this number is too large.", position) from None
        except ZeroDivisionError:
            raise AnswerError("this divides by zero.", position, "Write inf for ∞.") from None
        except ValueError as error:
            if isinstance(error, AnswerError):
                raise
            raise AnswerError("this has no real value.", position) from None
        return Cell(found.value, found.decimals, position)

    def _sum(self) -> Cell:
        left = self._product()
        while self._cursor.token.is_("+", "-") and self._is_binary():
            sign = -1 if self._cursor.take().text == "-" else 1
            left = _exact(left.value + sign * self._product().value, left)
        return left

    def _is_binary(self) -> bool:
        """As in MATLAB, `1 - 2` and `1-2` are each one number, and `1 -2` is two numbers."""
        after_space = self._cursor.token.spaced
        return bool(self._parentheses) or not after_space or self._cursor.following.spaced

    def _product(self) -> Cell:
        left = self._signed()
        while True:
            token = self._cursor.token
            if token.is_("*"):
                self._cursor.take()
                left = _times(left, self._signed())
            elif token.is_("/"):
                self._cursor.take()
                left = _exact(left.value / self._signed().value, left)
            elif not token.spaced and (token.kind == "name" or token.is_("√", "(")):
                left = _exact(left.value * self._power().value, left)
            else:
                return left

    def _signed(self) -> Cell:
        sign = self._sign()
        found = self._power()
        return Cell(sign * found.value, found.decimals, found.position)

    def _sign(self) -> int:
        """1 or −1, for any number of signs."""
        sign = 1
        while self._cursor.token.is_("+", "-"):
            sign *= -1 if self._cursor.take().text == "-" else 1
        return sign

    def _power(self) -> Cell:
        bases = [self._postfix()]
        signs = [1]
        while self._cursor.token.is_("^", "**"):
            self._cursor.take()
            signs.append(self._sign())
            bases.append(self._postfix())
        result, sign = bases.pop(), signs.pop()
        while bases:  # from the right: 2^3^2 is 2^9
            result = _raised(bases.pop(), sign * result.value)
            sign = signs.pop()
        return result

    def _postfix(self) -> Cell:
        found = self._primary()
        while True:
            token = self._cursor.token
            if token.is_("%"):
                self._cursor.take()
                found = Cell(found.value / 100, found.decimals + 2, found.position)
            elif token.kind == "superscript" and not token.spaced:
                self._cursor.take()
                exponent = superscript_value(token.text)
                if exponent is None:
                    raise AnswerError("this exponent is not understood.", token.position)
                found = _raised(found, exponent)
            else:
                return found

    def _primary(self) -> Cell:
        token = self._cursor.token
        if token.kind == "number":
            return self._number()
        if token.kind == "fraction":
            self._cursor.take()
            return Cell(unicodedata.numeric(token.text), EXACT, token.position)
        if token.is_("√"):
            return self._root()
        if token.is_("("):
            return self._in_parentheses()
        if token.kind == "name":
            return self._named()
        raise self._surprise(token)

    def _number(self) -> Cell:
        token = self._cursor.take()
        found = literal(token)
        after = self._cursor.token
        if after.kind == "fraction" and not after.spaced:
            self._cursor.take()
            return Cell(found.value + unicodedata.numeric(after.text), EXACT, token.position)
        if after.kind == "number" and not after.spaced:
            raise AnswerError("this number has two decimal points.", token.position)
        is_power = self._cursor.following.is_("^", "**")
        if after.text in ("e", "E") and not after.spaced and not is_power:
            raise AnswerError("the exponent after this e is missing.", after.position)
        return found

    def _root(self) -> Cell:
        sign = self._cursor.take()
        roots = 1
        while self._cursor.token.is_("√"):
            self._cursor.take()
            roots += 1
        value = self._postfix().value
        for _ in range(roots):
            value = math.sqrt(value)
        return Cell(value, EXACT, sign.position)

    def _in_parentheses(self) -> Cell:
        opening = self._cursor.take()
        self._parentheses += 1
        if self._parentheses > MAX_PARENTHESES:
            raise AnswerError("the parentheses are nested too deeply.", opening.position)
        found = self._sum()
        closing = self._cursor.token
        if not closing.is_(")"):
            if closing.kind == "end":
                raise UnfinishedError("this parenthesis is never closed.", opening.position)
            raise AnswerError(
                f"a closing parenthesis is expected before {_shown(closing)}.", closing.position
            )
        self._cursor.take()
        self._parentheses -= 1
        return Cell(found.value, found.decimals, opening.position)

    def _named(self) -> Cell:
        token = self._cursor.take()
        name = token.text.rpartition(".")[2].lower()
        if self._cursor.token.is_("(") and (name in _FUNCTIONS or name in _CASTS):
            argument = self._in_parentheses()
            if name in _CASTS:
                return argument
            return Cell(_FUNCTIONS[name](argument.value), EXACT, token.position)
        if name in _CONSTANTS:
            return Cell(_CONSTANTS[name], EXACT, token.position)
        if name in _FUNCTIONS:
            return self._without_parentheses(name, token)
        raise AnswerError(
            f"the word {token.text!r} is not understood.", token.position, "Write numbers."
        )

    def _without_parentheses(self, name: str, token: Token) -> Cell:
        """`ln 2`: a single number only, since `ln 1/2` is ambiguous."""
        if self._cursor.token.kind in ("number", "fraction"):
            argument = self._postfix()
            after = self._cursor.token
            if not after.is_("*", "/", "^", "**") and (after.spaced or after.kind != "name"):
                return Cell(_FUNCTIONS[name](argument.value), EXACT, token.position)
        raise AnswerError(f"{token.text} needs parentheses.", token.position, f"Write {name}(2).")

    def _surprise(self, token: Token) -> AnswerError:
        if token.kind == "end":
            return UnfinishedError("the answer ends where a number is expected.", token.position)
        if token.kind == "newline":
            return AnswerError("the line ends where a number is expected.", token.position)
        if token.text == "?":  # an empty cell is written like this
            says, way_out = "this number is still missing.", "If you do not know it, write 0."
            return UnfinishedError(says, token.position, way_out)
        return AnswerError(f"a number is expected here, not {_shown(token)}.", token.position)


def literal(token: Token) -> Cell:
    """The number that these digits write."""
    text = token.text.replace("_", "").replace(",", ".").lower()
    value = float(text)
    if math.isinf(value):
        raise AnswerError("this number is too large.", token.position, "Write inf for ∞.")
    digits, _, exponent = text.partition("e")
    decimals = len(digits.partition(".")[2]) - float(exponent or 0)
    return Cell(value, decimals, token.position)


def _exact(value: float, like: Cell) -> Cell:
    return Cell(value, EXACT, like.position)


def _times(left: Cell, right: Cell) -> Cell:
    """4.1 × 10⁻³ is typed with four decimals; other products are exact."""
    value = left.value * right.value
    power = math.log10(right.value) if right.decimals == EXACT and right.value > 0 else math.nan
    if math.isfinite(power) and power == round(power) and right.value != 1:
        return Cell(value, left.decimals - power, left.position)
    return _exact(value, left)


def _raised(base: Cell, exponent: float) -> Cell:
    if base.value < 0 and exponent != round(exponent):
        raise ValueError("a root of a negative number")
    return Cell(float(base.value**exponent), EXACT, base.position)


def _shown(token: Token) -> str:
    return {"newline": "a new line", "end": "the end"}.get(token.kind, repr(token.text))
