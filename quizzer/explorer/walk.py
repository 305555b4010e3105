"""Runs the forward pass, one function of the reference after the other, and keeps every value."""

from collections.abc import Iterable
from typing import Any

from quizzer.exercises.functions import resolve
from quizzer.explorer.kinds import KINDS
from quizzer.explorer.model import Model
from quizzer.explorer.tensors import Axis, Step, Tensor
from quizzer.explorer.what_ifs import WHAT_IFS
from reference.arrays import Array
from reference.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
)


def walk(model: Model, what_ifs: Iterable[str] = ()) -> dict[str, Step]:
    """All steps by name, in the order of computation; the names are those in a trace."""
    return _Walk(model, what_ifs).steps


class _Walk:
    """Puts the functions together as `reference.transformer.forward` does (tests compare both)."""

    def __init__(self, model: Model, what_ifs: Iterable[str]) -> None:
        self.steps: dict[str, Step] = {}
        self._model = model
        self._replaced = {
            kind: f"mistakes.{WHAT_IFS[name].mistake}"
            for name in what_ifs
            for kind in WHAT_IFS[name].kinds
        }
        self._source = Axis("source tokens", model.source)
        self._target = Axis("target tokens", model.target)
        self._features = _numbered("features", model.configuration.d_model)
        self._run()

    def _run(self) -> None:
        weights = self._model.parameters
        memory = self._embed(
            "source", self._source, self._model.source_ids, weights.source_embedding
        )
        for number, layer in enumerate(weights.encoder):
            memory = self._encoder_layer(number, layer, memory)
        x = self._embed("target", self._target, self._model.target_ids, weights.target_embedding)
        for number, own in enumerate(weights.decoder):
            x = self._decoder_layer(number, own, x, memory)
        self._output(x)

    def _embed(self, side: str, tokens: Axis, ids: Any, table: Array) -> Tensor:
        scope, place = f"{side}_embedding", f"{side.capitalize()} embedding"
        rows = (tokens, self._features)
        words = getattr(self._model, f"{side}_vocabulary")
        chosen = Tensor("ids", (tokens,), ids)
        whole = Tensor("E", (Axis("words", words), self._features), table)
        looked_up = self._step(f"{scope}.lookup", "lookup", place, "x", rows, (chosen, whole))
        scaled = self._step(f"{scope}.words", "words", place, "x", rows, (looked_up,))
        sizes = (len(tokens), len(self._features))
        places = self._step(f"{scope}.positions", "positions", place, "PE", rows, (), sizes)
        both = (scaled, places)
        return self._step(f"{scope}.output", "embedded", place, "x", rows, both, (ids, table))

    def _encoder_layer(self, number: int, layer: EncoderLayerParameters, x: Tensor) -> Tensor:
        scope, place = f"encoder.{number}", f"Encoder layer {number + 1}"
        found = self._attention(f"{scope}.self_attention", place, layer.self_attention, x, x)
        x = self._add_and_norm(
            f"{scope}.self_attention", place, layer.self_attention_norm, x, found
        )
        return self._feed_forward(scope, place, layer.feed_forward, layer.feed_forward_norm, x)

    def _decoder_layer(
        self, number: int, layer: DecoderLayerParameters, x: Tensor, memory: Tensor
    ) -> Tensor:
        scope, place = f"decoder.{number}", f"Decoder layer {number + 1}"
        found = self._attention(f"{scope}.self_attention", place, layer.self_attention, x, x)
        x = self._add_and_norm(
            f"{scope}.self_attention", place, layer.self_attention_norm, x, found
        )
        found = self._attention(f"{scope}.cross_attention", place, layer.cross_attention, x, memory)
        x = self._add_and_norm(
            f"{scope}.cross_attention", place, layer.cross_attention_norm, x, found
        )
        return self._feed_forward(scope, place, layer.feed_forward, layer.feed_forward_norm, x)

    def _attention(
        self, scope: str, place: str, weights: AttentionParameters, x: Tensor, memory: Tensor
    ) -> Tensor:
        crosses = scope.endswith("cross_attention")
        place += " · cross-attention" if crosses else " · self-attention"
        kinds = "cross_" if crosses else ""
        query = self._linear(
            f"{scope}.query", f"{kinds}query", place, "Q", x, weights.w_q, weights.b_q
        )
        key = self._linear(
            f"{scope}.key", f"{kinds}key", place, "K", memory, weights.w_k, weights.b_k
        )
        value = self._linear(
            f"{scope}.value", f"{kinds}value", place, "V", memory, weights.w_v, weights.b_v
        )
        split = {
            name: self._split(f"{scope}.{name}_heads", place, tensor, axis, width)
            for name, tensor, axis, width in (
                ("query", query, "queries", "d_k"),
                ("key", key, "keys", "d_k"),
                ("value", value, "keys", "d_v"),
            )
        }
        mixed = self._heads(scope, place, split["query"], split["key"], split["value"])
        rows = (x.axes[0], self._features)
        merged = self._step(
            f"{scope}.concatenated", "concatenated", place, "Concat", rows, (mixed,)
        )
        return self._linear(
            f"{scope}.output",
            "attention_output",
            place,
            "MultiHead",
            merged,
            weights.w_o,
            weights.b_o,
        )

    def _split(self, name: str, place: str, x: Tensor, axis: str, width: str) -> Tensor:
        heads = self._model.configuration.num_heads
        axes = (
            _numbered("heads", heads, start=1),
            Axis(axis, x.axes[0].labels),
            _numbered(width, len(self._features) // heads),
        )
        return self._step(name, "split", place, x.symbol, axes, (x,), (x.value, heads))

    def _heads(self, scope: str, place: str, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """Scores, weights and the weighted sum, for all heads at once."""
        axes = (query.axes[0], query.axes[1], key.axes[1])
        pairs = (query, key)
        products = self._step(f"{scope}.dot_products", "dot_products", place, "S", axes, pairs)
        scores = self._step(
            f"{scope}.scores", "scores", place, "S", axes, (products,), (query.value, key.value)
        )
        if (mask := self._mask(scope, place, axes)) is not None:
            scores = self._step(
                f"{scope}.masked_scores", "masked_scores", place, "S", axes, (scores, mask)
            )
        weights = self._step(f"{scope}.weights", "weights", place, "A", axes, (scores,))
        mixed = (query.axes[0], query.axes[1], value.axes[2])
        return self._step(f"{scope}.heads", "heads", place, "head", mixed, (weights, value))

    def _mask(self, scope: str, place: str, axes: tuple[Axis, ...]) -> Tensor | None:
        """The mask of the target's future or of the source's padding; None if nothing is hidden."""
        name, (_, queries, keys) = f"{scope}.mask", axes
        if scope.startswith("decoder") and scope.endswith("self_attention"):
            return self._step(name, "mask", place, "mask", axes[1:], (), (len(queries),))
        if self._model.pad is None:
            return None
        ids = Tensor("ids", (self._source,), self._model.source_ids)
        once = Axis("row for all queries", ("all",))
        chosen = (ids.value, self._model.pad)
        return self._step(name, "padding_mask", place, "mask", (once, keys), (ids,), chosen)

    def _add_and_norm(
        self, scope: str, place: str, norm: NormParameters, x: Tensor, found: Tensor
    ) -> Tensor:
        place += f" · {scope.rpartition('.')[2].replace('_', '-')}"
        total = self._step(f"{scope}_sum", "sum", place, "x", x.axes, (x, found))
        name = f"{scope}_norm.output"
        options = (total.value, *norm, self._model.configuration.eps)
        return self._step(name, "norm", place, "x", x.axes, (total,), options)

    def _feed_forward(
        self,
        scope: str,
        place: str,
        weights: FeedForwardParameters,
        norm: NormParameters,
        x: Tensor,
    ) -> Tensor:
        inner, name = f"{place} · feed-forward", f"{scope}.feed_forward"
        hidden = self._linear(f"{name}.hidden", "hidden", inner, "h", x, weights.w_1, weights.b_1)
        activated = self._step(f"{name}.activated", "activated", inner, "h", hidden.axes, (hidden,))
        found = self._linear(
            f"{name}.output",
            "feed_forward_output",
            inner,
            "FFN",
            activated,
            weights.w_2,
            weights.b_2,
        )
        return self._add_and_norm(name, place, norm, x, found)

    def _output(self, x: Tensor) -> None:
        words = Axis("words", self._model.target_vocabulary)
        axes = (x.axes[0], words)
        chosen = (x.value, self._model.parameters)
        logits = self._step("logits", "logits", "Output", "logits", axes, (x,), chosen)
        self._step("probabilities", "probabilities", "Output", "P", axes, (logits,))

    def _linear(
        self, name: str, kind: str, place: str, symbol: str, x: Tensor, w: Array, b: Array | None
    ) -> Tensor:
        same = w.shape[1] == len(self._features)
        width = self._features if same else _numbered("hidden features", w.shape[1])
        weight = Tensor(_WEIGHTS[kind], (x.axes[-1], width), w)
        axes = (x.axes[0], width)
        return self._step(name, kind, place, symbol, axes, (x, weight), (x.value, w, b))

    def _step(
        self,
        name: str,
        kind: str,
        place: str,
        symbol: str,
        axes: tuple[Axis, ...],
        inputs: tuple[Tensor, ...],
        arguments: tuple[Any, ...] | None = None,
    ) -> Tensor:
        """Call the function of this kind, and keep its result as a step.

        `arguments` are what the function takes, if that is not just the values of the inputs shown.
        """
        function = self._replaced.get(kind, KINDS[kind].component)
        if arguments is None:
            arguments = tuple(tensor.value for tensor in inputs)
        output = Tensor(symbol, axes, resolve(function)(*arguments), name)
        self.steps[name] = Step(name, KINDS[kind], place, inputs, output, function)
        return output


_WEIGHTS = {
    "query": "W_q",
    "key": "W_k",
    "value": "W_v",
    "cross_query": "W_q",
    "cross_key": "W_k",
    "cross_value": "W_v",
    "attention_output": "W_O",
    "hidden": "W₁",
    "feed_forward_output": "W₂",
}


def _numbered(name: str, size: int, start: int = 0) -> Axis:
    return Axis(name, tuple(str(number) for number in range(start, start + size)))
