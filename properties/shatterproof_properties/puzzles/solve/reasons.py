"""The reasons why a solver's turn is wrong, from what the reference says of the positions after it."""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.protocol.features import ending_in_words
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.claims.words import not_won


def turned_down(game: AnyGame, after: Any, reply: str, attacker: str, left: int) -> str:
    """How a reply refutes a turn to `after`. The attacker had `left` turns left, with that turn.

    If the turn was the attacker's, which had to win, the reply is the defender's; else it is the attacker's.
    """
    then = game.play(after, game.parse_turn(after, reply))
    ended = game.outcome(then)
    if ended is not None:
        return f"{reply} refutes it. {ending_in_words(game, then, ended)}"
    side, other = attacker.capitalize(), str(then.to_move).capitalize()
    if after.to_move == attacker:
        wins = f"{side} wins in {counted(left, 'turn')} at most" if left > 1 else f"every turn of {other} loses at once"
        return f"{reply} refutes it: with it {wins}."
    if left == 1:
        return f"It does not win: {str(after.to_move).capitalize()} has {reply}. {not_won(game, after, attacker)}"
    more = f"no turn of {side} wins" if left == 2 else f"{side} does not win in {counted(left - 1, 'turn')}"
    return f"{reply} refutes it: then {more}. {not_won(game, then, attacker)}"


def in_a_row(game: AnyGame, after: Any, left: int) -> str:
    """The reason why a turn to `after` begins no series that wins, if `left` turns were left with it."""
    other = str(after.to_move).capitalize()
    try:
        after_pass(game, after)
    except InputError:
        return f"{other} cannot pass after it."
    return f"After it {'no turn wins' if left == 2 else f'{left - 1} turns in a row do not win'}."
