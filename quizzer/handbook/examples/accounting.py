"""Examples of accounting: the sizes of models that people know."""

from quizzer.handbook.examples.given import Examples, given
from reference.transformer import Configuration

# The base model of Vaswani et al. (2017): one vocabulary for both languages, one matrix for all.
BASE = Configuration(source_vocabulary=37000, target_vocabulary=37000, tied=True, bias=False)

EXAMPLES: Examples = {
    "accounting.total": given(counts={"token_embedding": 38_597_376, "layers": 85_054_464}),
    "accounting.linear_parameters": given(d_in=512, d_out=2048),
    "accounting.recurrent_parameters": given(d_in=256, d_hidden=512, cell="lstm"),
    "accounting.attention_parameters": given(d_model=512, num_heads=8),
    "accounting.feed_forward_parameters": given(d_model=512, d_ff=2048),
    "accounting.swiglu_parameters": given(d_model=4096, d_ff=11008),
    "accounting.encoder_layer_parameters": given(d_model=512, num_heads=8, d_ff=2048),
    "accounting.decoder_layer_parameters": given(d_model=512, num_heads=8, d_ff=2048),
    "accounting.transformer_parameters": given(configuration=BASE, one_embedding=True),
    "accounting.bert_parameters": given(vocabulary=30522),
    "accounting.gpt2_parameters": given(vocabulary=50257),
    "accounting.vit_parameters": given(image_size=224, patch_size=16),
    "accounting.llama_parameters": given(vocabulary=32000, num_heads=32, num_key_value_heads=8),
    "accounting.linear_flops": given(rows=128, d_in=512, d_out=2048),
    "accounting.attention_flops": given(n_q=128, n_k=128, d_model=512),
    "accounting.layer_flops": given(length=128, d_model=512, d_ff=2048),
    "accounting.training_flops": given(parameters=7_000_000_000, tokens=2_000_000_000_000),
    "accounting.training_bytes": given(parameters=7_000_000_000),
    "accounting.activation_bytes": given(batch=1, length=1024, d_model=768, num_heads=12),
    "accounting.kv_cache_bytes": given(
        batch=1, length=4096, num_layers=32, num_key_value_heads=32, d_head=128
    ),
    "accounting.layer_comparison": given(n=50, d=512, window=10),
    "accounting.several": given(one=3_152_384, count=6),
    "accounting.tokens_per_second": given(bytes_per_step=14e9, bandwidth=2e12),
}
