"""Units of counts, as people and machines use them."""

import pytest

from quizzer.exercises.units import factor_of


@pytest.mark.parametrize(
    ("unit", "single"),
    [
        ("", 1),
        ("heads", 1),
        ("bytes", 1),
        ("k", 1000),
        ("thousand", 1000),
        ("KiB", 1024),
        ("MB", 10**6),
        ("M", 10**6),
        ("million parameters", 10**6),
        ("MiB", 1_048_576),
        ("GB", 10**9),
        ("bn", 10**9),
        ("billion tokens", 10**9),
        ("GiB", 1_073_741_824),
        ("TFLOPs", 10**12),
        ("trillion", 10**12),
        ("TiB", 1_099_511_627_776),
        ("PFLOP", 10**15),
        ("PiB", 1_125_899_906_842_624),
    ],
)
def test_one_of_a_unit_is_so_many_single_things(unit: str, single: int) -> None:
    assert factor_of(unit) == single
