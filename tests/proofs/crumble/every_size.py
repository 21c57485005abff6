"""Laws of Crumble on boards of every size and however they are cut; README.md has the words around each proof."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.lemmas import Lemma, Window, added, less, no_less, parity
from shatterproof_properties.proofs.components import spreads
from shatterproof_properties.proofs.crumble.statement import spared
from shatterproof_properties.proofs.terms import NO, YES, Term, below, every, implies, negation, same, some

# Captures, along a way out.


def is_source(at_edge: Term) -> Term:
    """crumble.capture.edge: the pieces along the edge, which are free by themselves."""
    return at_edge


def what_has_a_way_out_is_spared() -> list[Lemma]:
    """Law 8: pieces of one colour that lead from a piece to the edge are never captured, and stay free.

    It holds of a piece at the edge; and if it holds of a piece, then of the next one, which touches it and has its
    colour.
    """
    edge, window = Window(), Window()
    colour, later_colour, is_free, stays_free = edge.facts("black", "after", "free", "free-after")
    lies_there = [implies(is_source(YES), one) for one in (is_free, stays_free)]
    given = [*lies_there, spared(is_free, colour, later_colour)]
    first = edge.lemma(given, every(same(later_colour, colour), is_free, stays_free))

    (touch,) = window.facts("touch")
    black, after, free, later = (window.facts(fact, fact) for fact in ("black", "after", "free", "free-after"))
    rules = [
        spared(free[1], black[1], after[1]),
        spreads(every(touch, same(*black)), *free),
        spreads(every(touch, same(*after)), *later),
    ]
    on_the_way = [touch, same(*black), same(after[0], black[0]), free[0], later[0]]
    return [first, window.lemma([*rules, *on_the_way], every(same(after[1], black[1]), free[1], later[1]))]


# Two chains.


def beside(along: Term, up: Term) -> Term:
    """crumble.neighbour.side: whether two pieces with a common point share more than a corner.

    `along` and `up` are the lengths that they share from west to east and from south to north.
    """
    return below("0", added(along, up))


def side_by_side(east: Term, north: Term) -> Term:
    """Whether a step between cells crosses a side: one cell to the `east` or the `north`, or back."""
    one = [some(same(by, "1"), same(by, "(- 1)")) for by in (east, north)]
    return some(every(one[0], same(north, "0")), every(one[1], same(east, "0")))


def neighbours_have_cells_side_by_side() -> list[Lemma]:
    """Of two neighbours, some cell of one is side by side with a cell of the other.

    West and south follow by mirroring.
    """
    return [_cells_meet(beside_to_the_east=True), _cells_meet(beside_to_the_east=False)]


def _cells_meet(beside_to_the_east: bool) -> Lemma:
    """Two blocks, of which the second begins at the east (or north) side of the first."""
    window = Window()
    x, y, width, height, west, south, wide, high = window.numbers(*"xywh", "west", "south", "wide", "high")
    along = less(_least(added(x, width), added(west, wide)), _most(x, west))
    up = less(_least(added(y, height), added(south, high)), _most(y, south))
    sizes = [below("0", length) for length in (width, height, wide, high)]
    meets = same(west, added(x, width)) if beside_to_the_east else same(south, added(y, height))
    met = [no_less(along, "0"), no_less(up, "0"), beside(along, up)]
    there = (west, _most(y, south)) if beside_to_the_east else (_most(x, west), south)
    here = (less(west, "1"), there[1]) if beside_to_the_east else (there[0], less(south, "1"))
    inside = [_within(here, (x, y, width, height)), _within(there, (west, south, wide, high))]
    return window.lemma([*sizes, meets, *met], every(*inside))


def _least(one: Term, other: Term) -> Term:
    return f"(ite {below(one, other)} {one} {other})"


def _most(one: Term, other: Term) -> Term:
    return f"(ite {below(one, other)} {other} {one})"


def _within(cell: Sequence[Term], block: Sequence[Term]) -> Term:
    """Whether a cell, by column and row, lies in a block given by its west and south sides, width and height."""
    ends = zip(cell, block[:2], block[2:], strict=True)
    return every(*(every(no_less(at, start), below(at, added(start, length))) for at, start, length in ends))


def two_chains_never_cross() -> list[Lemma]:
    """Law 11, in the four parts that README.md numbers."""
    return [_along_the_path(), *_down_a_column(), *_along_the_other_chain(), _at_both_edges()]


def _along_the_path() -> Lemma:
    """Part 1: if the path has crossed a line oddly often iff it is east of it, the same holds a step later."""
    window = Window()
    line, column, row, later, row_then = window.numbers("line", "column", "row", "later", "row-then")
    (odd,) = window.facts("odd")
    given = [same(odd, below(line, column)), side_by_side(less(later, column), less(row_then, row))]
    return window.lemma(given, same(parity(odd, _over(column, later, line)), below(line, later)))


def _over(column: Term, later: Term, line: Term) -> Term:
    """Whether a step crosses the line to the east of a column, from one cell to the next or back."""
    east = added(line, "1")
    return some(every(same(column, line), same(later, east)), every(same(column, east), same(later, line)))


class _PathCell:
    """A cell that the path may visit, with the sides that the path crosses."""

    def __init__(self, window: Window) -> None:
        self.steps = [window.numbers("east", "north") for _ in range(2)]
        (self.on,) = window.facts("on-path")
        self.rules = [side_by_side(*step) for step in self.steps]

    def crossed(self, east: int, north: int) -> Term:
        """Whether the path crosses the side in a direction oddly often, in or out."""
        there = [
            every(*(same(by, str(way) if way >= 0 else "(- 1)") for by, way in zip(step, (east, north), strict=True)))
            for step in self.steps
        ]
        return every(self.on, parity(*there))

    west = property(lambda self: self.crossed(-1, 0))
    east = property(lambda self: self.crossed(1, 0))
    south = property(lambda self: self.crossed(0, -1))
    north = property(lambda self: self.crossed(0, 1))


def _down_a_column() -> list[Lemma]:
    """Part 2: nothing is above the topmost row, and no path leaves the board; then one cell further down each time."""
    begin, step = Window(), Window()
    top = _PathCell(begin)
    on_board = [no_less("0", north) for _, north in top.steps]
    first = begin.lemma([*top.rules, *on_board], same(parity(NO, NO), top.north))
    cell = _PathCell(step)
    west_above, east_above = step.facts("west-above", "east-above")
    so_far = same(parity(west_above, east_above), cell.north)
    then = same(parity(west_above, cell.west, east_above, cell.east), cell.south)
    return [first, step.lemma([*cell.rules, so_far], then)]


def _along_the_other_chain() -> list[Lemma]:
    """Part 3: a cell is below the path iff the cell to its south is, and iff the cell to its west is."""
    to_south, to_west = Window(), Window()
    cell = _PathCell(to_south)
    (east_above,) = to_south.facts("east-above")
    south = to_south.lemma([*cell.rules, negation(cell.on)], same(parity(east_above, cell.east), east_above))
    cell = _PathCell(to_west)
    west_above, east_above = to_west.facts("west-above", "east-above")
    given = [*cell.rules, negation(cell.on), same(parity(west_above, east_above), cell.north)]
    return [south, to_west.lemma(given, same(west_above, east_above))]


def corners_lead_nothing_across() -> list[Lemma]:
    """Part 3 for cells that meet at a corner only: if both are off the path, both are below it, or neither is.

    The cell between them may be on the path, which then crosses none of its sides towards either.
    """
    return [_over_a_corner(to_north=True), _over_a_corner(to_north=False)]


def _over_a_corner(to_north: bool) -> Lemma:
    """A step over a corner: from the cell to the west of one to the cell to its north, or to its south."""
    window = Window()
    between = _PathCell(window)
    west_above, east_above = window.facts("west-above", "east-above")
    given = [*between.rules, same(parity(west_above, east_above), between.north), negation(between.west)]
    if to_north:
        return window.lemma([*given, negation(between.north)], same(west_above, east_above))
    return window.lemma([*given, negation(between.south)], same(west_above, parity(east_above, between.east)))


def _at_both_edges() -> Lemma:
    """Part 4: a chain whose cells are all below the path, or all not below it, does not touch both edges."""
    window = Window()
    line, start, end = window.numbers("line", "start", "end")
    at_start, odd, north_below, south_above, south_below = window.facts("a", "odd", "north", "above", "south")
    cell = _PathCell(window)
    given = [
        *cell.rules,
        no_less(line, start),
        below(line, end),
        same(at_start, below(line, start)),
        same(odd, below(line, end)),
        same(north_below, NO),
        negation(cell.on),
        same(odd, parity(south_above, cell.east)),
        same(south_below, south_above),
    ]
    return window.lemma(given, every(negation(at_start), negation(same(north_below, south_below))))
