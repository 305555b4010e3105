"""Examples of tokenization and of words as vectors."""

from quizzer.handbook.examples.given import Examples, given

# The corpus of Sennrich, Haddow and Birch (2016), figure 1.
COUNTS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
WORDS = {"low": ("l", "o", "w"), "lower": ("l", "o", "w", "e", "r")}
PIECES = {"low": ("l", "##o", "##w"), "lower": ("l", "##o", "##w", "##e", "##r")}
TWO_COUNTS = {"low": 5, "lower": 2}
TEXT = [0, 1, 2, 1]
TABLE = [[0.1, 0.4], [1.0, -0.5], [-0.2, 0.8]]
OTHER_TABLE = [[0.3, 0.0], [-0.6, 0.9], [0.5, 0.2]]

EXAMPLES: Examples = {
    "tokenization.bpe_train": given(word_counts=COUNTS, num_merges=4),
    "tokenization.pair_counts": given(words=WORDS, word_counts=TWO_COUNTS),
    "tokenization.merge_pair": given(symbols=("l", "o", "w", "e", "r"), pair=("l", "o")),
    "tokenization.bpe_encode": given(
        word="lowest", merges=(("e", "s"), ("es", "t"), ("l", "o"), ("lo", "w"))
    ),
    "tokenization.bpe_decode": given(tokens=("low", "est", "</w>")),
    "tokenization.wordpiece_train": given(word_counts=TWO_COUNTS, num_merges=2),
    "tokenization.wordpiece_scores": given(words=PIECES, word_counts=TWO_COUNTS),
    "tokenization.wordpiece_encode": given(
        word="lowest", vocabulary=("l", "low", "##est", "##e", "##s", "##t")
    ),
    "tokenization.unigram_segment": given(
        word="low",
        log_probabilities={
            "low": -3.5,
            "lo": -1.6,
            "w": -1.2,
            "l": -1.6,
            "o": -1.6,
        },
    ),
    "embeddings.one_hot": given(ids=[2, 0], num_classes=3),
    "embeddings.embed": given(ids=[2, 0, 2], table=TABLE),
    "embeddings.scale_embedding": given(x=[[0.1, 0.4, -0.2, 0.3], [1.0, -0.5, 0.0, 0.2]]),
    "embeddings.cosine_similarity": given(a=[[1.0, 0.0], [3.0, 4.0]], b=[0.6, 0.8]),
    "embeddings.skip_gram_pairs": given(ids=TEXT, window=1),
    "embeddings.skip_gram": given(centre=[1, 2], input_table=TABLE, output_table=OTHER_TABLE),
    "embeddings.cbow": given(context=[[0, 2]], input_table=TABLE, output_table=OTHER_TABLE),
    "embeddings.noise_distribution": given(counts=[16, 1, 81]),
    "embeddings.negative_sampling_loss": given(
        centre=[1.0, -0.5], context=[0.6, 0.2], negatives=[[0.1, 0.4], [-0.3, 0.9]]
    ),
    "embeddings.cooccurrence": given(ids=TEXT, num_words=3, window=2),
    "embeddings.glove_weight": given(counts=[0.0, 1.0, 10.0, 100.0, 1000.0]),
    "embeddings.glove_loss": given(
        word=TABLE,
        context=OTHER_TABLE,
        word_bias=[0.1, 0.0, -0.2],
        context_bias=[0.0, 0.3, 0.1],
        counts=[[0.0, 2.0, 1.0], [2.0, 0.0, 3.0], [1.0, 3.0, 0.0]],
        x_max=10.0,
    ),
    "embeddings.character_ngrams": given(word="where", min_n=3, max_n=4),
    "embeddings.ngram_bucket": given(ngram="<wh", num_buckets=100),
    "embeddings.fasttext_vector": given(
        word="to", table=[[0.1, 0.4], [1.0, -0.5], [-0.2, 0.8], [0.3, 0.3]], min_n=3, max_n=3
    ),
}
