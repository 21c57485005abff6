"""Refusals of single steps of the checker, by small games and certificates made for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from puzzles import claim_truth
from puzzles.checker.forging import Forger, certificate
from puzzles.checker.test_forged import READING, answered, attempts, toy, why_not
from puzzles.checker.toy_game import CLAUSE, ToyGame, ToyPosition
from shatterproof import scrunch
from shatterproof.game import Outcome
from shatterproof_properties.puzzles.checker.certificate import MATED, NOT_WON, Json
from shatterproof_properties.puzzles.checker.checker import Refused
from shatterproof_properties.puzzles.checker.results import Results, TooManyResults
from shatterproof_properties.puzzles.claims.claim import Claim

Steps = dict[tuple[int, int], list[tuple[int, int]]]


class Forgetful(ToyGame):
    """Drawn at 1 while it remembers something, so that a pass lets the game go on."""

    def outcome(self, here: ToyPosition) -> Outcome | None:
        return Outcome(None, CLAUSE) if (here.place, here.memory) == (1, 1) else super().outcome(here)


def only_proof(game: ToyGame, claim: Claim, is_so: bool) -> Json:
    """The certificate of a verdict that has only one proof."""
    [(data, _)] = attempts(game, game.start(), claim, is_so, "", 0)
    return data


# Series


def test_no_series_goes_on_after_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(Forgetful.of({9: 0}, {(0, 0): [(1, 1)], (1, 0): [(9, 0)]}), monkeypatch)
    here, claim = game.start(), Claim("series", 2)
    assert claim_truth.holds(game, here, claim) is False
    for series in (["1a", "9a"], ["1a", "9b"]):
        data = certificate(game, here, claim, True, {"series": series}, [])
        assert why_not(data) == "/proof/series/0: the game is over"
    assert why_not(certificate(game, here, claim, False, {}, [])) == ""


def test_a_series_goes_on_only_where_the_rules_take_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({8: 1}, {(0, 0): [(9, 0)], (9, 0): [(8, 0)]}), monkeypatch)
    here = replace(game.start(), to_move="white")
    data = certificate(game, here, Claim("series", 2), True, {"series": ["9a", "8a"]}, [])
    assert why_not(data).startswith("/proof/series/0: no position comes of a pass")


# Readings


@pytest.mark.parametrize(("end", "winners"), [(0, 2), (1, 0)])
def test_a_reading_on_which_nothing_hangs_decides_nothing(
    end: int, winners: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = toy(ToyGame.of({9: end}, {(0, 0): [(9, 0)]}), monkeypatch)
    here, claim = game.start(), Claim("differs", 1, False, READING)
    assert claim_truth.holds(game, here, claim) is False
    part = {"key": Forger(game).won(here, 1)} if winners else {}
    proof = {"stated": part, "other": part}
    assert why_not(certificate(game, here, claim, True, proof, [])) == f"/proof: {winners} of them win"
    assert why_not(certificate(game, here, claim, False, proof, [])) == ""


def test_a_win_that_is_sooner_under_the_other_value_is_a_win_there(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0)], (1, 0): [(2, 0)], (2, 0): [(9, 0)]}
    game = toy(ToyGame.of({9: 0}, steps), monkeypatch)
    game.leads_elsewhere(0, 9)
    here, by = game.start(), Forger(game)
    stated = {"key": by.won(here, 2), "tries": []}
    proof = {"stated": stated, "other": {"short": {"by": "9a", "then": None}}}
    claim, nodes = Claim("differs", 2, True, READING), by.finish()
    assert claim_truth.holds(game, here, claim) is False
    assert why_not(certificate(game, here, claim, True, proof, nodes)).startswith("/proof/other")


# Answers


def test_an_answer_stands_once_and_a_result_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0), (2, 0)], (1, 0): [(9, 0), (8, 0)], (2, 0): [(9, 0), (8, 0)]}
    game = toy(ToyGame.of({9: 1, 8: 1}, steps), monkeypatch)
    here, claim, fewest = game.start(), Claim("threats", 1), {"result": 0, "then": []}
    both, apart = answered("9a"), answered("9a", "9a")
    twice = [*both, [{"by": "8b", "results": [0], "then": None}]]
    assert why_not(certificate(game, here, claim, True, {"answers": both, "fewest": fewest}, [])) == ""
    for answers in (apart, twice):
        data = certificate(game, here, claim, True, {"answers": answers, "fewest": fewest}, [])
        assert why_not(data) == "/proof/answers/1: not one answer, or an answer that is listed twice"


def test_an_answer_wins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0)], (1, 0): [(2, 0)], (2, 0): [(3, 0)], (3, 0): [(9, 0)]}
    game = toy(ToyGame.of({9: 1}, steps), monkeypatch)
    here, by, claim = game.start(), Forger(game), Claim("threats", 1)
    after = replace(here, place=2)
    answer = {"by": "2a", "results": [0], "then": [by.shown(MATED, after, 1)]}
    proof = {"answers": [[answer]], "fewest": {"result": 0, "then": []}}
    assert claim_truth.holds(game, here, claim) is False
    defence = {"defence": {"by": "1a", "then": None}}
    assert why_not(certificate(game, here, claim, False, defence, [])) == ""
    refused = "/proof/answers/0/0: the game is over, or the turns are"
    assert why_not(certificate(game, here, claim, True, proof, by.finish())) == refused


def test_turns_that_lead_to_the_same_are_answers_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0), (2, 0)], (1, 0): [(9, 0), (9, 0)], (2, 0): [(8, 0), (9, 0)]}
    game = toy(ToyGame.of({9: 1, 8: 1}, steps), monkeypatch)
    here, claim = game.start(), Claim("threats", 1)
    assert claim_truth.holds(game, here, claim) is True
    for first, second in ((0, 1), (1, 0)):
        for number in (1, 2):
            more = {"result": first, "then": [{"result": second, "then": []}] * number}
            assert why_not(certificate(game, here, claim, False, {"more": more}, [])).startswith("/proof/more")


@pytest.mark.parametrize("over", [9, 8, 7, 6])
def test_answers_to_a_result_are_met_in_their_order(over: int, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: Steps = {(0, 0): [(1, 0), (2, 0), (3, 0)], (1, 0): [(over, 0)] * 4}
    # To 1 there are four answers, to 2 and 3 two each of these.
    steps |= {(2, 0): [(over, 0)] * 2 + [(5, 0)] * 2, (3, 0): [(5, 0)] * 2 + [(over, 0)] * 2}
    game = toy(ToyGame.of({over: 1, 5: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("threats", 1)
    assert claim_truth.holds(game, here, claim) is False
    places = [after.place for after in Forger(game).results(here)]
    one, two, three = ({"result": places.index(place), "then": []} for place in (1, 2, 3))
    for below, why in (((three, three, two, two), ""), ((two, two, three, three), "an answer chosen so far")):
        data = certificate(game, here, claim, False, {"more": one | {"then": [*below]}}, [])
        assert why in why_not(data)
        assert bool(why_not(data)) is bool(why)


# Ends of games


def test_ways_to_the_same_end_are_one_whatever_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({9: 0}, {(0, 0): [(9, 0), (9, 1)]}), monkeypatch)
    here, claim = game.start(), Claim("wins", 1, unique=True)
    assert claim_truth.holds(game, here, claim) is True
    assert why_not(only_proof(game, claim, True)) == ""
    cook = {"key": {"by": "9a", "then": None}, "cook": {"by": "9b", "then": None}}
    assert why_not(certificate(game, here, claim, False, cook, [])) == "/proof/cook: it is the key itself"


@pytest.mark.parametrize("then", [0, 7, "0"])
def test_nothing_more_is_said_of_a_mate_at_once(then: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({9: 0}, {(0, 0): [(1, 0)], (1, 0): [(9, 0)]}), monkeypatch)
    here, claim = game.start(), Claim("wins", 1)
    data = certificate(game, here, claim, True, {"key": {"by": "1a", "then": None}}, [])
    assert why_not(data) == ""
    data = certificate(game, here, claim, True, {"key": {"by": "1a", "then": then}}, [])
    assert why_not(data) == "/proof/key: the game is over, or the turns are"


@pytest.mark.parametrize("then", [0, 7, "0"])
def test_nothing_more_is_said_of_a_defence_that_ends_the_game(then: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({9: -1}, {(0, 0): [(9, 0)]}), monkeypatch)
    here, claim = game.start(), Claim("mated", 1)
    data = certificate(game, here, claim, False, {"defence": {"by": "9a", "then": None}}, [])
    assert why_not(data) == ""
    data = certificate(game, here, claim, False, {"defence": {"by": "9a", "then": then}}, [])
    assert why_not(data) == "/proof/defence: the turn loses, or the game is over"


def test_a_draw_is_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({9: -1}, {(0, 0): [(9, 0)]}), monkeypatch)
    proof = {"key": {"by": "9a", "then": None}}
    data = certificate(game, game.start(), Claim("wins", 1), True, proof, [])
    assert why_not(data).startswith("/proof/key: the turn does not win at once")


def test_no_turn_is_named_against_a_result_that_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0)], (1, 0): [(8, 0), (2, 0)], (2, 0): [(9, 0)]}
    game = toy(ToyGame.of({9: 0, 8: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("wins", 2)
    data = only_proof(game, claim, True)
    assert why_not(data) == ""
    [table] = data["nodes"]
    over = 1 - table["met"][0]["results"][0]
    met = [*table["met"], {"by": "9a", "results": [over], "then": None}]
    said = certificate(game, here, claim, True, data["proof"], [table | {"met": met}])
    assert why_not(said) == f"/nodes/0/met/1/results: at {over} the game is over"


def test_where_there_are_no_turns_nobody_is_mated(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({}, {(0, 0): [(1, 0)], (1, 0): []}), monkeypatch)
    proof = {"key": {"by": "1a", "then": None}}
    data = certificate(game, game.start(), Claim("wins", 1), True, proof, [])
    assert why_not(data) == "/nodes: a position without turns"


# Tables


def test_a_table_shows_as_well_what_asks_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({}, {(0, 0): [(1, 0)], (1, 0): [(0, 0)]}), monkeypatch)
    here = game.start()
    for turns in range(2, 10):
        by = Forger(game)
        by.table(NOT_WON, here, 2, turns)
        [table] = by.finish()
        table["met"] = [{"by": "0a", "results": [0], "then": [0]}]
        for claimed in range(2, 10):
            data = certificate(game, here, Claim("wins", claimed), False, {"table": 0}, [table])
            assert bool(why_not(data)) is (claimed > turns)


# Keys that look alike


@pytest.mark.parametrize("more", [0, 1])
def test_keys_are_two_where_one_leaves_more_replies(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: Steps = {(0, 0): [(1, 0), (1, 1)], (2, 0): [(9, 0)], (3, 0): [(9, 0)]}
    steps |= {(1, more): [(2, 0), (3, 0)], (1, 1 - more): [(2, 0)]}
    game = toy(ToyGame.of({9: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("wins", 2, unique=True)
    assert claim_truth.holds(game, here, claim) is False
    by = Forger(game)
    both = [by.won(here, 2, after) for after in by.results(here)]
    nodes = by.finish()
    for key, cook in (both, both[::-1]):
        assert why_not(certificate(game, here, claim, False, {"key": key, "cook": cook}, nodes)) == ""
    for key in both:
        only = Forger(game)
        after = game.play(here, key["by"])
        proof = {"key": only.won(here, 2, after), "tries": []}
        data = certificate(game, here, claim, True, proof, only.finish())
        assert "nothing shows that it does not win" in why_not(data)


# What the checker itself counts and says


def test_no_more_results_are_made_than_allowed() -> None:
    counted = Results(scrunch, most=3)
    assert len([*counted.counted([(0, 0)] * 3)]) == counted.regenerated == 3
    with pytest.raises(TooManyResults) as refused:
        next(counted.counted([(0, 0)]))
    assert refused.value.where == "/nodes"


def test_a_refusal_says_where_if_it_knows() -> None:
    assert str(Refused("", "no")) == "no"
    assert str(Refused("/seal", "no")) == "/seal: no"
