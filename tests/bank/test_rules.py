"""An item that has the right form must also make sense in itself, and in what it refers to."""

from collections.abc import Callable
from pathlib import Path

import pytest

from quizzer.bank.check import read_paths
from quizzer.bank.loading import load_folder
from quizzer.diagnostics import Finding, Problem
from tests.bank.conftest import (
    CHOICE,
    CODE,
    COMPUTE,
    FILL,
    MATCH,
    OPEN,
    ORDER,
    bank,
    place,
    the_only,
    write_folder,
)

Check = Callable[[str | bytes], list[Problem]]


WHY = "because: They do not, mistake: a-slip"
LISTED = "  properties: [{holds: causal"
OF_BATCHES = (
    "  - {given: {x: {shape: [2, 2, 3]}}, with: [x], mistake: front-axes, because: Count back.}\n"
    "  mistakes"
)
STEP_OF_Y = "steps: {m: {of: masks.causal, with: [y]}}"
STEP_X = "steps: {x: {of: masks.causal, with: [3]}}"
MORE_LINES = ", ".join(f"line-{number}" for number in range(25))
MORE_OPTIONS = "  options:\n" + "".join(
    f"  - {{text: wrong {number}, because: It is}}\n" for number in range(26)
)


def test_sound_items_of_every_kind_have_no_problems(problems_in: Check) -> None:
    assert problems_in(bank(CHOICE, FILL, ORDER, MATCH, OPEN, COMPUTE, CODE)) == []


def test_cases_of_code_may_have_steps_types_and_properties_with_arguments(
    problems_in: Check,
) -> None:
    steps = "steps: {m: {of: masks.causal, with: [3]}}, dtypes: [float64, float32]"
    item = CODE.replace("with: [x]", f"with: [x, m], {steps}").replace(
        "  mistakes:", "  properties: [inputs-unchanged, {holds: causal, of: [x]}]\n  mistakes:"
    )
    assert problems_in(bank(item)) == []


def test_a_follow_up_may_wait_for_the_mistake_of_a_distractor_or_of_a_property(
    problems_in: Check,
) -> None:
    match = MATCH.replace("[sleeps]", f"[{{text: sleeps, {WHY}}}]")
    kept = f"{LISTED}, mistake: a-slip, says: Look back.}}]\n  mistakes"
    code = CODE.replace("  mistakes", kept)
    after = "  follow_ups: [{item: plain-choice, when: a-slip}]\n"
    assert problems_in(bank(CHOICE, match + after, code + after)) == []


@pytest.mark.parametrize("slip", ["front-axes", "argument-changed", "edge-case-missed"])
def test_a_follow_up_may_wait_for_what_cases_show_or_any_code_can(
    problems_in: Check, slip: str
) -> None:
    after = f"  follow_ups: [{{item: plain-choice, when: {slip}}}]\n"
    assert problems_in(bank(CHOICE, CODE.replace("  mistakes", OF_BATCHES) + after)) == []


CASES = [
    # (item, old text, new text, field, part of the message, part of the suggestion)
    (CHOICE, "  hints: [Think]\n", "", "", "the item has no hint", "hints:"),
    (CHOICE, "correct: true", "because: x", "options", "no option is correct", "correct: true"),
    (CHOICE, "because: It is", "correct: true", "options", "every option is correct", "a wrong"),
    (CHOICE, ", because: It is", "", "options[1]", "does not say why it is wrong", "because:"),
    (CHOICE, "No it is not", '" Yes it  is"', "options[1].text", "same text as in entry 1", ""),
    (CHOICE, "correct: true", "correct: true, mistake: x", "options[0].mistake", "names a m", ""),
    (FILL, "{{scale}}", "d", "blanks.scale", "marked nowhere in the prompt", "{{scale}}"),
    (FILL, "{{ what }}", "{{scale}}", "blanks.scale", "marked 2 times in the prompt", "once"),
    (FILL, "{{scale}}", "{{scael}}", "prompt", "'scael' that does not exist", "'scale'?"),
    (FILL, "sqrt(d_k)]", "√d_k]", "blanks.scale.accept[1]", "same text as in entry 1", ""),
    (FILL, "[sigmoid]", "[softmax]", "blanks.what.tempting[0].answers", "both accepted", ""),
    (ORDER, "weights, output", "output, output", "sequence[2]", "same text as in entry 2", ""),
    (CHOICE, "  options:\n", MORE_OPTIONS, "options", "28 entries need a letter", "two items"),
    (ORDER, "[scores", f"[{MORE_LINES}, scores", "sequence", "need a letter", "two items"),
    (MATCH, "[sleeps", f"[{MORE_LINES}, sleeps", "distractors", "need a letter", "two items"),
    (MATCH, "left: key", "left: query", "pairs[1].left", "same text as in entry 1", ""),
    (MATCH, "right: answers", "right: asks", "pairs[1].right", "same text as in entry 1", ""),
    (MATCH, "[sleeps]", "[asks]", "distractors[0]", "right side of a pair", ""),
    (MATCH, "[sleeps]", f"[{{text: asks, {WHY}}}]", "distractors[0]", "right side of a pair", ""),
    (MATCH, "[sleeps]", f"[x, {{text: x, {WHY}}}]", "distractors[1]", "as in entry 1", ""),
    (MATCH, "[sleeps]", "[{text: x}]", "distractors[0]", "'because' is missing", ""),
    (OPEN, "softmax saturates", "variance grows", "key_points[1].text", "same text", ""),
    (COMPUTE, "[n, 3]", "[m, 3]", "given.Q.shape[0]", "'m' is not a given `integer`", ""),
    (COMPUTE, "[n, 3]", "[Q, 3]", "given.Q.shape[0]", "'Q' is not a given `integer`", ""),
    (COMPUTE, "[n, 3]", "[n], value: 3", "given.Q", "has shape and value; only one", "one"),
    (COMPUTE, "shape: [n, 3]", "to: 3", "given.Q", "does not say what to draw", "shape"),
    (COMPUTE, "[2, 3]", "[3, 2]", "given.n.integer", "bound 3 is above the upper 2", "first"),
    (COMPUTE, "[n, 3]", "[n], from: 3", "given.Q.from", "`from` 3 is above `to` 2", "lower"),
    (COMPUTE, "shape: [n, 3]", "integers: [n], to: 2.5", "given.Q.to", "end at 2.5", "whole"),
    (COMPUTE, "weights: {of", "n: {of", "steps.n", "also the name of a given value", ""),
    (COMPUTE, "[Q, Q]", "[Q, q]", "steps.scores.with[1]", "earlier step 'q'", "'Q'?"),
    (COMPUTE, "[Q, Q]", "[Q, model.w]", "steps.scores.with[1]", "earlier step 'model'", ""),
    (COMPUTE, "[Q, Q]", "{x: weights}", "steps.scores.with.x", "does not come before", ""),
    (COMPUTE, "[Q, Q]", "[scores]", "steps.scores.with[0]", "does not come before", ""),
    (COMPUTE, "weights: {dec", "weight: {dec", "ask.weight", "no step 'weight'", "'weights'?"),
    (COMPUTE, "{decimals: 3}", "{step: score}", "ask.weights.step", "'score'", "'scores'?"),
    (COMPUTE, "step: scores", "step: score", "mistakes[0].step", "'score'", "'scores'?"),
    (
        COMPUTE,
        "of: mistakes.no_scale, ",
        "",
        "mistakes[0]",
        "does the same as the step itself",
        "`of`",
    ),
    (COMPUTE, "of: mistakes.no", "with: [weights], of: m.n", "mistakes[0].with[0]", "before", ""),
    (COMPUTE, "id: no-scale", "id: right", "mistakes[0].id", "cannot be called 'right'", ""),
    (CODE, "  mistakes", f"{LISTED}, mistake: x}}]\n  mistakes", "properties[0]", "belong", "says"),
    (CODE, "  mistakes", f"{LISTED}, says: x}}]\n  mistakes", "properties[0]", "belong", "mistake"),
    (CODE, "[x]}\n", "[x], mistake: x}\n", "cases[0]", "belong", "because"),
    (CODE, "[x]}\n", "[x], because: x}\n", "cases[0]", "belong", "mistake"),
    (CODE, "[x]}\n", "[x], mistake: x, because: x}\n", "cases[0].mistake", "never", "another kind"),
    (CODE, "with: [x]", "with: [y]", "cases[0].with[0]", "'y'", "x"),
    (CODE, "[2, 3]", "[n, 3]", "cases[0].given.x.shape[0]", "'n' is not a given", ""),
    (CODE, "with: [x]", f"with: [x], {STEP_OF_Y}", "cases[0].steps.m.with[0]", "'y'", "x"),
    (CODE, "with: [x]", f"with: [x], {STEP_X}", "cases[0].steps.x", "also the name of a given", ""),
]


@pytest.mark.parametrize(("item", "old", "new", "field", "message", "hint"), CASES)
def test_an_item_that_makes_no_sense_is_explained(
    problems_in: Check, item: str, old: str, new: str, field: str, message: str, hint: str
) -> None:
    problem = problems_in(bank(item.replace(old, new, 1)))[0]
    assert problem.field == field
    assert message in problem.message
    assert hint in (problem.suggestion or "")


def test_the_place_is_the_value_or_the_name_of_what_holds_several(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(COMPUTE.replace("weights: {dec", "weight: {dec"))))
    assert place(problem) == (19, 5)
    problem = the_only(problems_in(bank(COMPUTE.replace("[Q, Q]", "[Q, q]"))))
    assert place(problem) == (16, 46)


def test_mistakes_of_an_item_have_ids_of_their_own(problems_in: Check) -> None:
    again = "  - {id: no-scale, step: weights, of: mistakes.other, says: Again.}\n"
    problem = the_only(problems_in(bank(COMPUTE + again)))
    assert (problem.field, place(problem)) == ("mistakes[1].id", (22, 10))
    assert "given twice" in problem.message


REFERENCES = [
    ("covers: [derive-scale]", (11, 12), "no point 'derive-scale'", "'derive-the-scale'?"),
    ("prerequisites: [plain-fil]", (11, 19), "no item 'plain-fil'", "'plain-fill'?"),
    ("prerequisites: [plain-compute]", (11, 19), "refers to itself", "remove"),
    ("follow_ups: [{item: plain-fil}]", (11, 23), "no item 'plain-fil'", "'plain-fill'?"),
    (
        "follow_ups: [{item: plain-fill, when: no-scal}]",
        (11, 41),
        "neither an outcome nor a mistake",
        "'no-scale'?",
    ),
]


@pytest.mark.parametrize(("field", "where", "message", "hint"), REFERENCES)
def test_a_reference_that_leads_nowhere_is_placed(
    problems_in: Check, field: str, where: tuple[int, int], message: str, hint: str
) -> None:
    item = COMPUTE.replace("  kind:", f"  {field}\n  kind:")
    problem = the_only(problems_in(bank(item, FILL)))
    assert (problem.item, place(problem)) == ("plain-compute", where)
    assert message in problem.message
    assert hint in str(problem.suggestion)


@pytest.mark.parametrize("when", ["always", "right", "wrong", "no-scale"])
def test_a_follow_up_comes_after_any_outcome_or_a_mistake(problems_in: Check, when: str) -> None:
    item = COMPUTE + f"  follow_ups: [{{item: plain-fill, when: {when}}}]\n"
    assert problems_in(bank(item, FILL)) == []


def test_mistakes_of_choice_and_fill_items_can_be_followed_up_too(problems_in: Check) -> None:
    choice = CHOICE.replace("because: It is", "because: It is, mistake: denial")
    choice += "  follow_ups: [{item: plain-fill, when: denial}]\n"
    fill = FILL + "  follow_ups: [{item: plain-choice, when: sigmoid-for-softmax}]\n"
    assert problems_in(bank(choice, fill)) == []


def test_prerequisites_in_a_circle_are_refused(problems_in: Check) -> None:
    choice = CHOICE + "  prerequisites: [plain-fill]\n"
    fill = FILL + "  prerequisites: [plain-order]\n"
    order = ORDER + "  prerequisites: [plain-choice]\n"
    problem = the_only(problems_in(bank(choice, fill, order)))
    assert problem.field == "prerequisites"
    around = problem.message.removeprefix("the prerequisites form a circle: ").split(" before ")
    assert len(around) == 4
    assert around[0] == around[-1]
    assert around[around.index("plain-order") + 1] == "plain-fill"


def test_an_unknown_topic_is_placed(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE, topic="atention")))
    assert place(problem) == (1, 8)
    assert problem.message == "there is no topic 'atention' in the check-list"
    assert problem.suggestion == "did you mean 'attention'?"


def test_an_id_used_twice_names_both_places(problems_in: Check) -> None:
    problem = the_only(problems_in(bank(CHOICE, CHOICE)))
    assert (place(problem), problem.item) == ((15, 7), "plain-choice")
    assert "bank.yaml:3:7" in problem.message


def test_an_id_used_in_two_files_names_both_places(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, bank(CHOICE))
    (folder / "second.yaml").write_text(bank(CHOICE, topic="positions"))
    problem = the_only(load_folder(folder)[1])
    assert problem.path.endswith("second.yaml")
    assert "bank.yaml:3:7" in problem.message


def test_topics_and_points_have_ids_of_their_own(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, bank(CHOICE))
    checklist = folder / "checklist.yaml"
    text = checklist.read_text()
    text = text.replace("compute-attention", "derive-the-scale").replace("positions", "attention")
    checklist.write_text(text)
    assert [place(p) for p in load_folder(folder)[1]] == [(7, 10), (8, 7)]


def test_a_broken_check_list_is_told_once_and_not_for_every_item(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, bank(CHOICE + "  covers: [derive-the-scale]\n"))
    (folder / "checklist.yaml").write_text("topics: none\n")
    problem = the_only(load_folder(folder)[1])
    assert problem.path.endswith("checklist.yaml")


def test_two_lessons_on_one_topic_are_refused(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, bank(CHOICE) + "lesson: First.\n")
    (folder / "second.yaml").write_text(bank(FILL) + "lesson: Second.\n")
    problem = the_only(load_folder(folder)[1])
    assert problem.field == "lesson"
    assert "bank.yaml already has a lesson on this topic" in problem.message


def test_a_mistake_is_named_once_and_by_its_id_where_it_is_not(tmp_path: Path) -> None:
    folder = write_folder(
        tmp_path, bank(CHOICE) + "mistake_names: {no-scale: the scale left out}\n"
    )
    (folder / "second.yaml").write_text(
        bank(FILL) + "mistake_names: {no-scale: no scale here, no-mask: the mask left out}\n"
    )
    library, problems = load_folder(folder)
    problem = the_only(problems)
    assert problem.path.endswith("second.yaml")
    assert problem.field == "mistake_names.no-scale"
    assert "bank.yaml already names this mistake" in problem.message
    assert library.name_of("no-scale") == "the scale left out"
    assert library.name_of("no-mask") == "the mask left out"
    assert library.name_of("softmax-twice") == "softmax twice"


def test_a_single_file_is_checked_with_the_banks_beside_it(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, bank(CHOICE.replace("A title", "no")))
    second = folder / "second.yaml"
    second.write_text(bank(FILL + "  prerequisites: [plain-choice]\n", CHOICE))
    problem = the_only(read_paths([second]).problems)
    assert problem.path == str(second)
    assert "bank.yaml:3:7" in problem.message


def test_a_folder_with_topics_of_its_own_is_checked_as_an_addition_wherever_it_lies(
    tmp_path: Path,
) -> None:
    checklist = "topics:\n- {id: my-notes, title: Mine, about: Notes}\n"
    taken = CHOICE.replace("plain-choice", "sdpa-by-hand")
    follower = FILL + "  prerequisites: [dense-or-experts]\n"
    text = bank(taken, follower).replace("topic: attention", "topic: my-notes")
    (folder := tmp_path / "mine").mkdir()
    (folder / "checklist.yaml").write_text(checklist, encoding="utf-8")
    (folder / "notes.yaml").write_text(text, encoding="utf-8")
    problem = the_only(read_paths([folder]).problems)
    assert "'sdpa-by-hand' is already used" in problem.message


def test_a_path_that_does_not_exist_is_a_problem(tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    problems = read_paths([missing]).problems
    assert "no such file" in next(each for each in problems if each.path == str(missing)).message


def test_findings_of_others_are_placed_in_the_file(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, bank(CHOICE, COMPUTE))
    reading = read_paths([folder])
    assert [item.id for item in reading.items] == ["plain-choice", "plain-compute"]
    finding = Finding(("steps", "scores", "of"), "no such function", "did you mean 'x'?")
    problem = reading.locate("plain-compute", finding)
    assert (place(problem), problem.field) == ((28, 18), "steps.scores.of")
    assert reading.line(problem) == "    scores: {of: attention.scores, with: [Q, Q]}"


def test_only_items_of_the_files_asked_about_are_to_be_inspected(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, bank(CHOICE))
    second = folder / "second.yaml"
    second.write_text(bank(FILL))
    assert [item.id for item in read_paths([second]).items] == ["plain-fill"]
