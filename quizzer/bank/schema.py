"""What a bank, an item of each kind, and the check-list look like as data."""

from typing import Annotated, Any, Final, Literal, TypeAlias, cast, get_args

from msgspec import Meta, Struct, field

Identifier: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Name: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
Text: TypeAlias = Annotated[str, Meta(min_length=1)]
Level: TypeAlias = Literal["junior", "mid", "senior"]
Kind: TypeAlias = Literal["choice", "fill", "order", "match", "open", "compute", "code"]
Subject: TypeAlias = Literal["concept", "formula", "shape", "code"]

LEVELS: Final[tuple[Level, ...]] = get_args(Level)  # from the lowest
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Base of everything written in a bank: immutable, named fields only, no unknown ones.

    Records never refer to each other in a circle, so the garbage collector need not track them.
    """


class FollowUp(Record, frozen=True, kw_only=True):
    """The item an interviewer would ask next, and when.

    `when` is always, right, wrong, a mistake's id, or `missed-2` for an open answer without its
    second key point.
    """

    item: Identifier
    when: Text = "always"


class ItemBase(Record, frozen=True, kw_only=True, tag_field="kind"):
    """What items of every kind have in common."""

    id: Identifier
    title: Text
    level: Level
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    prompt: Text
    explanation: Text
    sources: Annotated[list[Text], Meta(min_length=1)]
    hints: list[Text] = []
    tags: list[Identifier] = []
    covers: list[Identifier] = []
    prerequisites: list[Identifier] = []
    follow_ups: list[FollowUp] = []
    minutes: Annotated[float, Meta(gt=0)] = 2.0
    version: Annotated[int, Meta(ge=1)] = 1


class Option(Record, frozen=True, kw_only=True):
    """One option of a choice item; a wrong one says why it tempts and why it fails."""

    text: Text
    correct: bool = False
    because: str = ""
    mistake: Identifier | None = None


class ChoiceItem(ItemBase, frozen=True, kw_only=True, tag="choice"):
    """Pick the right option; with several correct options, select all of them."""

    options: Annotated[list[Option], Meta(min_length=2)]

    @property
    def takes_several(self) -> bool:
        """Whether more than one option is right, in which case all of them must be picked."""
        return sum(option.correct for option in self.options) > 1


class Tempting(Record, frozen=True, kw_only=True):
    """A wrong answer that people really give to a blank, and why it fails."""

    answers: Annotated[list[Text], Meta(min_length=1)]
    because: Text
    mistake: Identifier | None = None


class Blank(Record, frozen=True, kw_only=True):
    """One blank of a fill item; the first accepted answer is the one shown as right."""

    accept: Annotated[list[Text], Meta(min_length=1)]
    label: str = ""
    tempting: list[Tempting] = []


class FillItem(ItemBase, frozen=True, kw_only=True, tag="fill"):
    """Fill in one or more blanks, each known by its name."""

    blanks: Annotated[dict[Name, Blank], Meta(min_length=1)]


class OrderItem(ItemBase, frozen=True, kw_only=True, tag="order"):
    """Put the lines in order; the bank lists them in the right order."""

    sequence: Annotated[list[Text], Meta(min_length=2)]


class Pair(Record, frozen=True, kw_only=True):
    """Two things that belong together."""

    left: Text
    right: Text


class Distractor(Record, frozen=True, kw_only=True):
    """A right side that belongs to nothing, and why it tempts."""

    text: Text
    because: Text
    mistake: Identifier | None = None


class MatchItem(ItemBase, frozen=True, kw_only=True, tag="match"):
    """Match each left side with its right side; distractors belong to none."""

    pairs: Annotated[list[Pair], Meta(min_length=2)]
    distractors: list[Text | Distractor] = []

    @property
    def strays(self) -> list[str]:
        """The texts of the distractors."""
        return [one if isinstance(one, str) else one.text for one in self.distractors]


class KeyPoint(Record, frozen=True, kw_only=True):
    """One thing a good open answer says, its weight, and words that suggest it was said.

    Two different words (or the only one) suggest the full mark, one of several suggests half.
    Inflection, case and spelling are forgiven, and five letters or more also match every word
    that begins with them.
    """

    text: Text
    weight: Annotated[int, Meta(ge=1)] = 1
    suggests: list[Text] = []


class OpenItem(ItemBase, frozen=True, kw_only=True, tag="open"):
    """Answer in your own words, then judge the answer against key points."""

    key_points: Annotated[list[KeyPoint], Meta(min_length=1)]
    model_answer: Text


Length: TypeAlias = Annotated[int, Meta(ge=0)] | Name
Shape: TypeAlias = list[Length]


class Given(Record, frozen=True, kw_only=True):
    """A value that a variant draws. Exactly one form is used:

    shape       real numbers between `from` and `to` with that many `decimals`
    integers    an array of whole numbers between `from` and `to` (token ids, lengths)
    integer     one whole number between its two bounds; shapes may refer to it by name
    choose      one of the listed values (a token list, a sentence, a mask, a number)
    value       always this value
    model       the weights of a whole tiny Transformer with this configuration
    """

    shape: Shape | None = None
    integers: Shape | None = None
    integer: Annotated[list[int], Meta(min_length=2, max_length=2)] | None = None
    choose: Annotated[list[Any], Meta(min_length=2)] | None = None
    value: Any = None
    model: dict[Name, int | float | str | bool] | None = None
    from_: float = field(name="from", default=-2.0)
    to: float = 2.0
    decimals: Annotated[int, Meta(ge=0, le=6)] = 1
    says: str = ""


# In `with`, a string names a given value or an earlier step, or with dots a part of it
# (`model.encoder.0.w_q`, `state.h`); anything else stands for itself.
Argument: TypeAlias = str | int | float | bool | None


class Call(Record, frozen=True, kw_only=True):
    """The application of one public function of `reference`."""

    of: Text
    with_: list[Argument] | dict[Name, Argument] = field(name="with", default_factory=list)
    options: dict[Name, Any] = {}
    record: str | None = None  # the traced intermediate value to take instead of the result


class Step(Call, frozen=True, kw_only=True):
    """A named value in the graph of a compute item."""

    says: str = ""


class Ask(Record, frozen=True, kw_only=True):
    """What is asked about a step: its value, its shape, or a count with a unit."""

    step: Name | None = None  # by default the step of the same name
    what: Literal["value", "shape", "count"] = "value"
    decimals: Annotated[int, Meta(ge=0, le=6)] = 2
    unit: str = ""
    prompt: str = ""
    weight: Annotated[int, Meta(ge=1)] = 1


class Mistake(Record, frozen=True, kw_only=True):
    """A named wrong way to do one step: another function, other arguments or other options."""

    id: Identifier
    step: Name
    says: Text
    of: str | None = None
    with_: list[Argument] | dict[Name, Argument] | None = field(name="with", default=None)
    options: dict[Name, Any] | None = None
    record: str | None = None


class ComputeItem(ItemBase, frozen=True, kw_only=True, tag="compute"):
    """Work out values, shapes or counts; the graph of steps gives the right ones."""

    given: dict[Name, Given]
    steps: Annotated[dict[Name, Step], Meta(min_length=1)]
    ask: Annotated[dict[Name, Ask], Meta(min_length=1)]
    mistakes: list[Mistake] = []


DType: TypeAlias = Literal["float64", "float32"]


class Cases(Record, frozen=True, kw_only=True):
    """A generator of test cases for a code item: the arguments of its calls.

    Steps compute what cannot be drawn, such as a causal mask for the drawn length. If there are
    several `dtypes`, each drawing takes the next, and all its real numbers have that type. A named
    mistake is that of code that fails these cases and no others.
    """

    given: dict[Name, Given]
    with_: list[Argument] | dict[Name, Argument] = field(name="with")
    steps: dict[Name, Step] = {}
    options: dict[Name, Any] = {}
    dtypes: Annotated[list[DType], Meta(min_length=1)] = field(default_factory=lambda: ["float64"])
    count: Annotated[int, Meta(ge=1, le=100)] = 3
    visible: bool = False
    says: str = ""
    mistake: Identifier | None = None
    because: str = ""


class Property(Record, frozen=True, kw_only=True):
    """Something that must hold in addition to equality, and the arguments that it is about.

    A named mistake is that of code that gives right results but does not have the property.
    """

    holds: Identifier
    of: list[Name] = []  # by default the first
    mistake: Identifier | None = None
    says: str = ""


class CodeMistake(Record, frozen=True, kw_only=True):
    """A wrong function that the verdict on a code item should recognise."""

    id: Identifier
    of: Text
    says: Text


class CodeItem(ItemBase, frozen=True, kw_only=True, tag="code"):
    """Write a function of the reference, or repair a broken one."""

    implement: Text
    starter: Text
    cases: Annotated[list[Cases], Meta(min_length=1)]
    broken: bool = False  # the starter is a listing to repair
    properties: list[Identifier | Property] = []
    mistakes: list[CodeMistake] = []


Item: TypeAlias = ChoiceItem | FillItem | OrderItem | MatchItem | OpenItem | ComputeItem | CodeItem


def kind_of(item: Item) -> Kind:
    """The kind of an item, as banks write it."""
    return cast("Kind", type(item).__struct_config__.tag)


class Bank(Record, frozen=True, kw_only=True):
    """One topic: its lesson, its items, and the names of mistakes that its items can show."""

    topic: Identifier
    items: list[Item]
    lesson: str = ""
    mistake_names: dict[Identifier, Text] = {}


class Point(Record, frozen=True, kw_only=True):
    """One thing that learners should be able to do.

    Its subject says what it is about. A concept can be asked about in words. A formula, a shape or
    code must be worked out, so such a point needs an item that computes or codes.
    """

    id: Identifier
    text: Text
    subject: Subject = "concept"


class Topic(Record, frozen=True, kw_only=True):
    """A section of the check-list."""

    id: Identifier
    title: Text
    about: Text
    points: list[Point] = []


class Checklist(Record, frozen=True, kw_only=True):
    """The topics in order, and what learners should be able to do in each."""

    topics: Annotated[list[Topic], Meta(min_length=1)]
