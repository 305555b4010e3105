"""Options of the whole suite: how long the soak goes on, and from which seed."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("soak", "attacks with random and hostile input (tests/soak)")
    group.addoption("--soak", action="store_true", help="go on for minutes instead of seconds")
    group.addoption("--soak-seed", type=int, default=1, metavar="N", help="another run of chance")
    group.addoption("--soak-round", type=int, metavar="N", help="this round of each attack alone")
    group.addoption("--soak-again", metavar="FILE", help="the steps of a walk that failed")


def pytest_report_header(config: pytest.Config) -> str:
    length = "long" if config.getoption("--soak") else "short (--soak for the long one)"
    return f"soak: {length}, --soak-seed {config.getoption('--soak-seed')}"
