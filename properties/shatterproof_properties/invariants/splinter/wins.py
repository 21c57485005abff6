"""What must hold of wins and draws."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from shatterproof import splinter
from shatterproof.splinter.position import Position, Turn
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.splinter.definitions import ending_of, other_side, standing_of

refusal = partial(every_game.refusal, splinter)
"""The clause that a turn breaks; None if it is legal."""


@guards("splinter.win.type-out", "splinter.win.both-out", "splinter.win.even", "splinter.pieces.kinds")
def outcomes_follow_from_counting(position: Position) -> None:
    found, expected = splinter.outcome(position), ending_of(standing_of(position))
    check(found == expected, f"the outcome is {found}, by counting {expected}")


@guards("splinter.turn.finished")
def nothing_can_be_played_after_the_end(position: Position, turn: Turn) -> None:
    after = splinter.play(position, turn)
    if splinter.outcome(after):
        check(refusal(after, turn) == "splinter.turn.finished", "a turn was played after the end")
        check(not list(splinter.actions(after)), "there are turns after the end")
        for text in ("a1N", "z26SW", "a1N=a1"):
            check(
                every_game.refusal_of_text(splinter, after, text) == "splinter.turn.finished",
                f"{text} was played after the end",
            )


@guards("splinter.draw.none")
def a_game_goes_on_however_often_a_position_comes_back(start: Position, turns: list[Turn]) -> None:
    """The pieces alone decide whether a game is over, however often a position has come back.

    A position read back from JSON is equal, so it hides nothing of its past.
    """
    position = start
    for turn in turns:
        position = splinter.play(position, turn)
        fresh = splinter.from_json(splinter.to_json(position))
        expected = ending_of(standing_of(position))
        check(splinter.outcome(position) == expected, f"the outcome is {splinter.outcome(position)}, not {expected}")
        check(fresh == position and splinter.outcome(fresh) == expected, "the position hides how it was reached")


@guards("splinter.win.type-out", "splinter.win.own-turn")
def a_threat_is_a_win_in_one_more_turn(position: Position) -> None:
    """The side that has just moved threatens exactly if it could win by moving again.

    Nobody threatens once the game is over.
    """
    mover = other_side(position.to_move)
    again = replace(position, to_move=mover, memory=frozenset())
    ends = [ending_of(standing_of(after)) for _, after in splinter.actions(again)]
    wins = any(ended is not None and ended.winner == mover for ended in ends)
    check(splinter.threatens(position) == wins, f"{mover} threatens to win: {not wins}, by its turns: {wins}")
