"""One test for many cases tells all that fail, and none is left out."""

from pathlib import Path

import pytest

from tests.each import for_each


def test_every_case_is_run_and_each_that_fails_is_named() -> None:
    run = []

    @for_each("number", range(5), named=lambda number: f"no. {number}")
    def test_is_even(number: int) -> None:
        run.append(number)
        assert number % 2 == 0

    with pytest.raises(ExceptionGroup, match="2 of 5 cases fail") as failed:
        test_is_even()
    assert run == [0, 1, 2, 3, 4]
    notes = [failure.__notes__ for failure in failed.value.exceptions]
    assert notes == [["where number is no. 1"], ["where number is no. 3"]]


def test_a_test_of_no_case_fails() -> None:
    with pytest.raises(AssertionError):
        for_each("number", [])(lambda number: None)()


@for_each("name", ["a", "b"])
def test_a_test_has_its_fixtures_too(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()


def test_a_test_that_does_not_take_the_case_is_refused() -> None:
    with pytest.raises(AssertionError, match="test_it takes no name"):

        @for_each("name", ["a"])
        def test_it() -> None:
            pass
