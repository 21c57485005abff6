"""Laws of spec/crumble.md, each as lemmas about an arrangement and any of its colourings; default readings.

`every_size` has law 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from proofs.lemmas import Lemma
from shatterproof_properties.proofs.components import reached
from shatterproof_properties.proofs.crumble.board import PieceGeometry, Rect
from shatterproof_properties.proofs.crumble.statement import (
    Colours,
    OpenWalk,
    captured,
    colours,
    exchanged,
    free,
    others,
    resolved,
    winners,
)
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
    Term,
    differ,
    every,
    exactly_one,
    implies,
    negation,
    same,
    some,
)


class AnyPosition:
    """An arrangement with all its colours open."""

    def __init__(self, geometry: PieceGeometry) -> None:
        self.geometry = geometry
        self.solver = Solver()
        self.black = colours(self.solver, geometry)

    def lemma(self, conclusion: Term) -> list[Lemma]:
        """The lemma that a term follows from all that the solver knows.

        A counterexample is given by its black pieces.
        """
        return [Lemma(self.solver, conclusion, self.black)]


def two_chains_cannot_coexist(geometry: PieceGeometry) -> list[Lemma]:
    """Law 11: the two players never both have a chain to all four sides."""
    here = AnyPosition(geometry)
    return here.lemma(negation(every(*winners(here.solver, geometry, here.black))))


def one_colour_has_won(geometry: PieceGeometry) -> list[Lemma]:
    """For law 12: a side without pieces has lost. So while the game goes on, both sides have something to cut."""
    here = AnyPosition(geometry)
    won = winners(here.solver, geometry, here.black)
    lost = [every(*own, negation(has_won)) for own, has_won in zip((here.black, others(here.black)), won, strict=True)]
    return here.lemma(negation(some(*lost)))


def what_avoids_the_edge_is_in_a_ring(geometry: PieceGeometry) -> list[Lemma]:
    """crumble.ring: a group touches no edge iff one opposing chain alone cuts it off from the edge.

    Only one direction needs a proof: a chain that cuts off a piece also cuts off its group.
    """
    here = AnyPosition(geometry)
    solver, black = here.solver, here.black
    inside = sorted(set(geometry.pieces) - geometry.rim)
    out = free(solver, geometry, black)
    chains = [_chain_of(solver, geometry, black, piece) for piece in geometry.pieces]
    escapes = []
    for piece in inside:
        ways_out = []
        for other, chain in enumerate(chains):
            if other != piece:
                route = _reached_from(solver, geometry, piece, others(chain))
                out_of_ring = some(*(route[edge] for edge in geometry.rim))
                ways_out.append(some(same(black[piece], black[other]), out_of_ring))
        escapes.append(every(negation(out[piece]), *ways_out))
    return here.lemma(negation(some(*escapes)))


def _chain_of(solver: Solver, geometry: PieceGeometry, black: Colours, piece: int) -> list[Term]:
    """Terms for the pieces of the chain that a piece belongs to."""
    links = {(one, other): same(black[one], black[other]) for one, other in geometry.neighbours}
    return reached(solver, [YES if other == piece else NO for other in geometry.pieces], links)


def _reached_from(solver: Solver, geometry: PieceGeometry, piece: int, within: Colours) -> list[Term]:
    """Terms for the pieces of a set that are connected with one by touching."""
    links = {(one, other): every(within[one], within[other]) for one, other in geometry.touching}
    return reached(solver, [within[piece] if other == piece else NO for other in geometry.pieces], links)


def one_colour_takes_all(geometry: PieceGeometry) -> list[Lemma]:
    """For law 9: pieces that are enclosed together have free pieces of exactly one colour around them.

    So the captures that `captured` states exist for all colours, and are the only ones.
    """
    here = AnyPosition(geometry)
    solver, black = here.solver, here.black
    out = free(solver, geometry, black)
    links = {(one, other): negation(some(out[one], out[other])) for one, other in geometry.touching}
    beside: list[list[int]] = [[] for _ in geometry.pieces]
    for one, other in geometry.touching:
        beside[one].append(other)
        beside[other].append(one)
    takes = []
    for colour in (black, others(black)):
        sources = [
            every(negation(out[piece]), some(*(every(out[other], colour[other]) for other in beside[piece])))
            for piece in geometry.pieces
        ]
        takes.append(reached(solver, sources, links))
    by_black, by_white = takes
    return here.lemma(every(*(some(out[one], differ(by_black[one], by_white[one])) for one in geometry.pieces)))


def capturing_again_changes_nothing(geometry: PieceGeometry) -> list[Lemma]:
    """Laws 9 and 10: after captures no piece stands inside a ring."""
    here = AnyPosition(geometry)
    after = resolved(here.solver, geometry, here.black)
    return here.lemma(every(*free(here.solver, geometry, after)))


def the_order_of_rings_never_matters(geometry: PieceGeometry) -> list[Lemma]:
    """Law 9: if any groups inside rings are captured first, the outcome of all captures is the same.

    Each capture makes one group of several, so every order comes to an end. There the colours are settled, and captures
    of settled colours change nothing.
    """
    here = AnyPosition(geometry)
    solver, black = here.solver, here.black
    out = free(solver, geometry, black)
    first = [solver.boolean("first") for _ in geometry.pieces]
    solver.say(*(implies(one, negation(is_free)) for one, is_free in zip(first, out, strict=True)))
    for one, other in geometry.touching:
        solver.say(implies(same(black[one], black[other]), same(first[one], first[other])))
    at_once = captured(solver, geometry, black, out)
    later = resolved(solver, geometry, [differ(*pair) for pair in zip(black, first, strict=True)])
    return here.lemma(every(*_alike(at_once, later)))


def colours_are_alike(geometry: PieceGeometry) -> list[Lemma]:
    """Law 13 for colours: with all colours exchanged, captures and wins are the same, exchanged."""
    here = AnyPosition(geometry)
    solver, black = here.solver, here.black
    after, exchanged_after = (resolved(solver, geometry, own) for own in (black, others(black)))
    return here.lemma(every(*_alike(others(after), exchanged_after)))


def a_quiet_walk_changes_two_pieces(geometry: PieceGeometry) -> list[Lemma]:
    """Law 6 for walks of any length, by induction over steps that capture nothing.

    If at most the first piece of the walk and the one it has reached have changed, then a step later at most the first
    and the new one have. Before the first step nothing has changed, and both are one piece.
    """
    here = AnyPosition(geometry)
    solver, black = here.solver, here.black
    start, at = ([solver.boolean("at") for _ in geometry.pieces] for _ in range(2))
    solver.say(exactly_one(start), exactly_one(at))
    walk = OpenWalk(solver, geometry, exchanged(black, start, at), at)
    walk.step()
    expected = exchanged(black, start, walk.at[1])
    solver.say(*_alike(walk.swapped[0], walk.black[1]))
    return here.lemma(every(*_alike(walk.black[1], expected)))


def a_step_back_undoes_a_quiet_step(geometry: PieceGeometry) -> list[Lemma]:
    """Law 7, from settled colours: a step back undoes the step before it, unless that step captured something."""
    here = AnyPosition(geometry)
    solver, black = here.solver, here.black
    start = [solver.boolean("at") for _ in geometry.pieces]
    solver.say(exactly_one(start), *free(solver, geometry, black))
    walk = OpenWalk(solver, geometry, black, start)
    walk.step()
    walk.step()
    solver.say(*_alike(walk.at[0], walk.at[2]), *_alike(walk.swapped[0], walk.black[1]))
    return here.lemma(every(*_alike(walk.black[2], black)))


def a_cut_or_join_alone_does_nothing(geometry: PieceGeometry, gone: Sequence[Rect], new: Sequence[Rect]) -> list[Lemma]:
    """Laws 4 and 10: pieces of one colour are replaced by others of the same colour that cover the same space.

    The same pieces as before stand inside rings, the new ones iff the old ones did, and the same side has won.
    """
    here = AnyPosition(geometry)
    solver = here.solver
    worked = geometry.replaced(gone, new)
    old = dict(zip(geometry.rects, here.black, strict=True))
    solver.say(*(same(*pair) for pair in pairwise(old[rect] for rect in gone)))
    black = [old.get(rect, old[gone[0]]) for rect in worked.rects]
    before = dict(zip(geometry.rects, free(solver, geometry, here.black), strict=True))
    after = dict(zip(worked.rects, free(solver, worked, black), strict=True))
    kept = [(rect, rect) for rect in worked.rects if rect in before]
    changed = [(was, now) for was in gone for now in new]
    won = _alike(winners(solver, geometry, here.black), winners(solver, worked, black))
    return here.lemma(every(*won, *(same(before[was], after[now]) for was, now in [*kept, *changed])))


def _alike(one: Colours, other: Colours) -> list[Term]:
    return [same(*pair) for pair in zip(one, other, strict=True)]


FOR_ALL_COLOURS = (
    two_chains_cannot_coexist,
    one_colour_has_won,
    what_avoids_the_edge_is_in_a_ring,
    one_colour_takes_all,
    capturing_again_changes_nothing,
    the_order_of_rings_never_matters,
    colours_are_alike,
    a_quiet_walk_changes_two_pieces,
    a_step_back_undoes_a_quiet_step,
)
"""The lemmas about one arrangement."""
