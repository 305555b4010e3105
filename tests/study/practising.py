"""What a learner does in a session, and what is asked there."""

from quizzer.study.session import Session
from quizzer.study.study import Study
from tests.study.builders import RIGHT, WRONG, Machine


def answer(session: Session, *answers: dict[str, str]) -> None:
    """Answer one question after another, and go on after each."""
    for given in answers:
        session.submit(given)
        session.advance()


def planned(session: Session) -> list[str]:
    """The items of a session in the order in which they are asked."""
    return [place.item for place in session.plan]


def item_of(session: Session) -> str | None:
    """The item that is asked now."""
    question = session.question
    return question.item.id if question else None


def answer_all(session: Session) -> None:
    """Answer all that is left rightly."""
    while session.state == "asking":
        session.submit(RIGHT)
        session.advance()


def reviewed(machine: Machine) -> tuple[Study, Session]:
    """A review of a-1 and a-2, both answered the days before."""
    study = machine.start()
    answer(study.start_practice("attention", limit=2), WRONG, WRONG)
    machine.clock.pass_days(2)
    return study, study.start_review()


def after_a_crash(machine: Machine, session: Session) -> Session:
    """The session in a program that was started anew."""
    return machine.start().resume(session.id)
