"""A composer: z3 colours a given arrangement so that some cuts, joins and walks win. Other code verifies the puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from shatterproof_properties.proofs.crumble.board import PieceGeometry, Rect, position_of
from shatterproof_properties.proofs.crumble.statement import OpenWalk, colours, free, pick, winners
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.terms import NO, YES, Term, at_least, differ, every, implies, negation, same, some

Json = dict[str, Any]


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
    colouring = _Colouring(geometry, effort, seed)
    attacker = NO if to_move == "black" else YES
    threatens = [colouring.solver.boolean("threatens") for _ in shapes]
    for shape, guard in zip(shapes, threatens, strict=True):
        colouring.threat(shape, attacker, guard)
    colouring.solver.say(at_least(least, threatens), some(*(differ(colour, attacker) for colour in colouring.black)))
    while (model := colouring.solver.ask()) is not None:
        yield position_of(geometry, colouring.painted(model), to_move)
        colouring.exclude(model, apart)


class _Colouring:
    """An arrangement whose colours are open, except that it is settled and nobody has won."""

    def __init__(self, geometry: PieceGeometry, effort: int | None, seed: int) -> None:
        self.geometry = geometry
        self.solver = solver = Solver(seed=seed, effort=effort)
        self.black = colours(solver, geometry)
        solver.say(every(*free(solver, geometry, self.black)))
        solver.say(*map(negation, winners(solver, geometry, self.black)))

    def threat(self, shape: Shape, mover: Term, guard: Term) -> None:
        """States that, if `guard` holds, a cut or join and a walk win for a colour."""
        solver, geometry = self.solver, self.geometry
        worked = geometry.replaced(shape.gone, shape.new)
        old = dict(zip(geometry.rects, self.black, strict=True))
        black = [mover if rect in shape.new else old[rect] for rect in worked.rects]
        solver.say(*(implies(guard, same(old[rect], mover)) for rect in shape.gone))
        walk = OpenWalk(solver, worked, black, pick(worked, worked.rects.index(shape.start)), guard=guard)
        for _ in range(shape.steps):
            walk.step()
        solver.say(implies(guard, walk.won[-1][mover == NO]))

    def painted(self, model: Model) -> list[bool]:
        return [model.holds(colour) for colour in self.black]

    def exclude(self, model: Model, apart: int) -> None:
        """States that later colourings differ from this one in at least `apart` pieces."""
        self.solver.say(at_least(apart, (negation(term) if model.holds(term) else term for term in self.black)))
