"""The model of a solver: the order in which it tries turns, and how it is fitted to the attempts of people."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.samples import played
from puzzles.showcase import SAMPLES, proved, rated
from sampling import some
from shatterproof import strict_json
from shatterproof_properties.cli import main
from shatterproof_properties.puzzles.files.text import format_puzzle
from shatterproof_properties.puzzles.rating.solver_model import (
    FailedTry,
    SolverModel,
    Solvers,
    Solving,
    calibrated,
)
from shatterproof_properties.puzzles.solve.solved_record import SolvedPuzzle, note_solved, puzzle_digest

QUICK = Solving(1, 10, 0.0, (FailedTry("a", 3, one_defence=True), FailedTry("b", 1, one_defence=False)), 2, (4, 1))


def test_who_looks_at_enough_replies_solves_and_who_looks_at_fewer_guesses() -> None:
    one_kind = Solvers(median=2.0, spread=1e-6, slip=0.0)
    assert replace(QUICK, glances=0, answers=()).failing(one_kind) == pytest.approx(1 / 2)
    wide, narrow = one_kind._replace(median=4.0), one_kind._replace(median=0.5)
    assert replace(QUICK, glances=0, answers=()).failing(wide) == pytest.approx(0)
    assert replace(QUICK, glances=0, answers=()).failing(narrow) == pytest.approx(2 / 3)
    plain = replace(QUICK, tries=(), glances=0, answers=())
    assert plain.failing(one_kind) == 0
    assert replace(plain, answers=(40,)).failing(one_kind) == replace(plain, glances=40).failing(one_kind) == 1


def test_the_more_is_to_be_foreseen_and_the_more_turns_look_better_the_more_fail() -> None:
    more = replace(QUICK, tries=QUICK.tries * 3)
    assert QUICK.failing() < more.failing() < replace(more, foreseen=3).failing() < 1


def test_a_key_is_surprising_where_many_first_turns_look_better() -> None:
    assert QUICK.surprise == 4 / 9
    assert replace(QUICK, tries=(), glances=0).surprise == 0
    assert QUICK.near_tries == 1


@pytest.mark.parametrize("name", some(SAMPLES, one_in=4))
def test_no_try_is_a_solution_and_a_puzzle_is_always_solved_alike(name: str) -> None:
    found = rated(name)
    assert SolverModel(found.puzzle).solve() == found.solving
    tried = [each.turn for each in found.solving.tries]
    assert not set(tried) & set(found.puzzle.solution)
    assert len(tried) + found.solving.glances < found.solving.choices


def test_a_turn_that_takes_is_looked_at_before_one_that_threatens_nothing() -> None:
    model = SolverModel(proved("four in a row")[0])
    first = model.looked_at(model.here, model.adapter.results(model.here), closely=True)
    gains = [each.gains for each in first]
    assert gains[0] > 0 > gains[-1]


def test_what_is_foreseen_is_counted_from_the_reply_and_a_mate_has_answers_and_no_key() -> None:
    names = ("a quiet join", "nothing goes yet", "one of many slides", "no room to grow")
    assert [rated(name).solving.foreseen for name in names] == [1, 3, 0, 3]
    found = rated("no room to grow").solving
    assert (found.gains, found.tries, found.glances, found.answers) == (None, (), 0, (1,))


def test_more_solvers_fail_where_the_key_looks_worse() -> None:
    quiet, taking = rated("nothing goes yet"), rated("four in a row")
    assert quiet.solving.gains == 0
    assert taking.solving.gains == 1
    assert quiet.solving.surprise > taking.solving.surprise
    assert quiet.solving.failing() > taking.solving.failing()


def test_a_try_says_how_many_replies_it_takes_and_whether_only_one_refutes_it() -> None:
    its = replace(proved("one stone left to save")[0], solution=("1J3,1",))
    tries = {each.turn: each for each in SolverModel(its).solve().tries}
    assert tries["3H"].one_defence
    assert not tries["1V"].one_defence
    assert tries["1V"].replies > tries["3H"].replies
    outcome = its.rules.outcome(played(its.rules, its.reference_position(), "3H", tries["3H"].refutation))
    assert outcome is not None
    assert outcome.winner != its.to_move


def test_without_its_solution_a_puzzle_is_solved_at_once() -> None:
    unsolved = SolverModel(proved("four in a row")[0]).solve()
    assert (unsolved.tries, unsolved.glances) == ((), 0)


def trying(replies: int) -> Solving:
    """A puzzle with one try, which is refuted after looking at this many replies."""
    return Solving(1, 10, 0.0, (FailedTry("a", replies, one_defence=True),), 0, ())


def test_who_solves_what_takes_ten_replies_and_fails_at_what_takes_forty_looks_at_some_in_between() -> None:
    attempts = [(trying(replies), solved) for replies, solved in ((10, True), (40, False)) for _ in range(20)]
    assert 10 < calibrated(attempts).median < 40


@pytest.mark.parametrize(("solved", "least", "most"), [(True, 64, 128), (False, 1, 2)])
def test_who_solves_everything_looks_at_much_and_who_solves_nothing_at_little(
    solved: bool, least: float, most: float
) -> None:
    attempts = [(trying(replies), solved) for replies in (4, 8, 16)] * 10
    assert least <= calibrated(attempts).median <= most


def test_the_command_fits_the_model_to_a_record_and_tells_how_people_fared(tmp_path: Path) -> None:
    puzzle, certificate = proved("nothing goes yet")
    folder, record = tmp_path / "some", tmp_path / "record.jsonl"
    folder.mkdir()
    (folder / "it.puzzle").write_text(format_puzzle(puzzle), encoding="utf-8")
    (folder / "it.certificate.json").write_text(strict_json.encode(certificate), encoding="utf-8")
    asked = ["puzzle", "rate", str(folder), "--attempts", str(record)]
    note_solved(record, SolvedPuzzle("of another", "", True, 0, 0, "2026-01-01T00:00:00+00:00"))
    found = CliRunner().invoke(main, asked)
    assert (found.exit_code, "no attempt at these puzzles is recorded" in found.output) == (2, True)
    for solved, tries, hints in ((True, 0, 0), (True, 1, 0), (True, 0, 1), (False, 0, 0)):
        note_solved(record, SolvedPuzzle(puzzle_digest(puzzle), "", solved, tries, hints, "2026-01-01T00:00:00+00:00"))
    found = CliRunner().invoke(main, asked)
    assert found.exit_code == 0, found.output
    assert found.output.startswith("4 attempts: half of such solvers look at ")
    assert "it.puzzle: difficulty 4: " in found.output
    assert "3 of 4 attempts did" in found.output
    data = json.loads(CliRunner().invoke(main, [*asked, "--json"]).output)
    assert (data["attempts"], data["failed"], data["file"]) == (4, 3, "it.puzzle")
    assert abs(float(data["failing"]) - 0.75) < 0.2
    assert rated("nothing goes yet").solving.failing() != float(data["failing"])
