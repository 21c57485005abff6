"""One slide played out in full: pushing off, removing groups, the choice in a tie, the end of the game."""

from __future__ import annotations

from shatterproof_properties.second.splinter.board import NOWHERE, slid
from shatterproof_properties.second.splinter.position import Position
from shatterproof_properties.second.splinter.rules import Rules

SlideResult = tuple[int, Position]
"""The group that the mover names in a tie, else 0, and the position after the turn."""


def slide_results(rules: Rules, here: Position, square: int, direction: int, run: int) -> list[SlideResult]:
    """All results of a legal slide, in the order of the groups named."""
    squares = rules.squares
    landed = slid(squares, here.pieces, run, direction)
    pieces = landed & squares.everywhere
    now = squares.moved(run, direction)
    if rules.push_first and rules.decided(pieces, here.blue_moves):
        return [(0, _after(rules, here, landed, pieces, now, direction))]
    within = rules.judged(landed, pieces)
    groups = rules.groups(pieces, within)
    options = [(0, within)]
    own, landing = _own(rules, here, pieces), squares.moved(square, direction) & squares.all
    if len(groups) > 1:
        options = rules.options(groups, rules.tied(groups, own, landing), landing)
    found = []
    for named, stays in options:
        left = pieces & ~(rules.cut_off(within, stays, own) * squares.planes)
        found.append((named & squares.all, _after(rules, here, landed, left, now, direction)))
    return found


def _own(rules: Rules, here: Position, pieces: int) -> int:
    blue = pieces >> rules.squares.size
    return pieces & rules.squares.all & (blue if here.blue_moves else ~blue)


def _after(rules: Rules, here: Position, landed: int, left: int, now: int, direction: int) -> Position:
    outcome = rules.decided(left, here.blue_moves)
    if outcome is None:
        now = rules.remembered(left, now, direction, here.blue_moves, left != landed)
        if now:
            return Position(left, not here.blue_moves, now, direction, None)
    return Position(left, not here.blue_moves, 0, NOWHERE, outcome)
