"""`quizzer serve` where it cannot serve; tests/web sees it serving."""

import socket
import sys

import pytest

from tests.commands.conftest import Quizzer


def test_a_busy_port_is_told_in_words(quizzer: Quizzer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = quizzer("serve", "--port", str(port))
    assert result.code == 2
    assert f"port {port} cannot be used: Address already in use" in result.err


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8 0", "٨٠"])
def test_what_is_no_port_is_refused(quizzer: Quizzer, port: str) -> None:
    result = quizzer("serve", f"--port={port}")
    assert result.code == 2
    assert "is not a port: give a whole number up to 65535" in result.err


def test_without_the_extra_the_command_says_what_to_install(
    quizzer: Quizzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith("quizzer.web")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    result = quizzer("serve")
    assert result.code == 2
    assert "pip install 'quizzer[web]'" in result.err
