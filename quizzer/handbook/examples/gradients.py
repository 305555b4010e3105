"""Examples of backward passes: the forward example, and a gradient that arrives at its output."""

import numpy as np

from quizzer.handbook.examples import architectures, attention, layers, recurrence, words
from quizzer.handbook.examples.given import Examples, Given, Seed, drawn, given, tiny_transformer
from reference.arrays import Array
from reference.gradients import tanh_backward
from reference.gradients.training import TrainingPlan
from reference.parameters import AttentionParameters

LINE = [1.0, 1.0, 1.0, 1.0, 1.0]
AT_SCORES = [[1.0, 0.0, 0.0], [0.0, 0.5, -0.5]]
AT_TWO = [[1.0, 0.0], [0.0, 1.0], [0.5, -0.5]]
AT_X = [[1.0, 0.0, 0.0, 0.0], [0.5, -0.5, 0.0, 0.0]]
AT_STATE = [1.0, 0.5]

NO_VALUE = {"query": attention.Q, "key": attention.K}
HEADS = {"x": attention.X, "memory": attention.MEMORY}
WEIGHTS = AttentionParameters(*attention.WIDE.values())
MODEL = layers.MODEL
PADDED_CONFIGURATION, PADDED_PARAMETERS = tiny_transformer(pad=0)
PLAN = TrainingPlan(batch_size=2, num_symbols=4, shortest=2, longest=3, d_model=4, d_ff=6, steps=3)


def branch_backward(gradient: Array, x: Array) -> tuple[Array, None]:
    """The backward pass of tanh, which has no weights."""
    return tanh_backward(gradient, x), None


def backward(forward: Given, **gradients: object) -> Given:
    """The arguments of the forward pass, after the gradient that arrives from above."""
    return given(**gradients) | forward


def _forward(name: str) -> Given:
    families = (architectures, attention, layers, recurrence, words)
    return next(family.EXAMPLES[name] for family in families if name in family.EXAMPLES)


def _without(forward: Given, *names: str) -> Given:
    return {name: value for name, value in forward.items() if name not in names}


COMPONENTS: Examples = {
    "gradients.sigmoid_backward": backward(_forward("activations.sigmoid"), gradient=LINE),
    "gradients.tanh_backward": backward(_forward("activations.tanh"), gradient=LINE),
    "gradients.relu_backward": backward(_forward("activations.relu"), gradient=LINE),
    "gradients.gelu_backward": backward(_forward("activations.gelu"), gradient=LINE),
    "gradients.silu_backward": backward(_forward("activations.silu"), gradient=LINE),
    "gradients.softmax_backward": given(
        gradient=AT_SCORES, probabilities=[[0.2, 0.3, 0.5], [0.6, 0.4, 0.0]]
    ),
    "gradients.log_softmax_backward": backward(
        _forward("activations.log_softmax"), gradient=AT_SCORES
    ),
    "gradients.linear_backward": backward(
        _forward("feedforward.linear"), gradient=[*AT_SCORES, [0.2, 0.0, 1.0]]
    ),
    "gradients.feed_forward_backward": backward(
        _forward("feedforward.feed_forward"), gradient=AT_TWO
    ),
    "gradients.swiglu_backward": backward(_forward("feedforward.swiglu"), gradient=AT_TWO),
    "gradients.layer_norm_backward": backward(_forward("normalization.layer_norm"), gradient=AT_X),
    "gradients.rms_norm_backward": backward(_forward("normalization.rms_norm"), gradient=AT_X),
    "gradients.batch_norm_backward": backward(
        _without(_forward("normalization.batch_norm"), "running_mean", "running_variance"),
        gradient=AT_TWO,
    ),
    "gradients.dropout_backward": backward(
        _without(_forward("regularization.apply_dropout"), "x"), gradient=AT_X
    ),
    "gradients.embed_backward": given(gradient=AT_TWO, ids=[2, 0, 2], num_words=3),
    "gradients.skip_gram_backward": backward(_forward("embeddings.skip_gram"), gradient=AT_SCORES),
    "gradients.cbow_backward": backward(_forward("embeddings.cbow"), gradient=[[1.0, -0.5, 0.0]]),
    "gradients.negative_sampling_loss_backward": backward(
        _forward("embeddings.negative_sampling_loss"), gradient=np.array(1.0)
    ),
    "gradients.glove_loss_backward": _forward("embeddings.glove_loss"),
    "gradients.rotate_backward": backward(
        _without(_forward("positions.rotate"), "x"), gradient=AT_TWO
    ),
    "gradients.learned_backward": given(gradient=AT_TWO, max_length=4),
    "gradients.residual_backward": given(gradient=AT_TWO),
    "gradients.cross_entropy_backward": given(
        logits=[[2.0, 1.0, 0.0], [0.5, 0.5, 3.0]], targets=[0, 1]
    ),
}

ATTENTION: Examples = {
    "gradients.scaled_dot_product_attention_backward": backward(
        _forward("attention.scaled_dot_product_attention"), gradient=AT_SCORES
    ),
    "gradients.attention_backward": given(
        gradient=AT_SCORES,
        weights=[[0.2, 0.3, 0.5], [0.6, 0.4, 0.0]],
        **NO_VALUE,
        value=attention.V,
    ),
    "gradients.attention_from_scores_backward": backward(
        _forward("attention.attention_from_scores"), gradient=AT_SCORES
    ),
    "gradients.additive_scores_backward": backward(
        _forward("attention.additive_scores"), gradient=[[1.0, 0.0], [0.5, -0.5]]
    ),
    "gradients.project_heads_backward": backward(
        _without(_forward("attention.project_heads"), "num_heads"), gradient=drawn(2, 3, 2, seed=4)
    ),
    "gradients.multi_head_attention_backward": given(
        gradient=drawn(3, 4, seed=1), **HEADS, parameters=WEIGHTS, num_heads=2
    ),
    "gradients.grouped_query_attention_backward": backward(
        _forward("attention.grouped_query_attention"), gradient=drawn(4, 2, 2, seed=4)
    ),
    "gradients.alibi_attention_backward": backward(
        _forward("attention.alibi_attention"), gradient=drawn(2, 2, 2, seed=4)
    ),
    "gradients.linear_attention_backward": backward(
        _forward("attention.linear_attention"), gradient=AT_SCORES
    ),
    "gradients.attentional_state_backward": backward(
        _forward("attention.attentional_state"), gradient=AT_STATE
    ),
    "gradients.attention_gate_backward": backward(
        _forward("attention.attention_gate"), gradient=AT_TWO
    ),
}

RECURRENT: Examples = {
    "gradients.rnn_step_backward": backward(_forward("recurrent.rnn_step"), gradient=AT_STATE),
    "gradients.lstm_step_backward": backward(
        _forward("recurrent.lstm_step"), hidden_gradient=AT_STATE, cell_gradient=[0.0, 0.2]
    ),
    "gradients.gru_step_backward": backward(_forward("recurrent.gru_step"), gradient=AT_STATE),
    "gradients.rnn_backward": backward(_forward("recurrent.rnn"), gradient=AT_TWO),
    "gradients.lstm_backward": backward(_forward("recurrent.lstm"), gradient=AT_TWO),
    "gradients.gru_backward": backward(_forward("recurrent.gru"), gradient=AT_TWO),
    "gradients.bidirectional_backward": backward(
        _forward("recurrent.bidirectional"), gradient=drawn(3, 4, seed=1)
    ),
    "gradients.encoder_decoder_backward": backward(
        _forward("seq2seq.encoder_decoder"), gradient=drawn(2, 4, seed=1)
    ),
    "gradients.annotate_backward": backward(
        _forward("seq2seq.annotate"), gradient=drawn(3, 4, seed=1)
    ),
    "gradients.start_state_backward": backward(_forward("seq2seq.start_state"), gradient=AT_STATE),
    "gradients.glance_backward": backward(
        _forward("seq2seq.glance"), gradient=[1.0, 0.0, 0.0, -0.5]
    ),
    "gradients.attention_encoder_decoder_backward": backward(
        _forward("seq2seq.attention_encoder_decoder"), gradient=drawn(2, 4, seed=1)
    ),
}

MODELS: Examples = {
    "gradients.sublayer_backward": backward(
        _forward("layers.sublayer"),
        gradient=AT_X,
        branch_backward=branch_backward,
    ),
    "gradients.rms_sublayer_backward": backward(
        _without(_forward("layers.rms_sublayer"), "branch", "name"),
        gradient=AT_X,
        branch_backward=branch_backward,
    ),
    "gradients.encoder_layer_backward": backward(_forward("layers.encoder_layer"), gradient=AT_X),
    "gradients.decoder_layer_backward": backward(_forward("layers.decoder_layer"), gradient=AT_X),
    "gradients.embed_tokens_backward": given(
        gradient=drawn(3, 4, seed=1), ids=layers.SOURCE, num_words=5
    ),
    "gradients.project_backward": backward(
        _forward("transformer.project"), gradient=[[1.0, 0.0, -0.5, 0.0, 0.2]]
    ),
    "gradients.encode_backward": backward(
        _forward("transformer.encode"), gradient=drawn(3, 4, seed=1)
    ),
    "gradients.decode_backward": backward(_forward("transformer.decode"), gradient=AT_X),
    "gradients.forward_logits_backward": backward(
        _forward("transformer.forward_logits"), gradient=drawn(2, 5, seed=1)
    ),
    "gradients.loss_and_gradients": given(
        source=[[3, 1, 2]],
        target=[[1, 2]],
        following=[[2, 4]],
        parameters=PADDED_PARAMETERS,
        configuration=PADDED_CONFIGURATION,
    ),
    "gradients.training.reversal_batch": given(plan=PLAN, generator=Seed(0)),
    "gradients.training.train": given(plan=PLAN),
    "gradients.training.token_accuracy": given(
        logits=[[0.0, 1.0, 0.5, 2.0], [0.0, 0.2, 1.5, 0.1]], following=[3, 1]
    ),
    "gradients.training.write": given(
        source=[[3, 4, 0]], parameters=PADDED_PARAMETERS, configuration=PADDED_CONFIGURATION
    ),
}

ARCHITECTURES: Examples = {
    "gradients.llama_attention_backward": backward(
        _forward("architectures.llama_attention"), gradient=drawn(3, 4, seed=1)
    ),
    "gradients.llama_layer_backward": backward(
        _forward("architectures.llama_layer"), gradient=drawn(3, 4, seed=1)
    ),
    "gradients.t5_bias_backward": given(
        gradient=[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]],
        num_buckets=8,
        bidirectional=True,
    ),
    "gradients.t5_attention_backward": backward(
        _forward("architectures.t5_attention"), gradient=drawn(3, 4, seed=1)
    ),
    "gradients.window_attention_backward": backward(
        _forward("architectures.window_attention"), gradient=drawn(2, 4, 4, seed=1)
    ),
    "gradients.shifted_window_attention_backward": backward(
        _forward("architectures.shifted_window_attention"), gradient=drawn(4, 4, 2, seed=1)
    ),
    "gradients.merge_patches_backward": backward(
        _forward("architectures.merge_patches"), gradient=drawn(1, 1, 2, seed=1)
    ),
}

EXAMPLES: Examples = COMPONENTS | ATTENTION | RECURRENT | MODELS | ARCHITECTURES
