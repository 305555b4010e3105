"""What to do next: the overview, and which items a session takes up."""

from collections.abc import Callable

import pytest

from quizzer.exercises.drawing import draw
from quizzer.grading.grade import grade
from quizzer.study.choosing import fresh_variant
from quizzer.study.errors import StudyError
from quizzer.study.study import Study
from tests.study.builders import EMPTY, RIGHT, WRONG, Machine, fill, open_item
from tests.study.practising import answer, planned


def offered(study: Study, topic: str) -> tuple[str, str]:
    card = next(c for c in study.overview().topics if c.topic.id == topic)
    return card.next_action, card.next_action_text


# The overview


def test_a_new_learner_is_offered_new_items_in_the_order_of_the_check_list(
    machine: Machine,
) -> None:
    overview = machine.start().overview()
    assert [
        (c.topic.id, c.items, c.seen, c.mastered, c.due, c.next_action, c.next_action_text)
        for c in overview.topics
    ] == [
        ("attention", 3, 0, 0, 0, "practice", "practise 3 new"),
        ("masks", 2, 0, 0, 0, "practice", "practise 2 new"),
    ]
    assert (overview.due, overview.resumable) == (0, None)


def test_an_interrupted_session_is_offered_first(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    answer(session, RIGHT)
    session.leave()
    again = machine.start()
    assert offered(again, "attention") == ("resume", "resume at 2 of 3")
    assert offered(again, "masks")[0] == "practice"
    resumable = again.overview().resumable
    assert resumable is not None
    assert (resumable.session, resumable.position, resumable.total) == (session.id, 1, 3)
    assert again.open_session("attention").id == session.id


def test_a_session_in_which_nothing_happened_is_not_offered_again(machine: Machine) -> None:
    study = machine.start()
    study.start_practice("attention").leave()
    assert offered(study, "attention") == ("practice", "practise 3 new")


def test_a_draft_is_reason_enough_to_go_on(machine: Machine) -> None:
    machine.start().start_practice("attention").save_draft({"x": "ri"})
    assert offered(machine.start(), "attention") == ("resume", "resume at 1 of 3")


def test_due_items_are_offered_before_new_ones(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention", limit=2)
    answer(session, RIGHT, RIGHT)
    machine.clock.pass_days(2)
    overview = study.overview()
    assert (overview.due, overview.topics[0].due) == (2, 2)
    assert offered(study, "attention") == ("review", "review 2 due")
    review = study.open_session("attention")
    assert (review.mode, review.topic, planned(review)) == ("review", "attention", ["a-1", "a-2"])


def test_weak_items_are_offered_when_nothing_is_new_or_due(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("attention"), RIGHT, WRONG, WRONG)
    assert offered(study, "attention") == ("again", "practise 2 weak")
    assert planned(study.open_session("attention"))[:2] == ["a-2", "a-3"]


def test_everything_done_is_said(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("attention"), RIGHT, RIGHT, RIGHT)
    card = study.overview().topics[0]
    assert (card.seen, card.mastered, card.next_action) == (3, 3, "done")
    assert planned(study.open_session("attention"))


def test_a_topic_without_items_says_so(machine_with: Callable[..., Machine]) -> None:
    study = machine_with(attention=[], masks=[fill("m-1")]).start()
    assert offered(study, "attention") == ("empty", "no questions yet")
    with pytest.raises(StudyError, match="nothing to practise"):
        study.open_session("attention")


def test_what_cannot_be_asked_yet_is_neither_counted_nor_asked(
    machine_with: Callable[..., Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.grading.availability.available_kind", lambda kind: kind != "open")
    study = machine_with(attention=[open_item("a-0"), fill("a-1")]).start()
    assert study.overview().topics[0].items == 1
    assert planned(study.start_practice("attention")) == ["a-1"]


def test_mastery_is_lost_with_the_first_answer_of_a_later_day(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("attention"), RIGHT, RIGHT, RIGHT)
    machine.clock.pass_days(3)
    answer(study.start_review(), WRONG)
    assert study.overview().topics[0].mastered == 2


def test_answers_from_another_process_are_seen(machine: Machine) -> None:
    here, there = machine.start(), machine.start()
    answer(there.start_practice("attention"), RIGHT, RIGHT)
    assert here.overview().topics[0].seen == 2


def test_unknown_topics_and_sessions_are_refused_in_words(machine: Machine) -> None:
    study = machine.start()
    with pytest.raises(StudyError, match="no topic 'atention'"):
        study.open_session("atention")
    with pytest.raises(StudyError, match="no session"):
        study.resume("0")


# Which items, and in which order


def test_new_items_come_in_bank_order_but_after_their_prerequisites(
    machine_with: Callable[..., Machine],
) -> None:
    machine = machine_with(
        attention=[
            fill("a-1", prerequisites=["a-3", "elsewhere"]),
            fill("a-2"),
            fill("a-3", prerequisites=["a-4"]),
            fill("a-4", prerequisites=["a-1"]),  # a circle
        ]
    )
    session = machine.start().start_practice("attention")
    assert planned(session) == ["a-4", "a-3", "a-1", "a-2"]


def test_new_items_of_a_lower_level_come_first_but_for_what_they_need(
    machine_with: Callable[..., Machine],
) -> None:
    machine = machine_with(
        attention=[
            fill("hard", level="senior"),
            fill("needed", level="mid"),
            fill("first"),
            fill("second", prerequisites=["needed"]),
            fill("other", level="mid"),
        ]
    )
    session = machine.start().start_practice("attention")
    assert planned(session) == ["first", "needed", "second", "other", "hard"]


def test_practice_takes_due_then_new_then_weakest(machine_with: Callable[..., Machine]) -> None:
    machine = machine_with(attention=[fill(f"a-{n}") for n in range(1, 6)])
    study = machine.start()
    answer(study.start_practice("attention", limit=2), WRONG, RIGHT)  # due in 1 and 2 days
    machine.clock.pass_days(1)
    assert planned(study.start_practice("attention")) == ["a-1", "a-3", "a-4", "a-5", "a-2"]


def test_a_session_has_ten_items_unless_told_otherwise(
    machine_with: Callable[..., Machine],
) -> None:
    study = machine_with(attention=[fill(f"a-{n}") for n in range(15)]).start()
    assert study.start_practice("attention").total == 10
    assert study.start_practice("attention", limit=4).total == 4


def test_review_mixes_the_topics(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("attention"), RIGHT, RIGHT, RIGHT)
    answer(study.start_practice("masks"), RIGHT, RIGHT)
    machine.clock.pass_days(2)
    review = study.start_review()
    assert planned(review) == ["a-1", "m-1", "a-2", "m-2", "a-3"]
    assert (review.mode, review.topic) == ("review", None)


def test_with_nothing_due_there_is_no_review(machine: Machine) -> None:
    with pytest.raises(StudyError, match="Nothing is due"):
        machine.start().start_review()


def test_a_new_session_ends_the_open_one_of_its_topic_only(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("attention"), RIGHT)
    kept = study.start_practice("masks")
    answer(kept, RIGHT)
    study.start_practice("attention")
    assert offered(study, "attention")[0] == "practice"
    assert offered(study, "masks")[0] == "resume"


# Variants


def test_every_attempt_gets_a_fresh_variant_even_after_undo(machine: Machine) -> None:
    study = machine.start()
    numbers = []
    for _ in range(3):
        session = study.start_practice("masks", limit=2)
        numbers += [place.variant for place in session.plan if place.item == "m-1"]
        while session.question and session.question.item.id != "m-1":
            answer(session, RIGHT)
        session.submit(WRONG)
        session.undo()
    assert numbers == [0, 1, 2]


def test_a_variant_tried_from_the_command_line_is_not_drawn_again(machine: Machine) -> None:
    study = machine.start()
    item = machine.library.items["a-1"]
    for number in (0, 2):
        variant = draw(item, number)
        study.record(variant, RIGHT, grade(item, variant, RIGHT), seconds=3)
    assert fresh_variant("a-1", study.history) == 3
    assert fresh_variant("a-2", study.history) == 0
    attempt = machine.start().log.attempts()[0]
    assert (attempt.session, attempt.item, attempt.topic) == (None, "a-1", "attention")
    assert machine.start().overview().topics[0].seen == 1


def test_what_was_not_understood_is_not_recorded(machine: Machine) -> None:
    study = machine.start()
    item = machine.library.items["a-1"]
    variant = draw(item, 0)
    with pytest.raises(StudyError, match="not understood"):
        study.record(variant, EMPTY, grade(item, variant, EMPTY))
    assert study.log.events() == []
