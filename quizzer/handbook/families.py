"""Lists the components: the public functions of the reference, by family and in reading order."""

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import reference

Function = Callable[..., Any]


@dataclass(frozen=True)
class Family:
    """Components that belong together: those of one module or package of the reference."""

    name: str
    title: str
    modules: tuple[str, ...] = ()  # those of a package, in reading order

    def components(self) -> dict[str, Function]:
        """Functions by full name, such as `attention.split_heads`, in the order of the source."""
        home = _module(self.name)
        offered = getattr(home, "__all__", None)
        modules = [_module(f"{self.name}.{module}") for module in self.modules] or [home]
        return {
            f"{self.name}.{function.__name__}": function
            for module in modules
            for function in _public_functions(module)
            if (offered is None or function.__name__ in offered) and _is_component(function)
        }


FAMILIES: Final = (
    Family("recurrent", "Recurrent networks", ("cells", "sequences")),
    Family("seq2seq", "Translation before the Transformer"),
    Family("tokenization", "Tokenization"),
    Family("embeddings", "Words as vectors", ("lookup", "word2vec", "glove", "fasttext")),
    Family("activations", "Activations"),
    Family("masks", "Masks"),
    Family("attention", "Attention", ("scores", "heads", "variants")),
    Family("positions", "Positions", ("absolute", "relative", "rotary")),
    Family("normalization", "Normalization"),
    Family("feedforward", "Feed-forward networks"),
    Family("layers", "Layers of encoder and decoder"),
    Family("transformer", "The full Transformer"),
    Family("decoding", "Decoding", ("search", "sampling", "cache")),
    Family("losses", "Losses"),
    Family("regularization", "Regularization"),
    Family("optimizers", "Optimizers"),
    Family("schedules", "Learning-rate schedules"),
    Family(
        "gradients",
        "Backward passes",
        (
            "activations",
            "feedforward",
            "normalization",
            "regularization",
            "embeddings",
            "positions",
            "attention",
            "attention_variants",
            "recurrent.cells",
            "recurrent.sequences",
            "seq2seq",
            "layers",
            "losses",
            "transformer",
            "t5",
            "llama",
            "swin",
        ),
    ),
    Family("gradients.training", "Training"),
    Family("architectures", "Well-known models", ("bert", "gpt", "t5", "llama", "vit", "swin")),
    Family("accounting", "Parameters, operations, memory", ("parameters", "models", "cost")),
)


@cache
def components() -> dict[str, Function]:
    """Every component of the reference by its full name, in reading order."""
    return {name: function for family in FAMILIES for name, function in family.components().items()}


def family_of(name: str) -> Family:
    """The family of a component, which is given by its full name."""
    return next(family for family in FAMILIES if name.rpartition(".")[0] == family.name)


def _module(name: str) -> Any:
    return importlib.import_module(f"{reference.__name__}.{name}")


def _public_functions(module: Any) -> Iterator[Function]:
    for name, member in vars(module).items():
        own = inspect.isfunction(member) and member.__module__ == module.__name__
        if own and not name.startswith("_"):
            yield member


def _is_component(function: Function) -> bool:
    """Whether it computes something from the papers; helper functions have no formula or source."""
    text = function.__doc__ or ""
    return "Formula:\n" in text or "Source:\n" in text
