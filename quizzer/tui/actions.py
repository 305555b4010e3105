"""The one table of actions: it feeds keys, key bar, command palette and help."""

from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding

Where = Literal[
    "app",
    "home",
    "question",
    "choice",
    "order",
    "match",
    "rubric",
    "answer",
    "cells",
    "code",
    "typing",
    "confidence",
    "summary",
    "reference",
    "component",
    "setup",
    "selection",
    "plan",
    "progress",
    "past",
    "interview",
    "judging",
    "debrief",
    "looking",
    "form",
    "list",
    "checks",
    "dialog",
]

GROUPS: dict[Where, str] = {
    "home": "Check-list",
    "question": "Question",
    "choice": "Options",
    "order": "Lines to order",
    "match": "Pairs",
    "rubric": "Key points",
    "answer": "Answer fields",
    "cells": "Cell by cell",
    "code": "Code",
    "typing": "Inside the code",
    "confidence": "How sure are you",
    "summary": "Summary",
    "reference": "Reference",
    "component": "Component",
    "setup": "Setting up an interview",
    "past": "Interviews so far",
    "selection": "Choosing questions",
    "plan": "The way to your interview",
    "progress": "Progress",
    "interview": "Interview",
    "judging": "Judging",
    "debrief": "Debrief",
    "looking": "A question of the debrief",
    "form": "Settings",
    "list": "Rows",
    "checks": "List",
    "dialog": "Dialogs",
    "app": "Everywhere",
}


@dataclass(frozen=True)
class Action:
    """Something the learner can do. `id` is its name in a keymap; `keys` are the usual ones."""

    id: str
    keys: tuple[str, ...]
    label: str
    says: str
    bar: bool = True  # worth a place in the key bar
    name: str = ""  # the method behind it, when it is not the last word of the id

    @property
    def where(self) -> Where:
        """The screen or widget that it belongs to."""
        for where in GROUPS:
            if self.id.startswith(f"{where}."):
                return where
        raise ValueError(f"{self.id}: the part before the dot must be one of {', '.join(GROUPS)}")

    @property
    def method(self) -> str:
        """The name of the action method, without its `action_`."""
        return self.name or self.id.partition(".")[2].replace("-", "_")

    def binding(self) -> Binding:
        """The action as a Textual binding that a keymap can change by id."""
        return Binding(",".join(self.keys), self.method, self.label, show=self.bar, id=self.id)


ACTIONS = (
    Action("home.open", ("enter",), "open", "Do what the highlighted topic proposes."),
    Action("home.resume", ("c",), "resume", "Go on with the session you left."),
    Action("home.review", ("r",), "review all", "Review everything that is due, topics mixed."),
    Action("home.practise", ("p",), "practise", "Practise the highlighted topic, due or not."),
    Action("home.lesson", ("l",), "lesson", "Read the lesson of the highlighted topic."),
    Action("home.interviews", ("i",), "interview", "Rehearse an interview against the clock."),
    Action(
        "home.select",
        ("s",),
        "choose",
        "Choose what to be asked: by topic, kind, mistake and so on.",
    ),
    Action("home.drill", ("d",), "drill", "Drill the mistake made most often."),
    Action("home.progress", ("g",), "progress", "Look at your progress, in plots and numbers."),
    Action("home.plan", ("a",), "plan", "Set the day of your interview, and plan toward it."),
    Action("home.placement", ("b",), "placement", "Six short questions: where to start.", False),
    Action("home.skip-placement", ("x",), "no placement", "Do not offer that again.", False),
    Action("home.reference", ("f",), "reference", "Look up the formulas and their code."),
    Action("home.undo", ("u",), "undo", "Take back the last answer and do it again.", bar=False),
    Action("home.export", ("e",), "report", "Write the report to a file."),
    Action("home.leave", ("q",), "quit", "Leave quizzer. Everything is saved.", name="leave"),
    Action("choice.mark", ("space",), "mark", "Mark the option, or take the mark away."),
    Action("choice.up", ("up", "k"), "up", "To the option above.", bar=False),
    Action("choice.down", ("down", "j"), "down", "To the option below.", bar=False),
    Action("order.take", ("space",), "take or drop", "Take the line up, or put it down."),
    Action("order.put-down", ("enter",), "drop", "Put down the line that is held."),
    Action("order.up", ("up", "k"), "up", "Up, with the line that is held.", bar=False),
    Action("order.down", ("down", "j"), "down", "Down, with the line that is held.", bar=False),
    Action("order.erase", ("backspace",), "type anew", "Back to the last letter typed.", bar=False),
    Action("match.before", ("left",), "before", "Match with the right side before.", bar=False),
    Action("match.after", ("right", "space"), "next letter", "Match with the next right side."),
    Action("match.up", ("up", "k"), "up", "To the left side above.", bar=False),
    Action("match.down", ("down", "j"), "down", "To the left side below.", bar=False),
    Action("match.clear", ("backspace", "delete"), "clear", "Take the letter away.", bar=False),
    Action("rubric.accept", ("enter",), "as shown", "Take the mark shown, and go on."),
    Action("rubric.full", ("1",), "said", "It was said: one point."),
    Action("rubric.half", ("5", "2"), "half", "It was half said: half a point."),
    Action("rubric.none", ("0",), "not said", "It was not said: no point."),
    Action("rubric.lower", ("left", "minus"), "less", "Half a point less.", bar=False),
    Action("rubric.higher", ("right", "plus", "space"), "more", "Half a point more.", bar=False),
    Action("rubric.up", ("up", "k"), "up", "To the key point above.", bar=False),
    Action("rubric.down", ("down", "j"), "down", "To the key point below.", bar=False),
    Action("answer.accept", ("enter",), "go on", "To the next row or field; at the end, check."),
    Action("cells.up", ("up",), "up", "To the cell above.", bar=False),
    Action("cells.down", ("down",), "down", "To the cell below.", bar=False),
    Action("cells.left", ("left",), "left", "To the cell before.", bar=False),
    Action("cells.right", ("right", "space"), "right", "To the next cell.", bar=False),
    Action("cells.onward", ("tab",), "next cell", "To the next cell, then onward."),
    Action("cells.backward", ("shift+tab",), "cell before", "Back a cell.", bar=False),
    Action("cells.erase", ("backspace",), "erase", "Erase the last character.", bar=False),
    Action("cells.clear", ("delete",), "clear", "Empty the cell.", bar=False),
    Action("code.run", ("r", "f3"), "try it", "Run the code on the examples."),
    Action("code.editor", ("e", "ctrl+o"), "own editor", "Go on in your own editor."),
    Action("code.reset", ("x",), "starter", "Begin anew from the starter (press twice)."),
    Action("code.out", ("escape",), "out", "Stop a run; or leave the field: letters are keys."),
    Action("code.write", ("tab",), "write", "Back into the field."),
    Action("typing.indent", ("tab",), "indent", "Indent the line, or those selected.", bar=False),
    Action("typing.dedent", ("shift+tab",), "dedent", "The line, or those selected, out.", False),
    Action("typing.line", ("enter",), "new line", "A new line, indented as it goes on.", False),
    Action("question.check", ("enter", "f5"), "check", "Check the answer; after it, go on."),
    Action("question.hint", ("h", "f2"), "hint", "Show the next hint."),
    Action("question.cells", ("f3",), "cells", "Enter the matrix cell by cell, or as text again."),
    Action("question.show-me", ("i", "f4"), "don't know", "Show me the solution (press twice)."),
    Action("question.solution", ("s", "f7"), "solution", "Show every step of the solution."),
    Action(
        "question.reference", ("f", "f10"), "reference", "Look up what the steps use.", bar=False
    ),
    Action("question.copy", ("y", "f11"), "copy", "Copy the numbers as NumPy code."),
    Action("question.bookmark", ("m", "ctrl+t"), "bookmark", "Mark the item to find it again."),
    Action(
        "question.lesson", ("l", "ctrl+l"), "lesson", "Read the lesson of its topic.", bar=False
    ),
    Action("question.easier", ("g", "ctrl+g"), "easier", "Do an easier question about it first."),
    Action("question.undo", ("u", "f8"), "undo", "Take back the last answer and do it again."),
    Action("question.leave", ("escape", "q"), "list", "Back to the check-list; keeps your place."),
    Action("question.next", ("n", "f6"), "next", "Go on; an open question is skipped."),
    Action("question.up", ("up",), "up", "Scroll up.", bar=False),
    Action("question.down", ("down",), "down", "Scroll down.", bar=False),
    Action(
        "question.page-up",
        ("pageup",),
        "page up",
        "Scroll up, while typing too.",
        bar=False,
    ),
    Action("question.page-down", ("pagedown",), "page down", "Scroll down by a page.", bar=False),
    Action("confidence.guess", ("1",), "guess", "It is a guess."),
    Action("confidence.half", ("2",), "fifty-fifty", "As likely right as not."),
    Action("confidence.likely", ("3",), "likely", "Likely right."),
    Action("confidence.sure", ("4",), "sure", "Sure that it is right."),
    Action("confidence.skip", ("enter",), "not said", "Go on without saying it."),
    Action("confidence.never", ("0",), "never ask", "Do not ask this any more."),
    Action("confidence.back", ("escape",), "back", "Back to the answer."),
    Action("summary.done", ("enter", "escape", "q"), "check-list", "Back to the check-list."),
    Action("summary.undo", ("u", "f8"), "undo", "Take back the last answer and do it again."),
    Action("summary.export", ("e",), "report", "Write the report to a file."),
    Action("reference.open", ("enter",), "open", "Show the component under the cursor."),
    Action("reference.up", ("up",), "up", "To the component above.", bar=False),
    Action("reference.down", ("down",), "down", "To the component below.", bar=False),
    Action("reference.page-up", ("pageup",), "page up", "Up by a page.", bar=False),
    Action("reference.page-down", ("pagedown",), "page down", "Down by a page.", bar=False),
    Action("reference.leave", ("escape",), "back", "Back to where you came from."),
    Action("component.next", ("n", "f6"), "next", "To the next component."),
    Action("component.previous", ("p",), "previous", "To the component before."),
    Action("component.up", ("up", "k"), "up", "Scroll up.", bar=False),
    Action("component.down", ("down", "j"), "down", "Scroll down.", bar=False),
    Action("component.page-up", ("pageup",), "page up", "Scroll up by a page.", bar=False),
    Action(
        "component.page-down", ("pagedown", "space"), "page down", "Scroll down by a page.", False
    ),
    Action("component.leave", ("escape", "q"), "back", "Back to where you came from."),
    Action("form.accept", ("enter",), "start", "Begin with these settings."),
    Action("form.less", ("left", "minus"), "less", "Less, or the value before.", bar=False),
    Action("form.more", ("right", "plus"), "change", "More, or the next value."),
    Action("form.choose", ("space",), "from a list", "Choose from a list, where there is one."),
    Action("form.erase", ("backspace", "delete"), "erase", "Take a digit away, or all.", bar=False),
    Action("form.up", ("up", "k"), "up", "To the setting above.", bar=False),
    Action("form.down", ("down", "j"), "down", "To the setting below.", bar=False),
    Action("setup.resume", ("c",), "resume", "Go on with the interview that is open."),
    Action("setup.past", ("p",), "debriefs", "Look at the interviews so far."),
    Action("setup.leave", ("escape", "q"), "back", "Back to the check-list."),
    Action("selection.leave", ("escape", "q"), "back", "Back to the check-list."),
    Action("plan.day", ("enter",), "set the day", "Set the day of your interview."),
    Action("plan.begin", ("b",), "begin today's", "Begin what the plan has for today."),
    Action("plan.less", ("left", "minus"), "less", "Fewer minutes a day.", bar=False),
    Action("plan.more", ("right", "plus"), "minutes", "More minutes a day."),
    Action("plan.leave", ("escape", "q"), "back", "Back to the check-list."),
    Action("plan.up", ("up", "k"), "up", "Scroll up.", bar=False),
    Action("plan.down", ("down", "j"), "down", "Scroll down.", bar=False),
    Action("plan.page-up", ("pageup",), "page up", "Scroll up by a page.", bar=False),
    Action("plan.page-down", ("pagedown",), "page down", "Scroll down by a page.", bar=False),
    Action("progress.next", ("right", "n", "tab"), "next", "To the next page."),
    Action("progress.previous", ("left", "p", "shift+tab"), "previous", "To the page before."),
    Action("progress.export", ("e",), "report", "Write the report to a file."),
    Action("progress.leave", ("escape", "q"), "back", "Back to the check-list."),
    Action("progress.up", ("up", "k"), "up", "Scroll up.", bar=False),
    Action("progress.down", ("down", "j"), "down", "Scroll down.", bar=False),
    Action("progress.page-up", ("pageup",), "page up", "Scroll up by a page.", bar=False),
    Action("progress.page-down", ("pagedown", "space"), "page down", "Scroll down a page.", False),
    Action("past.leave", ("escape", "q"), "back", "Back to where you came from."),
    Action("interview.check", ("enter", "f5"), "hand in", "Hand in the answer; after it, go on."),
    Action("interview.aloud", ("a", "f7"), "aloud", "Say the answer aloud, or write it again."),
    Action("interview.pass-over", ("i", "f4"), "don't know", "Say that you do not know (twice)."),
    Action("interview.hint", ("h", "f2"), "hint", "Show the next hint; it is noted."),
    Action("interview.cells", ("f3",), "cells", "Enter the matrix cell by cell, or as text again."),
    Action("interview.finish", ("f8",), "finish", "End the interview (press twice)."),
    Action("interview.leave", ("escape", "q"), "pause", "Leave; the clock waits for you."),
    Action("interview.up", ("up",), "up", "Scroll up.", bar=False),
    Action("interview.down", ("down",), "down", "Scroll down.", bar=False),
    Action("interview.page-up", ("pageup",), "page up", "Scroll up, while typing too.", bar=False),
    Action("interview.page-down", ("pagedown",), "page down", "Scroll down by a page.", bar=False),
    Action("judging.done", ("f5",), "done", "Take the marks, and go on."),
    Action("judging.later", ("escape", "q"), "later", "Judge the rest another time."),
    Action("judging.page-up", ("pageup",), "page up", "Scroll up by a page.", bar=False),
    Action("judging.page-down", ("pagedown",), "page down", "Scroll down by a page.", bar=False),
    Action("list.open", ("enter",), "look", "Open the row under the cursor."),
    Action("list.up", ("up", "k"), "up", "To the row above.", bar=False),
    Action("list.down", ("down", "j"), "down", "To the row below.", bar=False),
    Action("debrief.first", ("1",), "first step", "Do the first of the next steps."),
    Action("debrief.second", ("2",), "second", "Do the second of the next steps."),
    Action("debrief.third", ("3",), "third", "Do the third of the next steps."),
    Action("debrief.judge", ("o",), "judge", "Judge the open answers that wait."),
    Action("debrief.again", ("a",), "again", "The same interview once more, seed and all."),
    Action("debrief.export", ("e",), "report", "Write the report to a file."),
    Action("debrief.leave", ("escape", "q"), "back", "Back to where you came from."),
    Action("debrief.page-up", ("pageup",), "page up", "Scroll up by a page.", bar=False),
    Action("debrief.page-down", ("pagedown",), "page down", "Scroll down by a page.", bar=False),
    Action("looking.next", ("n", "f6"), "next", "To the next question."),
    Action("looking.previous", ("p",), "previous", "To the question before."),
    Action("looking.leave", ("escape", "q"), "debrief", "Back to the debrief."),
    Action("looking.up", ("up", "k"), "up", "Scroll up.", bar=False),
    Action("looking.down", ("down", "j"), "down", "Scroll down.", bar=False),
    Action("looking.page-up", ("pageup",), "page up", "Scroll up by a page.", bar=False),
    Action("looking.page-down", ("pagedown", "space"), "page down", "Scroll down a page.", False),
    Action("checks.mark", ("space",), "mark", "Mark the entry, or take the mark away."),
    Action("dialog.close", ("escape", "q"), "close", "Close without doing anything."),
    Action("dialog.accept", ("enter",), "OK", "Do what the dialog says."),
    Action("app.help", ("question_mark", "f1"), "help", "Show the keys that work here."),
    Action("app.command-palette", ("colon", "f9"), "commands", "Find any command by name."),
    Action(
        "app.confidence", ("ctrl+r",), "confidence", "Ask how sure you are, or stop asking.", False
    ),
    Action("app.light", ("t", "f12"), "light or dark", "Change between light and dark.", bar=False),
    Action("app.quit", ("ctrl+q",), "quit", "Leave quizzer from anywhere.", bar=False),
    Action(
        "app.help-quit", ("ctrl+c",), "how to quit", "Say how to leave; in a field, copy.", False
    ),
)

BY_ID = {action.id: action for action in ACTIONS}


def bindings(where: Where) -> list[Binding]:
    """The bindings of a screen or widget, straight from the table."""
    return [action.binding() for action in ACTIONS if action.where == where]


def key_name(key: str) -> str:
    """How a key is written for people: `F1`, `Ctrl+q`, `?`."""
    special = {"question_mark": "?", "colon": ":", "escape": "Esc", "enter": "Enter"}
    if key in special:
        return special[key]
    return "+".join(_key_word(part) for part in key.split("+"))


def _key_word(part: str) -> str:
    words = {"pageup": "Page Up", "pagedown": "Page Down"}
    if part in words:
        return words[part]
    return part if len(part) == 1 else part.capitalize()
