"""Mistakes about counting parameters, operations and bytes."""

from reference import accounting
from reference.accounting import Counts
from reference.mistakes.registry import mistake


@mistake("accounting.gpt2_parameters")
def gpt2_with_an_untied_head(
    vocabulary: int = 50257,
    max_length: int = 1024,
    d_model: int = 768,
    num_heads: int = 12,
    num_layers: int = 12,
) -> Counts:
    """The tied output projection counted as a matrix of its own: 163.0 M instead of 124.4 M."""
    tied = accounting.gpt2_parameters(vocabulary, max_length, d_model, num_heads, num_layers)
    return {**tied, "output": vocabulary * d_model}


@mistake("accounting.attention_parameters")
def attention_parameters_for_each_head_in_full(
    d_model: int, num_heads: int, num_key_value_heads: int | None = None, bias: bool = True
) -> int:
    """Every head given d_model × d_model matrices: heads share the width."""
    one = accounting.attention_parameters(d_model, num_heads, num_key_value_heads, bias)
    return num_heads * one


@mistake("accounting.attention_parameters")
def attention_parameters_without_groups(
    d_model: int, num_heads: int, num_key_value_heads: int | None = None, bias: bool = True
) -> int:
    """Keys and values counted for all heads although groups share them."""
    return accounting.attention_parameters(d_model, num_heads, None, bias)


@mistake("accounting.attention_parameters")
def attention_parameters_without_output(
    d_model: int, num_heads: int, num_key_value_heads: int | None = None, bias: bool = True
) -> int:
    """W_o forgotten: three matrices instead of four."""
    whole = accounting.attention_parameters(d_model, num_heads, num_key_value_heads, bias)
    return whole - accounting.linear_parameters(d_model, d_model, bias)


@mistake("accounting.swiglu_parameters")
def swiglu_parameters_of_two_matrices(d_model: int, d_ff: int) -> int:
    """The third matrix forgotten: with the same d_ff SwiGLU has 1.5 times as many parameters."""
    return 2 * d_model * d_ff


@mistake("accounting.attention_flops")
def attention_flops_of_the_scores_alone(n_q: int, n_k: int, d_model: int) -> int:
    """The weighted sum forgotten: half of the operations."""
    return accounting.attention_flops(n_q, n_k, d_model) // 2


@mistake("accounting.linear_flops")
def linear_flops_of_multiplications_alone(rows: int, d_in: int, d_out: int) -> int:
    """A multiplication and an addition counted as one: half of the operations."""
    return rows * d_in * d_out


@mistake("accounting.kv_cache_bytes")
def kv_cache_of_keys_alone(
    batch: int,
    length: int,
    num_layers: int,
    num_key_value_heads: int,
    d_head: int,
    bytes_per_number: int = 2,
) -> int:
    """The factor 2 forgotten: values are kept as well as keys."""
    return batch * length * num_layers * num_key_value_heads * d_head * bytes_per_number


@mistake("accounting.kv_cache_bytes")
def kv_cache_of_all_query_heads(
    batch: int,
    length: int,
    num_layers: int,
    num_key_value_heads: int,
    d_head: int,
    bytes_per_number: int = 2,
) -> int:
    """Counted with the query heads (here 8 per group): grouped queries keep far less."""
    heads = 8 * num_key_value_heads
    return accounting.kv_cache_bytes(batch, length, num_layers, heads, d_head, bytes_per_number)
