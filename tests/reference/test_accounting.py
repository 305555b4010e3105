"""Accounting: published counts to the last digit, and the package's own models."""

import dataclasses

import pytest

from reference import accounting, transformer
from reference.accounting import total
from reference.parameters import named_arrays
from reference.transformer import Configuration

PAPER = Configuration(37000, 37000, bias=False, tied=True)  # d_model 512, 8 heads, 6 + 6 layers


@pytest.mark.parametrize(
    ("counts", "published"),
    [
        (accounting.bert_parameters(), 109_482_240),  # Hugging Face bert-base-uncased
        (accounting.gpt2_parameters(), 124_439_808),  # Hugging Face gpt2
        (accounting.vit_parameters(), 86_567_656),  # torchvision vit_b_16
        (accounting.llama_parameters(), 6_738_415_616),  # Hugging Face Llama-2-7b-hf
        # Llama-2-70b-hf, with 8 key-value heads for 64 query heads
        (
            accounting.llama_parameters(
                d_model=8192, num_heads=64, d_ff=28672, num_layers=80, num_key_value_heads=8
            ),
            68_976_648_192,
        ),
        # Hugging Face bert-large-uncased and gpt2-xl
        (
            accounting.bert_parameters(d_model=1024, num_heads=16, d_ff=4096, num_layers=24),
            335_141_888,
        ),
        (
            accounting.gpt2_parameters(d_model=1600, num_heads=25, num_layers=48),
            1_557_611_200,
        ),
    ],
)
def test_published_counts_to_the_last_digit(counts, published):
    assert total(counts) == published


def test_the_papers_base_model_shares_one_matrix_three_ways():
    # Layers: 6·(4·512² + 2·512·2048 + 2048 + 512 + 4·512) = 18,902,016 and
    # 6·(8·512² + 2·512·2048 + 2048 + 512 + 6·512) = 25,199,616; the matrix: 37000·512 = 18,944,000
    shared = total(accounting.transformer_parameters(PAPER, one_embedding=True))
    assert shared == 18_902_016 + 25_199_616 + 18_944_000 == 63_045_632
    apart = dataclasses.replace(PAPER, tied=False)
    assert total(accounting.transformer_parameters(apart)) == shared + 2 * 18_944_000
    assert abs(shared / 65e6 - 1) < 0.04  # table 3 says 65 million


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("bias", [False, True])
def test_counts_are_those_of_the_weights_that_are_drawn(rng, norm, tied, bias):
    c = Configuration(11, 13, 12, 3, 10, 2, 1, norm=norm, tied=tied, bias=bias)
    drawn = named_arrays(transformer.initialize(c, rng)).values()
    assert total(accounting.transformer_parameters(c)) == sum(array.size for array in drawn)


def test_the_count_of_attention_does_not_depend_on_its_heads_unless_keys_are_grouped():
    assert {accounting.attention_parameters(64, h) for h in (1, 4, 16)} == {4 * 64 * 64 + 4 * 64}
    # 2·64² + 2·64·(2·8) for 2 key-value heads of width 8
    assert accounting.attention_parameters(64, 8, 2, bias=False) == 2 * 64**2 + 2 * 64 * 16


@pytest.mark.parametrize("cell", ["rnn", "lstm", "gru"])
def test_recurrent_counts_are_those_of_pytorch(torch, cell):
    module = getattr(torch.nn, cell.upper())(10, 20)
    theirs = sum(parameter.numel() for parameter in module.parameters())
    assert accounting.recurrent_parameters(10, 20, cell, 2) == theirs


def test_recurrent_counts_by_hand():
    assert accounting.recurrent_parameters(3, 4) == 4 * (3 * 4 + 4 * 4 + 4)
    assert accounting.recurrent_parameters(3, 4, "gru", 0) == 3 * (3 * 4 + 4 * 4)
    with pytest.raises(ValueError, match="not 'mlp'"):
        accounting.recurrent_parameters(3, 4, "mlp")


def test_swiglu_at_eight_thirds_costs_as_much_as_a_plain_network_at_four():
    plain = accounting.feed_forward_parameters(96, 4 * 96, bias=False)
    assert accounting.swiglu_parameters(96, 8 * 96 // 3) == plain


def test_a_cache_with_and_without_grouped_queries():
    # Llama 2 7B, 4096 tokens, 16 bit: 2 · 4096 · 32 layers · 32 heads · 128 · 2 bytes = 2 GiB
    assert accounting.kv_cache_bytes(1, 4096, 32, 32, 128) == 2 * 2**30
    assert accounting.kv_cache_bytes(1, 4096, 32, 8, 128) == 2**29
    # Llama 2 70B: 10 GiB with all 64 heads, 1.25 GiB with its 8
    assert accounting.kv_cache_bytes(1, 4096, 80, 64, 128) == 10 * 2**30
    assert accounting.kv_cache_bytes(1, 4096, 80, 8, 128) == 1.25 * 2**30


def test_operations_of_a_layer():
    # n = 2, d = 3, d_ff = 5: 8·2·9 + 4·4·3 + 4·2·3·5
    assert accounting.layer_flops(2, 3, 5) == 144 + 48 + 120
    # The square part equals the rest at n = 6 d
    n, d = 6 * 16, 16
    assert accounting.attention_flops(n, n, d) * 2 == accounting.layer_flops(n, d, 4 * d)


def test_gpt3_took_its_published_operations():
    # Brown et al. (2020), table D.1: 174,600 M parameters, 300 G tokens, 3.14e23 operations
    assert accounting.training_flops(174_600_000_000, 300_000_000_000) == pytest.approx(
        3.14e23, rel=1e-3
    )


def test_training_memory_of_gpt2_xl_as_published():
    # Rajbhandari et al. (2020), section 3.1: 1.5 billion parameters need at least 24 GB
    assert accounting.training_bytes(1_500_000_000) == 24e9


def test_activations_by_the_formula_of_the_paper():
    # n·b·h·(34 + 5·a·n/h) with n = 4, b = 2, h = 8, a = 2: 64·(34 + 5)
    assert accounting.activation_bytes(2, 4, 8, 2) == 64 * 39


def test_the_papers_table_of_layers():
    table = accounting.layer_comparison(n=100, d=512, kernel=10, window=20)
    assert table["self_attention"] == (100**2 * 512, 1, 1)
    assert table["recurrent"] == (100 * 512**2, 100, 100)
    assert table["convolutional"] == pytest.approx((10 * 100 * 512**2, 1, 2))
    assert table["restricted_self_attention"] == (20 * 100 * 512, 1, 5)
    assert table["self_attention"].operations < table["recurrent"].operations  # n < d


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: accounting.attention_parameters(10, 3), "d_model 10, 3 heads"),
        (lambda: accounting.attention_parameters(12, 4, 3), "3 key-value heads"),
        (lambda: accounting.vit_parameters(patch_size=15), "patches of 15"),
        (lambda: accounting.layer_comparison(0, 1), "sizes"),
        (
            lambda: accounting.transformer_parameters(Configuration(3, 4), one_embedding=True),
            "3 and 4",
        ),
    ],
)
def test_sizes_that_make_no_sense_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_seven_billion_parameters_are_read_143_times_a_second():
    # 14 GB at 2 TB/s take 7 ms; eight sequences share each reading
    weights = accounting.several(7e9, 2)
    assert weights == 14e9
    assert accounting.tokens_per_second(weights, 2e12) == pytest.approx(1 / 0.007)
    assert accounting.tokens_per_second(weights, 2e12, batch=8) == pytest.approx(8 / 0.007)
    with pytest.raises(ValueError, match="a step reads something"):
        accounting.tokens_per_second(0, 2e12)
