"""The model of a solver: the order in which it tries turns, and how many replies it looks at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.samples import puzzle
from puzzles.showcase import SAMPLES, proved, rated
from sampling import some
from shatterproof_properties.puzzles.rating.solver_model import FailedTry, SolverModel, Solvers, Solving, solving

QUICK = Solving(1, 10, 0.0, (FailedTry("a", 3, one_defence=True), FailedTry("b", 1, one_defence=False)), 2, (4, 1))


def test_who_looks_at_enough_replies_solves_and_who_looks_at_fewer_guesses() -> None:
    one_kind = Solvers(median=2.0, spread=1e-6, slip=0.0)
    assert replace(QUICK, glances=0, answers=()).failing(one_kind) == pytest.approx(1 / 2)
    wide, narrow = one_kind._replace(median=4.0), one_kind._replace(median=0.5)
    assert replace(QUICK, glances=0, answers=()).failing(wide) == pytest.approx(0)
    assert replace(QUICK, glances=0, answers=()).failing(narrow) == pytest.approx(2 / 3)


def test_who_does_not_find_the_answers_or_come_to_the_key_fails() -> None:
    narrow = Solvers(median=2.0, spread=1e-6, slip=0.0)
    plain = replace(QUICK, tries=(), glances=0, answers=())
    assert plain.failing(narrow) == 0
    assert replace(plain, answers=(40,)).failing(narrow) == replace(plain, glances=40).failing(narrow) == 1


def test_the_more_is_to_be_foreseen_and_the_more_turns_look_better_the_more_fail() -> None:
    more = replace(QUICK, tries=QUICK.tries * 3)
    assert QUICK.failing() < more.failing() < replace(more, foreseen=3).failing() < 1


@pytest.mark.parametrize(
    ("name", "foreseen"),
    [
        ("a quiet join", 1),
        ("nothing goes yet", 3),
        ("one of many slides", 0),
        ("no room to grow", 3),
    ],
)
def test_what_has_to_be_foreseen_after_a_reply_depends_on_who_is_to_move_and_on_how_many_turns_are_left(
    name: str, foreseen: int
) -> None:
    assert rated(name).solving.foreseen == foreseen


def test_a_key_is_surprising_where_many_first_turns_look_better() -> None:
    assert QUICK.surprise == 4 / 9
    assert replace(QUICK, tries=(), glances=0).surprise == 0
    assert QUICK.near_tries == 1


@pytest.mark.parametrize("name", some(SAMPLES, one_in=4))
def test_the_same_puzzle_is_always_solved_alike(name: str) -> None:
    assert solving(rated(name).puzzle) == rated(name).solving


@pytest.mark.parametrize("name", some(SAMPLES, one_in=4))
def test_no_try_is_a_solution(name: str) -> None:
    found = rated(name)
    tried = [each.turn for each in found.solving.tries]
    assert not set(tried) & set(found.puzzle.solution)
    assert len(tried) + found.solving.glances < found.solving.choices


def test_a_turn_that_takes_is_looked_at_before_one_that_threatens_nothing() -> None:
    model = SolverModel(proved("four in a row")[0])
    first = model.looked_at(model.here, model.adapter.results(model.here), closely=True)
    gains = [each.gains for each in first]
    assert gains[0] > 0 > gains[-1]


def test_more_solvers_fail_where_the_key_looks_worse() -> None:
    quiet, taking = rated("nothing goes yet"), rated("four in a row")
    assert quiet.solving.gains == 0
    assert taking.solving.gains == 1
    assert quiet.solving.surprise > taking.solving.surprise
    assert quiet.solving.failing() > taking.solving.failing()


def test_a_mate_has_no_key_and_answers_to_be_found() -> None:
    found = rated("no room to grow").solving
    assert (found.gains, found.tries, found.glances, found.answers) == (None, (), 0, (1,))


def test_a_try_says_how_many_replies_it_takes_and_whether_only_one_refutes_it() -> None:
    its = replace(proved("one stone left to save")[0], solution=("1J3,1",))
    tries = {each.turn: each for each in solving(its).tries}
    assert tries["3H"].one_defence
    assert not tries["1V"].one_defence
    assert tries["1V"].replies > tries["3H"].replies
    rules, here = its.rules, its.reference_position()
    after = rules.play(here, rules.parse_turn(here, "3H"))
    lost = rules.play(after, rules.parse_turn(after, tries["3H"].refutation))
    outcome = rules.outcome(lost)
    assert outcome is not None
    assert outcome.winner == after.to_move


def test_without_its_solution_a_puzzle_is_solved_at_once() -> None:
    unsolved = puzzle("splinter", "Splinter 4x4, Blue to move\no.xO\nS..x\ns.sX\nXX.x\n", "wins-1")
    assert (solving(unsolved).tries, solving(unsolved).glances) == ((), 0)
