"""Lines to order, pairs to match and open answers, key by key."""

from pathlib import Path

import pytest

from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.rows import Row
from tests.tui.driver import Learner, learner_at

ORDER, MATCH, OPEN = "put-in-order", "match-masks", "say-why"
LINES = ["attend", "add a[i] and [/]", "normalise", "feed forward"]
TEXT = "A Jacobian [each] step; clipping. h i q u n"


def letters(learner: Learner, texts: list[str]) -> list[str]:
    """The letters that these lines have in this variant."""
    by_text = {text: letter for letter, text in learner.session.question.presentation.options}
    return [by_text[text] for text in texts]


def answer(learner: Learner) -> dict[str, str]:
    """What is entered now."""
    return learner.app.screen.query_one(AnswerPanel).answer


# Lines to order


async def test_an_order_is_typed_letter_by_letter(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=ORDER) as learner:
        await learner.press("enter")
        right = letters(learner, LINES)
        await learner.press(*(letter.lower() for letter in right[:-1]))
        assert f"Typed so far: {' '.join(right[:-1])}." in learner.screen
        assert answer(learner) == {"order": " ".join(right)}
        await learner.press("enter")
        assert "✓ Right" in learner.screen
        assert learner.screen.count("✓ ") == 5  # four lines and the verdict


async def test_a_letter_typed_wrongly_is_typed_anew(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=ORDER) as learner:
        await learner.press("enter")
        right = letters(learner, LINES)
        await learner.press(right[1].lower(), "backspace")
        await learner.press(*(letter.lower() for letter in right))
        assert answer(learner) == {"order": " ".join(right)}


async def test_lines_are_moved_with_space_and_arrows(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=ORDER) as learner:
        await learner.press("enter", "space", "down", "down")
        assert answer(learner) == {"order": "B C A D"}
        assert "≡ 3. A" in learner.screen
        assert "Holding A" in learner.screen
        await learner.press("enter")  # puts it down and does not check
        assert learner.session.verdict is None
        assert "› 3. A" in learner.screen
        await learner.press("up", "space", "up", "up", "up", "space")
        assert answer(learner) == {"order": "C B A D"}


async def test_the_order_as_shown_is_no_answer(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=ORDER) as learner:
        await learner.press("enter", "enter")
        assert "Put the lines in order first." in learner.screen
        assert learner.session.verdict is None


async def test_a_line_out_of_place_is_marked_with_its_place(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=ORDER) as learner:
        await learner.press("enter")
        first, *rest = letters(learner, LINES)
        await learner.press(*(letter.lower() for letter in [*rest, first]), "enter")
        assert "◐ Partly right: 3/4 of the points" in learner.screen
        assert f"✗ 4. → 1 {first}" in learner.screen
        assert f"✓ 1.     {rest[0]}" in learner.screen
        assert f"To be moved: {first} comes first." in learner.screen


async def test_the_solution_shows_the_right_order(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=ORDER) as learner:
        await learner.press("enter", "i", "i")
        for number, line in enumerate(LINES, 1):
            assert f"{number}.  {line}" in learner.everything


# Pairs


async def test_pairs_are_matched_by_letter(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=MATCH) as learner:
        await learner.press("enter")
        assert "Type the letter that goes with this line." in learner.screen
        right = letters(learner, ["source padding", "the future w[/path]", "memory padding"])
        await learner.press(*(letter.lower() for letter in right))
        assert "Type the letter" not in learner.screen
        assert f"[{right[1]}]  decoder — the future w[/path]" in learner.screen
        await learner.press("enter")
        assert "✓ Right" in learner.screen
        assert learner.session.summary().right == 1


async def test_arrows_walk_through_the_right_sides_and_numbers_go_to_a_line(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, first=MATCH) as learner:
        await learner.press("enter", "left", "down", "right", "right", "3", "a")
        assert answer(learner) == {"1": "D", "2": "B", "3": "A"}
        await learner.press("backspace")
        assert answer(learner) == {"1": "D", "2": "B"}
        await learner.press("enter")
        assert "Still empty: 3." in learner.screen
        assert learner.session.verdict is None


async def test_wrong_pairs_show_where_they_belong(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=MATCH) as learner:
        await learner.press("enter")
        source, future, none = letters(
            learner, ["source padding", "the future w[/path]", "nothing at all"]
        )
        await learner.press(future.lower(), none.lower(), "enter", "enter")
        assert "✗ Not right yet" in learner.everything
        assert f"✗ 1. [{future}] → {source}" in learner.everything
        assert f"✗ {none} belongs to none of them." in learner.everything
        assert f"✗ {future} belongs to: decoder" in learner.everything


@pytest.mark.parametrize("item", [MATCH, ORDER, "why-scale"])
async def test_a_note_leaves_the_question_above_many_rows_in_sight(
    tmp_path: Path, item: str
) -> None:
    async with learner_at(tmp_path, first=item, size=(60, 15)) as learner:
        await learner.press("enter")
        title = learner.session.question.item.title
        assert title in learner.screen
        await learner.press("i")  # a note takes lines away
        assert "Press again to see the solution" in learner.screen
        assert title in learner.screen


async def test_the_mouse_may_do_what_keys_do(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=MATCH) as learner:
        await learner.press("enter")
        rows = {row.key: row for row in learner.app.screen.query(Row)}
        await learner.pilot.click(rows["2"])
        await learner.pilot.click(rows["C"])
        assert answer(learner) == {"2": "C"}


# Open answers


async def written(learner: Learner) -> None:
    """Write the text and go on to judge it."""
    await learner.press("enter")
    await learner.type(TEXT)
    await learner.press("f5", "f5")


async def test_while_writing_letters_are_letters_and_enter_is_a_new_line(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("enter")
        await learner.type("h i s q")
        await learner.press("enter")
        await learner.type("u n 0")
        assert answer(learner) == {"answer": "h i s q\nu n 0"}
        assert "Jacobians J[t][/]" not in learner.screen
        assert "Hint" not in learner.screen


async def test_the_key_points_are_shown_once_the_text_stands(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("enter")
        await learner.type(TEXT)
        await learner.press("f5")
        assert "you can no longer change your text" in " ".join(learner.screen.split())
        assert "Jacobians J[t][/]" not in learner.screen
        await learner.press("f5")
        assert "› [½?] A product of Jacobians J[t][/]." in learner.screen
        assert "found: Jacobian" in learner.screen
        assert "[0?] Factors below 1 vanish." in learner.screen
        assert "[1?] Clipping treats explosion only." in learner.screen
        await learner.press("x")
        assert answer(learner) == {"answer": TEXT, "points": "? ? ?"}


async def test_marks_are_given_by_number_and_weighted(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await written(learner)
        assert "Enter as shown" in learner.screen
        await learner.press("1", "5", "0")
        assert answer(learner)["points"] == "1 ½ 0"
        assert "Enter check" in learner.screen
        assert "as shown" not in learner.screen.splitlines()[-1]
        assert "[0 ] Clipping" in learner.screen
        await learner.press("enter")
        assert learner.session.verdict.score == 5 / 8  # (2 · 1 + ½ + 0) / 4
        assert "5/8 of the points" in learner.screen
        assert "Enter next" in learner.screen.splitlines()[-1]
        assert "◐ [½ ] Factors below 1 vanish." in learner.screen
        assert learner.everything.count("Factors below 1 vanish.") == 1
        assert "Nobody has judged" not in learner.everything


async def test_enter_takes_the_suggestions_one_by_one(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await written(learner)
        await learner.press("enter", "enter", "enter")
        assert answer(learner)["points"] == "½ 0 1"
        await learner.press("up", "right", "right", "left", "enter")
        assert learner.session.verdict.score == 5 / 8  # (2 · ½ + ½ + 1) / 4


async def test_suggestions_left_open_are_graded_only_when_asked_twice(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await written(learner)
        await learner.press("0", "f5")
        assert "2 marks are still guesses." in learner.screen
        await learner.press("0", "f5")
        assert "One mark is still a guess." in learner.screen
        await learner.press("u", "f5")
        assert learner.session.verdict is None
        await learner.press("f5")
        assert "2 of 3 marks are still suggestions" in learner.everything


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_after_the_verdict_a_strong_answer_stands_beside_yours(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with learner_at(tmp_path, first=OPEN, size=size) as learner:
        await written(learner)
        assert "Each step back" not in learner.everything
        await learner.press("0", "0", "0", "enter")
        lines = [line.strip() for line in learner.everything.splitlines()]
        headings = [line for line in lines if "A strong answer" in line]
        assert ("Yours" in headings[0]) == (size[0] == 80)
        assert "`" not in "".join(headings)
        assert "a[i]" in learner.everything
        assert TEXT.split(";")[0] in learner.everything


async def test_who_gives_up_reads_a_strong_answer_first_in_the_whole_width(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("enter", "f4", "f4")
        assert "The solution is shown." in learner.screen
        assert "A strong answer" in learner.screen
        assert "Yours" not in learner.everything
        assert "Solution" in learner.everything


async def test_text_stage_and_marks_outlive_the_app(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await written(learner)  # and killed at once
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("enter")
        assert answer(learner) == {"answer": TEXT, "points": "? ? ?"}
        assert "› [½?] A product of Jacobians" in learner.screen
        await learner.press("1", "escape")
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("enter")
        assert answer(learner) == {"answer": TEXT, "points": "1 ? ?"}
        await learner.press("0", "0", "enter", "u")
        assert answer(learner) == {"answer": TEXT, "points": "1 0 0"}
        assert "Answer taken back" in learner.screen


async def test_undo_takes_back_the_last_mark_given(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await written(learner)
        await learner.press("0", "right", "u")
        assert answer(learner)["points"] == "0 ? ?"
        await learner.press("f8")
        assert answer(learner)["points"] == "? ? ?"
        assert "› [½?] A product of Jacobians" in learner.screen


@pytest.mark.parametrize("item", [ORDER, MATCH, OPEN])
@pytest.mark.parametrize("size", [(20, 5), (1, 1)])
async def test_no_size_crashes_and_no_key_either(
    tmp_path: Path, item: str, size: tuple[int, int]
) -> None:
    keys = ["space", "up", "left", "right", "backspace", "1", "0", "minus", "a", "down", "f5", "f5"]
    async with learner_at(tmp_path, first=item, size=size) as learner:
        await learner.press("enter", *keys, *keys, "enter", "enter")
        learner.session.summary()
