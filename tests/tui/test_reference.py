"""The reference in the app: found by typing, read page by page, opened from a question."""

import asyncio
import threading
from pathlib import Path

import pytest

from quizzer.bank.schema import Item
from quizzer.tui.screens import reference
from tests.tui.driver import FOREVER, Learner, learner_at


def head(learner: Learner) -> str:
    return learner.screen.splitlines()[0]


async def until(learner: Learner, text: str) -> None:
    """Wait until a text is on the screen, whatever is still under way behind it."""
    async with asyncio.timeout(FOREVER):
        while text not in learner.screen:
            await asyncio.sleep(0.01)


async def test_the_check_list_opens_all_components_by_topic(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        assert head(learner).strip().startswith("Reference")
        lines = learner.screen.splitlines()
        title = next(number for number, line in enumerate(lines) if "Recurrent networks" in line)
        assert lines[title + 1].split()[:3] == ["rnn_step", "One", "step"]


async def test_typing_finds_by_name_and_enter_opens_the_page(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type("split heads")
        assert "split_heads" in learner.screen
        assert "rnn_step" not in learner.screen
        await learner.press("enter")
        assert "attention.split_heads" in head(learner)
        text = learner.everything
        for part in (
            "split[h, t, :] = x[t, h · d_head : (h + 1) · d_head]",
            "(..., n, d_model)",
            "Vaswani et al., Attention Is All You Need (2017), section 3.2.2.",
            "np.swapaxes(split, -3, -2)",
            "[[ 1.0  0.2 -0.5  0.3]",
            "Common mistakes",
        ):
            assert part in text


@pytest.mark.parametrize("typed", ["layernorm", "multihead", "layer-norm", "LayerNorm"])
async def test_a_name_is_found_however_its_words_are_joined(tmp_path: Path, typed: str) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type(typed)
        assert {"layer_norm", "multi_head_attention"} & set(learner.screen.split())


async def test_code_that_is_wider_than_the_screen_is_read_with_the_arrows(tmp_path: Path) -> None:
    async with learner_at(tmp_path, size=(70, 24)) as learner:
        await learner.press("f")
        await learner.type("softmax")
        await learner.press("enter", "pagedown")
        top = learner.screen.splitlines()[2]
        assert "initial=-np.inf)" not in learner.screen
        await learner.at_once("right", "right", "right")  # none of a fast series is lost
        assert "initial=-np.inf)" in learner.screen
        await learner.press("left", "left", "left")
        assert learner.screen.splitlines()[2] == top
        await learner.press("right", "right", "right")
        await learner.at_once("left", "left", "left")
        assert learner.screen.splitlines()[2] == top
        await learner.press("right", "n")
        assert " The logarithm of softmax" in learner.screen


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("positional encoding", "sinusoidal"),
        ("label smoothing", "smooth_labels"),
        ("skip connection", "residual"),
        ("learning rate", "noam"),
        ("tokenizer", "bpe_encode"),
        ("kv cache", "cached_attention"),
        ("look-ahead", "causal"),
        ("Bahdanau", "additive_scores"),
    ],
)
async def test_what_the_field_calls_it_finds_a_component_of_another_name(
    tmp_path: Path, typed: str, found: str
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type(typed)
        assert found in learner.screen.split()


async def test_words_that_no_name_has_are_looked_for_in_the_summaries(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type("before the tokens")
        assert "split_heads" in learner.screen
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type("rope")  # no name has it, but people say so
        assert "2 components" in head(learner)
        assert "rotary_angles" in learner.screen


async def test_the_arrows_choose_among_components_only(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type("recurrent.")
        await learner.press("down", "enter")
        assert "recurrent.lstm_gates" in head(learner)


async def test_what_is_typed_while_the_list_is_read_is_looked_for_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = threading.Event()
    groups = reference._groups

    def slowly(item: Item | None) -> object:
        read.wait(FOREVER)
        return groups(item)

    monkeypatch.setattr(reference, "_groups", slowly)
    async with learner_at(tmp_path) as learner:
        learner.send("f")
        await until(learner, "type a word to search")
        learner.send("y")
        await until(learner, "▌ y")
        shown = learner.screen
        read.set()
        await learner.settle()
        assert "Nothing matches" not in shown
        assert "0 components" not in shown
        assert "rnn_step" not in learner.screen
        assert "layer_norm" in learner.screen


async def test_the_shape_at_the_end_of_a_line_is_above_it_where_there_is_no_room(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type("softmax")
        await learner.press("enter")
        code = [line.strip() for line in learner.everything.splitlines()]
        shape = code.index("# (...), 1 along the axis")
        assert code[shape + 1].startswith("total: Array = np.sum(")


async def test_when_nothing_is_found_enter_does_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type("zzz")
        await learner.press("enter", "down")
        assert "0 components" in head(learner)
        assert "open" not in learner.screen.splitlines()[-1]


async def test_the_next_and_the_previous_component_are_a_key_away(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f")
        await learner.type("masks.")
        await learner.press("enter")
        assert "masks.causal" in head(learner)
        assert "p previous" not in learner.screen
        await learner.press("n")
        assert "masks.padding" in head(learner)
        assert "2 of 5" in head(learner)
        await learner.press("p")
        assert "masks.causal" in head(learner)
        await learner.press("escape", "escape")
        assert "quizzer" in head(learner)


async def test_a_question_opens_what_its_steps_use_and_keeps_what_is_typed(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.type("1 2")
        await learner.press("f10")
        assert "3 components for this question" in head(learner)
        assert "scaled_dot_product_scores" in learner.screen
        called = learner.screen.index("Attention, called by these")
        assert learner.screen.index("dot_product_scores", called) > called
        await learner.press("enter", "escape", "escape")
        assert "Attention by hand" in learner.screen
        assert "1 2" in learner.screen


async def test_a_question_without_steps_does_not_offer_the_reference(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="why-scale") as learner:
        await learner.press("enter", "f10")
        assert "Why the scale" in learner.screen


@pytest.mark.parametrize("size", [(40, 12), (1, 1)])
async def test_every_size_is_usable_or_at_least_harmless(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with learner_at(tmp_path, size=size) as learner:
        await learner.press("f", "down", "enter", "pagedown", "down", "n")
        assert size == (1, 1) or "recurrent.lstm_step" in head(learner)
