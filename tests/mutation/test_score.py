"""The mutation score: what counts as a mutant, how trials end, and how the score is computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mutation import score
from mutation.edits import shaped
from mutation.mutants import Mutant, mutants
from mutation.scope import CHECKER, FEATURES, OWN_TESTS, ROOT, SECOND, Module, clauses_of, modules, stages
from mutation.totals import Known, Score, Totals, clauses_or_module, page_of, read_known
from mutation.trials import (
    Attempt,
    Result,
    Unmutated,
    Zygote,
    keep_results,
    of_rules,
    question,
    read_results,
    unmutated,
)
from shatterproof.game import GAMES

GROUPS = next(module for module in modules() if module.name == "shatterproof.splinter.groups")
LARGEST = "size = max(map(len, found), default=0)"


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    with Zygote(of_a_game=True) as process:
        yield process


def ending(zygote: Zygote, source: str, seconds: float = 6.0) -> dict[str, Any]:
    """The end of a trial of a module with another source, by the examples alone."""
    return zygote.ask(question(GROUPS.games, module=GROUPS.name, source=source, seconds=seconds, stages=()))


@pytest.mark.parametrize(
    ("added", "status", "stage"),
    [
        ("", "survived", "examples"),
        ("while True:\n    pass\n", "timeout", "import"),
        ("__import__('os')._exit(0)\n", "killed", "process"),
    ],
)
def test_a_mutant_that_never_ends_or_ends_the_process_dies_and_the_unmutated_reference_lives(
    added: str, status: str, stage: str, zygote: Zygote
) -> None:
    ended = ending(zygote, GROUPS.source + added, 0.5 if status == "timeout" else 6.0)
    assert (ended["status"], ended["stage"]) == (status, stage)


def test_a_mutant_dies_by_an_example_of_its_clause(zygote: Zygote) -> None:
    assert LARGEST in GROUPS.source
    ended = ending(zygote, GROUPS.source.replace(LARGEST, LARGEST.replace("max", "min")))
    assert (ended["status"], ended["stage"]) == ("killed", "examples")
    assert ended["by"].startswith("splinter.")


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_shaped_mutant_of_each_game_dies(game: str, zygote: Zygote) -> None:
    assert zygote.ask(of_rules(game)[0].question | {"stages": ()})["status"] == "killed"


@pytest.mark.ci
def test_tests_fail_inside_a_trial_as_they_do_outside(zygote: Zygote) -> None:
    stage = ("reference", ("tests/reference/test_scrunch.py",))
    source = next(module.source for module in modules() if module.name == "shatterproof.scrunch.death")
    shut_in = "& standing.own != snake"
    assert shut_in in source
    for becomes, status in ((shut_in, "survived"), (f"{shut_in} or True", "timeout")):
        mutated = source.replace(shut_in, becomes)
        more = {"module": "shatterproof.scrunch.death", "source": mutated, "seconds": 1.0, "stages": [stage]}
        assert zygote.ask(question(("scrunch",), **more))["status"] == status


def test_a_trial_says_how_long_its_longest_test_computed(zygote: Zygote) -> None:
    ended = ending(zygote, GROUPS.source + "\nsum(range(3_000_000))\n")
    assert 0 < ended["longest"] < ended["seconds"]


@pytest.mark.ci
def test_trials_have_three_times_as_long_as_the_longest_test_without_a_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    for longest, limit in ((0.5, 6.0), (4.0, 12.0)):
        monkeypatch.setattr(Zygote, "ask", lambda *_, longest=longest: {"status": "survived", "longest": longest})
        found = unmutated([GROUPS], False)
        assert (len(found.wrong), found.seconds) == (1, limit)


@pytest.mark.parametrize("module", [*OWN_TESTS, *(find[0] for find in map(list, (CHECKER, SECOND, FEATURES)))])
def test_every_stage_names_tests_that_are_there(module: str) -> None:
    named = stages(GAMES, module=module)
    assert all(files for name, files in named if name != "own tests" or module not in OWN_TESTS)
    assert [file for _, files in named for file in files if not (ROOT / file.partition("::")[0]).exists()] == []


# Mutants


def found(source: str) -> list[Mutant]:
    return list(mutants("m", source, (shaped,)))


def test_every_mutant_is_found_once_and_can_be_compiled() -> None:
    of_groups = list(mutants(GROUPS.name, GROUPS.source, (shaped,)))
    assert (
        len({mutant.key for mutant in of_groups}) == len({mutant.source for mutant in of_groups}) == len(of_groups) > 30
    )
    for mutant in of_groups:
        compile(mutant.source, "", "exec")


def test_what_is_no_behaviour_is_not_mutated() -> None:
    source = '"""Words."""\n\n@cache\ndef f(x: "dark") -> "light":\n    """x"""\n    raise InputError("so", "", "x")\n'
    assert {mutant.becomes for mutant in found(source)} == {"pass", 'raise InputError("so", \'~\', "x")'}


def test_keys_outlive_other_lines() -> None:
    source = "def f(x):\n    return x in (1, 2)\n"
    keys = {mutant.key for mutant in found(source)}
    assert keys == {mutant.key for mutant in found(f"import os\n\n\n{source}")}
    assert keys != {mutant.key for mutant in found(source.replace("2", "3"))}


def test_mutants_alike_in_all_but_their_place_are_told_apart() -> None:
    source = "def f(x):\n    if x:\n        x.y()\n    x.y()\n"
    steps = [mutant for mutant in found(source) if mutant.was == "x.y()" and mutant.becomes == "pass"]
    assert [mutant.nth for mutant in steps] == [1, 2]


def test_a_mutant_belongs_to_the_clauses_that_name_its_function() -> None:
    module = Module("shatterproof.scrunch.death", "", ("scrunch",))
    assert clauses_of(module.name, "must_go_on") == ("scrunch.death.until",)
    assert clauses_of(module.name, "_removals") == ()


# Scores


def exit_code(monkeypatch: pytest.MonkeyPatch, folder: Path, wrong: list[str], *found: Result) -> int:
    """The exit code where these are all results."""
    attempts = [Attempt(replace(result, status=""), {}) for result in found]
    monkeypatch.setattr(score, "unmutated", lambda *_: Unmutated(wrong, 6.0))
    monkeypatch.setattr(score, "all_mutants", lambda *_: attempts)
    monkeypatch.setattr(
        score, "run", lambda todo, _: (one for one in found if one.key in {each.result.key for each in todo})
    )
    return score.tried(score.options(["--module", "splinter.groups", "--out", str(folder / "results")]))


def test_all_is_well_if_enough_is_killed_and_the_rest_explained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    killed = [result(str(number), "killed") for number in range(30)]
    assert exit_code(monkeypatch, tmp_path, [], *killed) == 0
    assert exit_code(monkeypatch, tmp_path, [], *killed, result("new", "survived")) == 1


def test_without_tests_that_pass_before_there_is_no_score(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(monkeypatch, tmp_path, ["a mutant survives"], result("a", "killed")) == 3
    assert capsys.readouterr() == ("", "a mutant survives\n")


def test_results_are_kept_and_taken_up_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    exit_code(monkeypatch, tmp_path, [], result("a", "killed"), result("b", "survived"))
    monkeypatch.setattr(score, "run", lambda todo, _: (replace(one.result, status="killed") for one in todo))
    again = ["--module", "splinter.groups", "--out", str(tmp_path / "results"), "--resume"]
    assert score.tried(score.options(again)) == 1


def test_resume_goes_on_from_the_results_of_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(score, "KEPT", tmp_path / "kept.gz")
    monkeypatch.setattr(score, "PAGE", tmp_path / "page.md")
    found = replace(result("a", "killed"), why="/home/somebody/test.py:3: AssertionError")
    exit_code(monkeypatch, tmp_path, [], found, result("b", "survived"))
    of_another_module = result("c", "killed")
    keep_results([of_another_module], score.KEPT)
    resumed = ["--module", "splinter.groups", "--resume", "--out"]
    assert score.tried(score.options([*resumed, str(tmp_path / "results"), "--page"])) == 0
    assert list(read_results(score.KEPT).values()) == [
        of_another_module, replace(found, why=""), result("b", "survived"),
    ]  # fmt: skip
    monkeypatch.setattr(score, "run", lambda todo, _: (replace(one.result, status="killed") for one in todo))
    assert score.tried(score.options([*resumed, str(tmp_path / "new")])) == 1
    assert not (tmp_path / "new").read_text()


def test_a_sample_is_part_of_every_larger_one() -> None:
    attempts = [Attempt(result(str(number), ""), {}) for number in range(50)]
    small, large = (score.drawn(attempts, score.options(["--sample", size])) for size in ("5", "20"))
    assert small == large[:5]
    assert score.drawn(attempts[::-1], score.options(["--sample", "5"])) == small
    assert score.drawn(attempts, score.options(["--sample", "5", "--seed", "2"])) != small


def result(becomes: str, status: str, clauses: tuple[str, ...] = ()) -> Result:
    return Result(becomes, "splinter", clauses, "m", "f", "o", "x", becomes, status=status)


KNOWN = Known("m", "f", "x", "same", "equivalent", "it is the same")


def test_equivalent_ones_do_not_count_and_accepted_ones_count_as_alive() -> None:
    results = [result("a", "killed"), result("b", "timeout"), result("same", "survived")]
    whole = Totals(results, [KNOWN]).score()
    assert whole == Score(tried=3, killed=2, timeouts=1, equivalent=1)
    assert whole.share == 1.0
    assert Totals(results, [replace(KNOWN, verdict="accepted")]).score().share == pytest.approx(2 / 3)


def test_an_explanation_that_nothing_needs_any_more_is_stale() -> None:
    totals = Totals([result("same", "killed")], [KNOWN])
    assert totals.stale(["m"]) == [KNOWN]
    assert totals.stale(["n"]) == []


def test_a_mutant_of_several_clauses_counts_for_each() -> None:
    totals = Totals([result("a", "killed", ("c", "d")), result("b", "survived", ("d",)), result("e", "killed")], [])
    assert {name: one.share for name, one in totals.by(clauses_or_module).items()} == {
        "c": 1.0,
        "d": 0.5,
        "shared: m": 1.0,
    }


def test_a_sample_says_how_far_it_can_be_trusted() -> None:
    few, many = (Totals([result(str(n), "killed") for n in range(count)], []).score() for count in (10, 1000))
    assert few.interval[0] < 0.75 < 0.99 < many.interval[0] < many.interval[1] == 1.0


def test_the_page_has_each_clause_below_100_percent_and_each_survivor_that_nobody_explained() -> None:
    results = [result("a", "killed", ("c",)), result("same", "survived", ("d",)), result("new", "survived", ("d",))]
    drawn = Totals([result("odd", "survived"), *(result(str(number), "killed") for number in range(9))], [])
    text = page_of(Totals(results, [KNOWN]), 5, 1, {"checker": (drawn, 700), "second": (Totals([], []), 9)})
    assert "3 of 5 mutants tried,\n1 killed" in text
    assert "2 are still to be tried, 1 of them explained" in text
    assert "Of the 2 clauses 1 have a score of 100 %.\n`d`: 0 of 1.\n" in text
    assert "| checker | 700 | 10 | 9 | 0 | 0 | 90.0% |" in text
    assert "| second | 9 | 0 | 0 | 0 | 0 |  |" in text
    assert "+ new" in text
    assert "+ odd" in text
    assert "+ same" not in text


@pytest.mark.ci
def test_all_explanations_are_about_lines_that_stand() -> None:
    texts = {module.name: " ".join(module.source.split()) for module in modules()}
    assert [known.was for known in read_known() if known.was not in texts[known.module]] == []
