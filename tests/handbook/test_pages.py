"""Pages: what there is to read, in which order, and how a component is found."""

import ast
import importlib
import inspect
import pkgutil

import pytest

import reference
from quizzer.exercises import docstrings
from quizzer.handbook.families import FAMILIES, Family, components
from quizzer.handbook.pages import UnknownComponentError, contents, find, page
from tests.each import for_each

# What the components are built with; nothing that papers speak of.
PLUMBING = {"arrays", "erf", "initialization", "parameters", "trace", "gradients.shapes"}


def test_every_module_of_the_reference_is_in_a_family_or_known_to_be_plumbing() -> None:
    modules = {
        found.name.removeprefix("reference.")
        for found in pkgutil.walk_packages(reference.__path__, "reference.")
        if not found.ispkg and ".mistakes" not in found.name
    }
    in_families = {
        f"{family.name}.{module}" if module else family.name
        for family in FAMILIES
        for module in family.modules or ("",)
    }
    assert modules - PLUMBING == in_families


@pytest.mark.parametrize("family", [f for f in FAMILIES if f.modules], ids=lambda f: f.name)
def test_what_a_package_offers_is_on_a_page_unless_it_merely_helps(family: Family) -> None:
    name = family.name
    package = importlib.import_module(f"reference.{name}")
    offered = {
        f"{name}.{member}"
        for member in package.__all__
        if inspect.isfunction(function := getattr(package, member))
        and "Source:" in (function.__doc__ or "")
    }
    assert offered <= components().keys()


def test_topics_come_in_reading_order() -> None:
    titles = [family.title for family, _ in contents()]
    assert titles.index("Recurrent networks") < titles.index("Attention")
    assert titles.index("Attention") < titles.index("The full Transformer")
    names = [name for _, rows in contents() for name, _ in rows]
    assert names.index("attention.scaled_dot_product_scores") < names.index(
        "attention.multi_head_attention"
    )


def test_a_page_holds_every_part_of_the_docstring() -> None:
    shown = page("attention.split_heads")
    assert shown.family == "Attention"
    assert shown.summary == "Split the width into heads, and move the heads before the tokens."
    assert shown.formula == "split[h, t, :] = x[t, h · d_head : (h + 1) · d_head]"
    assert [(a.name, a.shape, a.says) for a in shown.args] == [
        ("x", "(..., n, d_model)", "one row per token."),
        ("num_heads", "", "the number of heads."),
    ]
    assert shown.returns == "(..., num_heads, n, d_head) with d_head = d_model / num_heads."
    assert shown.raises == "ValueError: when num_heads does not divide the width."
    assert shown.convention.startswith("First reshape to (n, num_heads, d_head)")
    assert shown.source == "Vaswani et al., Attention Is All You Need (2017), section 3.2.2."


def test_code_keeps_its_comments_and_loses_its_docstring() -> None:
    code = page("attention.split_heads").code
    assert code.startswith("def split_heads(x: Array, num_heads: int) -> Array:\n    require(")
    assert "# (..., heads, n, d_head)" in code
    assert '"""' not in code


def test_a_page_names_the_mistakes_that_people_make_in_it() -> None:
    mistakes = {mistake.name: mistake for mistake in page("attention.split_heads").mistakes}
    wrong = mistakes["heads_split_by_reshape_only"]
    assert not wrong.equivalent
    assert "blocks of tokens" in wrong.says


@for_each("name", components())
def test_every_page_is_whole(name: str) -> None:
    shown = page(name)
    assert shown.summary.endswith(".")
    assert shown.returns
    assert shown.formula or shown.source
    assert all(argument.says or argument.shape for argument in shown.args)
    assert isinstance(ast.parse(shown.code).body[0], ast.FunctionDef)


@for_each("name", components())
def test_documented_arguments_are_those_of_the_signature(name: str) -> None:
    documented = [argument.name for argument in page(name).args]
    taken = list(inspect.signature(components()[name]).parameters)
    said_together = set(taken) - set(documented)  # "So `b_k` and `b_v`."
    assert documented == [argument for argument in taken if argument not in said_together]
    assert all(f"`{argument}`" in (components()[name].__doc__ or "") for argument in said_together)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("attention.split_heads", "attention.split_heads"),
        ("split_heads", "attention.split_heads"),
        ("softmax", "activations.softmax"),
        ("attention.heads.split_heads", "attention.split_heads"),
        ("training.train", "gradients.training.train"),
        ("mha", "attention.multi_head_attention"),
        ("SDPA", "attention.scaled_dot_product_attention"),
        ("ffn", "feedforward.feed_forward"),
        ("mlp", "feedforward.feed_forward"),
        ("mqa", "attention.grouped_query_attention"),
        ("mlm", "losses.masked_language_model_loss"),
    ],
)
def test_a_component_is_found_by_its_full_last_or_inner_name_or_for_short(
    asked: str, found: str
) -> None:
    assert find(asked) == found


def test_a_name_that_two_components_share_is_refused_with_both() -> None:
    with pytest.raises(UnknownComponentError) as refused:
        find("encode")
    assert refused.value.nearest == ("seq2seq.encode", "transformer.encode")
    assert "several" in str(refused.value)
    with pytest.raises(UnknownComponentError) as refused:
        find("rope")
    assert refused.value.nearest == ("positions.rotary_angles", "positions.rotate")


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("sofmax", "activations.softmax"),
        ("attention.split_head", "attention.split_heads"),
        ("multihead_attention", "attention.multi_head_attention"),
    ],
)
def test_a_misspelt_name_is_refused_with_the_nearest(asked: str, near: str) -> None:
    with pytest.raises(UnknownComponentError) as refused:
        find(asked)
    assert near in refused.value.nearest


def test_helpers_have_no_page() -> None:
    with pytest.raises(UnknownComponentError):
        find("arrays.require")


def test_docstring_entries_go_on_over_lines() -> None:
    said = docstrings.read(
        """One line.

        Formula:
            y = x
              + 1

        Args:
            x: (..., d) numbers
                of any size.
            mode: "a" or
                "b".

        Returns:
            (..., d) numbers.

        Raises:
            ValueError: when x
                is odd.
        """
    )
    assert said.formula == "y = x\n  + 1"
    assert [(a.name, a.shape, a.says) for a in said.args] == [
        ("x", "(..., d)", "numbers of any size."),
        ("mode", "", '"a" or "b".'),
    ]
    assert said.raises == "ValueError: when x is odd."
    assert said.convention == ""
