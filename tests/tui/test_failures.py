"""What goes wrong beneath the screens is told in words, and nothing that was entered is lost."""

from pathlib import Path

import pytest

from quizzer.progress.failures import LogError
from quizzer.progress.log import Log
from quizzer.study.errors import StudyError
from quizzer.tui.app import QuizzerApp
from tests.tui.driver import Learner, learner_at, tiny_app


async def test_a_log_that_cannot_be_written_says_so_and_keeps_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "b")
        _refuse_writing(learner, monkeypatch)
        await learner.press("enter")
        assert "That did not work" in learner.screen
        assert "the disk is full [/]" in learner.screen
        await learner.press("enter")
        assert learner.app.screen.query_one(".choice").answer == {"choice": "B"}
        monkeypatch.undo()
        await learner.press("enter")
        assert learner.session.verdict is not None


@pytest.mark.parametrize("keys", ["s right", "i right", "i p", "p", "enter"])
async def test_a_log_that_is_damaged_meanwhile_is_told_on_every_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise LogError("The log cannot be read: the file is damaged.")

    async with learner_at(tmp_path) as learner:
        assert learner.app.study is not None
        monkeypatch.setattr(learner.app.study.log, "outline", refuse)
        await learner.press(*keys.split())
        assert "That did not work" in learner.screen
        assert "the file is damaged" in learner.screen
        await learner.press(*["escape"] * 4)
        assert "That did not work" not in learner.screen  # though every screen reads it again
        assert "items seen" in learner.screen
        monkeypatch.undo()
        await learner.press("enter")
        assert "Attention · 1 of 4" in learner.screen


@pytest.mark.parametrize(
    ("before", "key"),
    [
        ("", "x"),
        ("enter", "m"),
        ("enter", "f6"),
        ("enter f4 f4", "u"),
        ("end enter f4 f4 enter", "u"),
    ],
    ids=["no placement", "bookmark", "put off", "take back", "take back after the last"],
)
async def test_whatever_cannot_be_written_down_is_told_and_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, key: str
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press(*before.split())
        shown = learner.screen
        _refuse_writing(learner, monkeypatch)
        await learner.press(key)
        assert "the disk is full [/]" in learner.screen
        await learner.press("escape")
        assert learner.screen == shown
        monkeypatch.undo()
        await learner.press(key)
        assert learner.screen != shown


async def test_a_solution_that_cannot_be_shown_says_why_below_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StudyError("No variant of this can be drawn [/].")

    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        monkeypatch.setattr(learner.session, "solution", refuse)
        await learner.press("f4", "f4")
        assert "No variant of this can be drawn [/]." in learner.screen
        await learner.press("escape")
        assert learner.session.verdict is not None
        assert "A dot product of d_k terms has variance d_k." in learner.everything


def _refuse_writing(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise LogError("The log cannot be written: the disk is full [/].")

    assert learner.app.study is not None
    monkeypatch.setattr(learner.app.study.history, "append", refuse)


async def test_an_answer_given_in_another_window_moves_on(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "b")
        study = learner.app.study
        other = study.resume(learner.session.id)
        other.submit({"choice": "A"})
        await learner.press("enter")
        assert "answered in another window" in learner.screen
        await learner.press("enter")
        assert "Attention · 2 of 4" in learner.screen


async def test_banks_that_cannot_be_read_end_the_app_with_words() -> None:
    def fail() -> None:
        raise StudyError("banks/01.yaml:3:5: a[i] is no kind [/]")

    app = QuizzerApp(fail, lambda: ())
    async with app.run_test(size=(80, 24)) as pilot:
        learner = Learner(pilot)
        await learner.settle()
        assert "banks/01.yaml:3:5: a[i] is no kind [/]" in learner.screen
        await learner.press("enter")
    assert app.return_code == 1


async def test_a_log_that_cannot_be_read_at_the_start_ends_the_app_with_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise LogError("The log cannot be read: the file is damaged.")

    monkeypatch.setattr(Log, "outline", refuse)
    app = tiny_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        learner = Learner(pilot)
        await learner.settle()
        assert "the file is damaged" in learner.screen
        await learner.press("enter")
    assert app.return_code == 1


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("can't start new thread")])
async def test_refused_memory_ends_the_app_with_words(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    app = QuizzerApp(fail, lambda: ())
    with pytest.raises(Exception, match="not enough memory"):
        async with app.run_test(size=(80, 24)) as pilot:
            await Learner(pilot).settle()
    assert app.return_code == 1
    said = capsys.readouterr().err.split()
    assert said[:6] == ["quizzer:", "there", "is", "not", "enough", "memory."]
    assert said[-4:] == ["Your", "answers", "are", "safe."]
