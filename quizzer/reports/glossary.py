"""The glossary of a report: what each of its numbers means, in words."""

from typing import Final

from quizzer.progress.statistics import CAP_SECONDS, ENOUGH, EVIDENCE, ITEMS
from quizzer.reports.document import Entry
from quizzer.study.interview.flavours import ENOUGH as RELIABLE

MEANINGS: Final = (
    Entry(
        "First try:",
        "of the first answers to each item on each study day, the share that was right without a "
        "hint or the solution. A study day begins at the rollover hour, 4 in the morning unless "
        "your settings say otherwise. Each time, the item has fresh numbers or a fresh order if "
        "its kind allows. Passing takes less: 0.6 of the points, with hints allowed but without "
        "the solution. The next four entries build on passing.",
    ),
    Entry(
        "Passed:",
        "the latest first answer to an item passed. Further answers on the same day do not change "
        "that, for better or worse.",
    ),
    Entry(
        "Points:",
        "✓ can: at least half of the items that cover a point passed, none that you have seen "
        "failed, and its level is not weak; ~ partly; ✗ cannot yet: none passed; · not yet seen.",
    ),
    Entry(
        "Level:",
        f"how many of the latest {EVIDENCE} first answers with fresh numbers passed, which is also "
        "the share on the page of topics in the app. It is strong or weak only if the whole range "
        f"lies on one side of 0.6. There is not enough data with fewer than {ENOUGH} answers, with "
        f"answers from one day only, or with answers to fewer than {ITEMS} questions where there "
        "are more. The level looks back: what you have learned since shows in your next answers.",
    ),
    Entry(
        "Retention:",
        "how many of the items that came back after a day or more passed. Practice before an item "
        "is due does not count.",
    ),
    Entry(
        "Recall:",
        "the share of the items answered so far that the memory model (FSRS) expects you to know "
        "on that day without another review, at the earliest the day after an answer. It is a "
        "forecast for an average memory, not a measurement, and always as of now. What it "
        "expected of the reviews so far is shown beside your retention.",
    ),
    Entry(
        "Trend:",
        "first tries on the earlier study days compared with the later ones, each about half of "
        f"the answers. It takes {ENOUGH} answers on either side, so at least two days. “Up” or "
        "“down” appears only if chance can hardly explain the change (99 % Newcombe interval).",
    ),
    Entry(
        "Mistakes:",
        "in how many answers each was made, out of all answers to questions that can name it.",
    ),
    Entry(
        "Confidence:",
        "how sure you were before the reveal, compared with what was right. “Too sure” or “too "
        "unsure” appears only if somebody with sound judgement would hardly be that far off (5 in "
        "100).",
    ),
    Entry(
        "Ranges",
        "are 95 % intervals (Wilson): the true value may well be anywhere inside, and in 5 of 100 "
        "such cases it is outside. “80 % of 10 (49–94)” means 8 of 10, and 49 to 94 %. "
        f"With fewer than {ENOUGH} answers, no percentage is given.",
    ),
    Entry(
        "Interviews:",
        "the share of the points in each dimension, each question weighted by its minutes. A "
        f"question mark means fewer than {RELIABLE} questions. It shows how that interview went: "
        "another one may well end a band higher or lower.",
    ),
    Entry("Time", f"counts at most {CAP_SECONDS / 60:.0f} minutes per answer."),
    Entry("Streak:", "study days in a row; days with nothing due do not break it."),
    Entry("", "Undone answers are not counted anywhere."),
)
OF_A_PERIOD: Final = Entry(
    "Period:",
    "answers, shares, mistakes and time are those of the period; passed, level and "
    "points are as at its end; due and recall are as of now.",
)
