"""Examples of normalization, feed-forward networks, regularization, layers and the Transformer."""

from quizzer.handbook.examples.given import (
    Examples,
    Seed,
    drawn,
    given,
    initializer,
    rounded,
    tiny_transformer,
)
from reference.activations import tanh
from reference.parameters import NormParameters

X = [[1.0, 2.0, 3.0, 4.0], [0.5, -0.5, 0.5, -0.5]]
TWO = [[1.0, -0.5], [0.2, 0.8], [-0.4, 0.6]]
MEMORY = [[0.3, 0.9, -0.2, 0.5], [-0.7, 0.1, 0.4, 1.0]]
ONES, ZEROS = [1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]
NORM = NormParameters(*given(gamma=ONES, beta=ZEROS).values())
FEED_FORWARD = {
    "w_1": [[0.5, -1.0, 0.3], [0.2, 0.4, -0.6]],
    "b_1": [0.1, 0.0, -0.1],
    "w_2": [[1.0, 0.0], [-0.5, 0.3], [0.2, 0.8]],
    "b_2": [0.0, 0.1],
}
GATED = {
    "w_gate": FEED_FORWARD["w_1"],
    "w_up": [[0.7, 0.2, -0.4], [-0.3, 0.9, 0.1]],
    "w_down": FEED_FORWARD["w_2"],
}
ENCODER_LAYER = rounded(initializer().encoder_layer(4, 6))
DECODER_LAYER = rounded(initializer().decoder_layer(4, 6))
CONFIGURATION, PARAMETERS = tiny_transformer()
PRE_NORM, PRE_NORM_PARAMETERS = tiny_transformer(norm="pre")
PADDED, _ = tiny_transformer(pad=0)
SOURCE, TARGET = [3, 1, 2], [0, 2]
MODEL = {"parameters": PARAMETERS, "configuration": CONFIGURATION}

PARTS: Examples = {
    "normalization.layer_norm": given(x=X, gamma=ONES, beta=ZEROS),
    "normalization.rms_norm": given(x=X, gamma=ONES),
    "normalization.batch_norm": given(
        x=[[1.0, 10.0], [2.0, 20.0], [3.0, 60.0]],
        gamma=[1.0, 1.0],
        beta=[0.0, 0.0],
        running_mean=[0.0, 0.0],
        running_variance=[1.0, 1.0],
    ),
    "feedforward.linear": given(x=TWO, w=[[0.5, -1.0, 0.3], [0.2, 0.4, -0.6]], b=[0.1, 0.0, -0.1]),
    "feedforward.feed_forward": given(x=TWO, **FEED_FORWARD),
    "feedforward.swiglu": given(x=TWO, **GATED),
    "regularization.dropout": given(x=X, rate=0.5, rng=Seed(0)),
    "regularization.dropout_mask": given(shape=(2, 4), rate=0.5, rng=Seed(0)),
    "regularization.apply_dropout": given(
        x=X, kept=[[True, False, True, True], [False, True, True, False]], rate=0.5
    ),
    "regularization.smooth_labels": given(ids=[2, 0], num_classes=4, epsilon=0.1),
}

LAYERS: Examples = {
    "layers.residual": given(x=TWO, branch=[[0.1, 0.1], [-0.2, 0.3], [0.0, 0.5]]),
    "layers.sublayer": given(x=X, branch=tanh, norm_parameters=NORM, norm="post"),
    "layers.rms_sublayer": given(x=X, branch=tanh, gamma=ONES, name="sublayer"),
    "layers.encoder_layer": given(x=MEMORY, parameters=ENCODER_LAYER, num_heads=2),
    "layers.decoder_layer": given(
        x=X, memory=MEMORY, parameters=DECODER_LAYER, num_heads=2, mask=[[True, False], [True] * 2]
    ),
    "transformer.initialize": given(configuration=CONFIGURATION, generator=Seed(0)),
    "transformer.embed_tokens": given(ids=SOURCE, table=drawn(5, 4, seed=1)),
    "transformer.encode": given(source=SOURCE, **MODEL),
    "transformer.decode": given(target=TARGET, memory=MEMORY, **MODEL),
    "transformer.project": given(x=[[0.5, -1.0, 0.2, 0.8]], parameters=PARAMETERS),
    "transformer.forward_logits": given(source=SOURCE, target=TARGET, **MODEL),
    "transformer.forward": given(source=SOURCE, target=TARGET, **MODEL),
    "transformer.padding_mask": given(ids=[[3, 1, 0], [2, 0, 0]], configuration=PADDED),
    "transformer.final_norm": given(
        x=X, norm=PRE_NORM_PARAMETERS.encoder_norm, configuration=PRE_NORM
    ),
}

EXAMPLES: Examples = PARTS | LAYERS
