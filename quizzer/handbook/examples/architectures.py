"""Examples of well-known models, each with a layer or two of width 4."""

from quizzer.handbook.examples.given import Examples, drawn, given, initializer, rounded
from reference.architectures import (
    BertParameters,
    GptParameters,
    LlamaLayerParameters,
    LlamaParameters,
    SwinLayerParameters,
    T5LayerParameters,
    T5Parameters,
    VitParameters,
)
from reference.parameters import AttentionParameters, FeedForwardParameters, NormParameters

WIDTH, WORDS = 4, 5
ONES, ZEROS = drawn(WIDTH) * 0 + 1, drawn(WIDTH) * 0
NORM = NormParameters(ONES, ZEROS)
LAYER = rounded(initializer(1).encoder_layer(WIDTH, 6))
ATTENTION = AttentionParameters(*(drawn(WIDTH, WIDTH, seed=seed) for seed in range(4)))
SHARED = ATTENTION._replace(w_k=drawn(WIDTH, 2, seed=1), w_v=drawn(WIDTH, 2, seed=2))
FEED_FORWARD = FeedForwardParameters(drawn(WIDTH, 6, seed=4), None, drawn(6, WIDTH, seed=5), None)
TABLE = drawn(WORDS, WIDTH, seed=6)
X = drawn(3, WIDTH, seed=7)
MAP = drawn(4, 4, 2, seed=8)
SWIN_LAYER = SwinLayerParameters(rounded(initializer(2).encoder_layer(2, 3)), drawn(9, 1, seed=9))
IDS = [0, 3, 2]

BERT = BertParameters(
    words=TABLE,
    positions=drawn(4, WIDTH, seed=10),
    segments=drawn(2, WIDTH, seed=11),
    embedding_norm=NORM,
    layers=(LAYER,),
    w_pooler=drawn(WIDTH, WIDTH, seed=12),
    b_pooler=ZEROS,
    w_head=drawn(WIDTH, WIDTH, seed=13),
    b_head=ZEROS,
    head_norm=NORM,
    b_words=drawn(WORDS) * 0,
)
GPT = GptParameters(TABLE, drawn(4, WIDTH, seed=10), (LAYER,), NORM)
T5_LAYER = T5LayerParameters(ATTENTION, ONES, FEED_FORWARD, ONES)
T5 = T5Parameters(
    words=TABLE,
    encoder=(T5_LAYER,),
    encoder_bias=drawn(8, 2, seed=14),
    encoder_gamma=ONES,
    decoder=(T5_LAYER._replace(cross_attention=ATTENTION, cross_attention_gamma=ONES),),
    decoder_bias=drawn(8, 2, seed=15),
    decoder_gamma=ONES,
)
LLAMA_LAYER = LlamaLayerParameters(
    self_attention=SHARED,
    self_attention_gamma=ONES,
    w_gate=drawn(WIDTH, 6, seed=16),
    w_up=drawn(WIDTH, 6, seed=17),
    w_down=drawn(6, WIDTH, seed=18),
    feed_forward_gamma=ONES,
)
LLAMA = LlamaParameters(TABLE, (LLAMA_LAYER,), ONES, drawn(WIDTH, WORDS, seed=19))
ANGLES = [[0.0], [1.0], [2.0]]
IMAGE = drawn(1, 4, 4, seed=20)
VIT = VitParameters(
    w_patch=drawn(4, WIDTH, seed=21),
    b_patch=ZEROS,
    class_token=drawn(WIDTH, seed=22),
    positions=drawn(5, WIDTH, seed=23),
    layers=(LAYER,),
    final_norm=NORM,
    w_head=drawn(WIDTH, 3, seed=24),
    b_head=drawn(3) * 0,
)
PLACES = [[[11, 12, 13, 14], [21, 22, 23, 24], [31, 32, 33, 34], [41, 42, 43, 44]]]

TEXT: Examples = {
    "architectures.bert_corrupt": given(
        ids=[5, 6, 7, 8, 9],
        draws=[0.06, 0.5, 0.13, 0.9, 0.14],
        replacements=[1, 2, 1, 2, 1],
        mask_id=0,
    ),
    "architectures.bert_encode": given(ids=IDS, segments=[0, 0, 1], parameters=BERT, num_heads=2),
    "architectures.bert_pool": given(x=X, parameters=BERT),
    "architectures.bert_word_logits": given(x=X, parameters=BERT),
    "architectures.gpt_logits": given(ids=IDS, parameters=GPT, num_heads=2),
    "architectures.t5_bias": given(table=drawn(8, 2, seed=14), length=3, bidirectional=True),
    "architectures.t5_attention": given(x=X, memory=X, parameters=ATTENTION, num_heads=2),
    "architectures.t5_layer": given(
        x=X, parameters=T5_LAYER, num_heads=2, bias=drawn(2, 3, 3, seed=25)
    ),
    "architectures.t5_logits": given(source=IDS, target=[0, 2], parameters=T5, num_heads=2),
    "architectures.llama_attention": given(
        x=X, parameters=SHARED, num_heads=2, num_groups=1, angles=ANGLES
    ),
    "architectures.llama_layer": given(
        x=X, parameters=LLAMA_LAYER, num_heads=2, num_groups=1, angles=ANGLES
    ),
    "architectures.llama_logits": given(ids=IDS, parameters=LLAMA, num_heads=2, num_groups=1),
}

IMAGES: Examples = {
    "architectures.patches": given(images=PLACES, size=2),
    "architectures.images_from_patches": given(
        patch_rows=[[11, 12, 21, 22], [13, 14, 23, 24]], size=2, height=2, width=4
    ),
    "architectures.vit_logits": given(images=IMAGE, parameters=VIT, num_heads=2, size=2),
    "architectures.window_partition": given(
        x=[[[11], [12], [13], [14]], [[21], [22], [23], [24]]], window=2
    ),
    "architectures.window_reverse": given(
        windows=[[[11], [12], [21], [22]], [[13], [14], [23], [24]]], window=2, height=2, width=4
    ),
    "architectures.shifted_window_mask": given(height=4, width=4, window=2, shift=1),
    "architectures.relative_index": given(window=2),
    "architectures.window_attention": given(
        x=drawn(2, 4, WIDTH, seed=26),
        parameters=ATTENTION,
        bias_table=drawn(9, 2, seed=27),
        num_heads=2,
    ),
    "architectures.shifted_window_attention": given(
        x=MAP, parameters=SWIN_LAYER, num_heads=1, window=2, shift=1
    ),
    "architectures.swin_layer": given(x=MAP, parameters=SWIN_LAYER, num_heads=1, window=2, shift=1),
    "architectures.merge_patches": given(
        x=drawn(2, 2, 1, seed=28), norm=NORM, w=drawn(4, 2, seed=29)
    ),
}

EXAMPLES: Examples = TEXT | IMAGES
