"""What a learner types becomes words, or a sentence about what is wrong with it."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.explorer.settings import (
    MOST_WORDS,
    Settings,
    SettingsError,
    in_words,
    letters_of,
    sentences_of,
    words_of,
)
from quizzer.harmless import harmless


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the animal was tired", ("the", "animal", "was", "tired")),
        ("Stop, now!", ("Stop", ",", "now", "!")),
        ("don't over-think a[i]", ("don't", "over-think", "a", "[", "i", "]")),
        ("<s> das Tier </s>", ("<s>", "das", "Tier", "</s>")),
        ("日本", ("日本",)),
        ("e\u0301te\u0301 नमस्ते, שָׁלוֹם!", ("e\u0301te\u0301", "नमस्ते", ",", "שָׁלוֹם", "!")),
        ("می\u200cخواهم", ("می\u200cخواهم",)),  # one word, with a joiner in it
        ("\u2764\ufe0f \u2764", ("\u2764\ufe0f", "\u2764")),
    ],
)
def test_words_and_punctuation_are_tokens(text: str, words: tuple[str, ...]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize("text", ["", " ", "a " * 13, "a" * 21, "das <pad>"])
def test_a_sentence_that_cannot_be_followed_is_refused(text: str) -> None:
    with pytest.raises(SettingsError):
        words_of(text)


@settings(max_examples=60)
@given(st.text(max_size=80))
def test_any_text_gives_a_few_harmless_words_or_a_complaint(text: str) -> None:
    with suppress(SettingsError):
        words = words_of(text)
        assert 1 <= len(words) <= MOST_WORDS
        assert all(word and harmless(word) == word for word in words)


@pytest.mark.parametrize("text", ["a b → c", "a b -> c", " a b→c "])
def test_an_arrow_parts_source_and_target(text: str) -> None:
    assert sentences_of(text) == ("a b", "c")


def test_without_an_arrow_there_is_no_second_sentence() -> None:
    assert sentences_of("a b") == ("a b", None)
    source, target = sentences_of(in_words(Settings()))
    assert words_of(source) == Settings().source
    assert target is not None
    assert words_of(target) == Settings().target


def test_letters_are_those_of_the_trained_model() -> None:
    assert letters_of("A b c") == ("a", "b", "c")
    for text in ("ab", "abcdefghi", "abz", ""):
        with pytest.raises(SettingsError):
            letters_of(text)


@pytest.mark.parametrize(
    "wrong", [{"what_ifs": frozenset({"no-luck"})}, {"layers": 0}, {"padding": 9}]
)
def test_settings_that_make_no_model_are_refused(wrong) -> None:
    with pytest.raises(SettingsError):
        Settings(**wrong)
