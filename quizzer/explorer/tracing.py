"""The same pass as the reference runs and records it by itself: the walk is checked against it."""

from dataclasses import replace

from quizzer.explorer.model import Model
from reference.activations import softmax
from reference.trace import Trace, record, trace
from reference.transformer import decode, encode, padding_mask, project


def traced(model: Model) -> Trace:
    """All that the reference records of a pass without faults.

    `reference.transformer.forward` takes one id for the padding of both sides; here the source
    alone is padded, and the same number may be a word of the target.
    """
    p, source = model.parameters, model.source_ids
    c, of_target = (replace(model.configuration, pad=pad) for pad in (model.pad, None))
    with trace() as records:
        memory = encode(source, p, c)
        x = decode(model.target_ids, memory, p, of_target, padding_mask(source, c))
        record("probabilities", softmax(project(x, p)), "softmax of each row of logits")
    return records
