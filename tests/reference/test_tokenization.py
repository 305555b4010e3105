"""Tokenization: the examples of the papers and courses, and what every tokenizer must keep."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import tokenization

# Sennrich, Haddow, Birch (2016), algorithm 1
PAPER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
PAPER_MERGES = (
    ("e", "s"),
    ("es", "t"),
    ("est", "</w>"),
    ("l", "o"),
    ("lo", "w"),
    ("n", "e"),
    ("ne", "w"),
    ("new", "est</w>"),
    ("low", "</w>"),
    ("w", "i"),
)
# The corpus of the Hugging Face course, chapter 6
COURSE = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
words = st.text(alphabet="abcde", min_size=1, max_size=12)
corpora = st.dictionaries(words, st.integers(1, 9), min_size=1, max_size=6)


def test_bpe_learns_the_merges_of_the_paper():
    assert tokenization.bpe_train(PAPER, 10) == PAPER_MERGES


def test_bpe_learns_the_merges_of_the_course():
    # Course: (u, g) 20 times, then (u, n) 16 times, then (h, ug) 15 times; no mark
    merges = tokenization.bpe_train(COURSE, 3, end_of_word="")
    assert merges == (("u", "g"), ("u", "n"), ("h", "ug"))


@pytest.mark.parametrize(
    # Pairs (e,s), (s,t), (t,</w>) come 9 times each; so does (w,e) 2 + 6 = 8 times: no tie with it
    ("ties", "first_merge"),
    [("first", ("e", "s")), ("smallest", ("e", "s")), ("largest", ("t", "</w>"))],
)
def test_ties_are_broken_as_asked(ties, first_merge):
    assert tokenization.bpe_train(PAPER, 1, ties=ties) == (first_merge,)


def test_a_pair_never_reaches_across_words():
    assert tokenization.bpe_train({"a": 9, "b": 9}, 5, end_of_word="") == ()


def test_training_stops_when_nothing_is_left_to_merge():
    assert tokenization.bpe_train({"ab": 1}, 5) == (("a", "b"), ("ab", "</w>"))


def test_encoding_an_unknown_word_with_the_merges_of_the_paper():
    # Paper: "lower" was seen; "lowest" was not, but low and est</w> were learnt
    assert tokenization.bpe_encode("lowest", PAPER_MERGES) == ("low", "est</w>")
    assert tokenization.bpe_encode("lower", PAPER_MERGES) == ("low", "e", "r", "</w>")


def test_the_lowest_rank_merges_first():
    merges = [("b", "c"), ("a", "b")]
    assert tokenization.bpe_encode("abc", merges, end_of_word="") == ("a", "bc")


def test_a_pair_matches_whole_symbols_only():
    assert tokenization.merge_pair(("lo", "we", "st"), ("e", "s")) == ("lo", "we", "st")


def test_occurrences_merge_from_the_left_without_overlap():
    assert tokenization.merge_pair(("a", "a", "a"), ("a", "a")) == ("aa", "a")


@given(corpora, st.integers(0, 20), st.lists(words, min_size=1, max_size=4))
def test_bpe_decodes_what_it_encoded(corpus, num_merges, text):
    merges = tokenization.bpe_train(corpus, num_merges)
    tokens = [token for word in text for token in tokenization.bpe_encode(word, merges)]
    assert tokenization.bpe_decode(tokens) == " ".join(text)


@given(corpora, st.integers(0, 20))
def test_more_merges_never_make_more_tokens(corpus, num_merges):
    merges = tokenization.bpe_train(corpus, num_merges)
    for word in corpus:
        assert len(tokenization.bpe_encode(word, merges)) <= len(word) + 1


@given(corpora, st.integers(0, 30))
def test_encoding_a_word_of_the_corpus_replays_its_training(corpus, num_merges):
    merges = tokenization.bpe_train(corpus, num_merges)
    for word in corpus:
        symbols = (*word, "</w>")
        for pair in merges:
            symbols = tokenization.merge_pair(symbols, pair)
        assert tokenization.bpe_encode(word, merges) == symbols


def test_wordpiece_learns_the_vocabulary_of_the_course():
    # ##gs: 5 / (20 · 5) = 1/20 beats 1/36 of all others; then all share 1/36, h ##u is met first;
    # then hu ##gs: 5 / (15 · 5) = 1/15 beats 1/21 of p ##u and 10 / (15 · 15) = 2/45 of hu ##g
    vocabulary = tokenization.wordpiece_train(COURSE, 3)
    assert set(vocabulary[:-3]) == {"b", "h", "p", "##g", "##n", "##s", "##u"}
    assert vocabulary[-3:] == ("##gs", "hu", "hugs")


def test_wordpiece_encodes_the_words_of_the_course():
    vocabulary = {"b", "h", "p", "##g", "##n", "##s", "##u", "##gs", "hu", "hug"}
    assert tokenization.wordpiece_encode("hugs", vocabulary) == ("hug", "##s")
    assert tokenization.wordpiece_encode("bugs", vocabulary) == ("b", "##u", "##gs")
    assert tokenization.wordpiece_encode("bum", vocabulary) == ("[UNK]",)
    assert tokenization.wordpiece_encode("mug", vocabulary) == ("[UNK]",)


def test_wordpiece_encodes_the_words_of_berts_own_test():
    vocabulary = ("want", "##want", "##ed", "wa", "un", "runn", "##ing")
    assert tokenization.wordpiece_encode("unwanted", vocabulary) == ("un", "##want", "##ed")
    assert tokenization.wordpiece_encode("running", vocabulary) == ("runn", "##ing")
    assert tokenization.wordpiece_encode("unwantedX", vocabulary) == ("[UNK]",)


@given(corpora, st.integers(0, 20))
def test_wordpiece_pieces_make_the_word_again(corpus, num_merges):
    vocabulary = tokenization.wordpiece_train(corpus, num_merges)
    for word in corpus:
        first, *rest = tokenization.wordpiece_encode(word, vocabulary)
        assert first + "".join(piece.removeprefix("##") for piece in rest) == word


def course_unigrams():
    # Hugging Face course, chapter 6, Unigram: counts of all substrings that are kept; sum 210
    counts = {"h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20, "p": 17, "pu": 17, "n": 16, "un": 16}
    counts |= {"b": 4, "bu": 4, "s": 5, "hug": 15, "gs": 5, "ugs": 5}
    assert sum(counts.values()) == 210
    return {piece: math.log(count / 210) for piece, count in counts.items()}


def test_unigram_finds_the_best_way_of_the_course():
    best = tokenization.unigram_segment("unhug", course_unigrams())
    assert best.pieces == ("un", "hug")
    assert math.exp(best.log_probability) == pytest.approx(0.005442, abs=1e-6)


@given(st.text(alphabet="hugpnbs", min_size=1, max_size=7))
def test_unigram_is_never_beaten_by_another_way_to_cut(word):
    def ways(rest):
        yield from [()] if not rest else ()
        for end in range(1, len(rest) + 1):
            if rest[:end] in log_p:
                yield from ((rest[:end], *more) for more in ways(rest[end:]))

    log_p = course_unigrams()
    best = tokenization.unigram_segment(word, log_p)
    assert "".join(best.pieces) == word
    assert best.log_probability == pytest.approx(sum(log_p[piece] for piece in best.pieces))
    assert best.log_probability == pytest.approx(
        max(sum(log_p[piece] for piece in way) for way in ways(word))
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tokenization.bpe_train({"": 1}, 1), "''"),
        (lambda: tokenization.wordpiece_train({"a": -1}, 1), "'a': -1"),
        (lambda: tokenization.bpe_train({"ab": 1}, 1, ties="random"), "'random'"),
        (lambda: tokenization.bpe_encode("", ()), "empty word"),
        (lambda: tokenization.wordpiece_encode("", ()), "empty word"),
        (lambda: tokenization.unigram_segment("hex", {"h": -1.0}), "makes 'hex'"),
    ],
)
def test_what_cannot_be_tokenized_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()
