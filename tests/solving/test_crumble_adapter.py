"""Crumble in a search: keys, wins at once, and turns tried again elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sampling import some
from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.second.crumble.board import slots
from shatterproof_properties.second.crumble.position import Position, Turn, Work
from shatterproof_properties.second.crumble.shortcuts import ColourAnalysis
from shatterproof_properties.solving.adapters import DRAWN, LOST, WON
from shatterproof_properties.solving.crumble import CrumbleAdapter
from shatterproof_properties.solving.crumble.finishes import WinSearch
from solving.crumble_positions import many_positions, mover, played_on, recoloured, winner, wins

GAME = find_game("crumble")
under_some_readings = pytest.mark.parametrize(
    "readings",
    some(
        [
            {},
            {"crumble.draw": "draw-turns"},
            {"crumble.draw": "agreement-only"},
            {"crumble.draw-target": "own", "crumble.draw-descent": "partly"},
            {"crumble.capture-nested": "one-snapshot"},
            {"crumble.standing-enclosure": "next-step"},
            {"crumble.standing-enclosure": "until-closed"},
            {"crumble.win-stops": "end-of-turn"},
        ],
        one_in=3,
    ),
    ids=lambda readings: "".join(readings.values()) or "defaults",
)
Json = dict[str, Any]


def by_reference(here: Json, turn: str, readings: dict[str, str]) -> Any:
    """The reference's outcome of a turn, which must be legal."""
    position = GAME.from_json(here, type(GAME.start("2x2").readings).from_mapping(readings))
    return GAME.outcome(GAME.play(position, GAME.parse_turn(position, turn)))


def takes_pieces(here: Position, turn: Turn, after: Position) -> bool:
    """Whether a turn captures: the mover has more or fewer pieces than the cut or join alone leaves."""
    own, left = (
        position.black if here.black_moves else position.arrangement.live ^ position.black for position in (here, after)
    )
    made = len(turn.work.worked) if turn.work.outline is None else 1 - len(turn.work.worked)
    return left.bit_count() != own.bit_count() + made


@under_some_readings
def test_a_win_at_once_is_found_where_trying_everything_finds_one(readings: dict[str, str]) -> None:
    won = not_won = 0
    for board, count in (("3x3", 14), ("4x4", 8), ("5x4", 3)):
        adapter = CrumbleAdapter(board, readings)
        for here in many_positions(adapter.engine, 8, count, 9):
            there, found = wins(adapter.engine, here), adapter.win_now(here)
            assert bool(there) == (found is not None), adapter.write(here)
            won, not_won = won + bool(there), not_won + (not there)
            if found is not None:
                turn, after = found
                assert adapter.verdict(after) == LOST
                outcome = by_reference(adapter.write(here), adapter.text(here, turn), readings)
                assert outcome is not None
                assert outcome.winner == mover(here)
    assert min(won, not_won) > 4


WON_BY_CAPTURE_ONLY = [
    """4x4, White to move
aaAABBCC
bbAABBDD
EEccFFdd
eeGGFFdd
ffgghhii
ffgghhii
jjHHkkll
jjHHkkll
""",
    """3x3, White to move
AABBCa
AABBCb
DDccdd
DDEEdd
FFGGee
ffggHH
""",
    """3x3, White to move
aaAAbb
aaAAbb
BBcCDD
ddEEFF
eeffgg
eeffgg
""",
]


@pytest.mark.parametrize("diagram", WON_BY_CAPTURE_ONLY)
def test_a_win_that_needs_a_capture_is_found(diagram: str) -> None:
    position = GAME.from_diagram(diagram)
    adapter = CrumbleAdapter(position.board, {})
    here = adapter.read(position_to_json(GAME, position))
    found = adapter.win_now(here)
    assert found is not None
    assert takes_pieces(here, *found)
    assert all(takes_pieces(here, *win) for win in wins(adapter.engine, here))
    assert adapter.write(found[1]) in [adapter.write(after) for _, after in wins(adapter.engine, here)]


def test_a_win_at_once_is_found_where_pieces_stand_enclosed() -> None:
    adapter, random, won = CrumbleAdapter("4x4", {"crumble.standing-enclosure": "next-step"}), Random(3), 0
    for _ in range(12):
        here = adapter.engine.opening()
        middle = random.choice([slot for slot in range(16) if not here.arrangement.rim >> slot & 1])
        black = random.getrandbits(16) & ~here.arrangement.touch[middle] | 1 << middle
        here = adapter.read(adapter.write(here._replace(black=black)))
        assert adapter.engine.capture(here.arrangement, black) != black
        assert bool(wins(adapter.engine, here)) == (adapter.win_now(here) is not None), adapter.write(here)
        won += bool(wins(adapter.engine, here))
    assert 0 < won < 12


def test_wins_by_cuts_of_several_pieces_are_found_where_they_are_looked_for() -> None:
    """They are looked for only after some of the mover's pieces were lost on the way; here as if all had been."""
    adapter, seen = CrumbleAdapter("4x4", {}), []
    for here in many_positions(adapter.engine, 8, 12, 9):
        own = here.black if here.black_moves else here.arrangement.live ^ here.black
        search = WinSearch(
            adapter.engine, here, own, ColourAnalysis(here.arrangement, own, here.arrangement.live ^ own)
        )
        lost = {
            (kind, 1 << slot, half): own & ~(1 << slot)
            for slot in slots(own)
            for kind, half in ("VW", "VE", "HS", "HN")
        }
        found = search._by_longer_cut(lost)
        several = [win for win in wins(adapter.engine, here) if len(win[0].work.worked) > 1]
        there = [adapter.write(after) for turn, after in several if turn.work.outline is None]
        assert (found is not None) == bool(there)
        assert found is None or adapter.write(found[1]) in there
        seen.append(bool(there))
    assert set(seen) == {True, False}


# Keys


def drawish() -> list[Position]:
    """The positions of a game that repetition draws, from the start to the draw."""
    adapter = CrumbleAdapter("2x2", {})
    here = position_to_json(GAME, GAME.from_diagram("2x2, Black to move\nABab\nABab\nccCC\nccCC\n"))
    found = [adapter.read(here)]
    for turn in ("1VW-N", "0VW-NEE", "3HNW", "1HNE", "3HNNW", "1HNNE"):
        found.append(adapter.read(adapter.engine.apply(adapter.write(found[-1]), turn)["position"]))
    return found


def test_positions_that_differ_in_memory_only_have_different_keys() -> None:
    adapter, here = CrumbleAdapter("2x2", {}), drawish()[3]
    assert here.memory is not None
    assert adapter.key(here) != adapter.key(here._replace(memory=None))


# Turns again


def expected_again(adapter: CrumbleAdapter, before: Position, turn: Turn, here: Position) -> Json | None:
    """The result, as text, of the same turn of the same pieces; None if there is none."""
    rects, others = before.arrangement.rects, here.arrangement.rects
    places = {others[slot]: slot for slot in range(len(others)) if here.arrangement.live >> slot & 1}
    worked = [rects[slot] for slot in turn.work.worked]
    if not all(rect in places for rect in worked):
        return None
    same = turn._replace(work=Work(turn.work.kind, tuple(places[rect] for rect in worked), turn.work.outline))
    answer = adapter.engine.apply(adapter.write(here), adapter.text(here, same))
    if answer["verdict"] != "legal":
        return None
    left = {tuple(piece[:4]) for piece in answer["position"]["pieces"]}
    gone = {tuple(piece[:4]) for piece in adapter.write(here)["pieces"]} - left
    same_work = gone == {tuple(piece[:4]) for piece in adapter.write(before)["pieces"]} & gone and len(gone) == len(
        worked
    )
    return answer["position"] if same_work else None


@under_some_readings
def test_a_turn_is_tried_again_just_where_it_is_legal(readings: dict[str, str]) -> None:
    adapter, random = CrumbleAdapter("3x3", readings), Random(6)
    legal = illegal = captures = 0
    for _ in range(9):
        before = played_on(adapter.engine, random, random.randrange(1, 12))
        turns = list(adapter.results(before))
        others = [after for _, after in random.sample(turns, min(2, len(turns)))]
        others += [adapter.read(adapter.write(after))._replace(black_moves=before.black_moves) for after in others]
        others += [other for other in (recoloured(adapter.engine, random, before) for _ in range(2)) if other]
        for here in (before, *others):
            for turn, _ in random.sample(turns, min(6, len(turns))):
                expected = expected_again(adapter, before, turn, here) if here.outcome is None else None
                found = adapter.retry(here, adapter.killer(before, turn))
                assert (found and adapter.write(found[1])) == expected
                assert here is not before or (found is not None and found[0] == turn)
                legal, illegal = legal + (found is not None), illegal + (found is None)
                captures += found is not None and takes_pieces(here, *found)
    assert min(legal, illegal, captures) > 0


def test_a_cut_along_an_edge_is_not_tried_again_where_a_piece_lies_between() -> None:
    adapter = CrumbleAdapter("2x3")
    drawn = (f"2x3, Black to move\nAAee\nAAee\n{row}\n{row}\nDDgg\nDDgg\n" for row in ("BCff", "BBff"))
    along, between = (adapter.read(GAME.to_json(GAME.from_diagram(text))) for text in drawn)
    cuts = [turn for turn, _ in adapter.results(along) if turn.work.kind == "V" and len(turn.work.worked) == 2]
    assert cuts
    assert all(adapter.retry(along, adapter.killer(along, turn)) for turn in cuts)
    assert not any(adapter.retry(between, adapter.killer(along, turn)) for turn in cuts)


# Ends


def test_ends_are_given_for_the_side_to_move() -> None:
    adapter = CrumbleAdapter("2x2", {})
    *going_on, drawn = drawish()
    assert {adapter.verdict(here) for here in going_on} == {None}
    assert {repr(adapter.outcome(here)) for here in going_on} == {"None"}
    assert (adapter.verdict(drawn), adapter.outcome(drawn)) == (
        DRAWN,
        {"winner": None, "clause": "crumble.draw.repetition"},
    )
    won = next(after for here in many_positions(adapter.engine, 1, 40, 8) for _, after in wins(adapter.engine, here))
    assert adapter.verdict(won) == LOST
    assert adapter.verdict(won._replace(black_moves=not won.black_moves)) == WON
    assert adapter.outcome(won) == {"winner": winner(won), "clause": "crumble.win.four-sides"}
    assert adapter.win_now(won) is None
