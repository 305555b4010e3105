"""GIFT as Moodle documents it: each kind in its form, and a word on all that does not fit."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.bank.schema import Item, Topic
from quizzer.exports import gift
from quizzer.exports.exported import Exported, chosen
from tests.exports.builders import choice, code, compute, fill, item, library_of


def rendered(*items: Item) -> tuple[str, Exported]:
    return gift.render(chosen(library_of(*items)))


def answers_of(text: str) -> list[str]:
    """The lines between the braces, without the feedback on the whole."""
    return [line.strip() for line in text.splitlines() if re.match(r"\t[=~#](?!###)", line)]


def test_a_choice_marks_the_right_option_and_says_why_the_others_are_not() -> None:
    text, exported = rendered(choice("c-1", False, True))
    assert text == (
        "$CATEGORY: quizzer/Attention - scores\n\n"
        "// c-1, version 1\n"
        "::c-1 Title of c-1::[markdown]Why? {\n"
        "\t~option 0#not 0\n"
        "\t=option 1\n"
        "\t####Because.\n"
        "}\n"
    )
    assert exported == Exported(carried=1, reduced=(), left_out=())


def test_of_several_right_options_each_has_its_share_and_wrong_ones_cost_as_much() -> None:
    text, _ = rendered(choice("c-1", True, True, True, False))
    assert answers_of(text) == [
        "~%33.33333%option 0",
        "~%33.33333%option 1",
        "~%33.33333%option 2",
        "~%-33.33333%option 3#not 3",
    ]


def test_a_blank_takes_every_accepted_answer_and_a_star_is_a_star() -> None:
    text, exported = rendered(fill("f-1", x=["√d_k", "d*k"]))
    assert r"[markdown]\\_____ {" in text  # on a line of its own it would be a rule
    assert answers_of(text) == ["=√d_k", r"=d\\*k"]
    assert "letter by letter" in exported.reduced[0].why


def test_each_of_several_blanks_is_a_question_that_names_the_others() -> None:
    text, exported = rendered(fill("f-1", x=["1"], y=["2"]))
    assert "::f-1/x Title of f-1::[markdown]_____ and [y] {\n\t=1\n" in text
    assert "::f-1/y Title of f-1::[markdown][x] and _____ {\n\t=2\n" in text
    assert exported.carried == 1


def test_several_blanks_are_said_to_be_questions_of_their_own() -> None:
    _, exported = rendered(fill("f-1", x=["a"], y=["b"]))
    blanks, spelling = (loss.why for loss in exported.reduced)
    assert blanks == "each blank is a question of its own"
    assert "letter by letter" in spelling


def test_what_tempts_is_wrong_with_its_reason() -> None:
    tempting = [{"answers": ["1/d"], "because": "Not a root."}]
    blanks = {"x": {"accept": ["√d"], "tempting": tempting}}
    text, _ = rendered(item("f-1", "fill", blanks=blanks))
    assert answers_of(text) == ["=√d", "=%0%1/d#Not a root."]


def test_pairs_and_what_belongs_to_none() -> None:
    pairs = [{"left": left, "right": f"to {left}"} for left in ("a -> b", "c", "d")]
    text, _ = rendered(item("m-1", "match", pairs=pairs, distractors=["spare"]))
    assert answers_of(text) == ["=a → b -> to a → b", "=c -> to c", "=d -> to d", "= -> spare"]


def test_an_open_question_is_an_essay_with_the_model_answer_after_it() -> None:
    text, exported = rendered(
        item("e-1", "open", key_points=[{"text": "point"}], model_answer="Model.")
    )
    assert "Why? {\n\t####Model.\\n\\nBecause.\n}" in text
    assert "graded by hand" in exported.reduced[0].why


def test_one_number_is_asked_with_what_is_given_and_its_tolerance() -> None:
    """Cross-entropy of two equal logits is ln 2 = 0.693147...; half a unit of three decimals."""
    text, exported = rendered(compute())
    (answer,) = answers_of(text)
    value, tolerance = map(float, answer.removeprefix("#").split(":"))
    assert value == pytest.approx(0.69314718056)
    assert tolerance == pytest.approx(0.00051)
    assert "    logits (1, 2)\\n    [[0 0]]" in text
    assert "always the same" in exported.reduced[0].why


@pytest.mark.parametrize(
    ("unfit", "why"),
    [
        (item("x", "order", sequence=["a", "b"]), "order"),
        (code("x"), "cannot run code"),
        (compute("x", logs={"decimals": 2}), "not for a shape or a matrix"),
        (compute("x", loss={"decimals": 2}, logs={"decimals": 2}), "several steps"),
        (
            item("x", "match", pairs=[{"left": "a", "right": "b"}, {"left": "c", "right": "d"}]),
            "at least 3 pairs, not 2",
        ),
    ],
)
def test_what_does_not_fit_is_listed_with_the_reason(unfit: Item, why: str) -> None:
    text, exported = rendered(unfit, choice("c-1"))
    (left,) = exported.left_out
    assert left.item == "x"
    assert why in left.why
    assert exported.carried == 1
    assert "// x" not in text


def test_a_title_of_two_lines_is_one_category_and_no_question() -> None:
    topic = Topic(id="attention", title="Attention\n\n::x::Evil? {=yes}", about="About it.")
    text, _ = gift.render([(topic, [])])
    assert text == "$CATEGORY: quizzer/Attention ::x::Evil? {=yes}\n"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_end_of_a_line_is_written_as_gift_has_it(end: str) -> None:
    text, _ = rendered(item("c-1", "choice", prompt=f"one{end}two", options=_OPTIONS))
    assert r"[markdown]one\ntwo {" in text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30))
def test_text_comes_back_as_it_was_when_read_as_moodle_reads_it(words: str) -> None:
    prompt = f"q {words} q\nsecond line"
    text, _ = rendered(item("c-1", "choice", prompt=prompt, options=_OPTIONS))
    (line,) = [entry for entry in text.splitlines() if entry.startswith("::")]
    written = re.fullmatch(r"::(?:\\.|[^:])*::\[markdown\](.*) \{", line)
    assert written is not None
    assert not re.search(r"(?<!\\)(?:\\\\)*[~=#{}]", written[1])  # nothing special is left bare
    read = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], written[1])
    as_html = read.replace("&lt;", "<")  # where HTML might begin
    assert as_html == prompt.replace("&lt;", "<")


_OPTIONS = [{"text": "a", "correct": True}, {"text": "b"}]


def test_an_arrow_in_a_blank_makes_no_pair_and_is_still_understood() -> None:
    """Moodle's importer takes `->` for pairs, and drops the question; `*` stands for anything."""
    tempting = [{"answers": ["A -> c"], "because": "A -> c is likelier."}]
    blanks = {"x": {"accept": ["B -> c", "Bc"], "tempting": tempting}}
    text, _ = rendered(item("f-1", "fill", blanks=blanks))
    assert answers_of(text) == ["=B -*> c", "=Bc", "=%0%A -*> c#A → c is likelier."]


@pytest.mark.parametrize(
    ("prompt", "written"),
    [
        ("Thank <X> for 1 < 2", "Thank &lt;X> for 1 < 2"),
        ("The token `<eos>` ends", "The token `<eos>` ends"),
        ("```\n<s>\n```\n</s>", r"```\n<s>\n```\n&lt;/s>"),
        ("As:\n\n    <s>\n\nor <s>", r"As\:\n\n    <s>\n\nor &lt;s>"),
        (
            "- first:\n  _____\n\n_____\n\nor _____ so",
            r"- first\:\n  \\_____\n\n\\_____\n\nor _____ so",
        ),
    ],
)
def test_markdown_is_neither_html_nor_a_rule_to_moodle(prompt: str, written: str) -> None:
    text, _ = rendered(
        item("e-1", "open", prompt=prompt, key_points=[{"text": "p"}], model_answer="M")
    )
    assert f"::[markdown]{written} {{" in text


def test_a_tag_is_no_html_in_a_name_or_an_option() -> None:
    options = [{"text": "<pad> and `<pad>`", "correct": True}, {"text": "b"}]
    text, _ = rendered(item("c-1", "choice", title="Why <pad>?", options=options))
    assert "::c-1 Why ‹pad›?::" in text
    assert answers_of(text)[0] == "=&lt;pad> and `<pad>`"


def test_emphasis_in_short_texts_is_markdown_where_that_is_read_and_other_asterisks_stay() -> None:
    options = [
        {"text": "*all* of n*d*d", "correct": True},
        {"text": "`a*b`", "correct": False, "because": "Not *that*."},
    ]
    text, _ = rendered(item("c-1", "choice", options=options))
    assert answers_of(text) == [r"=*all* of n\\*d\\*d", "~`a*b`#Not *that*."]
    pairs = [{"left": f"*l* {n}", "right": f"*r* {n}, n*d"} for n in range(3)]
    text, _ = rendered(item("m-1", "match", pairs=pairs))
    assert answers_of(text)[0] == "=*l* 0 -> r 0, n*d"
