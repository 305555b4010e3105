"""What is not seen any more takes no memory: a long evening needs no more than a short one."""

import asyncio
import gc
from pathlib import Path
from weakref import ref

import pytest
from textual._styles_cache import StylesCache
from textual.widgets import TextArea

from tests.tui.driver import learner_at


def painted() -> int:
    """How many widgets' painted lines are held somewhere."""
    gc.collect()
    return sum(type(kept) is StylesCache for kept in gc.get_objects())


async def are_let_go(fields: list[ref[TextArea]]) -> bool:
    """Soon nothing holds them any more; the cancelled timer of a cursor does until it is due."""
    for _ in range(20):
        gc.collect()
        if not any(field() for field in fields):
            return True
        await asyncio.sleep(0.1)
    return False


async def test_what_a_left_screen_painted_is_let_go(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("f1", "escape")
        before = painted()
        await learner.press("f1", "escape", "f1", "escape")
        assert painted() <= before


@pytest.mark.parametrize("item", ["by-hand", "say-why", "write-softmax"])
async def test_fields_of_a_left_question_are_let_go(tmp_path: Path, item: str) -> None:
    async with learner_at(tmp_path, painted=True, first=item) as learner:
        await learner.press("p")
        fields = [ref(field) for field in learner.app.screen.query(TextArea)]
        assert fields
        await learner.press("escape", "escape", "f1", "escape")  # Tab is code: Esc leaves it first
        assert await are_let_go(fields)
