"""One test for many cheap cases: to pytest a test costs three milliseconds, however short it is."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Test = Callable[..., None]


def for_each(name: str, cases: Iterable[Any], named: Callable[[Any], str] = str) -> Any:
    """Run a test for every case, which it is handed as its argument `name`.

    As with `parametrize` every case that fails is named, and those after it run all the same. But
    all of them are one test, and share its fixtures.
    """
    cases = list(cases)

    def decorate(test: Test) -> Test:
        @wraps(test)
        def test_all(**fixtures: Any) -> None:
            assert cases
            failures = []
            for case in cases:
                try:
                    test(**fixtures, **{name: case})
                except Exception as failure:
                    failure.add_note(f"where {name} is {named(case)}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(cases)} cases fail", failures)

        signature = inspect.signature(test)
        others = [other for other in signature.parameters.values() if other.name != name]
        assert len(others) == len(signature.parameters) - 1, f"{test.__name__} takes no {name}"
        vars(test_all)["__signature__"] = signature.replace(parameters=others)
        return test_all

    return decorate
