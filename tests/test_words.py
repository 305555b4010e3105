"""Things that are said everywhere in the same words."""

from quizzer.words import counted


def test_one_of_a_thing_and_several() -> None:
    assert [counted(n, "item") for n in (0, 1, 2)] == ["0 items", "1 item", "2 items"]
