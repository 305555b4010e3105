"""Keys of one's own: read as people write them, and what would go wrong is found."""

from pathlib import Path

import pytest
from textual.keys import _character_to_key
from textual.widget import Widget

from quizzer.actions.keys import EDITING, KeyNameError, character_of, key_name, read_key
from quizzer.actions.table import ACTIONS
from quizzer.configuration.keymap import Keymap, keymap
from quizzer.configuration.reading import parse
from quizzer.tui.widgets.answer_field import AnswerField
from quizzer.tui.widgets.code_field import CodeField
from quizzer.tui.widgets.line_field import LineField
from quizzer.tui.widgets.open import WritingField
from tests.each import for_each

PATH = Path("config.toml")


def keys_in(text: str) -> Keymap:
    """The keymap of what stands below `[keys]`."""
    return keymap(parse(f"[keys]\n{text}", PATH).keys, PATH)


def problem_of(text: str) -> tuple[str, str]:
    """The one problem of a text, and what helps."""
    (problem,) = keys_in(text).problems
    return str(problem).removeprefix("config.toml:"), problem.suggestion or ""


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("?", "question_mark"),
        ("Esc", "escape"),
        ("Page Up", "pageup"),
        ("PgDn", "pagedown"),
        ("F12", "f12"),
        ("Ctrl+R", "ctrl+r"),
        ("control+s", "ctrl+s"),
        ("Shift+Tab", "shift+tab"),
        ("shift+n", "N"),
        ("N", "N"),
        (",", "comma"),
        ("+", "plus"),
        ("ctrl++", "ctrl+plus"),
        (" ", "space"),
    ],
)
def test_keys_are_read_as_people_write_them(written: str, key: str) -> None:
    assert read_key(written) == key


def test_characters_have_the_names_that_the_terminal_gives_them() -> None:
    for character in [*map(chr, range(32, 127)), "é", "中", "√"]:
        assert read_key(character) == _character_to_key(character)


@for_each("action", ACTIONS, named=lambda action: action.id)
def test_the_usual_keys_are_read_from_how_they_are_shown(action) -> None:
    for key in action.keys:
        assert read_key(key_name(key)) == key


@pytest.mark.parametrize("text", ["", "foo", "ctrl+", "x+y", "ctrl", "\x00", "f25"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(KeyNameError):
        read_key(text)


@pytest.mark.parametrize(
    "text",
    [
        'question.hint = ["z", "F2"]',
        '"question.hint" = ["z", "f2"]',
        'question.hint = "z, f2"',
        'question = {hint = ["z", "f2"]}',
        '[keys.question]\nhint = ["z", "f2"]',
    ],
)
def test_an_action_gets_its_keys_however_it_is_written(text: str) -> None:
    found = keys_in(text)
    assert not found.problems
    assert found.keys == {"question.hint": ("z", "f2")}
    assert found.of("question.hint") == ("z", "f2")
    assert found.of("home.leave") == ("q",)


def test_two_actions_can_change_their_keys() -> None:
    found = keys_in('home.lesson = "r"\nhome.review = "l"')
    assert not found.problems
    assert found.keys == {"home.lesson": ("r",), "home.review": ("l",)}


def test_a_key_that_another_action_of_the_screen_has_is_told() -> None:
    problem, help_text = problem_of('\nhome.lesson = "r"')
    assert problem == (
        "3:1: error keys.home.lesson: “r” already does home.review (review all) here"
    )
    assert help_text == "choose another key, or give home.review another one too"
    assert not keys_in('home.lesson = "r"').keys


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ('question.hint = ["k", "f2"]', "choice.up"),  # the options have the focus
        ('app.light = ["r", "f12"]', "home.review"),
        ('home.lesson = "t"', "app.light"),
        ('choice.mark = "h"', "question.hint"),
        ('typing.indent = "ctrl+o"', "code.editor"),
        ('home.lesson = "z"\nhome.review = "z"', "home.lesson"),
    ],
)
def test_keys_meet_where_actions_work_at_the_same_time(text: str, other: str) -> None:
    assert f"already does {other} " in problem_of(text)[0]


@pytest.mark.parametrize(
    "text", ['home.lesson = "z"\nquestion.hint = ["z", "f2"]', 'plan.day = ["enter", "f5"]']
)
def test_the_same_key_on_other_screens_is_no_conflict(text: str) -> None:
    assert not keys_in(text).problems


def test_the_usual_keys_have_no_conflict() -> None:
    text = "\n".join(f"{a.id} = {[key_name(key) for key in a.keys]}" for a in ACTIONS)
    found = keys_in(text)
    assert not found.problems
    assert all(found.of(action.id) == action.keys for action in ACTIONS)


@pytest.mark.parametrize("empty", ["[]", '""', '[""]'])
def test_no_action_is_left_without_a_key(empty: str) -> None:
    problem, help_text = problem_of(f"app.help = {empty}")
    assert problem == "2:1: error keys.app.help: an action needs a key"
    assert help_text == "remove the line to have ? or F1"


@pytest.mark.parametrize("action", ["question.hint", "interview.hint", "app.help"])
def test_an_action_around_fields_needs_a_key_that_types_nothing(action: str) -> None:
    problem, help_text = problem_of(f'{action} = "z"')
    assert "“z” would do nothing while you type an answer" in problem
    assert help_text.startswith('add a key that fields leave alone: ["z", "f')


@pytest.mark.parametrize("key", ["b", "B", "3"])
def test_a_letter_or_number_that_picks_an_option_does_nothing_else(key: str) -> None:
    assert "picks an option" in problem_of(f'question.hint = ["{key}", "f2"]')[0]
    assert not keys_in(f'home.lesson = "{"v" if key == "b" else key}"').problems


def test_a_key_that_edits_text_does_nothing_while_one_types() -> None:
    problem, help_text = problem_of('question.leave = "Ctrl+X"')
    assert "“Ctrl+x” would do nothing while you type an answer" in problem
    assert help_text == 'add a key that fields leave alone: ["Ctrl+X", "escape"]'
    assert not keys_in('question.leave = ["ctrl+x", "escape"]\nquestion.up = "up"').problems


@pytest.mark.parametrize("field", [AnswerField, CodeField, WritingField, LineField])
def test_the_keys_of_every_field_for_text_are_known(field: type[Widget]) -> None:
    found = field._merge_bindings()
    own = {key for key, bound in found if bound.id is None and bound.key not in ("tab", "enter")}
    assert own <= EDITING


@pytest.mark.parametrize(
    "where", ["app", "question", "interview", "judging", "reference", "dialog"]
)
def test_actions_around_fields_usually_have_such_a_key(where: str) -> None:
    for action in ACTIONS:
        if action.where == where:
            assert any(character_of(key) is None for key in action.keys), action.id


def test_what_is_typed_into_a_field_can_do_nothing_else_there() -> None:
    assert "“a” is typed as text where this action works" in problem_of('cells.up = "a"')[0]
    assert not keys_in('cells.right = ["space", "ctrl+b"]').problems  # as it is usually


@pytest.mark.parametrize(
    ("key", "sent"), [("ctrl+m", "Enter"), ("Ctrl+I", "Tab"), ("ctrl+h", "Backspace")]
)
def test_keys_that_no_terminal_sends_are_told(key: str, sent: str) -> None:
    assert f"terminals send {sent} for" in problem_of(f'home.lesson = "{key}"')[0]


@pytest.mark.parametrize("key", ["shift+1", "Shift+slash", "shift+?"])
def test_a_key_with_shift_is_written_as_the_character_that_it_types(key: str) -> None:
    problem, help_text = problem_of(f'home.lesson = "{key}"')
    assert "terminals send the character that" in problem
    assert help_text == 'write that character, as in "!"'


@pytest.mark.parametrize(
    ("key", "read"), [("shift+n", "N"), ("shift+f3", "shift+f3"), ("shift+space", "shift+space")]
)
def test_other_keys_with_shift_can_be_used(key: str, read: str) -> None:
    assert keys_in(f'home.lesson = "{key}"').keys == {"home.lesson": (read,)}


@pytest.mark.parametrize(
    ("text", "says", "helps"),
    [
        ('home.lesson = "pagup"', 'no key is called "pagup"', "did you mean 'pageup'?"),
        ("home.lesson = 3", "must be a key or a list of keys, in quotes, not 3", 'write "f2"'),
        ("home.lesson = [1]", "must be a key or a list of keys", 'write "f2"'),
        ('home.lessons = "z"', "no such action", "did you mean 'home.lesson'?"),
        ('theme = "dark"', "no such action", "theme is a setting: it belongs above [keys]"),
    ],
)
def test_what_is_not_understood_is_told_with_what_helps(text: str, says: str, helps: str) -> None:
    problem, help_text = problem_of(text)
    assert says in problem
    assert help_text.startswith(helps)
