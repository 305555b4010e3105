"""The glossary of a report: what each of its numbers means, in words."""

from typing import Final

from quizzer.progress.statistics import CAP_SECONDS, ENOUGH, EVIDENCE, ITEMS
from quizzer.reports.document import Entry
from quizzer.study.interview.flavours import ENOUGH as RELIABLE

MEANINGS: Final = (
    Entry(
        "First try:",
        "of the first answers to each item on each study day (from the rollover hour on, 4 in the "
        "morning unless your settings say otherwise), those right without hint or solution. Each "
        "time the item has fresh numbers or a fresh order where its kind allows. To pass takes "
        "less, 0.6 of the points, with hints too but without the solution; the next four go by it.",
    ),
    Entry(
        "Passed:",
        "the latest first answer to an item passed. What is answered again on the same day does "
        "not change it, for better or worse.",
    ),
    Entry(
        "Points:",
        "✓ can, when at least half of the items that cover a point passed, none that was "
        "seen did not, and its level is not weak; ~ partly; ✗ cannot yet, when none passed; "
        "· not yet seen.",
    ),
    Entry(
        "Level:",
        f"how many of the latest {EVIDENCE} first answers with fresh numbers passed, the share on "
        "the app's page of topics: strong or weak only where the whole range lies on one side of "
        f"0.6; with fewer than {ENOUGH} answers, all of them on one day, or to fewer than {ITEMS} "
        "questions where there are more, there is not enough data. It looks back: what was learnt "
        "since shows in the next answers.",
    ),
    Entry(
        "Retention:",
        "how many items passed that came back after a day or more. Practice before an item is due "
        "does not count.",
    ),
    Entry(
        "Recall:",
        "the share of the items answered so far that the model of memory (FSRS) expects you to "
        "know on that day without another review, at the earliest the day after an answer. It "
        "is a forecast for an ordinary memory, not a measurement, and always as of now. What it "
        "had expected of the reviews so far stands beside your retention.",
    ),
    Entry(
        "Trend:",
        "first tries of the earlier study days and of the later ones, each about half of the "
        f"answers; it takes {ENOUGH} answers on either side, so two days at least. “Up” or “down” "
        "stands only where chance hardly explains the change (99 % interval of Newcombe).",
    ),
    Entry(
        "Mistakes:",
        "in how many answers each was made, of all answers to questions that can name it.",
    ),
    Entry(
        "Confidence:",
        "what you said before the reveal, set against what was right. “Too sure” or “too unsure” "
        "stands only where somebody who judges rightly would hardly be that far off (5 in 100).",
    ),
    Entry(
        "Ranges",
        "are 95 % intervals (Wilson): the truth may well lie anywhere in them, and in 5 of 100 "
        "such cases lies outside. “80 % of 10 (49–94)” means 8 of 10, and 49 to 94 %. "
        f"Below {ENOUGH} answers no percentage is given.",
    ),
    Entry(
        "Interviews:",
        "the share of the points in each dimension, each question weighing its minutes; a "
        f"question mark stands where it was fewer than {RELIABLE} questions. It tells how that one "
        "went: another may well end a band higher or lower.",
    ),
    Entry("Time", f"counts at most {CAP_SECONDS / 60:.0f} minutes an answer."),
    Entry("Streak:", "study days in a row; days with nothing due do not break it."),
    Entry("", "Undone answers count nowhere."),
)
OF_A_PERIOD: Final = Entry(
    "Period:",
    "answers, shares, mistakes and time are those of the period; passed, level and "
    "points are as at its end; due and recall are as of now.",
)
