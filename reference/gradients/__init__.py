"""Backward passes: for every component `f` a function `f_backward`, in a module of the same name.

`f_backward(gradient, …)` takes the gradient of the loss with respect to the output of `f`, then the
arguments of `f`, and gives the gradients with respect to those arguments, each in the shape of its
argument. Two differ: `softmax_backward` takes what came out of softmax, for its formula needs
nothing else, and `cross_entropy_backward`, where the way back begins, takes no gradient. How a
model is trained with them is in `training`.
"""

from reference.gradients.activations import (
    gelu_backward,
    log_softmax_backward,
    relu_backward,
    sigmoid_backward,
    silu_backward,
    softmax_backward,
    tanh_backward,
)
from reference.gradients.attention import (
    AdditiveGradients,
    MultiHeadGradients,
    additive_scores_backward,
    attention_backward,
    multi_head_attention_backward,
    scaled_dot_product_attention_backward,
)
from reference.gradients.attention_variants import (
    GateGradients,
    alibi_attention_backward,
    attention_gate_backward,
    grouped_query_attention_backward,
)
from reference.gradients.embeddings import (
    GloVeGradients,
    NegativeSamplingGradients,
    TableGradients,
    cbow_backward,
    embed_backward,
    glove_loss_backward,
    negative_sampling_loss_backward,
    skip_gram_backward,
)
from reference.gradients.feedforward import (
    FeedForwardGradients,
    LinearGradients,
    SwiGLUGradients,
    feed_forward_backward,
    linear_backward,
    swiglu_backward,
)
from reference.gradients.layers import (
    DecoderLayerGradients,
    EncoderLayerGradients,
    ResidualGradients,
    SublayerGradients,
    decoder_layer_backward,
    encoder_layer_backward,
    residual_backward,
    sublayer_backward,
)
from reference.gradients.losses import (
    cross_entropy_backward,
)
from reference.gradients.normalization import (
    NormGradients,
    RMSNormGradients,
    batch_norm_backward,
    layer_norm_backward,
    rms_norm_backward,
)
from reference.gradients.positions import (
    rotate_backward,
)
from reference.gradients.recurrent import (
    GRUGradients,
    LSTMGradients,
    RNNGradients,
    gru_backward,
    gru_step_backward,
    lstm_backward,
    lstm_step_backward,
    rnn_backward,
    rnn_step_backward,
)
from reference.gradients.regularization import (
    dropout_backward,
)
from reference.gradients.seq2seq import (
    GlanceGradients,
    attention_encoder_decoder_backward,
    encoder_decoder_backward,
    glance_backward,
)
from reference.gradients.transformer import (
    DecodeGradients,
    EncodeGradients,
    LossAndGradients,
    ProjectGradients,
    decode_backward,
    embed_tokens_backward,
    encode_backward,
    forward_logits_backward,
    loss_and_gradients,
    project_backward,
)

__all__ = [
    "AdditiveGradients",
    "DecodeGradients",
    "DecoderLayerGradients",
    "EncodeGradients",
    "EncoderLayerGradients",
    "FeedForwardGradients",
    "GRUGradients",
    "GateGradients",
    "GlanceGradients",
    "GloVeGradients",
    "LSTMGradients",
    "LinearGradients",
    "LossAndGradients",
    "MultiHeadGradients",
    "NegativeSamplingGradients",
    "NormGradients",
    "ProjectGradients",
    "RMSNormGradients",
    "RNNGradients",
    "ResidualGradients",
    "SublayerGradients",
    "SwiGLUGradients",
    "TableGradients",
    "additive_scores_backward",
    "alibi_attention_backward",
    "attention_backward",
    "attention_encoder_decoder_backward",
    "attention_gate_backward",
    "batch_norm_backward",
    "cbow_backward",
    "cross_entropy_backward",
    "decode_backward",
    "decoder_layer_backward",
    "dropout_backward",
    "embed_backward",
    "embed_tokens_backward",
    "encode_backward",
    "encoder_decoder_backward",
    "encoder_layer_backward",
    "feed_forward_backward",
    "forward_logits_backward",
    "gelu_backward",
    "glance_backward",
    "glove_loss_backward",
    "grouped_query_attention_backward",
    "gru_backward",
    "gru_step_backward",
    "layer_norm_backward",
    "linear_backward",
    "log_softmax_backward",
    "loss_and_gradients",
    "lstm_backward",
    "lstm_step_backward",
    "multi_head_attention_backward",
    "negative_sampling_loss_backward",
    "project_backward",
    "relu_backward",
    "residual_backward",
    "rms_norm_backward",
    "rnn_backward",
    "rnn_step_backward",
    "rotate_backward",
    "scaled_dot_product_attention_backward",
    "sigmoid_backward",
    "silu_backward",
    "skip_gram_backward",
    "softmax_backward",
    "sublayer_backward",
    "swiglu_backward",
    "tanh_backward",
]
