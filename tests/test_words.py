"""Things that are said everywhere in the same words."""

import pytest

from quizzer.words import counted, in_words


def test_one_of_a_thing_and_several() -> None:
    assert [counted(n, "item") for n in (0, 1, 2)] == ["0 items", "1 item", "2 items"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no-scale", "no scale"),
        ("bpe-counts-again", "BPE counts again"),
        ("top-p-before-temperature", "top-p before temperature"),
        ("over-d-model-in-gpt2", "over d_model in GPT-2"),
        ("rms-norm", "RMSNorm"),
        ("rmsish", "rmsish"),
        ("case 2 (two-dimensional)", "case 2 (two-dimensional)"),
        ("√d_k", "√d_k"),
    ],
)
def test_an_id_is_read_as_words(name: str, words: str) -> None:
    assert in_words(name) == words
