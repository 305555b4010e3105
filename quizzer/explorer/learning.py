"""Trains a small model to write letters backwards, so that its attention means something."""

from collections.abc import Callable

from quizzer.explorer.exploring import Exploration
from quizzer.explorer.model import trained
from quizzer.explorer.settings import Settings
from reference.gradients.training import TrainingPlan, train
from reference.transformer import Parameters

Tell = Callable[[int, float], None]  # which step of STEPS was done, and its loss
STEPS = TrainingPlan().steps

_learned: dict[TrainingPlan, Parameters] = {}  # kept while the app runs: training takes seconds


def learn(seed: int, tell: Tell, is_cancelled: Callable[[], bool] = lambda: False) -> bool:
    """Train the model, unless that has been done; False if it was cancelled."""
    plan = TrainingPlan(seed=seed)
    if plan in _learned:
        return True
    for progress in train(plan):
        if is_cancelled():
            return False
        tell(progress.step, progress.loss)
        parameters = progress.parameters
    _learned[plan] = parameters
    return True


def explore_trained(settings: Settings) -> Exploration:
    """Follow letters through the model that `learn` trained with this seed, which it must have."""
    plan = TrainingPlan(seed=settings.seed)
    return Exploration(settings, trained(settings, _learned[plan], plan))
