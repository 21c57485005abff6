"""Why a turn of a solver is wrong, in words: what the reference says of the positions after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from shatterproof.crumble.captures import chains
from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof.scrunch import cells
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.wriggling import can_grow
from shatterproof.splinter.squares import KINDS
from shatterproof_properties.protocol.explaining.step import counted, listed
from shatterproof_properties.protocol.features import ending_in_words
from shatterproof_properties.protocol.features.splinter import KIND_WORDS
from shatterproof_properties.puzzles.claims.passes import after_pass

EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def not_won(game: AnyGame, position: Any, attacker: str) -> str:
    """What keeps a side from having won in a position in which the game goes on, in a sentence."""
    defender = next(side for side in game.SIDES if side != attacker)
    return _NOT_WON[game.NAME](position, attacker, defender)


def turned_down(game: AnyGame, after: Any, reply: str, attacker: str, left: int) -> str:
    """How a reply shows that a turn to `after` is wrong, where `left` turns remained to the attacker with that turn.

    The reply is the defender's where the turn was the attacker's, which had to win, else the attacker's.
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
    """Why a turn to `after` begins no series that wins, where `left` turns remained with it."""
    other = str(after.to_move).capitalize()
    try:
        after_pass(game, after)
    except InputError:
        return f"{other} cannot pass after it."
    return f"After it {'no turn wins' if left == 2 else f'{left - 1} turns in a row do not win'}."


def _crumble(position: Any, attacker: str, defender: str) -> str:
    """crumble.win.four-sides: the sides of the board that the chains touch which touch most."""
    arrangement, own = position.arrangement, attacker == "black"
    touched = {
        frozenset(arrangement.edges_touched(chain))
        for chain in chains(arrangement, position.black)
        if (chain <= position.black) == own
    }
    most = max(map(len, touched))
    if not most:
        return f"No chain of {attacker.capitalize()} touches a side of the board."
    farthest = sorted([name for edge, name in EDGES.items() if edge in each] for each in touched if len(each) == most)
    sides = " or ".join(map(listed, farthest))
    return f"No chain of {attacker.capitalize()} touches more sides of the board than {sides}."


def _scrunch(position: Any, attacker: str, defender: str) -> str:
    """scrunch.creation.egg, scrunch.death.dead, scrunch.end.last-snake: what the defender can still do, or has."""
    standing, side = replace(position, to_move=defender).mover, defender.capitalize()
    eggs = isolated_cells(standing) if standing.creating else []
    if eggs:
        return f"{side} still has {counted(len(eggs), 'cell')} for an egg, {cells.describe(eggs[0])} for one."
    growing = [cells.describe(min(snake)) for snake in standing.smallest if can_grow(standing, snake)]
    if growing:
        snakes = "smallest snake" if len(growing) == 1 else "smallest snakes"
        return f"{side}'s {snakes} at {listed(growing)} can still grow."
    return f"{side} cannot grow, but still has {counted(len(standing.snakes), 'snake')}."


def _splinter(position: Any, attacker: str, defender: str) -> str:
    """splinter.win.type-out: the pieces that the defender still has, of every kind."""
    found = Counter(piece.kind for piece in position.pieces.values() if piece.colour == defender)
    many = {"cross": "crosses"}
    each = [counted(found[kind], KIND_WORDS[kind], many.get(kind, "")) for kind in KINDS]
    return f"{defender.capitalize()} still has {listed(each)}."


_NOT_WON: Mapping[str, Callable[[Any, str, str], str]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}
