"""Mistakes about tokenization."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from reference import tokenization
from reference.mistakes.registry import mistake
from reference.tokenization import CONTINUATION, END_OF_WORD, Pair, Segmentation

Ties = Literal["first", "smallest", "largest"]


@mistake("tokenization.bpe_train")
def bpe_train_with_other_ties(
    word_counts: Mapping[str, int],
    num_merges: int,
    *,
    end_of_word: str = END_OF_WORD,
    ties: Ties = "first",
) -> tuple[Pair, ...]:
    """Ties broken by another rule: other merges, all of them plausible."""
    other: Ties = "smallest" if ties == "largest" else "largest"
    return tokenization.bpe_train(word_counts, num_merges, end_of_word=end_of_word, ties=other)


@mistake("tokenization.bpe_train")
def bpe_train_without_word_ends(
    word_counts: Mapping[str, int],
    num_merges: int,
    *,
    end_of_word: str = END_OF_WORD,
    ties: Ties = "first",
) -> tuple[Pair, ...]:
    """No mark at the end of a word: "er" at the end and inside become one symbol."""
    return tokenization.bpe_train(word_counts, num_merges, end_of_word="", ties=ties)


@mistake("tokenization.bpe_train")
def bpe_train_on_word_types(
    word_counts: Mapping[str, int],
    num_merges: int,
    *,
    end_of_word: str = END_OF_WORD,
    ties: Ties = "first",
) -> tuple[Pair, ...]:
    """Every word counted once: how often it occurs is forgotten."""
    once = dict.fromkeys(word_counts, 1)
    return tokenization.bpe_train(once, num_merges, end_of_word=end_of_word, ties=ties)


@mistake("tokenization.bpe_encode")
def bpe_encode_by_frequency(
    word: str, merges: Sequence[Pair], *, end_of_word: str = END_OF_WORD
) -> tuple[str, ...]:
    """The most frequent known pair of the new word first, instead of the earliest learned."""
    symbols = (*word, end_of_word) if end_of_word else tuple(word)
    while True:
        known = [pair for pair in pairwise(symbols) if pair in merges]
        if not known:
            return symbols
        symbols = tokenization.merge_pair(symbols, max(known, key=known.count))


@mistake("tokenization.bpe_encode")
def bpe_encode_latest_first(
    word: str, merges: Sequence[Pair], *, end_of_word: str = END_OF_WORD
) -> tuple[str, ...]:
    """The latest learned pair first: the ranks are read upside down."""
    return tokenization.bpe_encode(word, merges[::-1], end_of_word=end_of_word)


@mistake("tokenization.bpe_encode")
def bpe_encode_that_never_merges(
    word: str, merges: Sequence[Pair], *, end_of_word: str = END_OF_WORD
) -> tuple[str, ...]:
    """The rank of a symbol looked up instead of a pair's: no merge ever happens."""
    return tokenization.bpe_encode(word, (), end_of_word=end_of_word)


@mistake("tokenization.bpe_encode")
def bpe_encode_by_replacing_text(
    word: str, merges: Sequence[Pair], *, end_of_word: str = END_OF_WORD
) -> tuple[str, ...]:
    """Pairs replaced in the spaced-out text: "a b" also matches at the end of a longer "…a b"."""
    text = " ".join((*word, end_of_word) if end_of_word else word)
    for first, second in merges:
        text = text.replace(f"{first} {second}", f"{first}{second}")
    return tuple(text.split())


@mistake("tokenization.bpe_encode")
def bpe_encode_without_word_end(
    word: str, merges: Sequence[Pair], *, end_of_word: str = END_OF_WORD
) -> tuple[str, ...]:
    """The mark used in training is not put on: endings are never recognised."""
    return tokenization.bpe_encode(word, merges, end_of_word="")


@mistake("tokenization.wordpiece_train")
def wordpiece_train_by_frequency(
    word_counts: Mapping[str, int], num_merges: int
) -> tuple[str, ...]:
    """The most frequent pair joined, not the one with the best score: that is BPE."""
    words = {word: (word[0], *(CONTINUATION + c for c in word[1:])) for word in word_counts}
    vocabulary = sorted({symbol for symbols in words.values() for symbol in symbols})
    for _ in range(num_merges):
        counts = tokenization.pair_counts(words, word_counts)
        if not counts:
            break
        pair = max(counts, key=lambda pair: counts[pair])
        joined = pair[0] + pair[1].removeprefix(CONTINUATION)
        words = {
            word: tokenization.merge_pair(symbols, pair, joined) for word, symbols in words.items()
        }
        vocabulary.append(joined)
    return tuple(vocabulary)


@mistake("tokenization.wordpiece_encode")
def wordpiece_encode_without_prefix(
    word: str, vocabulary: Collection[str], *, unknown: str = "[UNK]"
) -> tuple[str, ...]:
    """Pieces inside a word looked up without "##": other pieces are found, or none."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        ends = range(len(word), start, -1)
        end = next((end for end in ends if word[start:end] in vocabulary), None)
        if end is None:
            return (unknown,)
        pieces.append(word[start:end])
        start = end
    return tuple(pieces)


@mistake("tokenization.wordpiece_encode")
def wordpiece_encode_shortest_first(
    word: str, vocabulary: Collection[str], *, unknown: str = "[UNK]"
) -> tuple[str, ...]:
    """The shortest piece that fits instead of the longest: words fall into letters."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        prefix = CONTINUATION if start else ""
        ends = range(start + 1, len(word) + 1)
        end = next((end for end in ends if prefix + word[start:end] in vocabulary), None)
        if end is None:
            return (unknown,)
        pieces.append(prefix + word[start:end])
        start = end
    return tuple(pieces)


@mistake("tokenization.unigram_segment")
def unigram_segment_greedily(word: str, log_probabilities: Mapping[str, float]) -> Segmentation:
    """The longest piece from the left each time, instead of the best split of the whole word."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        ends = range(len(word), start, -1)
        end = next(end for end in ends if word[start:end] in log_probabilities)
        pieces.append(word[start:end])
        start = end
    return Segmentation(tuple(pieces), sum(log_probabilities[piece] for piece in pieces))


@mistake("tokenization.unigram_segment")
def unigram_segment_into_few_pieces(
    word: str, log_probabilities: Mapping[str, float]
) -> Segmentation:
    """The fewest pieces, however unlikely they are."""
    fewest = tokenization.unigram_segment(word, dict.fromkeys(log_probabilities, -1.0))
    total = sum(log_probabilities[piece] for piece in fewest.pieces)
    return Segmentation(fewest.pieces, total)
