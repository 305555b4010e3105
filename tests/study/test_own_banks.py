"""Banks in the folder of one's own are studied like those that come with quizzer."""

import inspect
import os
import sys
from pathlib import Path

import pytest

from quizzer.bank.check import read_paths
from quizzer.bank.schema import Item
from quizzer.diagnostics import Finding
from quizzer.grading import inspection
from quizzer.progress.places import Places
from quizzer.study import banks, engine
from quizzer.study.errors import StudyError
from quizzer.study.trials import Trials
from reference.activations import softmax
from tests.bank.conftest import CHOICE, COMPUTE, SOUND_COMPUTE, bank
from tests.conftest import warm
from tests.exercises.items import NO_SCALE, attention

OWN_CHOICE = CHOICE.replace("plain", "own")


@pytest.fixture
def places(tmp_path: Path, compiled_banks: Path) -> Places:
    data = tmp_path / "data"
    (data / "banks").mkdir(parents=True)
    warm(tmp_path, compiled_banks)
    return Places(config=data, data=data, cache=tmp_path / "cache")


def write(places: Places, text: str, name: str = "mine.yaml") -> None:
    (places.banks / name).write_text(text, encoding="utf-8")


def test_their_items_stand_in_their_topic(places: Places) -> None:
    write(places, bank(OWN_CHOICE))
    library = banks.load(places)
    assert library.items_of("attention")[-1].id == "own-choice"
    assert library.flaws == ()
    assert banks.flaws_in_words(library) == ""


def test_without_a_folder_there_are_only_the_others(places: Places) -> None:
    places.banks.rmdir()
    assert banks.own(places) == []
    assert banks.load(places).topics == banks.load_topics(places)


def test_a_check_list_in_the_folder_adds_topics(places: Places) -> None:
    write(places, "topics:\n- {id: mine, title: Mine, about: My own}\n", "checklist.yaml")
    write(places, bank(OWN_CHOICE, topic="mine"))
    library = banks.load(places)
    assert library.topics[-1].id == "mine"
    assert banks.load_topics(places) == library.topics
    assert [item.id for item in library.items_of("mine")] == ["own-choice"]


def test_what_is_flawed_is_left_out_and_told_the_rest_is_there(places: Places) -> None:
    write(places, bank(OWN_CHOICE, CHOICE.replace("plain", "flawed").replace("junior", "jnior")))
    for library in (banks.load(places), banks.load(places)):  # read, and from the cache
        assert "own-choice" in library.items
        assert "flawed-choice" not in library.items
        assert len(library.flaws) == 1
        assert "mine.yaml:" in library.flaws[0]
        assert "1 problem;" in banks.flaws_in_words(library)


def test_a_file_that_is_no_yaml_takes_nothing_with_it(places: Places) -> None:
    write(places, "topic: [attention\n")
    write(places, bank(OWN_CHOICE), "other.yaml")
    library = banks.load(places)
    assert "own-choice" in library.items
    assert library.flaws


def test_an_item_that_cannot_be_computed_is_left_out(places: Places) -> None:
    wrong = COMPUTE.replace("plain", "wrong")
    write(places, bank(SOUND_COMPUTE, wrong))
    library = banks.load(places)
    assert "plain-compute" in library.items
    assert "wrong-compute" not in library.items
    assert any("attention.scores" in flaw for flaw in library.flaws)


def test_a_variant_that_cannot_be_drawn_is_refused_in_words() -> None:
    right_by_accident = attention(
        given={name: {"shape": [2, 1]} for name in "QKV"}, mistakes=[NO_SCALE]
    )  # of width 1, whose root is 1
    with pytest.raises(StudyError, match=r"variant 7 of .* 'no-scale' gives the right answer"):
        engine.draw(right_by_accident, 7)


def test_an_id_of_the_bundled_banks_cannot_be_taken_over(places: Places) -> None:
    write(places, bank(CHOICE.replace("plain-choice", "cbow-or-skip-gram")))
    library = banks.load(places)
    assert library.items["cbow-or-skip-gram"].title != "A title"
    assert "is already used" in library.flaws[0]


def test_they_are_checked_beside_the_bundled_banks_with_any_check_list(places: Places) -> None:
    """As they are studied; in another folder these would be a copy of the bundled banks."""
    topic = "- {id: ID, title: Mine, about: My own}\n"
    topics = topic.replace("ID", "mine") + topic.replace("ID", "attention")
    write(places, f"topics:\n{topics}", "checklist.yaml")
    write(places, bank(OWN_CHOICE + "  prerequisites: [cbow-or-skip-gram]\n", topic="mine"))
    (problem,) = read_paths([places.banks], additions=places.banks).problems
    assert "the id 'attention' is already used" in problem.message
    (problem,) = read_paths([places.banks]).problems
    assert "there is no item 'cbow-or-skip-gram'" in problem.message


def test_checking_them_misses_no_check_list(places: Places) -> None:
    write(places, bank(OWN_CHOICE + "  prerequisites: [cbow-or-skip-gram]\n"))
    assert read_paths([places.banks], additions=places.banks).problems == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names in Unicode alone")
def test_a_bank_may_have_a_name_of_any_bytes(places: Places) -> None:
    file = places.banks / os.fsdecode(b"\xff.yaml")
    file.write_text(bank(OWN_CHOICE, CHOICE.replace("junior", "jnior")))
    for _ in range(2):  # read, and from the cache
        library = banks.load(places)
        assert "own-choice" in library.items
        assert r"\xff.yaml" in library.flaws[0]


def test_an_item_with_nothing_but_a_warning_is_asked(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    warning = Finding(("title",), "is dull", severity="warning")
    monkeypatch.setattr(inspection, "problems_of", lambda item, variants: [warning])
    write(places, bank(OWN_CHOICE))
    library = banks.load(places)
    assert "own-choice" in library.items
    assert library.flaws == ()


def test_each_item_is_tried_out_once_until_it_changes(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def problems_of(item: Item, variants: int) -> list[Finding]:
        tried.append(item.id)
        return [Finding(("title",), "is bad")] if item.title == "Bad" else []

    monkeypatch.setattr(inspection, "problems_of", problems_of)

    def tried_with(*items: str) -> list[str]:
        tried.clear()
        write(places, bank(*items))
        banks.load(places)
        return tried

    flawed = CHOICE.replace("plain", "flawed").replace("A title", "Bad")
    assert tried_with(OWN_CHOICE, SOUND_COMPUTE, flawed) == [
        "own-choice",
        "plain-compute",
        "flawed-choice",
    ]
    assert tried_with(SOUND_COMPUTE, OWN_CHOICE, flawed) == ["flawed-choice"]
    assert tried_with(SOUND_COMPUTE, OWN_CHOICE.replace("A title", "Another")) == ["own-choice"]
    assert tried_with(OWN_CHOICE) == ["own-choice"]  # what it was before is forgotten
    (places.cache / "tried.msgpack").write_bytes(b"damaged")
    assert tried_with(OWN_CHOICE, SOUND_COMPUTE) == ["own-choice", "plain-compute"]


def test_what_tries_them_is_the_reference_and_the_grading(tmp_path: Path) -> None:
    files = set(Trials(tmp_path / "tried.msgpack").sources())
    for function in (softmax, inspection.problems_of):
        assert Path(inspect.getfile(function)) in files
