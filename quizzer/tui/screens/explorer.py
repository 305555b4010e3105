"""The forward pass, one step at a time: its numbers as heat maps, and what breaks it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content

from quizzer.explorer.settings import (
    MOST_PADS,
    Settings,
    SettingsError,
    in_words,
    letters_of,
    sentences_of,
    words_of,
)
from quizzer.explorer.what_ifs import WHAT_IFS
from quizzer.tui.actions import bindings
from quizzer.tui.documents.explorer import SMALLEST, View, step_elements
from quizzer.tui.running import Running
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.dialogs import LineDialog
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.fitted import Line
from quizzer.tui.widgets.steps import StepList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual import events
    from textual.binding import BindingType
    from textual.widget import Widget
    from textual.worker import Worker

    from quizzer.bank.library import Library
    from quizzer.bank.schema import Item
    from quizzer.explorer.exploring import Exploration
    from quizzer.explorer.tensors import Step
    from quizzer.tui.documents.document import Element

WIDE, HIGH = 118, 24  # from here on there is room for the list, and for an empty line
MOST_ITEMS = 8  # to begin with from a step
LETTERS = tuple("gadhbice")
MEANING = "decoder.0.cross_attention.weights"  # where one sees what the trained model learned
_HEALTHY = {
    "no-scale": "√d_k",
    "no-mask": "mask",
    "no-positions": "positions",
    "wrong-axis": "axis",
}
_ASK = "Words of the source → words of the target so far, at most 12 a side."
_ASK_LETTERS = "3 to 8 of the letters a to j; it writes them backwards."


class ExplorerScreen(FullScreen):
    """One pass and the place in it. All that is computed is computed behind the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("explorer")]

    def __init__(self, kinds: Sequence[str] = ()) -> None:
        super().__init__()
        self._kinds = kinds  # of steps, to begin with the first of
        self._settings = Settings()
        self._pass: Exploration | None = None
        self._at = ""
        self._view = View()
        self._items: Sequence[Item] = ()
        self._training: Running | None = None

    def page(self) -> Iterable[Widget]:
        """What is right and wrong; the steps, where there is room for them; the step itself."""
        yield Line(id="faults")
        yield Horizontal(
            StepList(), VerticalScroll(Document([]), id="page", can_focus=False), id="walk"
        )

    def on_mount(self) -> None:
        """The frame at once; the numbers come after it."""
        self.head("Forward pass", "…")
        self._walk(self._settings)

    def on_resize(self, event: events.Resize) -> None:
        """Where there is room, the list of steps stands beside the step."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.set_class(event.size.height >= HIGH, "-high")

    # What is computed.

    def _walk(self, settings: Settings) -> None:
        """Run the pass with these settings."""
        self._settings = settings
        self._show_faults()
        self.renew(partial(self._run, settings))

    async def _run(self, settings: Settings) -> None:
        with self.quizzer.explaining():
            found, at = await self.quizzer.behind(_explore, settings, self._at, self._kinds)
            self._pass, self._at = found, at
            self._list_steps(found)
            await self._show()

    async def _show(self) -> None:
        found, name = self._pass, self._at
        assert found is not None
        study = self.quizzer.study
        library = study.library if study is not None else None
        self._items = await self.quizzer.behind(_items, library, found.steps[name])
        elements = await self.quizzer.behind(step_elements, found, name, self._view, self._items)
        self._write(found, name, elements)

    def _write(self, found: Exploration, name: str, elements: list[Element]) -> None:
        step, names = found.steps[name], list(found.steps)
        self.head(f"Forward pass · {step.place}", f"{names.index(name) + 1} of {len(names)}")
        self.query_one(Document).show(elements)
        self._scroll.scroll_home(animate=False)
        steps = self.query_one(StepList)
        if steps.display:
            with self.prevent(StepList.OptionHighlighted):
                steps.stand_at(name)
        self._show_faults()
        self.refresh_bindings()

    def _list_steps(self, found: Exploration) -> None:
        changed = {name for name, change in found.changes.items() if change > SMALLEST}
        with self.prevent(StepList.OptionHighlighted):
            self.query_one(StepList).show(list(found.steps.values()), changed)

    def _show_faults(self) -> None:
        """What can be done wrongly, by key and in words; where one stands."""
        parts: list[Content] = []
        for key, name in enumerate(WHAT_IFS, 1):
            wrong = name in self._settings.what_ifs
            words = f"✗ {WHAT_IFS[name].title}" if wrong else f"✓ {_HEALTHY[name]}"
            style = "bold $text-warning" if wrong else MUTED
            parts.append(plain(f"{key} ", "bold $text-primary") + plain(f"{words}  ", style))
        self.query_one("#faults", Line).show(Content("").join(parts), plain(self._where(), MUTED))

    def _where(self) -> str:
        step = self._step
        if step is None or not step.has_heads:
            return ""
        return (
            "all heads" if self._view.all_heads else f"head {self._view.head + 1}/{step.num_heads}"
        )

    # Where one goes.

    @property
    def _step(self) -> Step | None:
        return self._pass.steps[self._at] if self._pass is not None else None

    @property
    def _names(self) -> list[str]:
        return list(self._pass.steps) if self._pass is not None else []

    def _go(self, name: str) -> None:
        self._at = name
        self.renew(self._show)

    def _move(self, by: int) -> None:
        place = self._names.index(self._at) + by
        self._go(self._names[max(0, min(place, len(self._names) - 1))])

    def action_next(self) -> None:
        """To the next step."""
        self._move(1)

    def action_previous(self) -> None:
        """To the step before."""
        self._move(-1)

    def action_layer(self) -> None:
        """To the same step of the next layer."""
        if self._pass is not None:
            self._go(self._pass.other_layer(self._at))

    def action_head(self) -> None:
        """The next head; after the last one, all of them."""
        step, view = self._step, self._view
        if step is None:
            return
        last = view.head + 1 >= step.num_heads
        if view.all_heads:
            self._view = replace(view, all_heads=False, head=0)
        else:
            self._view = replace(view, all_heads=last, head=0 if last else view.head + 1)
        self.renew(self._show)

    def action_steps(self) -> None:
        """Into the list of steps, or out of it."""
        steps = self.query_one(StepList)
        if steps.has_focus:
            self._out_of_the_list()
        else:
            self.query_one("#walk").add_class("-listing")
            steps.can_focus = True
            steps.stand_at(self._at)
            steps.focus()

    def _out_of_the_list(self) -> None:
        steps = self.query_one(StepList)
        steps.can_focus = False
        self.set_focus(None)
        self.query_one("#walk").remove_class("-listing")

    @on(StepList.OptionHighlighted)
    def _look_ahead(self, event: StepList.OptionHighlighted) -> None:
        """The step under the cursor is shown beside the list."""
        if event.option_id is not None and event.option_id != self._at:
            self._go(event.option_id)

    @on(StepList.OptionSelected)
    def _chosen(self) -> None:
        self._out_of_the_list()

    # What is done wrongly, and on what.

    def _toggle(self, name: str) -> None:
        self._walk(replace(self._settings, what_ifs=self._settings.what_ifs ^ {name}))

    def action_no_scale(self) -> None:
        """Leave the division by √d_k out, or put it back."""
        self._toggle("no-scale")

    def action_no_mask(self) -> None:
        """Leave the mask out, or put it back."""
        self._toggle("no-mask")

    def action_no_positions(self) -> None:
        """Leave positions out, or put them back."""
        self._toggle("no-positions")

    def action_wrong_axis(self) -> None:
        """Let the softmax run along the wrong axis, or the right one."""
        self._toggle("wrong-axis")

    def action_compare(self) -> None:
        """Bring the right one to the front, or the broken one."""
        self._view = replace(self._view, right_in_front=not self._view.right_in_front)
        self.renew(self._show)

    def action_padding(self) -> None:
        """One more token of padding; after the most, none."""
        count = (self._settings.padding + 1) % (MOST_PADS + 1)
        self._walk(replace(self._settings, padding=count))

    def action_seed(self) -> None:
        """Draw other weights."""
        self._walk(replace(self._settings, seed=self._settings.seed + 1))

    def action_sentence(self) -> None:
        """Ask for another sentence."""
        text = _ASK_LETTERS if self._settings.weights == "trained" else _ASK
        self.app.push_screen(LineDialog("Sentence", text, in_words(self._settings)), self._follow)

    def _follow(self, line: str | None) -> None:
        if line is None:
            return
        try:
            self._walk(_with_sentence(self._settings, line))
        except SettingsError as error:
            self.note(f"{error}.")

    def action_weights(self) -> None:
        """Take the weights that were learned, or those that were drawn."""
        if self._settings.weights == "trained":
            self._walk(Settings(what_ifs=self._settings.what_ifs))
        else:
            training = partial(self._while_seen, self._train)
            _worker: Worker[None] = self.run_worker(training, group="training")  # no step ends it

    async def _train(self) -> None:
        """Train in a thread of its own, so that the study is not kept waiting."""
        course = ["…"]

        def tell(step: int, loss: float) -> None:
            course[0] = f"Step {step}, loss {loss:.2f}."

        def say(text: str) -> None:
            self.note(f"{text} {course[0]}", "$text-accent")

        what = "The model learns to write letters backwards:"
        with Running(self, what, self.key("explorer.leave"), say) as self._training:
            self.refresh_bindings()
            learn = partial(_learn, 0, tell, self._training.is_cancelled)
            done = await asyncio.to_thread(learn)
        self._training = None
        self.note()
        if done:
            self._at = MEANING
            self._walk(_trained(self._settings))
        self.refresh_bindings()

    # Where it leads.

    def action_reference(self) -> None:
        """The function behind the step; the others of the pass are a key away."""
        from quizzer.tui.screens.component import ComponentScreen

        if self._pass is not None and self._step is not None:
            names = list(dict.fromkeys(step.kind.component for step in self._pass.steps.values()))
            self.app.push_screen(ComponentScreen(names, names.index(self._step.kind.component)))

    def action_items(self) -> None:
        """Choose among the items about the step, and begin."""
        from quizzer.tui.screens.choosing import ChoosingDialog

        entries = [(item.id, item.title) for item in self._items]
        marked = [item.id for item in self._items[:MOST_ITEMS]]
        if entries and self._step is not None:
            title = f"Questions about: {self._step.kind.title}"
            self.app.push_screen(ChoosingDialog(title, entries, marked), self._begin)

    def _begin(self, chosen: tuple[str, ...] | None) -> None:
        study = self.quizzer.study
        if chosen and study is not None:
            self.quizzer.open_question(lambda: study.start_items(list(chosen)))

    # The page.

    @property
    def _scroll(self) -> VerticalScroll:
        return self.query_one("#page", VerticalScroll)

    def action_up(self) -> None:
        """Scroll up by a line."""
        self._scroll_by(-1)

    def action_down(self) -> None:
        """Scroll down by a line."""
        self._scroll_by(1)

    def action_page_up(self) -> None:
        """Scroll up by a page."""
        self._scroll_by(2 - self._scroll.size.height)

    def action_page_down(self) -> None:
        """Scroll down by a page."""
        self._scroll_by(self._scroll.size.height - 2)

    def _scroll_by(self, lines: int) -> None:
        self._scroll.scroll_relative(y=lines, animate=False, immediate=True)

    def action_leave(self) -> None:
        """Stop the training; or out of the list; or back."""
        if self._training is not None:
            self._training.cancel()
        elif self.query_one(StepList).has_focus:
            self._out_of_the_list()
        else:
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What makes sense at this step."""
        found, step = self._pass, self._step
        if found is None or step is None:
            return action == "leave"
        sensible = {
            "next": self._at != self._names[-1],
            "previous": self._at != self._names[0],
            "head": step.has_heads,
            "layer": found.other_layer(self._at) != self._at,
            "compare": found.changes[self._at] > SMALLEST,
            "items": bool(self._items),
            "weights": self._training is None,
            "seed": self._settings.weights == "drawn",
        }
        return sensible.get(action, True)

    def wording(self, action_id: str) -> str | None:
        """What a key would change to."""
        if action_id == "explorer.compare":
            return "broken one" if self._view.right_in_front else "right one"
        if action_id == "explorer.weights":
            return "drawn weights" if self._settings.weights == "trained" else "trained weights"
        if action_id == "explorer.leave" and self._training is not None:
            return "stop"
        return None


def _with_sentence(settings: Settings, line: str) -> Settings:
    source, target = sentences_of(line)
    if settings.weights == "trained":
        letters = letters_of(source)
        return replace(settings, source=letters, target=letters[::-1])
    words = words_of(source)
    return replace(
        settings, source=words, target=settings.target if target is None else words_of(target)
    )


def _trained(settings: Settings) -> Settings:
    return replace(
        settings, weights="trained", source=LETTERS, target=LETTERS[::-1], layers=1, seed=0
    )


def _explore(settings: Settings, at: str, kinds: Sequence[str]) -> tuple[Exploration, str]:
    """A pass with everything that the screen asks for at once, and where to stand in it."""
    from quizzer.explorer.exploring import explore  # loads NumPy and the reference

    if settings.weights == "trained":
        from quizzer.explorer.learning import explore_trained

        found = explore_trained(settings)
    else:
        found = explore(settings)
    _ready = found.changes
    return found, _place(found, at, kinds)


def _place(found: Exploration, at: str, kinds: Sequence[str]) -> str:
    """The step one stands at, or the one nearest to it; at first, the first of the kinds."""
    from quizzer.explorer.links import first_step

    if at in found.steps:
        return at
    if not at:
        return first_step(found.steps, kinds) or next(iter(found.steps))
    scope = at.rpartition(".")[0]
    near = [name for name in found.steps if scope and name.startswith(scope)]
    return near[-1] if near else next(iter(found.steps))


def _items(library: Library | None, step: Step) -> Sequence[Item]:
    from quizzer.explorer.links import items_about

    return () if library is None else items_about(library, step.kind)


def _learn(seed: int, tell: Callable[[int, float], None], is_cancelled: Callable[[], bool]) -> bool:
    from quizzer.explorer.learning import learn

    return learn(seed, tell, is_cancelled)
