"""The small model that learned to write letters backwards: its attention means something."""

from collections.abc import Callable

from quizzer.explorer.exploring import Exploration
from quizzer.explorer.model import trained
from quizzer.explorer.settings import Settings
from reference.gradients.training import TrainingPlan, train
from reference.transformer import Parameters

Tell = Callable[[int, float], None]  # which step of STEPS was done, and its loss
STEPS = TrainingPlan().steps

_learned: dict[TrainingPlan, Parameters] = {}  # took seconds, so it is kept as long as we run


def learn(seed: int, tell: Tell, is_cancelled: Callable[[], bool] = lambda: False) -> bool:
    """Train the model, unless it is trained already; whether it got to the end."""
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
    """Follow letters through the model that `learn` made with this seed."""
    plan = TrainingPlan(seed=settings.seed)
    return Exploration(settings, trained(settings, _learned[plan], plan))
