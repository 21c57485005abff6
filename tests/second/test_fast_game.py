"""FastGame plays like the engine in Python and like the reference, with and without compiled functions."""

from __future__ import annotations

import contextlib
import copy
import pickle
import re
from random import Random

import pytest

import shatterproof
from play.search import refused
from shatterproof.errors import InputError
from shatterproof.game import GAMES, OURS, AmbiguousTurn, IllegalTurn, MalformedTurn, find_game
from shatterproof_properties.second import FastGame, FastPosition

BOARDS = {"crumble": "3x2", "scrunch": "3", "splinter": "4x4"}
UNUSUAL = {
    "crumble": {"crumble.draw": "agreement-only"},
    "scrunch": {"scrunch.loops": "forbidden"},
    "splinter": {"splinter.tie": "remove-one"},
}


def games(game: str) -> list[FastGame]:
    """A game as it is opened, under other readings, and without compiled functions."""
    opened = [FastGame(game, BOARDS[game]), FastGame(game, BOARDS[game], UNUSUAL[game]), FastGame(game, BOARDS[game])]
    opened[2]._compiled = None
    return opened


def played(fast: FastGame, plies: int) -> list[FastPosition]:
    """The positions of a random game."""
    found, chance = [fast.start()], Random(7)
    while len(found) <= plies and (turns := fast.turns(found[-1])):
        found.append(fast.play(found[-1], chance.choice(turns)))
    return found


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("game", OURS)
def test_it_lists_plays_and_ends_as_the_reference_does(game: str) -> None:
    rules = find_game(game)
    for fast in games(game):
        for here in played(fast, 9)[::3]:
            theirs = fast.to_reference(here)
            expected = {rules.format_turn(theirs, turn): after for turn, after in rules.results(theirs)}
            assert set(fast.turns(here)) == set(expected)
            for turn, after in fast.results(here):
                assert after == fast.play(here, turn) == fast.from_reference(expected[turn])
                assert fast.outcome(after) == rules.outcome(expected[turn])
            assert (here.to_move, fast.count(here, 1)) == (theirs.to_move, len(expected))


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("game", OURS)
def test_compiled_functions_change_nothing_but_the_time(game: str) -> None:
    compiled, _, plain = games(game)
    assert (compiled.is_compiled, plain.is_compiled) == (True, False)
    here = played(plain, 6)[-1]
    assert list(compiled.results(here)) == list(plain.results(here))
    assert compiled.divide(here, 2) == plain.divide(here, 2)


@pytest.mark.parametrize("game", OURS)
def test_positions_are_hashed_copied_and_pickled(game: str) -> None:
    for fast in games(game):
        here = played(fast, 8)[-1]
        for same in (copy.copy(here), copy.deepcopy(here), pickle.loads(pickle.dumps(here))):
            assert {here: 1}[same] == 1
            assert fast.turns(same) == fast.turns(here)
        assert here not in (fast.start(), here.text)
        assert eval(repr(here)) == here


def test_refusals_are_those_of_the_reference() -> None:
    fast = FastGame("splinter", "4x4")
    with pytest.raises(MalformedTurn, match="'nonsense' is no turn of splinter"):
        fast.play(fast.start(), "nonsense")
    ours, theirs = fast.start(), shatterproof.start("splinter", board="4x4")
    refused = set()
    for text in (f"{column}{row}{heading}" for column in "abcd" for row in "1234" for heading in ("N", "SW", "E")):
        with contextlib.suppress(AmbiguousTurn):
            try:
                fast.play(ours, text)
            except IllegalTurn as error:
                with pytest.raises(IllegalTurn, match=f".*({re.escape(error.clause)})"):
                    shatterproof.splinter.parse_turn(theirs, text)
                refused.add(error.clause)
    assert refused == {"splinter.turn.own"}


def test_a_turn_that_leaves_a_tie_open_is_ambiguous() -> None:
    fast, chance = FastGame("splinter", "4x4"), Random(3)
    for _ in range(200):
        here = fast.start()
        while turns := fast.turns(here):
            if tied := next((turn for turn in turns if "=" in turn), None):
                assert tied in refused(fast.play, here, tied.partition("=")[0]).meanings
                return
            here = fast.play(here, chance.choice(turns))
    pytest.fail("no tie came up")


def test_what_is_not_of_this_game_is_refused() -> None:
    fast = FastGame("scrunch", "3")
    with pytest.raises(InputError, match="a position of scrunch on board 2"):
        fast.from_reference(shatterproof.start("scrunch", board="2"))
    with pytest.raises(InputError, match="unknown game 'engine'"):
        FastGame("engine")
    with pytest.raises(InputError, match="unknown reading"):
        FastGame("scrunch", "3", {"scrunch.nothing": "x"})
    with pytest.raises(InputError):
        fast.from_json({})


@pytest.mark.parametrize("game", GAMES)
def test_the_standard_board_and_the_second_engine_stand_unless_another_is_named(game: str) -> None:
    fast = FastGame(game)
    assert (fast.board, fast.is_reference) == (shatterproof.start(game).board, game not in OURS)
