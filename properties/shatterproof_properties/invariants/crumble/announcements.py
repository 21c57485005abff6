"""What must hold of the announcements crumble and crumblemate: for small boards."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import crumble
from shatterproof.crumble.pieces import opponent
from shatterproof.crumble.position import Position, Turn
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.crumble.brute_force import cells_of, ends_by_brute_force
from shatterproof_properties.invariants.crumble.definitions import Cells, winners


def can_win(position: Position, side: str) -> bool:
    """Whether some way to end a turn, by trying everything, makes a four-side chain for a side."""
    columns, rows = position.arrangement.columns, position.arrangement.rows
    return any(side in winners(Cells(columns, rows, end.pieces), end.black) for end in ends_by_brute_force(position))


@guards("crumble.announce.crumble", "crumble.notation.threat")
def crumble_is_said_when_a_second_turn_would_win(position: Position) -> None:
    """The side that has just moved threatens when it could win if the other side could pass."""
    ended = crumble.outcome(position)
    mover = opponent(position.to_move)
    expected = not ended and can_win(replace(position, to_move=mover, memory=None), mover)
    found = crumble.threatens(position)
    check(found == expected, f"{mover} threatens to win: {found}, by trying everything: {expected}")


@guards("crumble.announce.crumble", "crumble.win.four-sides")
def a_winning_turn_is_one_that_results_list(position: Position) -> None:
    if crumble.outcome(position) is None:
        side = position.to_move
        listed = any(after.winner == side for _, after in crumble.results(position))
        check(
            listed == can_win(position, side), f"{side} can win at once: {listed}, by trying everything: {not listed}"
        )


@guards("crumble.announce.crumblemate")
def crumblemate_is_said_when_no_turn_saves(position: Position) -> None:
    """No turn of the side to move wins, and each loses at once or lets the other side win next turn."""
    attacker = opponent(position.to_move)
    expected = crumble.outcome(position) is None
    for turn in crumble.turns(position) if expected else ():
        after = crumble.play(position, turn)
        won = winners(cells_of(after), after.black)
        lost = attacker in won or (not won and not crumble.outcome(after) and can_win(after, attacker))
        if not lost:
            expected = False
            break
    found = crumble.is_crumblemate(position)
    check(found == expected, f"{position.to_move} is crumblemated: {found}, by trying everything: {expected}")


@guards("crumble.announce.crumblemate", "crumble.announce.crumble")
def crumblemate_leaves_only_turns_that_lose(position: Position, turn: Turn) -> None:
    if crumble.is_crumblemate(position):
        after = crumble.play(position, turn)
        attacker = opponent(position.to_move)
        wins_next = any(last.winner == attacker for _, last in crumble.results(after))
        check(after.winner == attacker or wins_next, f"{turn} escapes from crumblemate")
