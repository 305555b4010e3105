"""`quizzer trace`: every tensor of a forward pass, by name, shape and meaning."""

import json

from tests.commands.conftest import Quizzer


def shapes(quizzer: Quizzer) -> dict[str, list[int]]:
    traced = json.loads(quizzer("trace", "--json").out)
    return {tensor["name"]: tensor["shape"] for tensor in traced["tensors"]}


def test_shapes_are_those_of_the_paper(quizzer: Quizzer) -> None:
    # 6 source tokens, 5 target tokens, d_model 8, 2 heads of width 4, d_ff 16, 6 target words
    found = shapes(quizzer)
    assert found["source_embedding.output"] == [6, 8]
    assert found["encoder.0.self_attention.weights"] == [2, 6, 6]
    assert found["encoder.0.feed_forward.hidden"] == [6, 16]
    assert found["decoder.0.self_attention.weights"] == [2, 5, 5]
    assert found["decoder.0.cross_attention.key"] == [6, 8]
    assert found["decoder.0.cross_attention.weights"] == [2, 5, 6]
    assert list(found)[-1] == "probabilities"
    assert found["probabilities"] == [5, 6]


def test_json_carries_the_sentences_and_on_request_the_numbers(quizzer: Quizzer) -> None:
    traced = json.loads(quizzer("trace", "--values", "--json").out)
    assert traced["schema"] == "quizzer-trace/1"
    source = traced["source"]
    assert [source["vocabulary"][number] for number in source["ids"]] == source["tokens"]
    tensors = {tensor["name"]: tensor["values"] for tensor in traced["tensors"]}
    assert all(abs(sum(row) - 1) < 1e-12 for row in tensors["probabilities"])
    masked = tensors["decoder.0.self_attention.masked_scores"][0]
    assert [row.count("-inf") for row in masked] == [4, 3, 2, 1, 0]


def test_the_table_names_component_shape_and_meaning(quizzer: Quizzer) -> None:
    result = quizzer("trace")
    assert result.code == 0
    component, _, rest = result.out.partition("decoder.0.cross_attention\n")[2].partition("\n")
    assert component.split()[0] == "query"
    assert "(5, 8)" in component
    assert "weights" in rest


def test_values_are_shown_as_aligned_matrices(quizzer: Quizzer) -> None:
    lines = quizzer("trace", "--values").out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("probabilities "))
    rows = lines[start + 1 : start + 6]
    assert all(row.strip().strip("[]").count("0.") == 6 for row in rows)
    assert len({len(row.rstrip("]")) for row in rows}) == 1
