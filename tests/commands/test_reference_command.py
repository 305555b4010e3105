"""`quizzer reference`: the contents by topic, a page for each component, and misspelt names."""

import json

import pytest

from tests.commands.conftest import Quizzer


def test_the_list_groups_components_by_topic_with_a_line_each(quizzer: Quizzer) -> None:
    result = quizzer("reference")
    assert result.code == 0
    first = result.out.partition("\nAttention\n")[2].splitlines()[0]
    name, *summary = first.split()
    assert name == "attention.dot_product_scores"
    assert " ".join(summary).startswith("How well each query matches each key")


def test_json_lists_families_in_reading_order(quizzer: Quizzer) -> None:
    listed = json.loads(quizzer("reference", "--json").out)
    assert listed["schema"] == "quizzer-reference/1"
    families = {family["name"]: family for family in listed["families"]}
    assert next(iter(families)) == "recurrent"
    names = [component["name"] for component in families["attention"]["components"]]
    assert "attention.multi_head_attention" in names


def test_a_page_shows_every_part_in_order(quizzer: Quizzer) -> None:
    out = quizzer("reference", "attention.scaled_dot_product_scores").out
    parts = [
        "attention.scaled_dot_product_scores · Attention",
        "Dot products, divided by √d_k",
        "scores = Q Kᵀ / √d_k",
        "query  (..., n_q, d_k)  one row per query.",
        "Returns",
        "ValueError: when queries and keys differ in width",
        "d_k is the width of one head, not d_model.",
        "Vaswani et al., Attention Is All You Need (2017), section 3.2.1",
        "math.sqrt(query.shape[-1])",
        "[[ 1.0  0.5]",
        "[[ 0.636  0.566 -0.495]",
        "Common mistakes",
    ]
    places = [out.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)
    assert "\x1b" not in out


def test_intermediates_of_the_run_are_named_and_explained(quizzer: Quizzer) -> None:
    out = quizzer("reference", "scaled_dot_product_attention").out
    _, _, on_the_way = out.partition("On the way\n")
    assert on_the_way.lstrip().startswith("scores  (2, 3)  query · key / √d_k, one row per query")


def test_what_only_looks_wrong_is_told_apart_from_mistakes(quizzer: Quizzer) -> None:
    shown = json.loads(quizzer("reference", "softmax", "--json").out)
    kinds = {known["equivalent"] for known in shown["mistakes"]}
    out = quizzer("reference", "softmax").out
    assert ("Looks wrong but is right" in out) == (True in kinds)
    assert ("Common mistakes" in out) == (False in kinds)


def test_json_of_a_page_holds_page_and_run(quizzer: Quizzer) -> None:
    shown = json.loads(quizzer("reference", "split_heads", "--json").out)
    assert (shown["schema"], shown["name"]) == ("quizzer-component/1", "attention.split_heads")
    assert shown["args"][0] == {
        "name": "x",
        "shape": "(..., n, d_model)",
        "says": "one row per token.",
    }
    assert shown["code"].startswith(shown["signature"])
    (result,) = shown["run"]["result"]
    assert result["shape"] == "(2, 3, 2)"


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize(
    "name",
    [
        "lstm_step",
        "transformer.forward",
        "bpe_train",
        "softmax",
        "decoding.beam_search",
        "gradients.merge_patches_backward",
        "seq2seq.initialize_attention_encoder_decoder",
    ],
)
def test_all_but_code_fits_the_width(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, columns: int, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    before, _, rest = quizzer("reference", name).out.partition("\nCode\n")
    _, _, after = rest.partition("\nWorked run: given\n")
    assert max(map(len, [*before.splitlines(), *after.splitlines()])) <= columns


def test_intermediates_of_a_model_stand_under_their_component(quizzer: Quizzer) -> None:
    out = quizzer("reference", "transformer.forward").out
    rows = out.partition("  decoder.0.cross_attention\n")[2].splitlines()
    assert rows[0].split()[:3] == ["query", "(2,", "4)"]


def test_a_shape_that_would_run_over_the_edge_goes_above_its_line(quizzer: Quizzer) -> None:
    code = quizzer("reference", "split_heads").out.partition("\nCode\n")[2].splitlines()
    place = next(number for number, line in enumerate(code) if "split = x.reshape" in line)
    assert code[place - 1].strip() == "# (..., n, heads, d_head)"
    assert code[place].endswith("// num_heads)")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("split_head", "no component is called 'split_head'; did you mean attention.split_heads"),
        ("encode", "several components are called 'encode'; did you mean seq2seq.encode or transf"),
        ("zzz", "no component is called 'zzz'; `quizzer reference` lists all"),
    ],
)
def test_unknown_and_shared_names_are_answered_with_the_nearest(
    quizzer: Quizzer, name: str, message: str
) -> None:
    result = quizzer("reference", name)
    assert result.code == 2
    assert message in result.err
    assert result.out == ""


def test_a_page_says_by_which_names_a_bank_calls_the_mistakes(quizzer: Quizzer) -> None:
    out = quizzer("reference", "attention.scaled_dot_product_scores").out
    assert "(mistakes.scores_without_scale)" in out
    assert "(mistakes.scores_with_scaled_queries)" in out  # only looks wrong


@pytest.mark.parametrize("as_json", [False, True])
def test_a_component_without_an_example_is_shown_without_a_run(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    monkeypatch.setattr("quizzer.handbook.running.arguments_of", lambda _: None)
    result = quizzer("reference", "softmax", *(["--json"] if as_json else []))
    assert result.code == 0
    if as_json:
        assert json.loads(result.out)["run"] == {"given": [], "steps": [], "result": []}
    else:
        assert "Worked run\n  There is none yet" in result.out
        assert "Result" not in result.out
