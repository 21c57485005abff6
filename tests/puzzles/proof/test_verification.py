"""Verdicts on puzzles: proved, refuted with the refuting play, unknown at a limit; and remarks for composers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest

from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_KEY,
    SCRUNCH_OPEN,
    SPLINTER_KEY,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    played,
    puzzle,
)
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.puzzles.checker.certificate import PROVED, look_of, to_json
from shatterproof_properties.puzzles.checker.checker import Refused
from shatterproof_properties.puzzles.checker.results import Results
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.kind import Answered, saving
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof import verification as verifying
from shatterproof_properties.puzzles.proof.analysis import analyse, threats_against, wrong_solutions
from shatterproof_properties.puzzles.proof.verdict_text import verdict_to_text
from shatterproof_properties.puzzles.proof.verification import UNKNOWN, Verification, prove_again, search_for, verify
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import SearchLimits


def start(its: Puzzle) -> Any:
    return search_for(its).adapter.read(dict(its.position))


def test_a_claim_that_fails_comes_with_the_turn_that_refutes_it() -> None:
    its = puzzle("splinter", SPLINTER_WIN, "mated-1")
    verdict = verify(its)
    assert verdict.verdict == "refuted"
    assert verdict.line is not None
    outcome = its.rules.outcome(played(its.rules, its.reference_position(), *verdict.line.turns))
    assert outcome is None or outcome.winner == its.to_move
    assert f"\n\nafter {verdict.line.turns[0]}:\nSplinter 4x4" in verdict_to_text(verdict)


def test_a_solution_that_does_not_win_is_refuted_by_the_reply_to_it() -> None:
    its = puzzle("scrunch", SCRUNCH_KEY, "wins-1", solution=("c1 d1-c2",))
    verdict = verify(its)
    assert verdict.line is not None
    assert verdict.line.turns[0] == "c1 d1-c2"
    assert its.rules.outcome(played(its.rules, its.reference_position(), *verdict.line.turns)) is None


@pytest.mark.parametrize(("claim", "shows"), [("wins-2", "wins as well as "), ("wins-3", "wins sooner")])
def test_a_cook_and_a_short_solution_refute_uniqueness_and_are_named(claim: str, shows: str) -> None:
    line = verify(puzzle("scrunch", SCRUNCH_OPEN, claim, unique=True)).line
    assert line is not None
    assert line.shows.startswith(shows)


@pytest.mark.parametrize(
    ("its", "limits"),
    [
        (puzzle("crumble", CRUMBLEMATE, "mated-1"), SearchLimits(positions=1)),
        (puzzle("crumble", CRUMBLEMATE, "mated-1"), SearchLimits(seconds=1e-9)),
        (puzzle("crumble", CRUMBLEMATE, "threats-2"), SearchLimits(positions=12)),
        (puzzle("splinter", SPLINTER_SERIES, "series-2"), SearchLimits(positions=12)),
        (puzzle("splinter", SPLINTER_SERIES, "series-3"), SearchLimits(positions=12)),
    ],
)
def test_a_limit_gives_unknown_and_no_certificate(its: Puzzle, limits: SearchLimits) -> None:
    verdict = verify(its, search_for(its, limits))
    assert (verdict.verdict, verdict.certificate) == (UNKNOWN, None)
    assert "not decided within" in verdict.why


def test_a_proof_too_long_for_a_certificate_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shatterproof_properties.puzzles.claims.writer.MOST_ANSWERS", 3)
    verdict = verify(puzzle("crumble", CRUMBLEMATE, "mated-1"))
    assert (verdict.verdict, verdict.why) == (UNKNOWN, "its proof has more than 3 answers")


def test_a_search_that_the_checker_does_not_believe_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise Refused("/nodes/0", "for a test")

    monkeypatch.setattr(verifying, "check", refuse)
    with pytest.raises(Disagreement, match="for a test"):
        verify(puzzle("splinter", SPLINTER_WIN, "wins-1"))


@pytest.mark.parametrize(
    ("its", "least"),
    [
        (puzzle("crumble", CRUMBLEMATE, "mated-1"), 27),
        (puzzle("scrunch", SCRUNCH_OPEN, "wins-2"), 1),
        (puzzle("splinter", SPLINTER_WIN, "wins-1"), 1),
    ],
)
def test_z3_proves_the_wins_in_one_again(its: Puzzle, least: int) -> None:
    assert verify(its, again=True).reproof.proved >= least


def test_z3_does_not_confirm_a_turn_that_does_not_win() -> None:
    for its, text in (
        (puzzle("crumble", CRUMBLEMATE, "wins-1"), "2V"),
        (puzzle("scrunch", SCRUNCH_OPEN, "wins-1"), "c1"),
    ):
        verdict = Verification(its, PROVED, wins=((its.reference_position(), text),))
        with pytest.raises(Disagreement):
            prove_again(verdict, search_for(its))


@pytest.mark.parametrize(
    ("diagram", "claim", "message"),
    [
        ("Scrunch 2, Light to move\n  . .\n o o .\n  . .\n", "wins-1", "the game is over"),
        (SCRUNCH_OPEN, "differs-1 scrunch.first-wriggle=full-turn", "in force anyway"),
    ],
)
def test_a_claim_that_makes_no_sense_of_a_position_is_bad_input(diagram: str, claim: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        verify(puzzle("scrunch", diagram, claim))


def test_the_threats_of_a_crumblemate_answer_everything_and_none_is_left_out() -> None:
    its = puzzle("crumble", CRUMBLEMATE, "mated-1")
    found = threats_against(search_for(its), start(its))
    assert found.fewest is not None
    assert sum(found.found[index].answers for index in found.fewest) >= found.results - found.lost_at_once
    open_one = puzzle("splinter", SPLINTER_WIN, "mated-1")
    with pytest.raises(Disagreement, match="no win after it"):
        threats_against(search_for(open_one), start(open_one))


def test_the_solution_given_is_the_first_key_and_cooks_short_and_wrong_solutions_are_listed() -> None:
    its = puzzle("scrunch", SCRUNCH_OPEN, "wins-2", solution=("b1 a1-b2",))
    found = analyse(its, search_for(its))
    assert found.keys[0] == "b1 a1-b2"
    assert (found.keys[1:], found.short) == (found.cooks, ())
    assert found.cooks
    deeper = puzzle("scrunch", SCRUNCH_OPEN, "wins-3")
    assert set(analyse(deeper, search_for(deeper)).short) == set(found.keys)
    assert wrong_solutions(its, search_for(its)) == ()
    wrong = puzzle("scrunch", SCRUNCH_KEY, "wins-2", solution=("c1 d1-c2", "d2 d4-c4"))
    assert wrong_solutions(wrong, search_for(wrong)) == ("c1 d1-c2",)


def test_a_defence_is_wrong_by_a_turn_that_loses_and_by_one_left_out() -> None:
    bare = puzzle("scrunch", SCRUNCH_OPEN, "defends-1")
    saving = analyse(bare, search_for(bare)).keys
    assert wrong_solutions(replace(bare, solution=saving), search_for(bare)) == ()
    assert wrong_solutions(replace(bare, solution=saving[1:]), search_for(bare)) == saving[:1]
    rules, position = bare.rules, bare.reference_position()
    losing = next(
        text for text in map(partial(rules.format_turn, position), rules.turns(position)) if text not in saving
    )
    assert wrong_solutions(replace(bare, solution=(*saving, losing)), search_for(bare)) == (losing,)


def test_a_try_fails_to_one_reply_only() -> None:
    its = puzzle("scrunch", SCRUNCH_KEY, "wins-2")
    tries = analyse(its, search_for(its), tries=True).tries
    assert Answered("c1 d1-d2", ("x e1",)) in tries
    assert all(len(each.answers) == 1 for each in tries)


def test_set_play_answers_the_turns_of_the_other_side_in_the_diagram() -> None:
    its = puzzle("splinter", SPLINTER_KEY, "wins-2")
    found = analyse(its, search_for(its), set_play=True)
    assert found.set_play
    other = its.rules.from_json({**its.position, "to_move": "white"})
    for each in found.set_play:
        outcome = its.rules.outcome(played(its.rules, other, each.turn, each.answers[0]))
        assert outcome is not None
        assert outcome.winner == "blue"
    assert all(len(set(each.answers)) > 1 for each in found.duals)


def with_results_that_look_alike() -> Any:
    """A position of a game of Crumble with results that differ only in their memory."""
    game, chance = find_game("crumble"), Random(51)
    adapter = search_adapter("crumble", "2x2")
    here = adapter.read({name: value for name, value in game.to_json(game.start("2x2")).items() if name != "readings"})
    for _ in range(10):
        here = chance.choice(list(adapter.results(here)))[1]
    return adapter.write(here)


def test_results_that_differ_in_memory_only_count_as_one_key() -> None:
    its = Puzzle("crumble", with_results_that_look_alike(), Claim("defends", 1))
    forcing = search_for(its)
    every = list(saving(forcing, forcing.adapter.read(dict(its.position)), 1))
    assert len(every) == 31
    keys = analyse(its, forcing).keys
    assert len(keys) == 29
    assert wrong_solutions(replace(its, solution=keys), forcing) == ()
    assert wrong_solutions(replace(its, solution=keys[1:]), forcing) == keys[:1]


def test_the_checker_tells_results_apart_by_what_stands_there_and_what_comes_next() -> None:
    its = Puzzle("crumble", with_results_that_look_alike(), Claim("defends", 1))
    results = Results(its.rules)
    every = list(results.of(its.reference_position()))
    looks = [look_of(to_json(its.rules, each.position)) for each in every]
    alike = [(one, two) for one, two in combinations(range(len(every)), 2) if looks[one] == looks[two]]
    assert alike
    assert all(every[one] != every[two] and results.alike(every[one], every[two]) for one, two in alike)
    assert not results.alike(every[0], every[1])
    assert results.alike(every[0], every[0])


def test_more_results_than_the_checker_makes_leave_a_series_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "MOST_OF_OURS", 5)
    verdict = verify(puzzle("splinter", SPLINTER_SERIES, "series-2", unique=True))
    assert verdict.verdict == UNKNOWN
    assert "more than 5 results to regenerate" in verdict.why
