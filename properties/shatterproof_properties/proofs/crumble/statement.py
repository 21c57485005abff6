"""What the rules say about one colouring of one arrangement: who is enclosed, what is captured, who has won.

Colours are terms, one a piece: true for black. What is stated has exactly one solution for every colouring, but for the
witnesses of who is reached from where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shatterproof_properties.proofs.crumble.geometry import Geometry
from shatterproof_properties.proofs.crumble.solver import Solver
from shatterproof_properties.proofs.crumble.terms import (
    NO,
    YES,
    Term,
    below,
    differ,
    every,
    exactly_one,
    implies,
    negation,
    same,
    some,
)

Colours = Sequence[Term]
Links = Mapping[tuple[int, int], Term]
OUTER_TAKES_ALL, ONE_SNAPSHOT = "outer-takes-all", "one-snapshot"


def colours(solver: Solver, geometry: Geometry, label: str = "black") -> list[Term]:
    """Colours left open, one a piece."""
    return [solver.boolean(label) for _ in geometry.pieces]


def others(terms: Colours) -> list[Term]:
    """Colours exchanged; or, of black pieces, the white ones."""
    return [negation(term) for term in terms]


def reached(solver: Solver, sources: Sequence[Term], links: Links) -> list[Term]:
    """For each piece whether links that hold lead to it from a source.

    It spreads along links, and whoever is reached is a source or has a link to one reached that ranks lower: ranks
    cannot go in circles, so that nobody is reached out of nowhere.
    """
    found = [YES if source == YES else solver.boolean("reached") for source in sources]
    ranks = [solver.number("rank") if one != YES else "" for one in found]
    reasons = [[source] for source in sources]
    for (one, other), link in links.items():
        if link == NO:
            continue
        solver.say(implies(link, same(found[one], found[other])))
        for here, there in ((one, other), (other, one)):
            lower = below(ranks[there], ranks[here]) if ranks[there] and ranks[here] else YES
            reasons[here].append(every((link, found[there], lower)))
    for is_reached, source, why in zip(found, sources, reasons, strict=True):
        solver.say(implies(source, is_reached), implies(is_reached, some(why)))
    return found


def free(solver: Solver, geometry: Geometry, black: Colours) -> list[Term]:
    """For each piece whether its group, of one colour joined by any touch, reaches the edge (crumble.ring)."""
    rim = geometry.rim
    links = {
        (one, other): same(black[one], black[other])
        for one, other in geometry.touching
        if one not in rim or other not in rim
    }
    return reached(solver, [YES if piece in rim else NO for piece in geometry.pieces], links)


def captured(
    solver: Solver, geometry: Geometry, black: Colours, out: Colours, nested: str = OUTER_TAKES_ALL
) -> list[Term]:
    """The colours after captures, where `out` says who is free (crumble.capture.enclosed, crumble.capture-nested).

    Nobody repeats anything here: who is free keeps the colour, and whoever is shut in takes that of the free pieces
    around, one colour for all that are shut in together.
    """
    if nested == ONE_SNAPSHOT:
        return [solver.named("after", same(colour, is_free)) for colour, is_free in zip(black, out, strict=True)]
    after = [colour if is_free == YES else solver.boolean("after") for colour, is_free in zip(black, out, strict=True)]
    for colour, is_free, new in zip(black, out, after, strict=True):
        solver.say(implies(is_free, same(new, colour)))
    for one, other in geometry.touching:
        both_in = every((negation(out[one]), negation(out[other])))
        solver.say(implies(both_in, same(after[one], after[other])))
        for here, there in ((one, other), (other, one)):
            solver.say(implies(every((negation(out[here]), out[there])), same(after[here], black[there])))
    return after


def resolved(solver: Solver, geometry: Geometry, black: Colours, nested: str = OUTER_TAKES_ALL) -> list[Term]:
    """The colours after captures (crumble.capture.every-step)."""
    return captured(solver, geometry, black, free(solver, geometry, black), nested)


def winners(solver: Solver, geometry: Geometry, black: Colours) -> tuple[Term, Term]:
    """Whether black, and whether white, holds one chain to all four sides (crumble.win.four-sides).

    Each is true only with such a chain, and false only with labels that show that there is none.
    """
    sides = [_labels(solver, geometry, black, side) for side in "ESW"]
    won = solver.boolean("won"), solver.boolean("won")
    for has_won, own in zip(won, (black, others(black)), strict=True):
        chain = _chain(solver, geometry, own)
        solver.say(*(implies(has_won, some(chain[piece] for piece in edge)) for edge in geometry.edges.values()))
        for piece in geometry.edges["N"]:
            touches_all = every((own[piece], *(labels[piece] for labels in sides)))
            solver.say(implies(touches_all, has_won))
    return won


def _chain(solver: Solver, geometry: Geometry, own: Colours) -> list[Term]:
    """Some of the pieces `own`, hanging together through neighbours, from one at the west edge on; or none."""
    chain = [solver.boolean("chain") for _ in geometry.pieces]
    ranks = [solver.number("rank") for _ in geometry.pieces]
    reasons: list[list[Term]] = [[] for _ in geometry.pieces]
    for one, other in geometry.neighbours:
        for here, there in ((one, other), (other, one)):
            reasons[here].append(every((chain[there], below(ranks[there], ranks[here]))))
    roots = {piece: solver.boolean("root") for piece in geometry.edges["W"]}
    solver.say(exactly_one(roots.values()))
    for piece, why in enumerate(reasons):
        solver.say(implies(chain[piece], every((own[piece], some([roots.get(piece, NO), *why])))))
    return chain


def _labels(solver: Solver, geometry: Geometry, black: Colours, side: str) -> list[Term]:
    """Labels on at least all pieces whose chain touches a side of the board."""
    labels = [YES if piece in geometry.edges[side] else solver.boolean("label") for piece in geometry.pieces]
    for one, other in geometry.neighbours:
        solver.say(implies(same(black[one], black[other]), same(labels[one], labels[other])))
    return labels


def exchanged(black: Colours, one: Colours, other: Colours) -> list[Term]:
    """The colours once two pieces, each picked by terms of which one holds, have exchanged theirs."""
    return [differ(colour, differ(*picked)) for colour, *picked in zip(black, one, other, strict=True)]
