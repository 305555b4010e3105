"""Wording that is the same everywhere: in the app, in commands and in reports."""

import re
from collections.abc import Iterable
from typing import Final

# Terms of the field that ids spell differently, or whose hyphen stays when an id is shown in words.
_TERMS: Final = {
    "adam": "Adam",
    "alibi": "ALiBi",
    "all-reduce": "all-reduce",
    "batch-norm": "BatchNorm",
    "bert": "BERT",
    "bpe": "BPE",
    "cbow": "CBOW",
    "cls": "[CLS]",
    "cross-attention": "cross-attention",
    "d-k": "d_k",
    "d-model": "d_model",
    "decoder-only": "decoder-only",
    "eps": "ε",
    "fasttext": "fastText",
    "feed-forward": "feed-forward",
    "ffn": "FFN",
    "flops": "FLOPs",
    "gelu": "GELU",
    "glove": "GloVe",
    "gpt": "GPT",
    "gpt2": "GPT-2",
    "gqa": "GQA",
    "gru": "GRU",
    "jacobian": "Jacobian",
    "kl": "KL",
    "kv": "KV",
    "layer-norm": "LayerNorm",
    "llama": "Llama",
    "lstm": "LSTM",
    "mae": "MAE",
    "multi-head": "multi-head",
    "numpy": "NumPy",
    "oov": "OOV",
    "post-norm": "post-norm",
    "pre-norm": "pre-norm",
    "pytorch": "PyTorch",
    "qk": "QK",
    "qkv": "QKV",
    "relu": "ReLU",
    "rms": "RMS",
    "rms-norm": "RMSNorm",
    "rnn": "RNN",
    "rope": "RoPE",
    "self-attention": "self-attention",
    "sentencepiece": "SentencePiece",
    "silu": "SiLU",
    "skip-gram": "skip-gram",
    "swiglu": "SwiGLU",
    "t5": "T5",
    "top-p": "top-p",
    "transformer": "Transformer",
    "vit": "ViT",
    "w-o": "W_O",
    "warm-up": "warm-up",
    "wordpiece": "WordPiece",
}
_LONGEST_FIRST: Final = sorted(_TERMS, key=len, reverse=True)
_TERM: Final = re.compile(rf"(?<![^-])({'|'.join(_LONGEST_FIRST)})(?![^-])|-")
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

# What Python, its threads and the system's loader say when memory is refused.
_REFUSED: Final = ("can't start new thread", "failed to map segment", "Cannot allocate memory")


def counted(number: int, noun: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, end = list(names) or ["none"]
    return f"{', '.join(first)} {last} {end}" if first else end


def failure(error: OSError) -> str:
    """What the system could not do: the file, if there is one, and the reason."""
    reason = reason_of(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def reason_of(error: Exception) -> str:
    """What the system says of its failure, without the number and the file; otherwise the error."""
    return getattr(error, "strerror", None) or str(error)


def shortage(error: BaseException) -> str:
    """What to do when memory or a thread was refused; empty for any other error."""
    if isinstance(error, MemoryError) or any(sign in str(error) for sign in _REFUSED):
        return (
            "there is not enough memory. Close other programs, or raise the limit that is set "
            "here (see `ulimit -v`). Your answers are safe."
        )
    return ""


def in_words(name: str) -> str:
    """The id of a mistake, a tag or a property as people read it; what is not an id stays as it is.

    `bpe-counts-again` becomes `BPE counts again`. Where people have to type an id, do not use this.
    """
    return _TERM.sub(_word, name) if _ID.fullmatch(name) else name


def _word(found: re.Match[str]) -> str:
    return _TERMS.get(found[0], " ")
