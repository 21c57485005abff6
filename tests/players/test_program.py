"""The program plays legal turns, wins where it can, and allows no win in one that another turn avoids."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shatterproof.game import OURS, find_game
from shatterproof_properties.players.program import (
    EVALUATIONS,
    FEWEST_LOOKED_AT,
    STRENGTHS,
    WIN,
    Lookahead,
    Program,
    Reply,
    random_games,
)
from shatterproof_properties.solving.adapters import LOST, WON, PlainAdapter, SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing

BOARDS = {"crumble": "3x2", "scrunch": "3", "splinter": "4x4"}
POSITIONS = 150


def positions(adapter: SearchAdapter, seed: int, number: int) -> list[Any]:
    """Undecided positions of random games."""
    chance, found, here = Random(seed), list[Any](), adapter.engine.opening()
    while len(found) < number:
        if adapter.verdict(here) is not None:
            here = adapter.engine.opening()
        found.append(here)
        here = chance.choice(list(adapter.results(here)))[1]
    return found


def reply(adapter: SearchAdapter, strength: str, here: Any, seed: int = 1) -> Reply:
    return Program(adapter, strength, Random(seed)).reply(here, positions=POSITIONS)


def allows(game: str, adapter: SearchAdapter, after: Any) -> bool:
    """Whether a turn loses at once, or lets the other side win in one, found by trying every reply."""
    if (verdict := adapter.verdict(after)) is not None:
        return verdict == WON
    each = PlainAdapter(game, BOARDS[game])
    return Forcing(each).is_won(each.read(adapter.write(after)), 1)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("game", OURS)
def test_it_allows_no_win_in_one_that_another_turn_avoids(game: str, strength: str) -> None:
    adapter, wins = search_adapter(game, BOARDS[game]), 0
    for here in positions(adapter, 3, 18)[2::4]:
        found = reply(adapter, strength, here)
        others = (after for _, after in adapter.results(here))
        assert not allows(game, adapter, found.after) or all(allows(game, adapter, after) for after in others)
        wins += found.wins == 1
    assert wins or game != "splinter"


@pytest.mark.parametrize("game", OURS)
def test_the_same_seed_plays_the_same_turn(game: str) -> None:
    adapter = search_adapter(game, BOARDS[game])
    here = positions(adapter, 5, 4)[-1]
    assert len({adapter.text(here, reply(adapter, "strong", here, 4).turn) for _ in range(2)}) == 1


def test_a_win_at_once_is_played() -> None:
    adapter = search_adapter("crumble", "3x2")
    won = [here for here in positions(adapter, 1, 60) if adapter.win_now(here)]
    assert won
    for here in won[:4]:
        found = reply(adapter, "beginner", here)
        assert (adapter.verdict(found.after), found.wins) == (LOST, 1)


@pytest.mark.ci
def test_what_the_other_side_threatened_is_said_and_stopped() -> None:
    adapter = search_adapter("crumble", "3x2")
    found = [reply(adapter, "beginner", here) for here in positions(adapter, 2, 80)]
    threatened = [each for each in found if each.threat]
    assert len(threatened) > 2
    assert all(each.wins or each.loses or not Forcing(adapter).is_won(each.after, 1) for each in threatened)
    assert any(each.avoided for each in found)


@pytest.mark.ci
def test_where_every_turn_loses_it_says_so() -> None:
    adapter = search_adapter("crumble", "3x2")
    lost = [
        here for here in positions(adapter, 1, 80) if not adapter.win_now(here) and Forcing(adapter).is_mated(here, 1)
    ]
    assert lost
    assert all(reply(adapter, strength, lost[0]).loses for strength in STRENGTHS)


@pytest.mark.parametrize("game", OURS)
def test_looking_ahead_ends_with_its_effort(game: str) -> None:
    adapter = search_adapter(game, BOARDS[game])
    here = positions(adapter, 7, 3)[-1]
    results = list(adapter.results(here))
    looking = Lookahead(adapter, EVALUATIONS.of(game).evaluation(adapter), 9, 4, POSITIONS)
    assert {id(each.after) for each in looking.ordered(results)} == {id(after) for _, after in results}
    assert looking.positions <= max(POSITIONS, len(results)) + 1


@pytest.mark.parametrize("game", OURS)
def test_no_turn_is_chosen_blindly_because_the_time_is_over(game: str) -> None:
    adapter = search_adapter(game, find_game(game).start().board)
    results = list(adapter.results(positions(adapter, 7, 3)[-1]))
    value = EVALUATIONS.of(game).evaluation(adapter)
    looking = Lookahead(adapter, value, 2, 4, seconds=0)
    best, *_ = looking.ordered(results)
    assert looking.positions == min(FEWEST_LOOKED_AT, len(results))
    assert best.value == max(each.value for each in Lookahead(adapter, value, 1, 4).ordered(results[:FEWEST_LOOKED_AT]))


def test_two_turns_ahead_the_capture_that_loses_is_seen() -> None:
    adapter = search_adapter("splinter", "4x4")
    deeper = shallow = 0
    for here in positions(adapter, 11, 12):
        found = list(adapter.results(here))
        for depth in (1, 2):
            looking = Lookahead(adapter, EVALUATIONS.of("splinter").evaluation(adapter), depth, 99)
            best = looking.ordered(found)[0]
            loses = abs(best.value) < WIN / 2 and Forcing(adapter).is_won(best.after, 1)
            shallow, deeper = shallow + (loses and depth == 1), deeper + (loses and depth == 2)
    assert shallow > deeper == 0


def test_a_game_with_its_reference_alone_is_played_by_random_games() -> None:
    adapter = PlainAdapter("splinter", "2x4")
    found = Lookahead(adapter, random_games(adapter, Random(1)), 1, 1)
    for here in positions(adapter, 1, 6):
        for value, _, _ in found.ordered(list(adapter.results(here))):
            assert abs(value) <= 1 or abs(value) > WIN / 2
