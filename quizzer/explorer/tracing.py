"""The same pass, run and recorded by the reference itself: tests compare the walk with it."""

from dataclasses import replace

from quizzer.explorer.model import Model
from reference.activations import softmax
from reference.trace import Trace, record, trace
from reference.transformer import decode, encode, padding_mask, project


def traced(model: Model) -> Trace:
    """Everything that the reference records in a pass without faults.

    `reference.transformer.forward` cannot be used: it takes one padding id for both sides. Here
    only the source is padded, and in the target the same id can be a word.
    """
    p, source = model.parameters, model.source_ids
    c, of_target = (replace(model.configuration, pad=pad) for pad in (model.pad, None))
    with trace() as records:
        memory = encode(source, p, c)
        x = decode(model.target_ids, memory, p, of_target, padding_mask(source, c))
        record("probabilities", softmax(project(x, p)), "softmax of each row of logits")
    return records
