"""Shares that say how much they are worth: hits of n, and their 95 % interval."""

from math import sqrt

from msgspec import Struct

ENOUGH = 5  # below, a share says nothing
NORMAL_95 = 1.959964  # standard normal quantile of 0.975
NORMAL_99 = 2.575829  # and of 0.995


class Share(Struct, frozen=True, kw_only=True):
    """So many hits of n, and what that says about the true share: Wilson's 95 % interval."""

    hits: int
    n: int

    @property
    def enough(self) -> bool:
        """Whether there is enough data to speak of a share."""
        return self.n >= ENOUGH

    @property
    def value(self) -> float | None:
        """The share itself; none without data."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        """The true share is in here, in 95 of 100 such cases."""
        return wilson(self.hits, self.n)


def wilson(hits: int, n: int, normal: float = NORMAL_95) -> tuple[float, float]:
    """The confidence interval of a share by Wilson (1927), usually 95 %; 0 to 1 without data."""
    if n == 0:
        return 0.0, 1.0
    share, z2 = hits / n, normal**2
    middle = share + z2 / (2 * n)
    half = normal * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z2 / n)), min(1.0, (middle + half) / (1 + z2 / n))


def difference(later: Share, earlier: Share, normal: float = NORMAL_95) -> tuple[float, float]:
    """The interval of the change between two shares, by Newcombe (1998), method 10."""
    if later.value is None or earlier.value is None:
        return -1.0, 1.0
    change = later.value - earlier.value
    low_1, high_1 = wilson(later.hits, later.n, normal)
    low_2, high_2 = wilson(earlier.hits, earlier.n, normal)
    below = sqrt((later.value - low_1) ** 2 + (high_2 - earlier.value) ** 2)
    above = sqrt((high_1 - later.value) ** 2 + (earlier.value - low_2) ** 2)
    return change - below, change + above
