"""What is painted between two layouts, and behind dialogs."""

from pathlib import Path

from textual._context import visible_screen_stack
from textual.renderables.background_screen import BackgroundScreen
from textual.widgets import Static

from quizzer.tui.screens.dialogs import MessageDialog
from quizzer.tui.widgets.open import WritingField
from tests.tui.driver import learner_at


async def test_what_has_just_come_cuts_lines_where_it_stands(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.app.screen.mount(come := Static("x" * 30))
        come.styles.dock, come.styles.width = "right", 30
        compositor = learner.app.screen._compositor
        compositor.render_strips()
        compositor._full_map_invalidated = True  # as after scrolling
        assert come.region.x == 50
        line = compositor.render_strips()[0]
        assert line.cell_length == 80
        assert line.text.endswith("x" * 30)


async def test_a_dialog_below_others_is_painted_anew_over_what_is_below_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        for number in range(3):
            learner.app.push_screen(MessageDialog(f"number {number}", "Text."))
            await learner.settle()
        *_, home, lowest, _middle, _top = learner.app.screen_stack
        visible_screen_stack.set(learner.app._background_screens)  # as when the top is painted
        background = lowest.render()
        assert isinstance(background, BackgroundScreen)
        assert background.screen is home


async def test_a_field_that_has_gone_is_not_painted_any_more(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True, first="say-why") as learner:
        await learner.press("enter")
        await learner.type("a product")
        with learner.app.batch_update():  # until the next layout, a dialog may open above it
            await learner.app.screen.query_one(WritingField).remove()
            assert "a product" not in learner.screen
