"""What right and wrong give on small inputs, hand-worked or taken from reports of the mistake."""

import importlib
import math

import numpy as np
import pytest

from reference import positions
from reference.mistakes import REGISTRY
from reference.optimizers import AdamState
from reference.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
)
from reference.transformer import Parameters

INF = np.inf
ROWS = np.array([[1.0, 2.0, 3.0], [1.0, 0.0, 0.0]])
QUERY = np.array([[1.0, 0.0], [0.0, 2.0]])
KEY = np.array([[1.0, 1.0], [0.0, 1.0], [2.0, 0.0]])
VALUE = np.array([[1.0, 0.0], [0.0, 1.0], [5.0, 5.0]])
SCORES = np.array([[-0.785, -0.685, 0.075], [0.405, 0.07, 0.32], [-1.57, -0.48, -1.715]])
CAUSAL = np.tri(3, dtype=bool)
TEXT = np.array([[1.0, 0.0, 2.0, -1.0], [0.0, 1.0, 1.0, 0.0], [2.0, -1.0, 0.0, 1.0]])
EYE = np.eye(4)
PLACE_ONE = [0.84147, 0.5403, 0.046399, 0.99892, 0.0021544, 1.0]
COUNT = np.arange(1.0, 5.0)[np.newaxis]
TURN, HALF_TURN = [-1.1426, 1.9221, 2.9599, 4.0298], [-1.9841, 1.9599, 2.4624, 4.0198]
ONE = positions.rotary_angles(1, 4, start=1)
FLAT, ONES, ZEROS = np.array([[0.001, 0.0, 0.0, 0.0]]), np.ones(4), np.zeros(4)
UNIT = np.ones((1, 1))
P, G = np.ones(1), np.ones(1)
IMAGE = np.arange(16).reshape(1, 4, 4)
# probabilities 0.25, 0.20, 0.05 of what continues the first beam; 0.18, 0.09, 0.03 of the second
BEAMS = np.log([0.5, 0.3]), np.log([[0.5, 0.4, 0.1], [0.6, 0.3, 0.1]])
ALIKE = np.zeros((1, 2, 1))  # keys that match alike: the output is a mean of values
OLD, NEW = np.array([[[2.0], [4.0]]]), np.array([[[6.0], [8.0]]])
STEP = (ALIKE, ALIKE, NEW, ALIKE, OLD)
MEANS = [[[4.0], [5.0]]]  # of 2, 4, 6, and of 2, 4, 6, 8
ROOT = np.sqrt(2 * np.log(3))  # two such rows have the scores ln 3 and 0 for d_k = 4: 3/4 and 1/4
PAIR, SHARES = ROOT * np.eye(2, 4), EYE / ROOT  # values that show the weights
LOG_ODDS = np.log([[1.0, 3.0], [1.0, 1.0]])  # of 1/4 and 3/4, and of halves
ROW = np.array([[1.0, 3.0]])  # normalised, [-1, 1]
TIED = Parameters(np.eye(2), np.eye(2), (), ())  # the logits are the rows themselves
GRADIENTS = (np.array([3.0, 4.0]), np.array([0.0, 1.0]))

# name of the mistake, arguments, what is right, what is wrong
CASES = [
    ("attentional_state_without_tanh", (np.array([0.5]), P, np.ones((2, 1))), [0.90515], [1.5]),
    ("softmax_over_queries", (ROWS,), None, [[0.5, 0.8808, 0.95257], [0.5, 0.1192, 0.047426]]),
    (
        "softmax_over_everything",
        (ROWS,),
        [[0.090031, 0.24473, 0.66524], [0.57612, 0.21194, 0.21194]],
        [[0.077863, 0.21165, 0.57533], [0.077863, 0.028644, 0.028644]],
    ),
    (
        "softmax_twice",
        (np.array([5.0, 0.0, 0.0]),),
        [0.9867, 0.0066484, 0.0066484],
        [0.57124, 0.21438, 0.21438],
    ),
    (
        "softmax_divided_by_the_wrong_rows",
        (np.array([[0.0, 2.0], [3.0, 1.0]]),),
        [[0.1192, 0.8808], [0.8808, 0.1192]],
        None,
    ),
    (  # row sums 1 + e² = 8.389 and e³ + e = 22.804, under the two columns
        "exponentials_divided_by_the_wrong_rows",
        (np.array([[0.0, 2.0], [3.0, 1.0]]),),
        [[0.1192, 0.8808], [0.8808, 0.1192]],
        [[0.119203, 0.324028], [2.394253, 0.119203]],
    ),
    (
        "attention_without_scale",
        (QUERY, KEY, VALUE),
        [[3.1639, 3.0199], [0.98773, 0.98773]],
        [[3.5709, 3.4162], [0.78521, 0.78521]],
    ),
    (
        "scores_without_transpose",
        (QUERY * math.sqrt(2), np.array([[1.0, 2.0], [3.0, 0.0]])),
        [[1.0, 3.0], [4.0, 0.0]],
        [[1.0, 2.0], [6.0, 0.0]],
    ),
    (
        "mask_after_softmax",
        (SCORES, CAUSAL),
        [[1.0, 0.0, 0.0], [0.58298, 0.41702, 0.0], [0.20664, 0.61461, 0.17875]],
        None,
    ),
    ("beam_step_for_each_beam_alone", (*BEAMS, 2), [0, 0], [0, 1]),
    ("beam_step_with_parents_and_tokens_exchanged", (*BEAMS, 3), [0, 0, 1], [0, 1, 0]),
    ("beam_step_counted_by_beams", (*BEAMS, 4), [0, 0, 1, 1], [0, 0, 1, 2]),  # 0, 1, 3, 4 by 2
    ("beam_step_of_the_worst", (*BEAMS, 3), [0, 0, 1], [1, 0, 1]),
    ("beam_step_with_the_worst_first", (*BEAMS, 3), [0, 0, 1], [1, 0, 0]),
    ("beam_step_without_totals", (*BEAMS, 3), [0, 0, 1], [1, 0, 0]),  # 0.6, 0.5, 0.4
    ("attention_step_without_mask", STEP, MEANS, [[[5.0], [5.0]]]),
    ("attention_step_that_ignores_the_cache", STEP, MEANS, [[[6.0], [7.0]]]),
    (  # the last key is seen by the second token alone, so that its weight is 1
        "attention_step_with_softmax_over_queries",
        STEP,
        MEANS,
        [[[6.0], [14.0]]],
    ),
    (
        "attention_step_scaled_by_d_k",
        (PAIR[:1], PAIR[1:], EYE[:1, :2], PAIR[:1], EYE[1:2, :2]),
        [[1 / 4, 3 / 4]],
        [[0.36603, 0.63397]],
    ),
    ("attention_step_with_mask_aligned_top_left", STEP, MEANS, [[[2.0], [3.0]]]),
    ("attention_step_that_hides_itself", STEP, MEANS, [[[3.0], [4.0]]]),
    ("attention_step_over_the_old_alone", STEP, MEANS, [[[3.0], [3.0]]]),
    ("attention_step_with_the_new_in_front", STEP, MEANS, [[[16 / 3], [5.0]]]),
    ("causal_mask_aligned_top_left", (1, 4), [[1, 1, 1, 1]], [[1, 0, 0, 0]]),
    ("causal_mask_of_nothing", (2, 4), [[1, 1, 1, 0], [1, 1, 1, 1]], [[1, 1, 1, 1]] * 2),
    (
        "cross_attention_within_the_decoder",
        (TEXT[:2], TEXT, EYE, EYE, EYE),
        [[0.95626, 0.04374, 1.754, -0.75398], [0.65055, 0.34945, 1.3494, -0.34945]],
        [[0.8808, 0.1192, 1.8808, -0.8808], [0.5, 0.5, 1.5, -0.5]],
    ),
    ("sinusoidal_with_a_frequency_per_column", (2, 6), PLACE_ONE, [0.84147, 0.97688, 0.046399]),
    ("sinusoidal_with_doubled_exponent", (2, 6), PLACE_ONE, [0.84147, 0.5403, 0.0021544, 1.0]),
    ("sinusoidal_with_i_as_the_column", (2, 6), PLACE_ONE, [0.84147, 0.99892, 0.0021544, 1.0]),
    ("sinusoidal_with_base_1000", (2, 6), PLACE_ONE, [0.84147, 0.5403, 0.099833, 0.995]),
    (
        "sinusoidal_with_growing_frequencies",
        (2, 6),
        PLACE_ONE,
        [0.84147, 0.5403, 0.43208, -0.90183],
    ),
    ("sinusoidal_halves_concatenated", (2, 6), PLACE_ONE, [0.84147, 0.046399, 0.0021544, 0.5403]),
    ("sinusoidal_in_whole_numbers", (2, 6), PLACE_ONE, [0, 0, 0, 0, 0, 0]),
    ("rotated_in_the_other_layout", (COUNT, ONE), [TURN], [HALF_TURN]),
    (
        "rotated_with_layouts_mixed",
        (COUNT, ONE, "half"),
        [HALF_TURN],
        [[-1.9841, -2.2853, 3.0098, 4.0198]],
    ),
    ("causal_mask_upside_down", (3,), CAUSAL, [[1, 1, 1], [0, 1, 1], [0, 0, 1]]),
    (  # the word [1, 0] at place 0, whose position is [0, 1]
        "embedding_scaled_after_positions",
        (np.array([0]), np.array([[1.0, 0.0]])),
        [[1.41421, 1.0]],
        [[1.41421, 1.41421]],
    ),
    ("rotated_as_a_reflection", (COUNT, ONE), [TURN], [[2.2232, -0.23913, 3.0398, -3.9698]]),
    (
        "rotated_as_a_reflection",
        (COUNT, ONE, "half"),
        None,
        [[3.0647, 2.0399, -0.77944, -3.9798]],
    ),
    ("rotated_backwards", (COUNT, ONE), [TURN], [[2.2232, 0.23913, 3.0398, 3.9698]]),
    ("alibi_slopes_from_head_zero", (8,), 2.0 ** -np.arange(1, 9), 2.0 ** -np.arange(8)),
    ("t5_buckets_of_query_minus_key", (2,), [[0, 17], [1, 0]], [[0, 1], [17, 0]]),
    ("yarn_with_the_factor_applied_twice", (64, 128.0, 4096), 1.4852, 2.2058),
    ("yarn_that_ignores_the_given_factor", (64, 16.0, 4096, 1e4, 32, 1, 1.0), 1.0, 1.2773),
    (
        "layer_norm_with_eps_outside_the_root",
        (FLAT, ONES, ZEROS),
        [[0.23498, -0.078326, -0.078326, -0.078326]],
        [[1.693, -0.56432, -0.56432, -0.56432]],
    ),
    (
        "layer_norm_over_the_batch",
        (np.array([[1.0, 2.0], [3.0, 8.0]]), ONES[:2], ZEROS[:2]),
        [[-1, 1], [-1, 1]],
        [[-1, -1], [1, 1]],
    ),
    (
        "layer_norm_with_gamma_and_beta_swapped",
        (np.array([[1.0, 2.0]]), np.full(2, 2.0), ONES[:2]),
        [[-1, 3]],
        [[1, 3]],
    ),
    (
        "rms_norm_multiplied",
        (COUNT, ONES),
        [[0.36515, 0.7303, 1.0954, 1.4606]],
        [[2.7386, 5.4772, 8.2158, 10.954]],
    ),
    (
        "rms_norm_over_everything",
        (np.array([[3.0, 4.0], [0.0, 0.0]]), np.ones(2)),
        [[0.84853, 1.13137], [0, 0]],
        [[1.2, 1.6], [0, 0]],
    ),
    ("cross_entropy_summed", (LOG_ODDS, [1, 0]), 0.49041, 0.98083),  # ln 4/3 and ln 2
    ("cross_entropy_of_all_pairs", (LOG_ODDS, [1, 0]), 0.49041, 0.76507),  # ln 4 and ln 2 as well
    (
        "self_attention_without_scale",
        (PAIR, EYE, EYE, SHARES),
        [[3 / 4, 1 / 4, 0, 0], [1 / 4, 3 / 4, 0, 0]],
        [[9 / 10, 1 / 10, 0, 0], [1 / 10, 9 / 10, 0, 0]],
    ),
    (
        "additive_mask_of_large_numbers",
        (CAUSAL[:2, :2],),
        [[0, -np.inf], [0, 0]],
        [[0, -1e9], [0, 0]],
    ),
    (  # 4 in place of √4, so √3 in place of 3
        "self_attention_scaled_by_d_k",
        (PAIR, EYE, EYE, SHARES),
        [[3 / 4, 1 / 4, 0, 0], [1 / 4, 3 / 4, 0, 0]],
        [[0.63397, 0.36603, 0, 0], [0.36603, 0.63397, 0, 0]],
    ),
    (
        "attention_scaled_by_d_k",
        (PAIR, PAIR, EYE[:2]),
        [[3 / 4, 1 / 4, 0, 0], [1 / 4, 3 / 4, 0, 0]],
        [[0.63397, 0.36603, 0, 0], [0.36603, 0.63397, 0, 0]],
    ),
    (  # √16 in place of √4, so √3 in place of 3
        "self_attention_scaled_by_d_model",
        (ROOT * np.eye(2, 16), np.eye(16, 4), np.eye(16, 4), np.eye(16, 4) / ROOT),
        [[3 / 4, 1 / 4, 0, 0], [1 / 4, 3 / 4, 0, 0]],
        [[0.63397, 0.36603, 0, 0], [0.36603, 0.63397, 0, 0]],
    ),
    (  # the scores are ln 3, 0; 0, 0
        "self_attention_with_softmax_over_queries",
        (np.diag([1, 0]) @ PAIR, EYE, EYE, SHARES),
        [[3 / 4, 0, 0, 0], [1 / 2, 0, 0, 0]],
        [[3 / 4, 0, 0, 0], [1 / 4, 0, 0, 0]],
    ),
    (
        "cross_attention_without_scale",
        (PAIR[:1], PAIR, EYE, EYE, SHARES),
        [[3 / 4, 1 / 4, 0, 0]],
        [[9 / 10, 1 / 10, 0, 0]],
    ),
    (  # a single query has all of every key
        "cross_attention_with_softmax_over_queries",
        (PAIR[:1], PAIR, EYE, EYE, SHARES),
        [[3 / 4, 1 / 4, 0, 0]],
        [[1, 1, 0, 0]],
    ),
    (
        "multi_head_without_mask",
        (PAIR, PAIR, EYE, EYE, SHARES, EYE, 1, CAUSAL[:2, :2]),
        [[1, 0, 0, 0], [1 / 4, 3 / 4, 0, 0]],
        [[3 / 4, 1 / 4, 0, 0], [1 / 4, 3 / 4, 0, 0]],
    ),
    (
        "multi_head_with_inverted_mask",
        (PAIR, PAIR, EYE, EYE, SHARES, EYE, 1, np.eye(2, dtype=bool)),
        [[1, 0, 0, 0], [0, 1, 0, 0]],
        [[0, 1, 0, 0], [1, 0, 0, 0]],
    ),
    (  # one mask for all sentences is the same however it is repeated
        "multi_head_with_masks_tiled",
        (PAIR, PAIR, EYE, EYE, SHARES, EYE, 1, CAUSAL[:2, :2]),
        [[1, 0, 0, 0], [1 / 4, 3 / 4, 0, 0]],
        [[1, 0, 0, 0], [1 / 4, 3 / 4, 0, 0]],
    ),
    (
        "grouped_queries_without_scale",
        (PAIR[np.newaxis], PAIR[np.newaxis], np.eye(2)[np.newaxis]),
        [[[3 / 4, 1 / 4], [1 / 4, 3 / 4]]],
        [[[9 / 10, 1 / 10], [1 / 10, 9 / 10]]],
    ),
    (  # pairs (1, 0), turned by 1 and by 1/100
        "rotated_and_put_into_the_other_layout",
        (np.array([[1.0, 0.0, 1.0, 0.0]]), ONE),
        [[0.5403, 0.84147, 0.99995, 0.0099998]],
        [[0.5403, 0.99995, 0.84147, 0.0099998]],
    ),
    ("rms_norm_without_eps", (FLAT, ONES), [[0.89443, 0, 0, 0]], [[2, 0, 0, 0]]),
    ("rms_norm_by_length", (COUNT, ONES), None, [[0.18257, 0.36515, 0.54772, 0.7303]]),
    ("rms_norm_by_fourth_root", (COUNT, ONES), None, [[0.60428, 1.2086, 1.8128, 2.4171]]),
    ("gelu_in_the_other_form", (np.array([2.3]),), [2.27533], [2.27575]),
    ("gelu_without_leading_x", (-np.ones(1),), [-0.15866], [0.15866]),
    ("swiglu_of_the_product", (UNIT, 2 * UNIT, -UNIT, UNIT), [[-1.7616]], [[-0.23841]]),
    ("swiglu_without_up_projection", (UNIT, 2 * UNIT, -UNIT, UNIT), [[-1.7616]], [[1.7616]]),
    ("glu_for_swiglu", (UNIT, 2 * UNIT, -UNIT, UNIT), [[-1.7616]], [[-0.8808]]),
    (
        "feed_forward_with_activation_last",
        (np.array([[1.0, -1.0]]), np.eye(2), np.zeros(2), -np.eye(2), np.zeros(2)),
        [[-1, 0]],
        [[0, 0]],
    ),
    (
        "sublayer_normalises_the_branch_only",
        (np.array([[1.0, 3.0]]), lambda x: 2 * x, (ONES[:2], ZEROS[:2])),
        [[-1, 1]],
        [[0, 4]],
    ),
    ("perplexity_as_mean_of_exponentials", (np.array([1.0, 3.0]),), 7.3891, 11.402),
    (
        "smoothed_over_the_other_set",
        (np.array([0]), 4),
        [[0.925, 0.025, 0.025, 0.025]],
        [[0.9] + [0.033333] * 3],
    ),
    (
        "cross_entropy_over_all_positions",
        (np.array([[2.0, 1.0, 0.0], [0.0, 0.0, 3.0]]), np.array([0, -100])),
        0.40761,
        0.2038,
    ),
    ("noise_by_plain_frequency", (np.array([16.0, 1.0]),), [0.88889, 0.11111], [0.94118, 0.058824]),
    ("glove_weight_without_a_cap", (200.0,), 1.0, 1.6818),
    ("noam_from_step_zero", (np.array([1]), 512), [1.7469e-07], [0.0]),
    ("noam_with_max", (np.array([100]), 512), [1.7469e-05], [0.0044194]),
    ("dropout_without_enlarging", (np.ones(2), np.array([True, False]), 0.5), [2, 0], [1, 0]),
    ("dropout_divided_by_the_rate", (np.ones(2), np.array([True, False]), 0.2), [1.25, 0], [5, 0]),
    ("clipped_one_by_one", (GRADIENTS, 1.0), [0.58835, 0.78446], [0.6, 0.8]),
    ("clipped_by_the_sum_of_norms", (GRADIENTS, 1.0), [0.58835, 0.78446], [0.5, 0.66667]),
    ("clipped_by_the_squared_norm", (GRADIENTS, 1.0), [0.58835, 0.78446], [0.11538, 0.15385]),
    # halfway down from 1, to 0.2 and to 0; then cos(π · 20/30) is −1/2
    ("cosine_without_minimum", (30, 1.0, 40, 20, 0.2), 0.6, 0.5),
    ("cosine_counted_from_step_zero", (20, 1.0, 30, 10), 0.5, 0.25),
    ("project_to_probabilities", (LOG_ODDS, TIED), LOG_ODDS, [[1 / 4, 3 / 4], [1 / 2, 1 / 2]]),
    ("clipped_always", ((np.array([0.3, 0.4]),), 1.0), [0.3, 0.4], [0.6, 0.8]),
    (
        "top_p_without_the_crossing_token",
        (np.log([0.5, 0.35, 0.1, 0.05]), 0.9),
        [-0.69315, -1.04982, -2.30259, -INF],
        [-0.69315, -1.04982, -INF, -INF],
    ),
    (  # 0.3 and 0.5 of the tokens 1 and 3 are the two best; sorted, they are the first two
        "top_p_in_sorted_order",
        (np.log([0.05, 0.3, 0.15, 0.5]), 0.6),
        [-INF, -1.20397, -INF, -0.69315],
        [-2.99573, -1.20397, -INF, -INF],
    ),
    (
        "top_p_from_the_least_probable",
        (np.log([0.05, 0.3, 0.15, 0.5]), 0.3),
        [-INF, -INF, -INF, -0.69315],
        [-2.99573, -1.20397, -1.89712, -INF],
    ),
    (
        "top_p_with_zeros_for_the_rest",
        (np.log([0.05, 0.3, 0.15, 0.5]), 0.6),
        [-INF, -1.20397, -INF, -0.69315],
        [0, -1.20397, 0, -0.69315],
    ),
    ("top_k_with_one_too_many", (np.array([3.0, 2.0, 1.0]), 1), [3, -INF, -INF], [3, 2, -INF]),
    (
        "patches_by_reshape_only",
        (IMAGE, 2),
        [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]],
        IMAGE[0],
    ),
    (
        "windows_column_by_column",
        (IMAGE[0].reshape(4, 4, 1), 2),
        np.reshape([0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15], (4, 4, 1)),
        np.reshape([0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15], (4, 4, 1)),
    ),
    (
        "images_by_reshape_only",
        (np.array([[0, 1, 4, 5], [2, 3, 6, 7]]), 2, 2, 4),
        [[[0, 1, 2, 3], [4, 5, 6, 7]]],
        [[[0, 1, 4, 5], [2, 3, 6, 7]]],
    ),
    ("kv_cache_of_all_query_heads", (1, 4096, 80, 8, 128), 1342177280, 10737418240),
    (
        "rnn_that_forgets_at_once",
        (np.ones((2, 1)), UNIT, UNIT, np.zeros(1)),
        [[0.76159], [0.94268]],
        [[0.76159], [0.76159]],
    ),
]

ADAM = [
    ("adam_without_correction", (P, G), {"learning_rate": 0.1}, 0.9, 0.68377),
    (
        "adam_with_eps_before_the_correction",
        (0 * P, 1e-6 * G),
        {"learning_rate": 0.1},
        -0.09901,
        -0.075975,
    ),
    # in a first step with gradient 1/2, m̂ is 1/2 and v̂ is 1/4; v is 0.001/4
    ("adam_without_the_root", (P, G / 2), {"learning_rate": 0.1}, 0.9, 0.8),
    ("adam_with_v_uncorrected", (P, G / 2), {"learning_rate": 0.1}, 0.9, -2.16228),
    (
        "adamw_with_decay_in_the_gradient",
        (P, G),
        {"learning_rate": 0.1, "weight_decay": 0.5},
        0.85,
        0.9,
    ),
    (
        "adamw_with_decay_without_the_rate",
        (P, 0 * G),
        {"learning_rate": 0.1, "weight_decay": 0.5},
        0.95,
        0.5,
    ),
    (
        "adamw_with_decay_after_the_step",
        (P, G),
        {"learning_rate": 0.1, "weight_decay": 0.5},
        0.85,
        0.855,
    ),
]

TOKENS = [
    ("bpe_encode_by_frequency", ("abc", (("b", "c"), ("a", "b"))), ("a", "bc"), ("ab", "c")),
    ("bpe_encode_that_never_merges", ("abc", (("a", "b"),)), ("ab", "c"), ("a", "b", "c")),
]


def right_function(name):
    module, function = REGISTRY[name].right.rsplit(".", 1)
    return getattr(importlib.import_module(f"reference.{module}"), function)


def first(result):
    """The main result of a function that gives several."""
    while isinstance(result, tuple):
        result = result[0]
    return np.asarray(result)


def assert_shows(result, expected):
    """Equal to the digits given; a list shorter than the row of position 1 is its beginning."""
    expected = np.asarray(expected, dtype=float)
    if result.ndim == 2 and expected.ndim == 1:
        result = result[1, : len(expected)]
    assert result.shape == expected.shape
    largest = np.max(np.abs(expected[np.isfinite(expected)]))
    np.testing.assert_allclose(result, expected, rtol=6e-5, atol=1e-5 * largest)


@pytest.mark.parametrize(("name", "args", "right", "wrong"), CASES, ids=[case[0] for case in CASES])
def test_known_values(name, args, right, wrong):
    shown = yarn_factor if name.startswith("yarn") else first
    if right is not None:
        assert_shows(shown(right_function(name)(*args)), right)
    if wrong is not None:
        assert_shows(shown(REGISTRY[name].function(*args)), wrong)


def yarn_factor(result):
    return np.asarray(result.attention_factor)


@pytest.mark.parametrize(("name", "args", "options", "right", "wrong"), ADAM)
def test_known_first_steps(name, args, options, right, wrong):
    assert_shows(first(right_function(name)(*args, **options)), [right])
    assert_shows(first(REGISTRY[name].function(*args, **options)), [wrong])


@pytest.mark.parametrize(("name", "args", "right", "wrong"), TOKENS)
def test_known_tokens(name, args, right, wrong):
    assert right_function(name)(*args, end_of_word="") == right
    assert REGISTRY[name].function(*args, end_of_word="") == wrong


def test_betas_exchanged_keep_other_moments():
    state = REGISTRY["adam_with_the_betas_exchanged"].function(P, G).state
    assert_shows(state.first_moment, [0.001])
    assert_shows(state.second_moment, [0.1])


def test_kept_words_are_not_marked():
    # of 0.15, 0.01 is below 80 %, 0.13 below 90 %, and 0.14 above both
    args = np.arange(4), np.array([0.01, 0.13, 0.14, 0.5]), np.arange(4, 8), 9
    right = right_function("bert_corrupt_that_marks_the_changed")(*args)
    wrong = REGISTRY["bert_corrupt_that_marks_the_changed"].function(*args)
    assert right.ids.tolist() == [9, 5, 2, 3] == wrong.ids.tolist()
    assert right.selected.tolist() == [True, True, True, False]
    assert wrong.selected.tolist() == [True, True, False, False]


def test_beams_that_end_are_not_replaced():
    # the only beam ends with 0.5; in its place, one that ends nowhere goes on: 0.3, then 0.24
    table = np.log([[[0.5, 0.3, 0.2]] * 3, [[0.1, 0.8, 0.1]] * 3])
    right = right_function("markov_beam_search_without_replacements")(table, 1, 0, 1)
    wrong = REGISTRY["markov_beam_search_without_replacements"].function(table, 1, 0, 1)
    assert [found.ids for found in right] == [(1, 0)] == [found.ids for found in wrong]
    right = right_function("markov_beam_search_without_replacements")(table, 1, 0, 1, 9.0)
    assert [found.ids for found in right] == [(1, 1, 1)]
    wrong = REGISTRY["markov_beam_search_without_replacements"].function(table, 1, 0, 1, 9.0)
    assert [found.ids for found in wrong] == [(1, 0)]


def test_labels_that_are_ignored_in_the_wrong_places():
    target = np.array([7, 8, 2, 0, 0])
    wrong = {
        "target_with_padding_found_in_the_inputs": ([1, 7, 8, 2, 0], [7, 8, 2, 0, -100]),
        "target_with_the_end_ignored": ([1, 7, 8, 2, 0], [7, 8, -100, -100, -100]),
        "target_with_padding_ignored_in_the_inputs": (
            [1, 7, 8, 2, -100],
            [7, 8, 2, -100, -100],
        ),
    }
    for name, (inputs, labels) in wrong.items():
        result = REGISTRY[name].function(target, 1)
        assert (result.inputs.tolist(), result.labels.tolist()) == (inputs, labels), name


def silent_layer():
    """A decoder layer of width 2 whose sub-layers all give 0, and whose norms are plain."""
    nothing = np.zeros((2, 2))
    attention = AttentionParameters(nothing, nothing, nothing, nothing)
    plain = NormParameters(np.ones(2), np.zeros(2))
    feed_forward = FeedForwardParameters(np.zeros((2, 1)), np.zeros(1), np.zeros((1, 2)), None)
    return DecoderLayerParameters(attention, plain, attention, plain, feed_forward, plain)


def test_layers_without_residuals_forget_their_input():
    layer = silent_layer()
    decoder = REGISTRY["decoder_layer_without_residuals"].function(ROW, ROW, layer, 1)
    encoder = REGISTRY["encoder_layer_without_residuals"].function(
        ROW,
        EncoderLayerParameters(
            layer.self_attention,
            layer.self_attention_norm,
            layer.feed_forward,
            layer.feed_forward_norm,
        ),
        1,
    )
    assert decoder.tolist() == encoder.tolist() == [[0, 0]]


def test_residuals_from_the_input_forget_what_a_sub_layer_gave():
    shifted = NormParameters(np.ones(2), np.array([5.0, 0.0]))  # [-1, 1] becomes [4, 1]
    layer = silent_layer()._replace(self_attention_norm=shifted)
    name = "decoder_layer_with_all_residuals_from_the_input"
    assert_shows(right_function(name)(ROW, ROW, layer, 1), [[1, -1]])
    assert_shows(REGISTRY[name].function(ROW, ROW, layer, 1), [[-1, 1]])


def test_without_relu_what_is_below_zero_comes_through():
    # the hidden unit is the first entry, −1; times −4 it would turn [-1, 1] into [3, 1]
    network = FeedForwardParameters(np.array([[1.0], [0]]), None, np.array([[-4.0, 0]]), None)
    layer = silent_layer()._replace(feed_forward=network)
    name = "decoder_layer_without_relu"
    assert_shows(right_function(name)(ROW, ROW, layer, 1), [[-1, 1]])
    assert_shows(REGISTRY[name].function(ROW, ROW, layer, 1), [[1, -1]])


def test_cross_attention_to_itself_never_sees_the_memory():
    copying = AttentionParameters(np.zeros((2, 2)), np.zeros((2, 2)), np.eye(2), np.eye(2))
    layer = silent_layer()._replace(cross_attention=copying)
    name, memory = "decoder_layer_with_cross_attention_to_itself", np.array([[4.0, 0.0]])
    assert_shows(right_function(name)(ROW, memory, layer, 1), [[1, -1]])  # [-1, 1] + [4, 0]
    assert_shows(REGISTRY[name].function(ROW, memory, layer, 1), [[-1, 1]])


def test_an_encoder_layer_without_its_second_half_lacks_its_norm():
    layer = silent_layer()
    turned = NormParameters(-np.ones(2), np.zeros(2))
    parts = layer.self_attention, layer.self_attention_norm, layer.feed_forward, turned
    name = "encoder_layer_without_feed_forward"
    assert_shows(right_function(name)(ROW, EncoderLayerParameters(*parts), 1), [[1, -1]])
    assert_shows(REGISTRY[name].function(ROW, EncoderLayerParameters(*parts), 1), [[-1, 1]])


def test_corrections_that_pile_up():
    # m is 1 after each of two steps with gradient 1; corrected twice it is 1 / (1 − 0.9²), and v
    # is 1 / (1 − 0.999²)
    adam = REGISTRY["adam_with_the_correction_kept"].function
    state = adam(P, G, adam(P, G).state).state
    assert_shows(state.first_moment, [5.2632])
    assert_shows(state.second_moment, [500.25])
    assert isinstance(state, AdamState)
