"""Mutated settings files and hostile sentences: words that say what and where, never a failure."""

import json
import random
import time
from pathlib import Path

import pytest

from quizzer.actions.table import ACTIONS
from quizzer.configuration.configuration import EDITOR_VARIABLES, FILE, THEME_VARIABLE, load
from quizzer.configuration.keymap import keymap
from quizzer.configuration.settings import SETTINGS
from tests.soak.commanding import run
from tests.soak.conftest import Chance
from tests.soak.hostile import expect_calm, hostile_text
from tests.soak.mutating import mutated

_SET = [f"{name} = {setting.example}" for name, setting in SETTINGS.items()]
_KEYS = [f'{action.id} = ["z", "{action.keys[0]}"]' for action in ACTIONS]
SOUND = "\n".join([*_SET, "", "[keys]", *_KEYS[::5]])
MOST_SECONDS = 1.0  # of processor time


def test_a_mutated_settings_file_is_told_with_its_place(home: Path, chance: Chance) -> None:
    file = home / FILE
    for label, rng in chance.rounds(short=3, long=2_000):
        data = mutated(SOUND, rng).encode(errors="surrogatepass")
        if rng.random() < 0.1:
            place = rng.randint(0, len(data))
            data = data[:place] + rng.randbytes(rng.randint(1, 4)) + data[place:]
        file.write_bytes(data)
        start = time.process_time()
        try:
            found = load(home)
            problems = [*found.problems, *keymap(found.keys, file).problems]
            for problem in problems:
                assert problem.line >= 1
                assert problem.column >= 1
                expect_calm(str(problem), label)
        except BaseException as error:
            raise AssertionError(f"{label}\n{data[:3000]!r}") from error
        assert time.process_time() - start < MOST_SECONDS, f"{label}: slow\n{data[:3000]!r}"
        if chance.is_long and rng.random() < 0.02:
            for command in (["config"], ["config", "--check"], ["config", "--keys"], ["list"]):
                result = run(*command)
                assert result.code in (0, 1, 2), label
                expect_calm(result.out + result.err, label)


def test_hostile_settings_are_only_ever_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    for label, rng in chance.rounds(short=1, long=300):
        values = [f"{name} = {_quoted(rng)}" for name in [*SETTINGS, _quoted(rng)]]
        keys = [f"{name} = [{_quoted(rng)}]" for name in ('"home.open"', _quoted(rng))]
        (home / FILE).write_text("\n".join([*values, "[keys]", *keys]), encoding="utf-8")
        for variable in (THEME_VARIABLE, *EDITOR_VARIABLES):
            text = hostile_text(rng)[:200].replace("\0", "")
            monkeypatch.setenv(variable, text.encode(errors="replace").decode())
        for options in ([], ["--check"], ["--keys"], ["--json"]):
            result = run("config", *options)
            assert result.code in (0, 1, 2), label
            expect_calm(result.out + result.err, f"{label}: {options}")


def _quoted(rng: random.Random) -> str:
    return json.dumps(hostile_text(rng)[:200])


def test_any_sentence_is_followed_or_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    for label, rng in chance.rounds(short=1, long=400):
        options = ["--layers", rng.choice(["1", "6", "-1"])]
        if rng.random() < 0.5:
            options += ["--target", hostile_text(rng, 3), "--padding", rng.choice(["0", "3", "9"])]
        if rng.random() < 0.5:
            options += ["--what-if", rng.choice(["no-scale", "wrong-axis", hostile_text(rng, 1)])]
        if rng.random() < 0.3:
            options += ["--step", hostile_text(rng, 1)]
        if rng.random() < 0.3:
            options.append("--json")
        options += ["--", hostile_text(rng, 3)]
        result = run("trace", *options)
        assert result.code in (0, 2), f"{label}: {options}"
        expect_calm(result.out + result.err, f"{label}: {options}")
