"""What must be true of an item by itself, beyond the form of its fields."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Final

from quizzer.bank.blanks import names_in
from quizzer.bank.graphs import code_findings, compute_findings
from quizzer.bank.mistakes import declared_mistakes
from quizzer.bank.schema import (
    ChoiceItem,
    CodeItem,
    ComputeItem,
    FillItem,
    Item,
    MatchItem,
    OpenItem,
    OrderItem,
    Property,
)
from quizzer.bank.slips import slips_of
from quizzer.diagnostics import FieldPath, Finding, did_you_mean

OUTCOMES: Final = ("always", "right", "wrong")
MOST_LINES: Final = len(ascii_uppercase)  # each option or line is shown under a letter


def findings(item: Item) -> Iterator[Finding]:
    """Everything that is wrong with an item by itself."""
    if not item.hints:
        yield Finding((), "the item has no hint", "add `hints:` with one or more steps")
    yield from _of_kind(item)
    yield from _mistakes(item)
    yield from _follow_ups(item)


def _of_kind(item: Item) -> Iterator[Finding]:
    match item:
        case ChoiceItem():
            yield from _choice(item)
        case FillItem():
            yield from _fill(item)
        case OrderItem():
            yield from _too_many(item.sequence, "sequence")
            yield from _repeated(("sequence",), (), item.sequence)
        case MatchItem():
            yield from _match(item)
        case OpenItem():
            yield from _repeated(("key_points",), ("text",), [p.text for p in item.key_points])
        case ComputeItem():
            yield from compute_findings(item)
        case CodeItem():
            yield from code_findings(item)
            yield from _slips(item)


def _choice(item: ChoiceItem) -> Iterator[Finding]:
    if not any(option.correct for option in item.options):
        yield Finding(("options",), "no option is correct", "mark it with `correct: true`")
    if all(option.correct for option in item.options):
        yield Finding(("options",), "every option is correct", "add a wrong option that tempts")
    for index, option in enumerate(item.options):
        path = ("options", index)
        if not option.correct and not option.because.strip():
            hint = "add `because:` to say why it tempts and why it fails"
            yield Finding(path, "this wrong option does not say why it is wrong", hint)
        if option.correct and option.mistake is not None:
            yield Finding((*path, "mistake"), "a correct option names a mistake", "remove it")
    yield from _too_many(item.options, "options")
    yield from _repeated(("options",), ("text",), [option.text for option in item.options])


def _fill(item: FillItem) -> Iterator[Finding]:
    marked = names_in(item.prompt)
    for name in item.blanks:
        times = marked.count(name)
        if times != 1:
            found = "nowhere" if times == 0 else f"{times} times"
            message = f"the blank '{name}' is marked {found} in the prompt"
            hint = f"write {{{{{name}}}}} in the prompt once"
            yield Finding(("blanks", name), message, hint)
    for name in dict.fromkeys(marked):
        if name not in item.blanks:
            message = f"the prompt marks a blank '{name}' that does not exist"
            yield Finding(("prompt",), message, did_you_mean(name, item.blanks))
    for name, blank in item.blanks.items():
        path = ("blanks", name)
        yield from _repeated((*path, "accept"), (), blank.accept)
        for index, wrong in enumerate(blank.tempting):
            for answer in set(wrong.answers) & set(blank.accept):
                message = f"'{answer}' is both accepted and a wrong answer"
                yield Finding((*path, "tempting", index, "answers"), message)


def _match(item: MatchItem) -> Iterator[Finding]:
    rights = [pair.right for pair in item.pairs]
    yield from _too_many([*rights, *item.strays], "distractors" if item.strays else "pairs")
    yield from _repeated(("pairs",), ("left",), [pair.left for pair in item.pairs])
    yield from _repeated(("pairs",), ("right",), rights)
    yield from _repeated(("distractors",), (), item.strays)
    for index, text in enumerate(item.strays):
        if text in rights:
            message = "a distractor must not be the right side of a pair"
            yield Finding(("distractors", index), message)


def _slips(item: CodeItem) -> Iterator[Finding]:
    for index, listed in enumerate(item.properties):
        if isinstance(listed, Property):
            yield from _half(listed.mistake, says=listed.says, path=("properties", index))
    for index, cases in enumerate(item.cases):
        yield from _half(cases.mistake, because=cases.because, path=("cases", index))
        if cases.mistake is not None and len({other.mistake for other in item.cases}) == 1:
            message = f"'{cases.mistake}' can never be named: no other cases pass when these fail"
            yield Finding(("cases", index, "mistake"), message, "add cases of another kind")


def _half(mistake: str | None, path: FieldPath, **words: str) -> Iterator[Finding]:
    """A mistake without words, or words without a mistake."""
    ((field, said),) = words.items()
    if (mistake is None) != (not said.strip()):
        message = "a mistake and what to say about it belong together"
        yield Finding(path, message, f"add `{field if mistake else 'mistake'}:`")


def _too_many(lines: Sequence[object], field: str) -> Iterator[Finding]:
    """More lines than there are letters to show them under."""
    if len(lines) > MOST_LINES:
        message = f"{len(lines)} entries need a letter each, and there are only {MOST_LINES}"
        yield Finding((field,), message, "divide them between two items")


def _repeated(path: FieldPath, inner: FieldPath, texts: Sequence[str]) -> Iterator[Finding]:
    """Texts in a list that a learner could not tell apart."""
    seen: dict[str, int] = {}
    for index, text in enumerate(texts):
        first = seen.setdefault(" ".join(text.split()), index)
        if first != index:
            message = f"the same text as in entry {first + 1}"
            yield Finding((*path, index, *inner), message, "entries must differ")


def _mistakes(item: Item) -> Iterator[Finding]:
    seen: set[str] = set()
    for path, mistake, _ in declared_mistakes(item):
        unique = path[0] == "mistakes"  # elsewhere, ids are tags and may repeat
        field = (*path, "id" if unique else "mistake")
        if mistake in OUTCOMES:
            yield Finding(field, f"a mistake cannot be called '{mistake}'", "give it another id")
        if unique and mistake in seen:
            yield Finding(field, f"the mistake '{mistake}' is given twice", "ids must differ")
        seen.add(mistake)


def _follow_ups(item: Item) -> Iterator[Finding]:
    allowed = [*OUTCOMES, *dict.fromkeys(found.mistake for found in declared_mistakes(item))]
    if isinstance(item, CodeItem):
        allowed = list(dict.fromkeys([*allowed, *(slip.mistake for slip in slips_of(item))]))
    if isinstance(item, OpenItem):
        allowed += [f"missed-{number}" for number, _ in enumerate(item.key_points, start=1)]
    for index, follow_up in enumerate(item.follow_ups):
        if follow_up.when not in allowed:
            message = f"'{follow_up.when}' is neither an outcome nor a mistake of this item"
            hint = did_you_mean(follow_up.when, allowed)
            yield Finding(("follow_ups", index, "when"), message, hint)
