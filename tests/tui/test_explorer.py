"""The forward pass in the app: step by step, done wrongly, and from there to code and questions."""

from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from reference.gradients.training import TrainingPlan
from tests.tui.driver import Learner, learner_at, tiny_app

TO_WEIGHTS = ["right"] * 12  # from the embedding to the weights of the first layer


def head(learner: Learner) -> str:
    return learner.screen.splitlines()[0]


def lines(learner: Learner) -> list[str]:
    return [line.strip() for line in learner.screen.splitlines()]


async def test_a_step_has_name_formula_reason_shapes_and_numbers(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w")
        assert head(learner).split()[-3:] == ["1", "of", "118"]
        assert "Embedding lookup" in learner.screen
        await learner.press(*TO_WEIGHTS)
        assert "Encoder layer 1 · self-attention" in head(learner)
        assert "A[i, j] = exp(S[i, j]) / Σ_j exp(S[i, j])" in learner.screen
        assert "S (2 heads, 6 queries, 6 keys)  →  A (2 heads, 6 queries, 6 keys)" in learner.screen
        columns = next(line for line in lines(learner) if line.startswith("the  animal"))
        assert columns.split() == ["the", "animal", "was", "very", "tired", "</s>"]
        row = next(line for line in lines(learner) if line.startswith("very"))
        numbers = [text.strip("░▒▓█") for text in row.split("│")[1].split()]
        assert abs(sum(map(float, numbers)) - 1) < 0.03


async def test_next_and_previous_heads_and_layers_are_a_key_away(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", *TO_WEIGHTS)
        assert "head 1/2" in learner.screen
        await learner.press("h")
        assert "head 2 of 2, rows: queries, columns: keys" in learner.screen
        await learner.press("h")
        assert "all heads" in learner.screen
        assert "head 2 of 2" in learner.everything
        await learner.press("l")
        assert "Encoder layer 2 · self-attention" in head(learner)
        assert "Softmax" in learner.screen
        await learner.press("l", "left")
        assert "Encoder layer 1 · self-attention" in head(learner)
        assert "Scaling by √d_k" in learner.screen


async def test_without_the_scale_the_step_tells_what_breaks_and_what_follows_is_marked(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", *TO_WEIGHTS, "1")
        assert "✗ no √d_k" in learner.screen
        assert "≠ changed by up to 0.30" in learner.screen
        text = learner.everything
        assert "What breaks: no √d_k" in text
        assert "entropy" in text
        await learner.press("left", "left")
        assert "≠" not in learner.screen  # the products come before the fault
        assert "= nothing changes here" in learner.screen
        await learner.press("1", "right", "right")
        assert "nothing changes" not in learner.screen
        assert "≠" not in learner.screen


async def test_of_several_faults_each_is_said_to_be_measured_alone(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", *TO_WEIGHTS, "1")
        assert "What breaks: no √d_k, head 1" in learner.everything
        await learner.press("4")
        assert "with no √d_k, softmax over queries" in learner.everything
        assert "What breaks: no √d_k alone, head 1" in learner.everything
        assert "What breaks: softmax over queries alone, head 1" in learner.everything


async def test_the_right_one_stands_beside_the_broken_one_where_there_is_room(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, size=(120, 40)) as learner:
        await learner.press("w", *TO_WEIGHTS, "1")
        captions = next(line for line in lines(learner) if "with no √d_k" in line)
        assert "right" in captions.split("with no √d_k")[0]
        assert "c right one" not in learner.screen  # it is there already


async def test_on_a_small_screen_a_key_brings_the_right_one_to_the_front(tmp_path: Path) -> None:
    async with learner_at(tmp_path, size=(72, 20)) as learner:
        await learner.press("w", *TO_WEIGHTS, "1")
        assert "with no √d_k" in learner.screen
        assert "c right one" in learner.screen
        await learner.press("c")
        assert "with no √d_k" not in learner.screen
        assert "right" in lines(learner)
        await learner.press("1", "1")
        assert "with no √d_k" in learner.screen  # broken again, it is shown broken


async def test_the_list_of_steps_leads_anywhere(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", "g", "end")
        assert "Probabilities of the next word" in learner.screen
        await learner.press("enter")
        assert "118 of 118" in head(learner)
        assert "P(next | target so far, source)" in learner.screen
        await learner.press("g", "home", "escape")
        assert "1 of 118" in head(learner)
        await learner.press("escape")
        assert "quizzer" in head(learner)


async def test_another_sentence_is_followed_and_what_cannot_be_is_said(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", "s")
        assert "Enter follow it" in learner.screen
        await learner.press("ctrl+u")
        await learner.paste("[/] \x1b[31mno \u202e→ nein")
        await learner.press("enter")
        assert "Embedding lookup" in learner.screen
        assert "nein" in learner.everything
        assert not set(learner.screen) & {"\x1b", "\u202e"}
        await learner.press("s", "ctrl+u")
        await learner.type("word " * 13)
        await learner.press("enter")
        assert "At most 12 words" in learner.screen
        await learner.press(*["backspace"] * 6, "enter")  # corrected, not typed again
        assert "word word word" in learner.everything
        assert "At most 12 words" not in learner.screen


async def test_no_shape_is_broken_where_a_line_ends(tmp_path: Path) -> None:
    async with learner_at(tmp_path, size=(60, 24)) as learner:
        await learner.press("w", *["right"] * 10)
        assert [line for line in lines(learner) if "2 heads" in line] == [
            "Q (2 heads, 6 queries, 4 d_k)",
            "K (2 heads, 6 keys, 4 d_k)",
            "→  S (2 heads, 6 queries, 6 keys)",
        ]


async def test_padding_and_other_weights(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", "d")
        assert "<pad>" in learner.screen
        before = learner.everything
        await learner.press("r")
        assert "seed 1" in learner.everything
        assert learner.everything != before
        await learner.press("d", "d")
        assert "tired </s> <pad> <pad> <pad> →" in " ".join(learner.everything.split())
        await learner.press("d")
        assert "<pad>" not in learner.everything


async def test_keys_of_ones_own_are_named_beside_what_they_do(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "config.toml").write_text(
        "[keys]\nexplorer.no-scale = 'x'\nexplorer.sentence = 'v'\nexplorer.reference = 'z'\n"
    )
    async with learner_at(tmp_path) as learner:
        await learner.press("w", "x")
        assert "x ✗ no √d_k  2 ✓ mask" in learner.screen
        assert "z  embeddings.embed" in learner.everything
        assert "v  the animal" in learner.everything


async def test_a_step_leads_to_its_code_and_back(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", *TO_WEIGHTS, "f")
        assert "activations.softmax" in head(learner)
        await learner.press("w")  # and from the code to the first step that it does
        assert "Softmax: attention weights" in learner.screen
        await learner.press("escape", "escape", "escape")
        assert "quizzer" in head(learner)


async def test_a_step_leads_to_the_questions_about_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w", *TO_WEIGHTS, "i")
        assert "Questions about: Softmax: attention weights" in learner.screen
        assert "Attention by hand" in learner.screen
        await learner.press("enter")
        assert "practice" in head(learner)
        await learner.press("f4", "f4")
        left = learner.session.id
        await learner.press("escape", "i", "enter")
        assert "You left the questions about the forward pass at question 2 of" in learner.screen
        await learner.press("n")
        assert (learner.session.id == left, learner.session.position) == (False, 0)


async def test_a_question_leads_to_its_step_and_keeps_what_is_typed(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.type("1 2")
        await learner.press("ctrl+n")
        assert "Scaling by √d_k" in learner.screen
        await learner.press("escape")
        assert "Attention by hand" in learner.screen
        assert "1 2" in learner.screen


async def test_the_trained_model_shows_a_diagonal_and_training_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.explorer.learning.TrainingPlan", partial(TrainingPlan, steps=3))
    async with learner_at(tmp_path) as learner:
        await learner.press("w", "s", "ctrl+u")
        await learner.type("my dog sleeps → mein Hund")
        await learner.press("enter", "w")
        assert "Decoder layer 1 · cross-attention" in head(learner)
        assert "trained for 3 steps" in learner.everything
        await learner.press("s", "ctrl+u")
        await learner.type("abz")
        await learner.press("enter")
        assert "The trained model knows the letters a to j" in learner.screen
        await learner.press("s", "ctrl+u")
        await learner.type("abc → c")
        await learner.press("enter")
        assert "a b c → <s> c; weights" in learner.everything
        assert "letters a to j" not in learner.screen
        await learner.press("w")
        assert "my dog sleeps </s> → <s> mein Hund; weights" in learner.everything
        assert "never trained" in learner.everything


@pytest.mark.parametrize("size", [(60, 20), (1, 1)])
async def test_every_size_is_usable_or_at_least_harmless(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with learner_at(tmp_path, size=size) as learner:
        await learner.press("w", *TO_WEIGHTS, "1", "2", "3", "4", "g", "down", "escape", "pagedown")
        assert size == (1, 1) or "of 118" in head(learner)


async def _without_the_scale(pilot: Pilot[int]) -> None:
    learner = Learner(pilot)
    await learner.settle()
    await learner.press("w", *TO_WEIGHTS, "1")


def test_right_beside_broken_with_the_list_of_steps(snap_compare, tmp_path: Path) -> None:
    app = tiny_app(tmp_path)
    assert snap_compare(app, terminal_size=(120, 40), run_before=_without_the_scale)


def test_without_colour_blocks_tell_the_weights_apart(
    snap_compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = tiny_app(tmp_path)
    assert snap_compare(app, terminal_size=(80, 24), run_before=_without_the_scale)
