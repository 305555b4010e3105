"""Subword tokenization: byte-pair encoding, WordPiece, and the unigram model.

Training takes words with their counts, so a pair never crosses the boundary of a word. Every merge
counts all pairs again, which is slow but simple.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

Pair: TypeAlias = tuple[str, str]
Symbols: TypeAlias = tuple[str, ...]

END_OF_WORD = "</w>"
CONTINUATION = "##"


class Segmentation(NamedTuple):
    """The best way to split a word, and how likely it is."""

    pieces: tuple[str, ...]
    log_probability: float


def bpe_train(
    word_counts: Mapping[str, int],
    num_merges: int,
    *,
    end_of_word: str = END_OF_WORD,
    ties: Literal["first", "smallest", "largest"] = "first",
) -> tuple[Pair, ...]:
    """Learn byte-pair merges: join the most frequent pair of neighbours, again and again.

    Formula:
        merge = argmax_(a,b) Σ_word count(word) · (how often b follows a in word)

    Args:
        word_counts: how often each word occurs; words are written without marks.
        num_merges: how many pairs to join at most; fewer if no pair is left.
        end_of_word: a symbol put after each word, or "" for none.
        ties: which of several equally frequent pairs to take: the "first" one met when reading the
            words in order, or the "smallest" or "largest" in the order of strings.

    Returns:
        The pairs, in the order in which they were learned.

    Raises:
        ValueError: when a word is empty, a count is negative, or `ties` is unknown.

    Convention:
        The mark is a separate symbol, as in the paper; subword-nmt since 0.2 attaches it to the
        last letter at the start. Ties: the listing in the paper and minbpe take the first pair,
        subword-nmt the largest, Hugging Face the one with the smallest ids. GPT-2 works on bytes,
        so that nothing is unknown, and marks the beginnings of words.

    Source:
        Sennrich, Haddow, Birch, Neural Machine Translation of Rare Words with Subword Units (2016),
        section 3.2, algorithm 1.
    """
    _check_counts(word_counts)
    words = {word: _split(word, end_of_word) for word in word_counts}
    merges: list[Pair] = []
    while len(merges) < num_merges:
        counts = pair_counts(words, word_counts)
        if not counts:
            break
        merges.append(_most_frequent(counts, ties))
        words = {word: merge_pair(symbols, merges[-1]) for word, symbols in words.items()}
    return tuple(merges)


def pair_counts(words: Mapping[str, Symbols], word_counts: Mapping[str, int]) -> Counter[Pair]:
    """How often each pair of neighbours occurs in a corpus.

    Formula:
        count(a, b) = Σ_word count(word) · (how often b follows a in word)

    Args:
        words: the symbols that each word consists of at present.
        word_counts: how often each word occurs.

    Returns:
        The counts, in the order in which the pairs are first met.

    Source:
        Sennrich, Haddow, Birch, Neural Machine Translation of Rare Words with Subword Units (2016),
        algorithm 1, `get_stats`.
    """
    counts: Counter[Pair] = Counter()
    for word, symbols in words.items():
        for pair in pairwise(symbols):
            counts[pair] += word_counts[word]
    return counts


def merge_pair(symbols: Sequence[str], pair: Pair, joined: str | None = None) -> Symbols:
    """Join every occurrence of a pair, from left to right.

    Formula:
        … a b …  →  … ab …

    Args:
        symbols: what the word consists of.
        pair: two neighbours (a, b); they match as whole symbols, never inside one.
        joined: what they become; a + b by default.

    Returns:
        The symbols after the merge. Occurrences do not overlap: (a, a) turns "a a a" into "aa a".

    Source:
        Sennrich, Haddow, Birch, Neural Machine Translation of Rare Words with Subword Units (2016),
        algorithm 1, `merge_vocab`.
    """
    merged: list[str] = []
    at = 0
    while at < len(symbols):
        if tuple(symbols[at : at + 2]) == pair:
            merged.append("".join(pair) if joined is None else joined)
            at += 2
        else:
            merged.append(symbols[at])
            at += 1
    return tuple(merged)


def bpe_encode(
    word: str, merges: Sequence[Pair], *, end_of_word: str = END_OF_WORD
) -> tuple[str, ...]:
    """Split a word by replaying learned merges, the earliest first.

    Formula:
        while some pair of neighbours was learned:  merge the one with the lowest rank, everywhere

    Args:
        word: the word, without marks.
        merges: pairs in the order in which they were learned; the place in this order is the rank.
        end_of_word: the mark used in training.

    Returns:
        The tokens. Letters that are in no merge stay single.

    Raises:
        ValueError: when the word is empty.

    Convention:
        The rank decides, not how frequent a pair is in the new text or how long a token becomes.

    Source:
        Sennrich, Haddow, Birch, Neural Machine Translation of Rare Words with Subword Units (2016),
        section 3.2.
    """
    _check_word(word)
    rank = {tuple(pair): number for number, pair in reversed(list(enumerate(merges)))}
    symbols = _split(word, end_of_word)
    while True:
        known = [pair for pair in pairwise(symbols) if pair in rank]
        if not known:
            return symbols
        symbols = merge_pair(symbols, min(known, key=lambda pair: rank[pair]))


def bpe_decode(tokens: Sequence[str], *, end_of_word: str = END_OF_WORD) -> str:
    """Join tokens into text again; ends of words become spaces.

    Formula:
        text = join(tokens), with " " for every end-of-word mark but the last

    Args:
        tokens: the tokens of one or more words.
        end_of_word: the mark used in training, or "" for none.

    Returns:
        The text; these are the words, if they were encoded one by one.

    Source:
        Sennrich, Haddow, Birch, Neural Machine Translation of Rare Words with Subword Units (2016),
        section 3.2: the mark lets us restore the words.
    """
    text = "".join(tokens)
    return text.removesuffix(end_of_word).replace(end_of_word, " ") if end_of_word else text


def wordpiece_train(word_counts: Mapping[str, int], num_merges: int) -> tuple[str, ...]:
    """Learn a WordPiece vocabulary: join the pair with the strongest association.

    Formula:
        score(a, b) = count(ab) / (count(a) · count(b))

    Args:
        word_counts: how often each word occurs.
        num_merges: how many pairs to join at most; fewer if no pair is left.

    Returns:
        The vocabulary: single letters in the order of strings (with "##" in front if they are
        inside a word), then the merged pieces in the order in which they were learned.

    Raises:
        ValueError: when a word is empty or a count is negative.

    Convention:
        Of pairs with equal scores, the one first met when reading the words in order. Google never
        published its trainer; this follows the Hugging Face course. TensorFlow Text splits words
        from the top down instead.

    Source:
        Schuster and Nakajima, Japanese and Korean Voice Search (2012), on the WordPieceModel; the
        score: Hugging Face LLM course, chapter 6, WordPiece tokenization.
    """
    _check_counts(word_counts)
    words = {
        word: (word[0], *(CONTINUATION + letter for letter in word[1:])) for word in word_counts
    }
    vocabulary = sorted({symbol for symbols in words.values() for symbol in symbols})
    for _ in range(num_merges):
        scores = wordpiece_scores(words, word_counts)
        if not scores:
            break
        pair = max(scores, key=lambda pair: scores[pair])
        joined = pair[0] + pair[1].removeprefix(CONTINUATION)
        words = {word: merge_pair(symbols, pair, joined) for word, symbols in words.items()}
        if joined not in vocabulary:
            vocabulary.append(joined)
    return tuple(vocabulary)


def wordpiece_scores(
    words: Mapping[str, Symbols], word_counts: Mapping[str, int]
) -> dict[Pair, Fraction]:
    """How much more often each pair occurs than its parts would suggest.

    Formula:
        score(a, b) = count(ab) / (count(a) · count(b))

    Args:
        words: the symbols that each word consists of at present.
        word_counts: how often each word occurs.

    Returns:
        The exact scores, in the order in which the pairs are first met.

    Source:
        Hugging Face LLM course, chapter 6, WordPiece tokenization.
    """
    singles: Counter[str] = Counter()
    for word, symbols in words.items():
        for symbol in symbols:
            singles[symbol] += word_counts[word]
    return {
        (a, b): Fraction(count, singles[a] * singles[b])
        for (a, b), count in pair_counts(words, word_counts).items()
        if count
    }


def wordpiece_encode(
    word: str, vocabulary: Collection[str], *, unknown: str = "[UNK]"
) -> tuple[str, ...]:
    """Split a word greedily: at every place, take the longest piece in the vocabulary.

    Formula:
        piece at i = longest word[i:j] in the vocabulary, looked up as "##…" if i > 0

    Args:
        word: the word, without marks.
        vocabulary: the pieces; those inside a word begin with "##".
        unknown: what the whole word becomes if there is no piece at some place.

    Returns:
        The pieces.

    Raises:
        ValueError: when the word is empty.

    Convention:
        A single missing piece makes the whole word unknown, as in BERT.

    Source:
        Wu et al., Google's Neural Machine Translation System (2016), section 4.1; BERT's
        `WordpieceTokenizer`.
    """
    _check_word(word)
    known = frozenset(vocabulary)
    pieces: list[str] = []
    start = 0
    while start < len(word):
        prefix = CONTINUATION if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if prefix + word[start:end] in known), None)
        if end is None:
            return (unknown,)
        pieces.append(prefix + word[start:end])
        start = end
    return tuple(pieces)


def unigram_segment(word: str, log_probabilities: Mapping[str, float]) -> Segmentation:
    """Split a word in the most likely way, by dynamic programming (Viterbi).

    Formula:
        best(0) = 0
        best(j) = max_i best(i) + log p(word[i:j])

    Args:
        word: the word.
        log_probabilities: log p of every piece of the vocabulary.

    Returns:
        (pieces, log_probability), as `Segmentation`.

    Raises:
        ValueError: when the word is empty or no sequence of pieces makes it.

    Convention:
        Of several equally likely ways, the one whose last piece is longest, and so on towards the
        front.

    Source:
        Kudo, Subword Regularization (2018), section 3.2.
    """
    _check_word(word)
    best = [0.0] + [-math.inf] * len(word)  # best[j]: log probability of word[:j]
    begins = [0] * (len(word) + 1)  # begins[j]: where the last piece of word[:j] begins
    for end in range(1, len(word) + 1):
        for start in range(end):
            score = best[start] + log_probabilities.get(word[start:end], -math.inf)
            if score > best[end]:
                best[end], begins[end] = score, start
    if best[-1] == -math.inf:
        raise ValueError(f"no sequence of pieces of the vocabulary makes {word!r}")
    return Segmentation(_pieces(word, begins), best[-1])


def _pieces(word: str, begins: Sequence[int]) -> tuple[str, ...]:
    """Go back from the end of the word, piece by piece."""
    pieces: list[str] = []
    end = len(word)
    while end:
        pieces.insert(0, word[begins[end] : end])
        end = begins[end]
    return tuple(pieces)


def _split(word: str, end_of_word: str) -> Symbols:
    return (*word, end_of_word) if end_of_word else tuple(word)


def _most_frequent(counts: Counter[Pair], ties: str) -> Pair:
    most = max(counts.values())
    best = [pair for pair, count in counts.items() if count == most]
    if ties == "first":
        return best[0]
    if ties == "smallest":
        return min(best)
    if ties == "largest":
        return max(best)
    raise ValueError(f'ties must be "first", "smallest" or "largest", not {ties!r}')


def _check_word(word: str) -> None:
    if not word:
        raise ValueError("an empty word has no tokens")


def _check_counts(word_counts: Mapping[str, int]) -> None:
    for word, count in word_counts.items():
        if not word or count < 0:
            raise ValueError(f"expected words with counts ≥ 0, but found {word!r}: {count}")
