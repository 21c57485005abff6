"""A composer: z3 colours a given arrangement so that some cuts, joins and walks win. Other code verifies the puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shatterproof_properties.proofs import Json
from shatterproof_properties.proofs.crumble.board import PieceGeometry, Rect, position_of
from shatterproof_properties.proofs.crumble.statement import OpenWalk, colours, free, winners
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
    at_least,
    differ,
    every,
    implies,
    literal,
    negation,
    same,
    some,
)


class Shape(NamedTuple):
    """A cut or join by either side, and the new piece that walks an exact number of steps from there."""

    gone: tuple[Rect, ...]
    new: tuple[Rect, ...]
    start: Rect
    steps: int


def halvings(geometry: PieceGeometry, steps: int) -> list[Shape]:
    """All cuts of one piece, with each half as the piece that walks."""
    found = []
    for x, y, width, height in geometry.rects:
        gone = ((x, y, width, height),)
        pairs: list[tuple[Rect, Rect]] = []
        if width >= height and width % 2 == 0:
            pairs.append(((x, y, width // 2, height), (x + width // 2, y, width // 2, height)))
        if height >= width and height % 2 == 0:
            pairs.append(((x, y, width, height // 2), (x, y + height // 2, width, height // 2)))
        found += [Shape(gone, pair, start, steps) for pair in pairs for start in pair]
    return found


def compose_threats(
    geometry: PieceGeometry,
    shapes: Sequence[Shape],
    least: int,
    to_move: str = "black",
    apart: int = 1,
    effort: int | None = None,
    seed: int = 0,
) -> Iterator[Json]:
    """Positions in JSON form with a number of threats: candidates for crumblemates.

    In each position nobody has won and no piece is enclosed. The side to move is the defender and has a piece. If the
    other side were to move, at least `least` of `shapes` would win for it. The position may still have a defence
    against all of them. Each position differs from all earlier ones in the colours of at least `apart` pieces; with 1
    all such positions are found. `seed` decides their order, the same on every machine. Raises SolverGaveUp if one
    question takes z3 more of its own steps than `effort`.
    """
    solver = Solver(seed=seed, effort=effort)
    black = colours(solver, geometry)
    solver.say(every(*free(solver, geometry, black)))
    solver.say(*map(negation, winners(solver, geometry, black)))
    old = dict(zip(geometry.rects, black, strict=True))
    attacker = NO if to_move == "black" else YES
    threatens = [solver.boolean("threatens") for _ in shapes]
    for shape, guard in zip(shapes, threatens, strict=True):
        # If `guard` holds, the cut or join and the walk win for the attacker.
        worked = geometry.replaced(shape.gone, shape.new)
        then = [attacker if rect in shape.new else old[rect] for rect in worked.rects]
        solver.say(*(implies(guard, same(old[rect], attacker)) for rect in shape.gone))
        start = [YES if rect == shape.start else NO for rect in worked.rects]
        walk = OpenWalk(solver, worked, then, start, guard)
        for _ in range(shape.steps):
            walk.step()
        solver.say(implies(guard, walk.won[-1][attacker == NO]))
    solver.say(at_least(least, threatens), some(*(differ(colour, attacker) for colour in black)))
    while (model := solver.ask()) is not None:
        painted = [model.holds(colour) for colour in black]
        yield position_of(geometry, painted, to_move)
        solver.say(at_least(apart, map(literal, black, (not is_black for is_black in painted))))
