"""Broken listings can be mended as their explanations say: these changes make every case right."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from quizzer.bank.loading import Library
from quizzer.bank.schema import CodeItem
from quizzer.exercises.cases import Case, cases_of, function_name, result_of
from quizzer.exercises.drawing import draw
from quizzer.grading.code.comparing import TOLERANCES, difference


@dataclass(frozen=True)
class Repair:
    """The lines to exchange in the starter of an item: what stands there, and what should."""

    item: str
    changes: tuple[tuple[str, str], ...]


REPAIRS = [
    Repair(
        "mend-gradient-clipping",
        (
            (
                "    clipped = []\n    for gradient in gradients:\n"
                "        norm = np.sqrt(np.sum(gradient**2))\n"
                "        clipped.append(gradient * max_norm / (norm + 1e-6))\n"
                "    return tuple(clipped)",
                "    norm = np.sqrt(sum(np.sum(g**2) for g in gradients))\n"
                "    factor = min(1, max_norm / (norm + 1e-6))\n"
                "    return tuple(factor * g for g in gradients)",
            ),
        ),
    ),
    Repair(
        "mend-label-smoothing",
        (
            (
                "    q = np.full((len(ids), num_classes), epsilon / num_classes)\n"
                "    q[np.arange(len(ids)), ids] = 1 - epsilon\n    return q",
                "    return (1 - epsilon) * np.eye(num_classes)[ids] + epsilon / num_classes",
            ),
        ),
    ),
    Repair(
        "mend-perplexity",
        (
            ("losses = np.where(mask, losses, 0)", "losses = losses[mask]"),
            ("np.mean(np.exp(losses))", "np.exp(np.mean(losses))"),
        ),
    ),
    Repair(
        "mend-top-k",
        (
            ("[..., -k - 1]", "[..., -min(k, logits.shape[-1]), None]"),
            ("logits, 0.0)", "logits, -np.inf)"),
        ),
    ),
    Repair(
        "mend-angles-of-a-cached-step",
        (
            ("(-i / d_head)", "(-2 * i / d_head)"),
            ("arange(length)", "arange(start, start + length)"),
        ),
    ),
    Repair(
        "mend-beam-search",
        (
            (
                "beams = longer[:num_beams]",
                "beams = [beam for beam in longer if beam[0][-1] != end][:num_beams]",
            ),
            ("        beams = [(ids, total / penalty) for ids, total in beams]\n", ""),
            ("        if finished:\n            break\n", ""),
        ),
    ),
    Repair(
        "mend-tiled-attention",
        (
            (
                "maximum = np.maximum(maximum, scores.max(axis=-1, keepdims=True))",
                "new = np.maximum(maximum, scores.max(axis=-1, keepdims=True))",
            ),
            (
                "e = np.exp(scores - maximum)",
                "factor, e = np.exp(maximum - new), np.exp(scores - new)",
            ),
            ("total = total + e", "total = total * factor + e"),
            ("output = output + e @ v", "output = output * factor + e @ v\n        maximum = new"),
            ("return output", "return output / total"),
        ),
    ),
    Repair(
        "mend-a-parameter-count",
        (
            ("2 * (d * 4 * d + d)", "2 * d * 4 * d + 4 * d + d"),
            ('"output": vocabulary * d', '"output": 0'),
        ),
    ),
    Repair(
        "mend-window-partition",
        (
            (
                "    return x.reshape(*leading, count, window * window, channels)",
                "    rows, columns = height // window, width // window\n"
                "    x = x.reshape(*leading, rows, window, columns, window, channels)\n"
                "    x = np.swapaxes(x, -4, -3)\n"
                "    return x.reshape(*leading, count, window * window, channels)",
            ),
        ),
    ),
    Repair(
        "mend-bert-corruption",
        (
            (
                "selected = draws < rate",
                "selected = (draws < rate) & (True if allowed is None else allowed)",
            ),
            ("(draws < 0.8)", "(draws / rate < 0.8)"),
            ("(draws < 0.9)", "(draws / rate < 0.9)"),
            ("masked | random", "selected"),
        ),
    ),
    Repair(
        "mend-einsum-heads",
        (
            ("/ np.sqrt(d)", "/ np.sqrt(d / num_heads)"),
            ("-np.inf, scores)", "scores, -np.inf)"),
            ("heads.reshape(*x.shape)", "heads.reshape(*x.shape) @ w_o"),
        ),
    ),
    Repair(
        "mend-rotate-half",
        (
            (
                "np.concatenate([-x[..., half:], x[..., :half]], axis=-1)",
                "np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)",
            ),
        ),
    ),
    Repair(
        "mend-an-additive-mask",
        (("np.where(mask, -10.0, 0.0)", "np.where(mask, 0.0, -np.inf).astype(dtype)"),),
    ),
    Repair(
        "debug-round-decoder-layer",
        (
            ("p.self_attention, num_heads)", "p.self_attention, num_heads, mask)"),
            ("norm(x + attend(y, memory", "norm(y + attend(y, memory"),
            ("hidden = z @ f.w_1 + f.b_1", "hidden = np.maximum(z @ f.w_1 + f.b_1, 0)"),
        ),
    ),
    Repair(
        "mend-loss-axes",
        (
            (
                "z = logits - logits.max(axis=1, keepdims=True)\n"
                "    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))",
                "z = logits - logits.max(axis=-1, keepdims=True)\n"
                "    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))",
            ),
            (
                "by_sentence = np.where(real, loss, 0).sum(axis=-1) / targets.shape[-1]\n"
                "    return by_sentence.mean()",
                "return np.where(real, loss, 0).sum() / max(1, real.sum())",
            ),
        ),
    ),
    Repair(
        "mend-batch-norm-modes",
        (
            (
                "    mean, variance = x.mean(axis=0), x.var(axis=0)\n    if training:\n",
                "    mean, variance = running_mean, running_variance\n    if training:\n"
                "        mean, variance = x.mean(axis=0), x.var(axis=0)\n",
            ),
            (
                "momentum * running_mean + (1 - momentum) * mean",
                "(1 - momentum) * running_mean + momentum * mean",
            ),
            (
                "momentum * running_variance + (1 - momentum) * variance",
                "(1 - momentum) * running_variance + momentum * x.var(axis=0, ddof=1)",
            ),
        ),
    ),
]


def defined(source: str, name: str) -> Any:
    """The function of this name after the source has been run."""
    names: dict[str, Any] = {}
    exec(source, names)
    return names[name]


def mended(item: CodeItem, repair: Repair) -> str:
    source = item.starter
    for old, new in repair.changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def fails(function: Any, item: CodeItem, case: Case) -> bool:
    positional, named = case.call()
    try:
        with np.errstate(all="ignore"):
            got = function(*positional, **named)
    except (ValueError, IndexError, TypeError):
        return True
    right = result_of(item.implement, case)
    return difference(right, got, TOLERANCES[case.dtype]) is not None


@pytest.mark.parametrize("repair", REPAIRS, ids=lambda repair: repair.item)
def test_the_repair_makes_every_case_right(library: Library, repair: Repair) -> None:
    item = library.items[repair.item]
    assert isinstance(item, CodeItem)
    assert item.broken
    function = defined(mended(item, repair), function_name(item))
    for number in range(3):
        cases = cases_of(item, draw(item, number))
        assert not any(fails(function, item, case) for case in cases)


@pytest.mark.parametrize("repair", REPAIRS, ids=lambda repair: repair.item)
def test_no_single_change_is_enough(library: Library, repair: Repair) -> None:
    """Each fault is one that a case shows: leaving any change out makes a case fail."""
    item = library.items[repair.item]
    assert isinstance(item, CodeItem)
    for left_out in repair.changes:
        changes = tuple(change for change in repair.changes if change is not left_out)
        try:
            function = defined(mended(item, Repair(repair.item, changes)), function_name(item))
            cases = cases_of(item, draw(item, 0))
            assert any(fails(function, item, case) for case in cases), left_out
        except NameError:
            continue
