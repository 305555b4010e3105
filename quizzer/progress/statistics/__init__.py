"""What the log says in numbers: pure functions over attempts.

Words used here:
first answer   the first attempt at an item on a study day
passed         score 0.6 or better, without having asked for the solution
clean          right, without a hint or the solution
mastered       the latest first answer to the item passed
reviews        the attempts that counted for the schedule (see `schedule.replay`)
Attempts that were undone never reach this package.
"""

from quizzer.progress.statistics.calibration import (
    PREDICTED,
    Calibration,
    ConfidenceBin,
    calibration,
)
from quizzer.progress.statistics.days import DayStudied, Streak, calendar, streak
from quizzer.progress.statistics.grouping import by_item
from quizzer.progress.statistics.mastery import (
    EVIDENCE,
    ITEMS,
    ItemMastery,
    Mastery,
    MasteryLevel,
    Trend,
    mastery,
    mastery_by_item,
    trend,
)
from quizzer.progress.statistics.memory import (
    DueOn,
    Recall,
    WeekOfReviews,
    forecast,
    predicted_recall,
    retention,
    retention_by_week,
)
from quizzer.progress.statistics.mistakes import (
    Answered,
    Made,
    MistakeCount,
    WeekOfMistakes,
    made_in,
    mistakes,
    mistakes_by_week,
)
from quizzer.progress.statistics.shares import ENOUGH, Share, difference, wilson
from quizzer.progress.statistics.time_spent import (
    CAP_SECONDS,
    TimeSpent,
    WeekOfTime,
    time_by_week,
    time_spent,
)
from quizzer.progress.statistics.topics import (
    PointProgress,
    TopicProgress,
    clean_share,
    no_items,
    points_progress,
    topic_progress,
)

__all__ = [
    "CAP_SECONDS",
    "ENOUGH",
    "EVIDENCE",
    "ITEMS",
    "PREDICTED",
    "Answered",
    "Calibration",
    "ConfidenceBin",
    "DayStudied",
    "DueOn",
    "ItemMastery",
    "Made",
    "Mastery",
    "MasteryLevel",
    "MistakeCount",
    "PointProgress",
    "Recall",
    "Share",
    "Streak",
    "TimeSpent",
    "TopicProgress",
    "Trend",
    "WeekOfMistakes",
    "WeekOfReviews",
    "WeekOfTime",
    "by_item",
    "calendar",
    "calibration",
    "clean_share",
    "difference",
    "forecast",
    "made_in",
    "mastery",
    "mastery_by_item",
    "mistakes",
    "mistakes_by_week",
    "no_items",
    "points_progress",
    "predicted_recall",
    "retention",
    "retention_by_week",
    "streak",
    "time_by_week",
    "time_spent",
    "topic_progress",
    "trend",
    "wilson",
]
