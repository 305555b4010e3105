"""The forward pass, one step at a time: its numbers as heat maps, and mistakes to try out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal

from quizzer.explorer.settings import (
    MOST_PADS,
    Settings,
    sentences_of,
    with_sentence,
    with_trained_weights,
)
from quizzer.explorer.what_ifs import WHAT_IFS
from quizzer.study.purposes import STEP
from quizzer.tui.actions import bindings
from quizzer.tui.documents.explorer import View, faults
from quizzer.tui.documents.heat import Beside
from quizzer.tui.explorer_walk import Seen, look, walk_and_look
from quizzer.tui.screens.paging import PagedScreen
from quizzer.tui.screens.sentence import SentenceDialog
from quizzer.tui.screens.still_open import ask_unless_left
from quizzer.tui.slow_task import SlowTask
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.fitted import Line
from quizzer.tui.widgets.page import Page
from quizzer.tui.widgets.steps import StepList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual import events
    from textual.binding import BindingType
    from textual.geometry import Size
    from textual.widget import Widget

    from quizzer.bank.library import Library
    from quizzer.bank.schema import Item
    from quizzer.explorer.exploring import Exploration
    from quizzer.explorer.tensors import Step

WIDE, HIGH = 118, 24  # cells: from this size on, there is room for the list and an empty line
MOST_ITEMS = 8  # questions about a step that are marked to begin with
LEARNED = "decoder.0.cross_attention.weights"  # the step that best shows what training taught


class ExplorerScreen(PagedScreen):
    """One pass and the present step of it. Everything is computed in the background."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("explorer")]

    def __init__(self, kinds: Sequence[str]) -> None:
        super().__init__()
        self._kinds = kinds  # begin at the first step of one of these kinds
        self._settings = self._drawn = Settings()  # the second: those last used with random weights
        self._pass: Exploration | None = None
        self._at = ""  # the step that the learner wants to see
        self._shown = ""  # the step that is on the screen
        self._listed: Exploration | None = None  # the pass whose steps are in the list
        self._view = View({})
        self._items: Sequence[Item] = ()
        self._pairs: Sequence[Beside] = ()  # right and broken values, to be compared
        self._hides_one = False  # whether there is no room for both of a pair
        self._training: SlowTask | None = None

    def page(self) -> Iterable[Widget]:
        """The mistakes to try; the list of steps, where there is room; the step itself."""
        yield Line(id="faults")
        yield Horizontal(StepList(), Page(Document([]), id="page"), id="walk")

    async def on_mount(self) -> None:
        """Show the frame soon; the numbers may come after it."""
        self.head("Forward pass", "…")
        keys = {name: self.key(f"explorer.{name}") for name in ("reference", "items", "sentence")}
        self._view = View(keys)
        self._fit(self.app.size)
        self._show_faults()
        await self.begin_with_first_frame(partial(self._run, self._settings))

    def on_resize(self, event: events.Resize) -> None:
        """Show or hide the list of steps, as there is room."""
        self._fit(event.size)
        self.after_frame(self._list_steps)
        self.after_frame(self._see_what_fits)

    def _fit(self, size: Size) -> None:
        """Tell the style sheet how much room there is: for the list beside the step, say."""
        self.set_class(size.width >= WIDE, "-wide")
        self.set_class(size.height >= HIGH, "-high")

    # What is computed.

    def _walk(self, settings: Settings) -> None:
        """Run the pass with these settings; the screen shows them together with the result."""
        self._settings = settings
        self.renew(partial(self._run, settings))

    async def _run(self, settings: Settings) -> None:
        seen = await self.quizzer.behind(
            walk_and_look, settings, self._at, self._kinds, self._view, self._library
        )
        self._write(seen)

    async def _show(self) -> None:
        assert self._pass is not None
        seen = await self.quizzer.behind(look, self._pass, self._at, self._view, self._library)
        self._write(seen)

    @property
    def _library(self) -> Library | None:
        return self.quizzer.study.library if self.quizzer.study is not None else None

    def _write(self, seen: Seen) -> None:
        """Put a step on the screen; if it is the same step as before, do not scroll."""
        moved = self._shown != seen.name
        self._pass, self._items = seen.exploration, seen.items
        self._at = self._shown = seen.name
        self._pairs = [element for element in seen.elements if isinstance(element, Beside)]
        if self._training is None:
            self.note()
        with self.app.batch_update():
            names = self._names
            place = f"{names.index(seen.name) + 1} of {len(names)}"
            self.head(f"Forward pass · {seen.exploration.steps[seen.name].place}", place)
            self.query_one(Document).show(seen.elements)
            if moved:
                self.paper.to_top()
            self._list_steps()
            self._show_faults()
            self._see_what_fits()

    def _see_what_fits(self) -> None:
        """Offer to compare two maps only where they are not side by side anyway."""
        room = self.query_one(Document).room
        self._hides_one = not all(pair.has_room(room) for pair in self._pairs)
        self.refresh_bindings()

    def _list_steps(self) -> None:
        """Write the steps of this pass into the list, with the cursor on the present one.

        While the list is hidden, that can wait.
        """
        found, steps = self._pass, self.query_one(StepList)
        if found is None or not steps.display:
            return
        with self.prevent(StepList.OptionHighlighted):
            if self._listed is not found:
                changed = {name for name in found.steps if found.is_changed(name)}
                steps.show(list(found.steps.values()), changed)
                self._listed = found
            steps.stand_at(self._at)

    def _show_faults(self) -> None:
        """Show the mistakes that can be made, with their keys, and which heads are shown."""
        keys = {name: self.key(f"explorer.{name}") for name in WHAT_IFS}
        step, made = self._step, faults(self._settings.what_ifs, keys)
        heads = step.num_heads if step is not None and step.has_heads else 0
        where = self._view.heads_in_words(heads) if heads else ""
        self.query_one("#faults", Line).show(made, plain(where, MUTED))

    # Moving through the pass.

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
        """Show the next head; after the last one, all of them."""
        if self._step is not None:
            self._view = self._view.next_head(self._step.num_heads)
            self.renew(self._show)

    def action_steps(self) -> None:
        """Go into the list of steps, or out of it."""
        steps = self.query_one(StepList)
        if steps.has_focus:
            self._out_of_the_list()
        else:
            self.query_one("#walk").add_class("-listing")
            steps.can_focus = True
            self.after_frame(self._into_the_list)

    def _into_the_list(self) -> None:
        self._list_steps()
        self.query_one(StepList).focus()

    def _out_of_the_list(self) -> None:
        steps = self.query_one(StepList)
        steps.can_focus = False
        self.set_focus(None)
        self.query_one("#walk").remove_class("-listing")

    @on(StepList.OptionHighlighted)
    def _look_ahead(self, event: StepList.OptionHighlighted) -> None:
        """Show the step under the cursor beside the list."""
        if event.option_id is not None and event.option_id != self._at:
            self._go(event.option_id)

    @on(StepList.OptionSelected)
    def _chosen(self) -> None:
        self._out_of_the_list()

    # Mistakes to try out, and the input and weights of the pass.

    def _toggle(self, name: str) -> None:
        if name not in self._settings.what_ifs:  # what it breaks is what the learner wants to see
            self._view = replace(self._view, right_in_front=False)
        self._walk(replace(self._settings, what_ifs=self._settings.what_ifs ^ {name}))

    def action_no_scale(self) -> None:
        """Leave out the division by √d_k, or put it back."""
        self._toggle("no-scale")

    def action_no_mask(self) -> None:
        """Leave out the mask, or put it back."""
        self._toggle("no-mask")

    def action_no_positions(self) -> None:
        """Leave out the positions, or put them back."""
        self._toggle("no-positions")

    def action_wrong_axis(self) -> None:
        """Apply the softmax along the wrong axis, or along the right one again."""
        self._toggle("wrong-axis")

    def action_compare(self) -> None:
        """Show the right values in front, or the broken ones."""
        self._view = replace(self._view, right_in_front=not self._view.right_in_front)
        self.renew(self._show)

    def action_padding(self) -> None:
        """Add one more padding token; after the maximum, none."""
        count = (self._settings.padding + 1) % (MOST_PADS + 1)
        self._walk(replace(self._settings, padding=count))

    def action_seed(self) -> None:
        """Draw other weights."""
        self._walk(replace(self._settings, seed=self._settings.seed + 1))

    def action_sentence(self) -> None:
        """Ask for another sentence."""
        self.app.push_screen(SentenceDialog(self._settings), self._follow)

    def _follow(self, line: str | None) -> None:
        if line is not None:
            self._walk(with_sentence(self._settings, *sentences_of(line)))

    def action_weights(self) -> None:
        """Change between trained and random weights."""
        if self._settings.weights == "trained":
            self._walk(replace(self._drawn, what_ifs=self._settings.what_ifs))
        else:
            self.begin_work(self._train, group="training")

    async def _train(self) -> None:
        """Train in a thread of its own, so that the Study is not kept waiting."""
        latest = ["…"]  # how the training goes, as reported from its thread

        def tell(step: int, loss: float) -> None:
            latest[0] = f"Step {step}, loss {loss:.2f}."

        def say(text: str) -> None:
            self.note(f"{text} {latest[0]}", "$text-accent")

        what = "The model is learning to write letters backwards:"
        with SlowTask(self, what, self.key("explorer.leave"), say) as self._training:
            self.refresh_bindings()
            learn = partial(_learn, 0, tell, self._training.is_cancelled)
            done = await asyncio.to_thread(learn)
        self._training = None
        self.note()
        if done:
            self._at, self._drawn = LEARNED, self._settings
            self._walk(replace(with_trained_weights(self._settings), seed=0))
        self.refresh_bindings()

    # Ways to other screens.

    def action_reference(self) -> None:
        """Show the function behind the step; from there, keys lead to others of the pass."""
        from quizzer.tui.screens.component import ComponentScreen

        if self._pass is not None and self._step is not None:
            names = list(dict.fromkeys(step.kind.component for step in self._pass.steps.values()))
            self.app.push_screen(ComponentScreen(names, names.index(self._step.kind.component)))

    def action_items(self) -> None:
        """Choose questions about the step, and begin."""
        from quizzer.tui.screens.choosing import ChoosingDialog
        from quizzer.tui.widgets.mark_list import Entry

        entries = [Entry(item.id, item.title) for item in self._items]
        marked = [item.id for item in self._items[:MOST_ITEMS]]
        if entries and self._step is not None:
            title = f"Questions about: {self._step.kind.title}"
            self.app.push_screen(ChoosingDialog(title, entries, marked), self._begin)

    def _begin(self, chosen: tuple[str, ...] | None) -> None:
        study, show = self.quizzer.study, self.quizzer.open_question
        if chosen and study is not None:
            begin = partial(study.start_items, chosen, STEP)
            self.begin_work(partial(ask_unless_left, self.quizzer, STEP, show, begin))

    def action_leave(self) -> None:
        """Stop the training, or else go out of the list, or else back."""
        if self._training is not None:
            self._training.cancel()
        elif self.query_one(StepList).has_focus:
            self._out_of_the_list()
        else:
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action makes sense at this step."""
        found, step = self._pass, self._step
        if found is None or step is None:
            return action == "leave"
        sensible = {
            "next": self._at != self._names[-1],
            "previous": self._at != self._names[0],
            "head": step.has_heads,
            "layer": found.other_layer(self._at) != self._at,
            "compare": self._hides_one and found.is_changed(self._at),
            "items": bool(self._items),
            "weights": self._training is None,
            "seed": self._settings.weights == "drawn",
        }
        return sensible.get(action, True)

    def wording(self, action_id: str) -> str | None:
        """Name what a key would change to."""
        if action_id == "explorer.compare":
            return "broken one" if self._view.right_in_front else "right one"
        if action_id == "explorer.weights":
            return "random weights" if self._settings.weights == "trained" else "trained weights"
        if action_id == "explorer.leave" and self._training is not None:
            return "stop"
        return None


def _learn(seed: int, tell: Callable[[int, float], None], is_cancelled: Callable[[], bool]) -> bool:
    from quizzer.explorer.learning import learn

    return learn(seed, tell, is_cancelled)
