"""What a session is begun for, as the log keeps it; nothing, if for a topic or all that is due."""

PLACEMENT = "placement"
PLAN = "plan"  # the part for today
CHOSEN = "chosen"  # a selection
AGAIN = "again"  # what was missed
DRILL = "drill: "  # and the mistake
