"""What must hold of wins."""

from __future__ import annotations

from functools import partial

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours, resolve, winner
from shatterproof.crumble.position import Position, Turn
from shatterproof.game import Outcome
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.crumble.brute_force import cells_of
from shatterproof_properties.invariants.crumble.captures import OUTER, SNAPSHOT
from shatterproof_properties.invariants.crumble.definitions import Cells, winners

refusal = partial(every_game.refusal, crumble)
"""The clause that a turn breaks; None if it is legal."""


@guards("crumble.win.four-sides", "crumble.win.either")
def at_most_one_side_has_a_four_side_chain(arrangement: Arrangement, black: Colours) -> None:
    found = winners(Cells(arrangement.columns, arrangement.rows, arrangement.pieces), black)
    check(len(found) < 2, "both sides have a chain along all four sides")
    check(winner(arrangement, black) == next(iter(found), None), f"four-side chains: {found}")


@guards("crumble.win.either")
def both_colours_win_alike(arrangement: Arrangement, black: Colours) -> None:
    white = frozenset(arrangement.pieces) - black
    pair = {winner(arrangement, black), winner(arrangement, white)}
    check(pair in ({None}, {"black", "white"}), f"with colours exchanged the winners are {pair}")


@guards("crumble.win.four-sides", "crumble.capture.every-step")
def the_winner_is_the_same_before_and_after_captures(arrangement: Arrangement, black: Colours) -> None:
    for readings in (OUTER, SNAPSHOT):
        after = winner(arrangement, resolve(arrangement, black, readings))
        check(winner(arrangement, black) == after, f"captures make {after} the winner")


@guards("crumble.win.four-sides", "crumble.win.either", "crumble.turn.finished")
def a_position_with_a_four_side_chain_is_over(position: Position) -> None:
    """Whoever has it, and whoever made the turn: it is won, has no turns, and refuses any."""
    found = winners(cells_of(position), position.black)
    ended = crumble.outcome(position)
    if found:
        check(
            ended == Outcome(found.pop(), "crumble.win.four-sides"),
            f"a four-side chain stands, and the outcome is {ended}",
        )
    else:
        check(ended is None or ended.winner is None, f"{ended} without a four-side chain")
    if ended:
        check(next(crumble.turns(position), None) is None, "a finished game has a turn")
        clause = every_game.refusal_of_text(crumble, position, "0V")
        check(clause == "crumble.turn.finished", f"a turn in a finished game breaks {clause}")


@guards("crumble.turn.finished", "crumble.win.either")
def nothing_can_be_played_after_the_end(position: Position, turn: Turn) -> None:
    after = crumble.play(position, turn)
    ended = crumble.outcome(after)
    found = winners(cells_of(after), after.black)
    check(ended is None or not ended.winner or ended.winner in found, f"{ended}, with four-side chains of {found}")
    check(not found or (ended and ended.winner in found), f"{found} has a four-side chain and the outcome is {ended}")
    if ended and after.own:
        check(refusal(after, turn) == "crumble.turn.finished", "a turn was played after the end")
        check(not list(crumble.turns(after)), "there are turns after the end")


@guards("crumble.win.four-sides")
def a_won_position_remembers_nothing(position: Position, turn: Turn) -> None:
    after = crumble.play(position, turn)
    check(after.winner is None or after.memory is None, f"{after.winner} has won and {after.memory} is remembered")
