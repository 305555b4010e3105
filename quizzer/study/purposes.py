"""What a session is begun for, as the log keeps it; empty for a topic, or for all that is due."""

PLACEMENT = "placement"
PLAN = "plan"  # the part for today
CHOSEN = "chosen"  # a selection
AGAIN = "again"  # what was missed
STEP = "step"  # of the forward pass
EASIER = "easier"  # before a question that is forgotten again and again
DRILL = "drill: "  # and the mistake

_CALLED = {
    PLACEMENT: "the questions that show where to start",
    PLAN: "a day's part of the plan",
    AGAIN: "what you missed",
    STEP: "the questions about the forward pass",
    EASIER: "an easier question",
}


def called(purpose: str, mode: str, topic: str | None) -> str:
    """What the learner would call a session; `topic` is the title of its topic."""
    if topic is not None:
        return f"{mode} of {topic}"
    if purpose.startswith(DRILL):
        return "the drill of a mistake"
    if mode == "review" and not purpose:
        return "review of all topics"
    return _CALLED.get(purpose, "the questions you chose")


def in_short(purpose: str, mode: str) -> str:
    """The same in a word or two: practice or review, or what it was begun for."""
    if purpose == PLACEMENT:
        return "where to start"
    if purpose in (CHOSEN, STEP):
        return mode
    return purpose.partition(":")[0] or mode
