"""Turns of Crumble, step by step: a cut or join, each swap with its captures, and how it ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from itertools import pairwise

from shatterproof.crumble.captures import (
    Colours,
    Inside,
    chains,
    enclosed,
    groups,
    newly_enclosed,
    ring_around,
    standing_rings,
)
from shatterproof.crumble.cuts import Cut, cut_line
from shatterproof.crumble.diagram import lettered, to_diagram
from shatterproof.crumble.notation import attempted as attempted
from shatterproof.crumble.pieces import BLACK, WHITE, Piece, describe, in_units, opponent, place
from shatterproof.crumble.position import (
    Position,
    Turn,
    after_work,
    check_walk,
    check_work,
    outcome,
    play,
    recoloured,
)
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof.errors import InputError
from shatterproof_properties.protocol.explaining import Step, listed

COMPASS = {"E": "east", "N": "north", "S": "south", "W": "west"}
Names = Callable[[Piece], str]


def steps(position: Position, turn: Turn, picture: str = "") -> Iterator[Step]:
    """The steps of a turn. Raises IllegalTurn if it breaks a rule."""
    work, names = turn.work, names_in(position, turn, picture) if picture else describe
    check_work(position, work)
    if isinstance(work, Cut):
        yield from _steps_of_cut(position, work, names)
    else:
        several = ("crumble.join.several",) if len(work.pieces) > 2 else ()
        text = f"{listed(map(names, work.pieces))} become one piece, {names(work.outline)}."
        yield Step(text, (*several, "crumble.join.outline"), (*work.pieces, work.outline))
    if turn.walk is None:
        yield Step("No piece swaps.", ("crumble.swap.optional",))
    else:
        check_walk(turn.work, turn.walk)
        yield from _steps_of_walk(position, turn, names)
    yield from _steps_of_end(play(position, turn), position, names)


def between(position: Position, turn: Turn) -> Position:
    """The position after the cut or join, before any swap."""
    arrangement = after_work(position.arrangement, turn.work)
    return replace(position, arrangement=arrangement, black=recoloured(position.black, turn.work), memory=None)


def _steps_of_cut(position: Position, cut: Cut, names: Names) -> Iterator[Step]:
    line = "A horizontal line" if cut.axis == "H" else "A vertical line"
    clauses = ("crumble.cut.many", "crumble.cut.halves") if len(cut.pieces) > 1 else ("crumble.cut.halves",)
    yield Step(f"{line} halves {listed(map(names, cut.pieces))}.", clauses, cut.pieces)
    for one, two in pairwise(cut.pieces):
        length = two.x - one.east if cut.axis == "H" else two.y - one.north
        if length:
            beside = _along(position, cut, one, two)
            text = f"Between {names(one)} and {names(two)} it runs along the edges of {listed(map(names, beside))}"
            yield Step(f"{text}, for {in_units(length)}.", ("crumble.cut.along-edges",), tuple(beside))


def _along(position: Position, cut: Cut, one: Piece, two: Piece) -> list[Piece]:
    """The pieces along whose edges the line runs, between two pieces that it halves."""
    level, pieces = cut_line(one, cut.axis) // 2, position.arrangement.pieces
    if cut.axis == "H":
        there = [piece for piece in pieces if piece.east > one.east and piece.x < two.x]
        return [piece for piece in there if level in (piece.y, piece.north)]
    there = [piece for piece in pieces if piece.north > one.north and piece.y < two.y]
    return [piece for piece in there if level in (piece.x, piece.east)]


def _steps_of_walk(position: Position, turn: Turn, names: Names) -> Iterator[Step]:
    assert turn.walk is not None
    start, path = turn.walk
    yield Step(f"{names(start)}, which is new, begins to swap.", ("crumble.swap.start",), (start,))
    after = between(position, turn)
    standing, visited = Standing(after.black, start), {start}
    for number, direction in enumerate(path, start=1):
        before = standing
        standing = swap_step(after.arrangement, before, direction, position.readings)
        yield _steps_of_swap(before, standing, number, direction, visited, names)
        visited.add(standing.at)
        exchanged = frozenset(before.black ^ {before.at, standing.at})
        stood = standing_rings(after.arrangement, before.black, position.readings)
        yield from _steps_of_captures(after, exchanged, stood, number < len(path), names)
        if not standing.free:
            text = f"{names(standing.at)} itself was captured: no swap may follow."
            yield Step(text, ("crumble.walk.captured",), (standing.at,))
        if standing.winner:
            text = f"{standing.winner.capitalize()} has won by this step: nothing may follow."
            yield Step(text, ("crumble.win.at-once",))


def _steps_of_swap(
    before: Standing, after: Standing, number: int, direction: str, visited: set[Piece], names: Names
) -> Step:
    clauses = ["crumble.swap.complete-side", "crumble.swap.exchange"]
    if number > 1:
        clauses.insert(0, "crumble.walk.steps")
    if after.at in visited:
        clauses.insert(0, "crumble.walk.backtrack")
    where = f"Swap {number}, {COMPASS[direction]}: {names(before.at)} and {names(after.at)} share a complete side"
    back = ", back where the walk has been" if after.at in visited else ""
    mover = BLACK if before.at in before.black else WHITE
    now = f"{names(after.at)} is {mover.capitalize()}'s now, {names(before.at)} {opponent(mover).capitalize()}'s"
    return Step(f"{where}{back}. They exchange colours: {now}.", tuple(clauses), (before.at, after.at))


def _steps_of_captures(
    position: Position, black: Colours, stood: Set[Inside], more: bool, names: Names
) -> Iterator[Step]:
    """The captures after two pieces have exchanged colours, round by round. With `more` the walk goes on after them.

    `stood` are the pieces in rings that stood before, which capture nothing.
    """
    arrangement, again = position.arrangement, False
    while held := newly_enclosed(arrangement, black, stood):
        captured = (group for group in groups(arrangement, black) if group <= held)
        for group in sorted(captured, key=lambda group: min(map(place, group))):
            owner = BLACK if group <= black else WHITE
            ring = sorted(ring_around(arrangement, black, group), key=place)
            inside = sorted(group, key=place)
            clauses = ["crumble.capture.enclosed", "crumble.ring"]
            clauses += ["crumble.capture.every-step"] if more else []
            clauses += ["crumble.capture.either"] if owner == position.to_move else []
            clauses += ["crumble.capture-nested"] if again else []
            text = f"{'Then ' if again else ''}{listed(map(names, inside))}, {owner.capitalize()}'s, "
            text += f"{'stands' if len(inside) == 1 else 'stand'} inside a ring"
            text += f" of {listed(map(names, ring))}" if ring else ""
            text += f": captured, {opponent(owner).capitalize()}'s now."
            yield Step(text, tuple(clauses), (*inside, *ring))
        black, again = frozenset(black ^ held), True
        if position.readings.capture_nested == "one-snapshot":
            break
    if enclosed(arrangement, black) and position.readings.capture_nested != "one-snapshot":
        text = "What stood inside a ring before this step stays as it is."
        yield Step(text, ("crumble.standing-enclosure",))


def _steps_of_end(after: Position, before: Position, names: Names) -> Iterator[Step]:
    ended = outcome(after)
    if ended and ended.winner:
        chain = winning_chain(after, ended.winner)
        other = ("crumble.win.either",) if ended.winner == after.to_move else ()
        winner = ended.winner.capitalize()
        text = f"The chain {listed(map(names, chain))} touches all four sides of the board: {winner} wins"
        yield Step(
            f"{text}, though it was not their turn." if other else f"{text}.", (*other, ended.clause), tuple(chain)
        )
    elif after.memory and after.memory.renewals:
        earlier = f"what {before.to_move.capitalize()}'s two turns before had worked over"
        text = f"It works over only what came from {earlier}, and swaps as the draw asks"
        end = "the game is drawn" if ended else f"such turns in a row: {after.memory.renewals}"
        yield Step(f"{text}: {end}.", ("crumble.draw.repetition", "crumble.draw"))


def winning_chain(position: Position, winner: str) -> list[Piece]:
    """The pieces of the chain that touches all four sides."""
    arrangement, black = position.arrangement, position.black
    found: Iterable[set[Piece]] = (
        chain
        for chain in chains(arrangement, black)
        if (chain <= black) == (winner == BLACK) and len(arrangement.edges_touched(chain)) == 4
    )
    return sorted(next(iter(found)), key=place)


def names_in(position: Position, turn: Turn, picture: str) -> Names:
    """The names of pieces: size and place, and the letter if only one piece has it.

    Letters are those of `picture`, a diagram of the position, as far as it has the pieces; new pieces have those after.
    """
    try:
        before = to_diagram(position, picture)
        return _naming(lettered(to_diagram(between(position, turn), before)) | lettered(before))
    except InputError:
        # Pieces too fine for letters go by size and place alone.
        return describe


def worded(position: Position, reason: str, picture: str) -> str:
    """A reason of the reference, with letters for the pieces that it names by size and place."""
    try:
        names = _naming(lettered(to_diagram(position, picture)))
    except InputError:
        return reason
    spoken = {describe(piece): names(piece) for piece in position.arrangement.pieces}
    return re.sub(r"[0-9/]+x[0-9/]+ at \([^)]*\)", lambda found: spoken.get(found[0], found[0]), reason)


def _naming(letters: Mapping[Piece, str]) -> Names:
    times = Counter(letters.values())
    alone = {piece: letter for piece, letter in letters.items() if times[letter] == 1}
    return lambda piece: f"{alone[piece]} ({describe(piece)})" if piece in alone else describe(piece)
