"""A question that is put off comes at the end of its session, also after a crash."""

from tests.study.builders import RIGHT, WRONG, Machine
from tests.study.practising import after_a_crash, item_of, planned, reviewed


def test_a_question_put_off_comes_at_the_end_with_its_draft(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.save_draft({"x": "later"})
    assert session.skip()
    assert (item_of(session), session.position) == ("a-2", 0)
    for expected in ("a-3", "a-1"):
        session.submit(RIGHT)
        session.advance()
        assert item_of(session) == expected
    assert not session.skip()
    question = session.question
    assert question is not None
    assert (question.draft, question.number) == ({"x": "later"}, 3)


def test_it_is_remembered(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.skip()
    session.submit(RIGHT)
    resumed = after_a_crash(machine, session)
    assert (item_of(resumed), resumed.position) == ("a-3", 1)
    assert planned(resumed) == ["a-2", "a-3", "a-1"]


def test_a_session_in_which_nothing_else_was_done_can_go_on(machine: Machine) -> None:
    machine.start().start_practice("attention").skip()
    resumable = machine.start().overview().resumable
    assert resumable is not None
    assert item_of(machine.start().resume(resumable.session)) == "a-2"


def test_what_is_missed_later_is_asked_again_later(machine: Machine) -> None:
    _, session = reviewed(machine)
    assert planned(session) == ["a-1", "a-2"]
    session.skip()
    session.submit(WRONG)
    session.advance()
    assert planned(session) == ["a-2", "a-1", "a-2"]
    assert planned(after_a_crash(machine, session)) == ["a-2", "a-1", "a-2"]
    session.skip()
    assert planned(after_a_crash(machine, session)) == ["a-2", "a-2", "a-1"]
