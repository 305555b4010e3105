"""Computed answers: typed in rows or cell by cell, shown as understood, then marked."""

from pathlib import Path

import pytest

from tests.tui.driver import (
    as_text,
    drawn,
    forget_the_scale,
    learner_at,
    scores_by_hand,
    weights_by_hand,
)


async def test_a_computed_answer_is_shown_as_understood_and_then_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.answering.PREVIEW_AFTER", 60)  # Enter comes first
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        assert "Q  (2, 2)  queries" in learner.screen
        scores = scores_by_hand(learner)
        await learner.paste(as_text(scores, 2))
        await learner.press("enter")
        await learner.paste(as_text(weights_by_hand(scores), 3))
        await learner.press("enter")
        assert "This is how your answer was read" in learner.screen
        assert learner.session.verdict is None
        assert "shape (2, 2)" in learner.everything
        await learner.press("enter")
        assert "✓ Right" in learner.screen


async def test_rows_are_typed_on_lines_and_enter_knows_when_they_are_all_there(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        scores = scores_by_hand(learner)
        first, second = as_text(scores, 2).splitlines()
        await learner.type(first)
        await learner.press("enter")
        await learner.type(second)
        await learner.press("enter")
        await learner.type("1")
        answer = learner.app.screen.query_one(".compute").answer
        assert answer == {"scores": f"{first}\n{second}", "weights": "1"}


async def test_a_forgotten_scale_is_named_and_later_steps_follow_through(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await forget_the_scale(learner)
        page = learner.everything
        assert "▸ Divide by √d_k." in page
        assert "yours" in page
        assert "✗" in page
        assert "↳ weights" in page
        assert "Partly right" in page


async def test_input_that_is_not_understood_costs_nothing_and_keeps_the_focus(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.paste("1 2\n3 cat")
        await learner.preview()
        assert "✗ line 2, column 3: the word 'cat' is not understood." in learner.screen
        await learner.press("f5")  # although the weights are still empty
        assert learner.session.verdict is None
        assert "scores: line 2, column 3" in learner.screen
        assert "Still empty" not in learner.screen
        assert learner.app.screen.query_one(".compute").answer == {"scores": "1 2\n3 cat"}
        assert learner.app.focused.text == "1 2\n3 cat"


async def test_what_is_not_all_typed_yet_is_no_mistake(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.paste("1 2\n3")
        await learner.preview()
        assert "… row 2 has 1 number, but row 1 has 2 numbers." in learner.screen
        assert "✗" not in learner.screen


async def test_what_cannot_be_read_is_not_said_to_be_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.answering.PREVIEW_AFTER", 60)  # F5 comes first
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.paste("1 2\n3 cat")
        await learner.press("f5", "f5")
        assert "is how it was understood" not in learner.screen
        assert "the word 'cat' is not understood. Write numbers. This was not graded." in (
            " ".join(learner.screen.split())
        )


async def test_the_key_bar_says_whether_enter_goes_on_or_checks(tmp_path: Path) -> None:
    def keys() -> str:
        return learner.screen.splitlines()[-1]

    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        assert "Enter go on  F5 check" in keys()
        await learner.paste("1 2\n3 4")
        await learner.press("enter")
        assert "Enter check  F2 hint" in keys()
        await learner.paste("1 2")
        assert "Enter go on  F5 check" in keys()  # a second row is missing
        await learner.paste("\n3 4")
        assert "Enter check  F2 hint" in keys()


async def test_among_cells_the_key_bar_says_whether_enter_checks_and_how_to_get_out(
    tmp_path: Path,
) -> None:
    def keys() -> str:
        return learner.screen.splitlines()[-1]

    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.paste("1 2\n3 4")
        await learner.press("enter")
        assert "F3 cells" in keys()
        await learner.press("f3")
        await learner.type("1")
        assert "Enter go on" in keys()  # to the next empty cell
        assert "F3 as text" in keys()
        await learner.press("down", "right")
        assert "Enter check" in keys()


async def test_a_matrix_can_be_entered_cell_by_cell(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.press("f3")
        await learner.type("1.5")
        await learner.press("tab")
        await learner.type("2 -3")
        await learner.press("right")
        await learner.type("4")
        panel = learner.app.screen.query_one(".compute")
        assert panel.answer == {"scores": "[[1.5, 2],\n [-3, 4]]"}
        await learner.press("backspace")
        assert panel.answer == {"scores": "[[1.5, 2],\n [-3, ?]]"}
        await learner.paste("[[1, 2], [3, 4]]")
        assert panel.answer == {"scores": "[[1, 2],\n [3, 4]]"}
        await learner.press("f3")
        assert panel.answer == {"scores": "[[1, 2],\n [3, 4]]"}
        assert learner.app.focused.text == "[[1, 2],\n [3, 4]]"


async def test_a_cell_that_is_still_empty_is_told_as_such(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter", "f3")
        await learner.type("1.5")
        await learner.preview()
        assert "… this number is still missing. If you do not know it, write 0." in learner.screen
        await learner.press("f5", "f5")
        said = " ".join(learner.screen.split())
        assert "scores: row 1, column 2: this number is still missing. If you do" in said


async def test_a_cell_that_is_not_understood_is_named_and_gone_to(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter", "f3")
        await learner.type("1 2 3")
        await learner.press("tab", *"cat", "up", "left")
        await learner.preview()
        assert "✗ row 2, column 2: the word 'cat' is not understood." in learner.screen
        await learner.press("f5", "f5")
        said = " ".join(learner.screen.split())
        assert "row 2, column 2: the word 'cat' is not understood." in said.split("✗")[-1]
        assert "cat‹" in said


async def test_decimal_commas_and_points_may_stand_in_cells_side_by_side(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter", "f3")
        await learner.type("1,5 2 .5 ,25")
        await learner.preview()
        assert "[1.50 2.00]" in learner.screen
        assert "[0.50 0.25]" in learner.screen


async def test_what_is_typed_and_how_it_is_read_come_into_sight(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand", size=(60, 13)) as learner:
        await learner.press("enter")
        assert "▌" not in learner.screen
        await learner.type("7 8")
        await learner.preview()
        assert "▌ 7 8" in learner.screen
        await learner.type("; 9 6")
        await learner.preview()
        assert "[9 6]]" in learner.screen


async def test_the_arrow_keys_lead_out_of_the_cells(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter", "f3", "down", "down")
        await learner.type("5")
        await learner.press("up")
        await learner.type("6")
        panel = learner.app.screen.query_one(".compute")
        assert panel.answer["weights"] == "5"
        assert "6" in panel.answer["scores"]


async def test_keys_act_in_the_order_in_which_they_come(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.at_once(*"1 2", "enter", *"3 4", "left", "backspace", "5")
        assert learner.app.focused.text == "1 2\n354"
        await learner.press("f3")
        await learner.at_once("up", "7", "left", "8", "tab", "9", "down", "6", "5", "backspace")
        panel = learner.app.screen.query_one(".compute")
        assert panel.answer == {"scores": "[[8, 9],\n [354, 6]]"}


async def test_enter_after_a_matrix_of_latex_is_done_with_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.type(r"\begin{bmatrix} 1 & 2 \\")
        await learner.press("enter")
        await learner.type(r"3 & 4 \end{bmatrix}")
        await learner.press("enter")
        assert learner.app.focused.text == ""  # the next field
        written = learner.app.screen.query_one(".compute").answer["scores"]
        assert written.count("\n") == 1


async def test_enter_after_a_row_of_cells_leads_to_the_next_row(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter", "f3", *"1", "tab", *"2", "enter", *"3", "tab", *"4")
        panel = learner.app.screen.query_one(".compute")
        assert panel.answer == {"scores": "[[1, 2],\n [3, 4]]"}
        assert learner.session.verdict is None
        while learner.session.verdict is None:
            await learner.press("enter")


async def test_a_mistake_of_an_earlier_step_is_named_without_a_figure_of_ones_own_numbers(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter", "down")
        unscaled = drawn(learner, "Q") @ drawn(learner, "K").T
        await learner.paste(as_text(weights_by_hand(unscaled), 3))
        while learner.session.verdict is None:
            await learner.press("f5")
        assert "▸ This follows from a slip in scores: Divide by √d_k." in learner.everything
        assert "with this mistake" not in learner.everything
