"""Refusals of single steps of the checker, by small games and certificates made for each."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

import pytest

from puzzles.checker.forging import Forger, certificate
from puzzles.checker.test_forged import READING, attempts, toy, why_not
from puzzles.checker.toy_game import CLAUSE, ToyGame, ToyPosition
from puzzles.samples import holds
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


class Passing(ToyGame):
    """Over at 0 with White to move."""

    def outcome(self, here: ToyPosition) -> Outcome | None:
        return Outcome("blue", CLAUSE) if (here.place, here.to_move) == (0, "white") else super().outcome(here)


def answered(*by: str) -> list[list[Json]]:
    """Answers to the results of a position one by one; one answer alone meets both."""
    if len(by) == 1:
        return [[{"by": by[0], "results": [result], "then": None} for result in (0, 1)]]
    return [[{"by": text, "results": [result], "then": None}] for result, text in enumerate(by)]


def said(by: str, then: Any = None, name: str = "key") -> Json:
    return {name: {"by": by, "then": then}}


def counted(*by: str, fewest: Json | None = None, **others: Any) -> Json:
    return {"answers": answered(*by), **({"fewest": fewest} if fewest else {}), **others}


def uncovered(result: int, *then: Json) -> Json:
    return {"result": result, "then": [*then]}


MATE = ToyGame.of({9: 0}, {(0, 0): [(1, 0)], (1, 0): [(9, 0)]})
STUCK = ToyGame.of({}, {(0, 0): [(1, 0)], (1, 0): []})
DRAW, WON, LOST = (ToyGame.of({9: end}, {(0, 0): [(9, 0)]}) for end in (-1, 0, 1))
TWO_WAYS = ToyGame.of({9: 0}, {(0, 0): [(9, 0), (9, 1)]})
TWO_MATES = ToyGame.of({9: 0}, {(0, 0): [(1, 0), (1, 1)], (1, 0): [(9, 0)], (1, 1): [(9, 0)]})
PASSING = Passing.of({9: 0}, {(0, 0): [(1, 0)], (1, 0): [(9, 0)]})
FORGETFUL = Forgetful.of({9: 0}, {(0, 0): [(1, 1)], (1, 0): [(9, 0)]})
ENDING = [ToyGame.of({9: 1, 8: end}, {(0, 0): [(8, 0), (1, 0)], (1, 0): [(9, 0)]}) for end in (0, 1, -1)]
ENDS = {(0, 0): [(9, 0), (1, 0)], (1, 0): [(8, 0)]}
OVER_THERE = [ToyGame.of({9: 0, 8: 1}, ENDS).over_at_once(winner) for winner in (0, 1, -1)]
EITHER = [(9, 0), (8, 0)]
BOTH = ToyGame.of({9: 1, 8: 1}, {(0, 0): [(1, 0), (2, 0)], (1, 0): EITHER, (2, 0): EITHER})
NONE_COMMON = ToyGame.of({9: 1, 8: 1}, {(0, 0): [(1, 0), (2, 0)], (1, 0): [(9, 0)], (2, 0): [(8, 0)]})
SAME_RESULT = ToyGame.of({9: 1, 8: 1}, {(0, 0): [(1, 0), (2, 0)], (1, 0): [(9, 0)] * 2, (2, 0): [(8, 0), (9, 0)]})
WIN, KEY, MATE_IN_ONE, PASS = Claim("wins", 1), Claim("wins", 1, True), Claim("mated", 1), Claim("passes", 1)
ONE, TWO, ONLY_ONE, ONLY_TWO = (Claim("threats", number, unique) for unique in (False, True) for number in (1, 2))
SERIES, DIFFERS = Claim("series", 2), Claim("differs", 1, False, READING)
OVER, PASSED = "the game is over, or the turns are", "/position: after a pass the game is over"
ENDED = "/position: with the other value the game is over; expected a position in which it goes on"
SOONER, TRIED = "/proof/key: it wins sooner", {"tries": [{"by": "8a", "results": [0], "then": None}]}
NO_DEFENCE, NO_SERIES = "/proof/defence: the turn loses, or the game is over", "/proof/series/0: the game is over"
OF_ONE, OF_TWO = "/proof/answers: these are 1", "/proof/answers: these are 2"
TWICE = "/proof/answers/1: not one answer, or an answer that is listed twice"
SAME = "/proof/others: these are the same answers, or not as many"
AGAIN = [*answered("9a"), *answered("8b", "8b")[:1]]
MORE = [uncovered(first, *[uncovered(1 - first)] * number) for first in (0, 1) for number in (1, 2)]
SINGLE: list[tuple[str, ToyGame, Claim, bool, Json, str]] = [
    ("a draw is no win", DRAW, WIN, True, said("9a"), "/proof/key: the turn does not win at once*"),
    ("nobody is mated without turns", STUCK, WIN, True, said("1a"), "/nodes: a position without turns"),
    ("a mate at once", MATE, WIN, True, said("1a"), ""),
    *(("no more of a mate", MATE, WIN, True, said("1a", then), f"/proof/key: {OVER}") for then in (0, 7, "0")),
    ("a defence that ends the game", DRAW, MATE_IN_ONE, False, said("9a", name="defence"), ""),
    *(("no more of it", DRAW, MATE_IN_ONE, False, said("9a", then, "defence"), NO_DEFENCE) for then in (0, 7, "0")),
    ("two ways to an end are one", TWO_WAYS, KEY, True, said("9a") | {"tries": []}, ""),
    ("two ways to a mate are one", TWO_MATES, KEY, True, said("1a") | {"tries": []}, ""),
    ("no other way", TWO_WAYS, KEY, False, said("9a") | said("9b", name="cook"), "/proof/cook: it is the key itself"),
    ("no win after the end", PASSING, PASS, True, said("1a"), PASSED),
    ("no refutation after the end", PASSING, PASS, False, {}, PASSED),
    ("no series after the end", FORGETFUL, SERIES, True, {"series": ["1a", "9a"]}, NO_SERIES),
    ("no other series after it", FORGETFUL, SERIES, True, {"series": ["1a", "9b"]}, NO_SERIES),
    ("a series ends", FORGETFUL, SERIES, False, {}, ""),
    ("both values win", WON, DIFFERS, True, {"stated": said("9a"), "other": said("9a")}, "/proof: 2 of them win"),
    ("a reading with two wins", WON, DIFFERS, False, {"stated": said("9a"), "other": said("9a")}, ""),
    ("neither value wins", LOST, DIFFERS, True, {"stated": {}, "other": {}}, "/proof: 0 of them win"),
    *(("over there", game, DIFFERS, True, {"stated": said("9a"), "other": {}}, ENDED) for game in OVER_THERE),
    ("the end is sooner", ToyGame.of({9: 0, 8: 1}, ENDS), Claim("wins", 2, True), True, said("9a") | TRIED, SOONER),
    ("a reading without a win", LOST, DIFFERS, False, {"stated": {}, "other": {}}, ""),
    *(("after the end", game, ONE, False, {"more": uncovered(1)}, "/proof/more/result: the*") for game in ENDING),
    ("more answers refute nothing", BOTH, ONE, False, counted("9a", "8b"), OF_TWO),
    ("as many refute nothing", BOTH, ONE, False, counted("9a"), OF_ONE),
    ("fewer answers refute", BOTH, TWO, False, counted("9a"), ""),
    ("two are not one", NONE_COMMON, ONE, True, counted("9a", "8a", fewest=uncovered(0)), OF_TWO),
    ("two are needed", NONE_COMMON, TWO, True, counted("9a", "8a", fewest=uncovered(0, uncovered(1))), ""),
    ("others as good", BOTH, ONLY_ONE, False, counted("9a", others=answered("8b")), ""),
    ("the same answers", BOTH, ONLY_ONE, False, counted("9a", others=answered("9a")), SAME),
    ("more others", BOTH, ONLY_ONE, False, counted("9a", others=answered("9a", "8b")), SAME),
    ("fewer others", BOTH, ONLY_TWO, False, counted("9a", "8b", others=answered("9a")), SAME),
    ("too few", BOTH, ONLY_TWO, False, counted("9a", others=answered("9a", "8b")), OF_ONE),
    ("one answer", BOTH, ONE, True, counted("9a", fewest=uncovered(0)), ""),
    ("an answer stands once", BOTH, ONE, True, counted("9a", "9a", fewest=uncovered(0)), TWICE),
    ("a result has one", BOTH, ONE, True, {"answers": AGAIN, "fewest": uncovered(0)}, TWICE),
    *(("their own", SAME_RESULT, ONE, False, {"more": more}, "/proof/more*") for more in MORE),
]
"""What is shown, or is not, a small game, a claim about its start, a proof, and the reason why it is refused."""


@pytest.mark.parametrize(
    ("game", "claim", "is_so", "proof", "why"), [pytest.param(*its, id=name) for name, *its in SINGLE]
)
def test_of_a_small_game_only_what_is_true_is_shown(
    game: ToyGame, claim: Claim, is_so: bool, proof: Json, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = toy(game, monkeypatch).start()
    assert fnmatchcase(why_not(certificate(game, here, claim, is_so, proof, [])), why)
    assert why or holds(game, here, claim) is is_so


def test_a_series_goes_on_only_where_the_rules_take_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({8: 1}, {(0, 0): [(9, 0)], (9, 0): [(8, 0)]}), monkeypatch)
    here = replace(game.start(), to_move="white")
    data = certificate(game, here, Claim("series", 2), True, {"series": ["9a", "8a"]}, [])
    assert why_not(data).startswith("/proof/series/0: no position comes of a pass")


def test_a_win_that_is_sooner_under_the_other_value_is_a_win_there(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0)], (1, 0): [(2, 0)], (2, 0): [(9, 0)]}
    game = toy(ToyGame.of({9: 0}, steps), monkeypatch)
    game.leads_elsewhere(0, 9)
    here, by = game.start(), Forger(game)
    stated = {"key": by.won(here, 2), "tries": []}
    proof = {"stated": stated, "other": {"short": {"by": "9a", "then": None}}}
    claim, nodes = Claim("differs", 2, True, READING), by.finish()
    assert holds(game, here, claim) is False
    assert why_not(certificate(game, here, claim, True, proof, nodes)).startswith("/proof/other")


def test_an_answer_wins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0)], (1, 0): [(2, 0)], (2, 0): [(3, 0)], (3, 0): [(9, 0)]}
    game = toy(ToyGame.of({9: 1}, steps), monkeypatch)
    here, by, claim = game.start(), Forger(game), Claim("threats", 1)
    after = replace(here, place=2)
    answer = {"by": "2a", "results": [0], "then": [by.shown(MATED, after, 1)]}
    proof = {"answers": [[answer]], "fewest": {"result": 0, "then": []}}
    assert holds(game, here, claim) is False
    defence = {"defence": {"by": "1a", "then": None}}
    assert why_not(certificate(game, here, claim, False, defence, [])) == ""
    refused = "/proof/answers/0/0: the game is over, or the turns are"
    assert why_not(certificate(game, here, claim, True, proof, by.finish())) == refused


@pytest.mark.parametrize("over", [9, 8, 7, 6])
def test_answers_to_a_result_are_met_in_their_order(over: int, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: Steps = {(0, 0): [(1, 0), (2, 0), (3, 0)], (1, 0): [(over, 0)] * 4}
    # To 1 there are four answers, to 2 and 3 two each of these.
    steps |= {(2, 0): [(over, 0)] * 2 + [(5, 0)] * 2, (3, 0): [(5, 0)] * 2 + [(over, 0)] * 2}
    game = toy(ToyGame.of({over: 1, 5: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("threats", 1)
    assert holds(game, here, claim) is False
    places = [after.place for after in Forger(game).results(here)]
    one, two, three = ({"result": places.index(place), "then": []} for place in (1, 2, 3))
    for below, why in (((three, three, two, two), ""), ((two, two, three, three), "an answer chosen so far")):
        data = certificate(game, here, claim, False, {"more": one | {"then": [*below]}}, [])
        assert why in why_not(data)
        assert bool(why_not(data)) is bool(why)


def test_no_turn_is_named_against_a_result_that_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0)], (1, 0): [(8, 0), (2, 0)], (2, 0): [(9, 0)]}
    game = toy(ToyGame.of({9: 0, 8: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("wins", 2)
    [data] = attempts(game, here, claim, True)
    assert why_not(data) == ""
    [table] = data["nodes"]
    over = 1 - table["met"][0]["results"][0]
    met = [*table["met"], {"by": "9a", "results": [over], "then": None}]
    said = certificate(game, here, claim, True, data["proof"], [table | {"met": met}])
    assert why_not(said) == f"/nodes/0/met/1/results: at {over} the game is over"


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


@pytest.mark.parametrize("more", [0, 1])
def test_keys_are_two_where_one_leaves_more_replies(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: Steps = {(0, 0): [(1, 0), (1, 1)], (2, 0): [(9, 0)], (3, 0): [(9, 0)]}
    steps |= {(1, more): [(2, 0), (3, 0)], (1, 1 - more): [(2, 0)]}
    game = toy(ToyGame.of({9: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("wins", 2, unique=True)
    assert holds(game, here, claim) is False
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


def test_no_more_results_are_made_than_allowed() -> None:
    counted = Results(scrunch, most=3)
    assert len([*counted.counted([(0, 0)] * 3)]) == counted.regenerated == 3
    with pytest.raises(TooManyResults) as refused:
        next(counted.counted([(0, 0)]))
    assert refused.value.where == "/nodes"


def test_a_refusal_says_where_if_it_knows() -> None:
    assert str(Refused("", "no")) == "no"
    assert str(Refused("/seal", "no")) == "/seal: no"
