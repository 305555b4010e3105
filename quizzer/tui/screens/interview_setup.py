"""Sets up an interview: a ready blueprint or your own; a seed repeats an earlier interview."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import on

from quizzer.bank.schema import LEVELS
from quizzer.study.errors import StudyError
from quizzer.study.interview.blueprint import LEAST_MINUTES, MOST_MINUTES, OWN, READY
from quizzer.study.interview.flavours import Flavour, flavour_of
from quizzer.tui.actions import bindings
from quizzer.tui.screens.forms import FormScreen
from quizzer.tui.screens.leaving import while_seen
from quizzer.tui.screens.still_open import unless_left
from quizzer.tui.widgets.form import AnyOf, Form, Number, OneOf
from quizzer.words import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.binding import BindingType

    from quizzer.study.interview.blueprint import Blueprint
    from quizzer.study.interview.interviews import InterviewCard
    from quizzer.study.study import Study

BLUEPRINTS = {**READY, OWN.name: OWN}
PARTS = 20  # shares of the mix are set in twentieths
LAST_SEED = 9999
FLAVOURS: dict[Flavour, str] = {
    "concept": "concepts",
    "explain": "explanation",
    "shape": "shapes",
    "compute": "computation",
    "code": "code",
    "debug": "debugging",
}


class InterviewSetUpScreen(FormScreen):
    """A form whose first row, the kind of interview, fills in the others."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("setup")]

    def __init__(self, blueprint: Blueprint | None = None) -> None:
        super().__init__()
        first = blueprint or next(iter(READY.values()))
        self._is_given = blueprint is not None
        self._blueprint = first  # what the rows were filled with
        self._used: Mapping[str, Blueprint] = {}  # by name, as the learner last used each
        self._open: InterviewCard | None = None
        ready = [(name, entry.title) for name, entry in BLUEPRINTS.items()]
        levels = [(level, level) for level in LEVELS]
        self._kind = OneOf("Interview", ready, first.name)
        self._minutes = Number("Minutes", LEAST_MINUTES, MOST_MINUTES, step=5, unit=" min")
        self._level = OneOf("Level", levels, first.level)
        self._topics = AnyOf("Topics", (), none="all")
        self._mix = {
            flavour: Number(f"· {words}", 0, PARTS, zero="none")
            for flavour, words in FLAVOURS.items()
        }
        after = [("end", "at the end"), ("each", "after each answer, with the clock stopped")]
        self._answers = OneOf("Answers shown", after, "end")
        self._seed = Number(
            "Seed",
            0,
            LAST_SEED,
            zero="new (type an earlier seed to take that interview again)",
        )
        self._fill(first)
        self._form = Form(
            [
                self._kind,
                self._minutes,
                self._level,
                self._topics,
                *self._mix.values(),
                self._answers,
                self._seed,
            ]
        )

    def on_mount(self) -> None:
        """Fill in topics and what was used last; the preview is computed in the background."""
        study = self.quizzer.study
        assert study is not None
        topics = [(topic.id, topic.title) for topic in study.library.topics]
        self._topics.options = topics
        self._used = study.interviews.used()
        if self._used and not self._is_given:
            self._fill(next(iter(self._used.values())))
        self.begin("Interview")

    def on_screen_resume(self) -> None:
        """Look after the next frame whether an interview was left meanwhile."""
        self.after_frame(partial(self.renew, self.preview))

    def _fill(self, blueprint: Blueprint) -> None:
        self._blueprint = blueprint
        self._kind.value = blueprint.name
        self._minutes.value = blueprint.minutes
        self._level.value = blueprint.level
        self._topics.chosen = blueprint.topics
        for flavour, row in self._mix.items():
            row.value = round(blueprint.mix.get(flavour, 0) * PARTS)
        self._answers.value = "each" if blueprint.answers_after_each else "end"
        self._seed.value = blueprint.seed
        self._show_shares()

    def _show_shares(self) -> None:
        """Show beside each part of the mix which share of the minutes it gets."""
        whole = sum(row.value for row in self._mix.values())
        for row in self._mix.values():
            row.unit = f" of {whole} parts · {100 * row.value / whole:.0f} %" if whole else ""

    @property
    def blueprint(self) -> Blueprint:
        """The blueprint that the rows describe; a mix that was not changed is kept exactly."""
        parts = {flavour: row.value for flavour, row in self._mix.items()}
        filled = self._blueprint.mix
        same = all(round(filled.get(f, 0) * PARTS) == value for f, value in parts.items())
        mix = filled if same else {f: value / PARTS for f, value in parts.items() if value}
        entry = BLUEPRINTS.get(self._kind.value, OWN)
        return replace(
            entry,
            minutes=self._minutes.value,
            level=self._level.value,
            topics=self._topics.chosen,
            mix=mix,
            seed=self._seed.value,
            answers_after_each=self._answers.value == "each",
        )

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        if event.setting is self._kind:
            name = self._kind.value
            self._fill(self._used.get(name) or BLUEPRINTS[name])
        self._show_shares()
        self._form.redraw()

    async def preview(self) -> None:
        """Show how many questions of which kind it would begin with."""
        study = self.quizzer.study
        assert study is not None
        text, self._open = await self.quizzer.behind(_look_ahead, study, self.blueprint)
        self.say(text)
        self.note()
        if self._open is not None:
            keys = f"{self.key('setup.resume')} resumes it."
            self.note(f"{self._open.says} {keys}", "$text-accent")
        self.refresh_bindings()

    @on(Form.Accepted)
    @while_seen
    def _start(self) -> None:
        study, blueprint = self.quizzer.study, self.blueprint
        assert study is not None
        unless_left(
            self.quizzer,
            self._open,
            self.action_resume,
            lambda: self.quizzer.open_interview(
                lambda: study.interviews.start(_seeded(study, blueprint))
            ),
        )

    def action_resume(self) -> None:
        """Go on with the interview that is open."""
        study, card = self.quizzer.study, self._open
        if study is not None and card is not None:
            self.quizzer.open_interview(lambda: study.interviews.resume(card.session))

    def action_past(self) -> None:
        """Show past interviews."""
        from quizzer.tui.screens.past_interviews import PastInterviewsScreen

        self.quizzer.push_screen(PastInterviewsScreen())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is an interview to resume; everything else always makes sense."""
        return self._open is not None if action == "resume" else True


def _seeded(study: Study, blueprint: Blueprint) -> Blueprint:
    """The blueprint with a new seed, unless one was given."""
    return replace(blueprint, seed=blueprint.seed or study.interviews.fresh_seed(blueprint))


def _look_ahead(study: Study, blueprint: Blueprint) -> tuple[str, InterviewCard | None]:
    try:
        plan = study.interviews.plan(blueprint)
    except StudyError as error:
        return str(error), study.interviews.open
    kinds = Counter(flavour_of(study.library.items[place.item]) for place in plan)
    parts = ", ".join(f"{kinds[f]} on {words}" for f, words in FLAVOURS.items() if kinds[f])
    count = counted(len(plan), "question")
    lacking = study.interviews.out_of_reach(blueprint)
    if blueprint.seed:
        wanted = (f for f in FLAVOURS if blueprint.mix.get(f) and f not in (*kinds, *lacking))
        without = _either(wanted)
        parts += f"; none yet on {without}" if without else ""
        begins = f"It begins with {count}: {parts}."
    else:  # a new seed will be drawn, and its interview begins with other questions
        begins = f"It begins with about {count}, for example {parts}."
    says = f"{begins} More follow as you answer, until the time is up."
    if lacking:
        says += (
            f" There are no questions on {_either(lacking)} here: the other parts share that time."
        )
    return says, study.interviews.open


def _either(flavours: Iterable[Flavour]) -> str:
    names = [FLAVOURS[flavour] for flavour in flavours]
    return listed(names, "or") if names else ""
