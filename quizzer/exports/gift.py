"""Items as GIFT, a text format from which Moodle and other programs import questions."""

import re
from collections.abc import Iterable, Iterator, Sequence

from quizzer.bank.blanks import with_blanks
from quizzer.bank.schema import (
    Blank,
    ChoiceItem,
    CodeItem,
    ComputeItem,
    FillItem,
    Item,
    MatchItem,
    OpenItem,
    OrderItem,
    Topic,
)
from quizzer.emphasis import Kind, pieces, plain
from quizzer.exercises.drawing import draw
from quizzer.exercises.tolerance import tolerance
from quizzer.exports.exported import SAME_NUMBERS, VARIANT, Exported, Loss, loss

FEWEST_PAIRS = 3  # fewer, and Moodle refuses a matching question
_SPECIAL = re.compile(r"([\\~=#{}:])")
_TAG = r"<(?=[A-Za-z/!?])"  # where an HTML tag would begin
# Code, which stays as it is; a tag; or a blank on a line of its own, which Markdown would turn into
# a horizontal rule.
_MARKUP = re.compile(
    r"(?P<code>^```.*?^```|^(?: {4}|\t)[^\n]*|(?<!`)(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
    rf"|{_TAG}|^ {{0,3}}_____$",
    re.MULTILINE | re.DOTALL,
)


class _NotPossibleError(Exception):
    """GIFT has no form for this item; the message says why."""


def render(topics: Iterable[tuple[Topic, Sequence[Item]]]) -> tuple[str, Exported]:
    """The items as GIFT text, with one category per topic, and what was lost."""
    blocks: list[str] = []
    reduced: list[Loss] = []
    left_out: list[Loss] = []
    carried = 0
    for topic, items in topics:
        blocks.append(f"$CATEGORY: quizzer/{_category(topic)}")
        for item in items:
            try:
                blocks += _questions(item)
            except _NotPossibleError as error:
                left_out.append(loss(item, str(error)))
                continue
            carried += 1
            reduced += [loss(item, why) for why in _reductions(item)]
    exported = Exported(carried=carried, reduced=tuple(reduced), left_out=tuple(left_out))
    return "\n\n".join(blocks) + "\n", exported


def _category(topic: Topic) -> str:
    """The title on one line, as a second would be read as a question; `/` separates categories."""
    return " ".join(topic.title.split()).replace("/", "-")


def _questions(item: Item) -> list[str]:
    """One question; for an item with several blanks, one question per blank."""
    if not isinstance(item, FillItem):
        return [_question(item, item.id, _prompt(item), list(_answers(item)))]
    several = len(item.blanks) > 1
    return [
        _question(
            item,
            f"{item.id}/{name}" if several else item.id,
            _with_blank(item.prompt, name),
            list(_blank(blank)),
        )
        for name, blank in item.blanks.items()
    ]


def _question(item: Item, name: str, prompt: str, answers: list[str]) -> str:
    # The name begins with the id, so that people can find a question again after it has changed.
    title = re.sub(r"<([^<>]*)>", r"‹\1›", item.title)  # Moodle removes tags from names
    head = f"::{_escaped(f'{name} {title}')}::[markdown]{_markdown(prompt)}"
    lines = "\n".join(f"\t{line}" for line in [*answers, f"####{_markdown(_feedback(item))}"])
    return f"// {item.id}, version {item.version}\n{head} {{\n{lines}\n}}"


def _with_blank(prompt: str, asked: str) -> str:
    """The prompt with a line in place of the blank that is asked, and names for the others."""
    return with_blanks(prompt, lambda name: "_____" if name == asked else f"[{name}]")


def _answers(item: Item) -> Iterator[str]:
    match item:
        case ChoiceItem():
            yield from _choice(item)
        case MatchItem():
            yield from _match(item)
        case OpenItem():
            return  # GIFT reads a question without answers as an essay
        case ComputeItem():
            yield _compute(item)
        case OrderItem():
            raise _NotPossibleError("GIFT has no ordering questions")
        case CodeItem():
            raise _NotPossibleError("GIFT cannot run code")


def _choice(item: ChoiceItem) -> Iterator[str]:
    right = sum(option.correct for option in item.options)
    for option in item.options:
        feedback = f"#{_short(option.because)}" if option.because else ""
        if right == 1:
            mark = "=" if option.correct else "~"
        else:
            mark = f"~%{'' if option.correct else '-'}{_percent(right)}%"
        yield f"{mark}{_short(option.text)}{feedback}"


def _percent(parts: int) -> str:
    """An equal share of 100 %, with the digits that Moodle expects: 50, 33.33333."""
    return f"{100 / parts:.5f}".rstrip("0").rstrip(".")


def _blank(blank: Blank) -> Iterator[str]:
    for answer in blank.accept:
        yield f"={_literal(answer)}"
    for tempting in blank.tempting:
        for answer in tempting.answers:
            yield f"=%0%{_literal(answer)}#{_short(_arrows(tempting.because))}"


def _match(item: MatchItem) -> Iterator[str]:
    if len(item.pairs) < FEWEST_PAIRS:
        raise _NotPossibleError(
            f"Moodle needs at least {FEWEST_PAIRS} pairs, not {len(item.pairs)}"
        )
    for pair in item.pairs:
        yield f"={_short(_arrows(pair.left))} -> {_right_side(pair.right)}"
    for stray in item.strays:
        yield f"= -> {_right_side(stray)}"


def _compute(item: ComputeItem) -> str:
    """The right number and its tolerance. GIFT can ask for neither a matrix nor several steps."""
    from quizzer.exercises.graph import solve
    from quizzer.exercises.presentation import present

    variant = draw(item, VARIANT)
    asks = present(item, variant).asks
    if len(asks) > 1:
        raise _NotPossibleError("GIFT asks for one number, not for several steps")
    (ask,) = asks
    if ask.what == "shape" or ask.shape != ():
        raise _NotPossibleError("GIFT asks for one number, not for a shape or a matrix")
    if ask.unit:
        raise _NotPossibleError("GIFT does not understand units")
    value = float(solve(item, variant)[ask.name])
    return f"#{value:.12g}:{tolerance(ask.decimals or 0):g}"


def _prompt(item: Item) -> str:
    """The prompt; below that of a compute item, what is given, as code."""
    if not isinstance(item, ComputeItem):
        return item.prompt
    from quizzer.exercises.presentation import present

    shown = present(item, draw(item, VARIANT))
    given = [
        f"{value.caption or value.name} {value.shape}\n{value.text}".rstrip()
        for value in shown.given
    ]
    indented = ("\n".join(f"    {line}" for line in text.splitlines()) for text in given)
    return "\n\n".join([item.prompt, *indented])


def _feedback(item: Item) -> str:
    """What Moodle shows after an answer; for an essay, that begins with the model answer."""
    if isinstance(item, OpenItem):
        return f"{item.model_answer}\n\n{item.explanation}"
    return item.explanation


def _right_side(text: str) -> str:
    """The right side of a pair, which Moodle shows without reading Markdown in it."""
    return _escaped(plain(_arrows(text)))


def _arrows(text: str) -> str:
    """Without `->`: if Moodle finds one among the answers, it reads a matching question."""
    return text.replace("->", "→")


def _reductions(item: Item) -> Iterator[str]:
    """What a question in Moodle cannot do that the item does in quizzer."""
    if isinstance(item, OpenItem):
        yield "the key points are not used: an essay is graded by hand"
    if isinstance(item, ComputeItem):
        yield SAME_NUMBERS
    if isinstance(item, FillItem) and len(item.blanks) > 1:
        yield "each blank is a question of its own"
    if isinstance(item, FillItem):
        yield "spellings are compared letter by letter, ignoring upper and lower case"


def _short(text: str) -> str:
    """A short text of a bank, in which Moodle reads only our own emphasis and code as marks."""
    return _escaped("".join(_marked(kind, said) for kind, said in pieces(text)))


def _marked(kind: Kind, said: str) -> str:
    if kind == "text":
        return re.sub(_TAG, "&lt;", said.replace("*", r"\*"))
    return f"*{said}*" if kind == "emphasis" else f"`{said}`"


def _literal(answer: str) -> str:
    r"""An answer to be typed. In it, Moodle reads \* as an asterisk, and * as any text.

    An arrow `->` would make it a pair, so any text is allowed between its two characters.
    """
    return _escaped(answer.replace("*", r"\*").replace("->", "-*>"))


def _markdown(text: str) -> str:
    """Markdown of a bank, escaped where Moodle would read HTML, which banks do not have."""
    return _escaped(_MARKUP.sub(_plainly, text))


def _plainly(found: re.Match[str]) -> str:
    return found["code"] or found[0].replace("<", "&lt;").replace("_____", r"\_____")


def _escaped(text: str) -> str:
    r"""Text on one line, with GIFT's escapes; the end of a line is written \n."""
    lines = text.strip().replace("\r\n", "\n").replace("\r", "\n")
    return _SPECIAL.sub(r"\\\1", lines).replace("\n", "\\n")
