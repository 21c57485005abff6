"""The rules a second time: cells, snakes, mutants, loops and turns from their definitions, by trying everything.

The place of a cell is counted from the middle of the board: rows up, and steps to the right along lines that lean left.
So all cells have the same six steps to their neighbours. This is slow, and uses no board or snake of the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from typing import NamedTuple

from shatterproof.scrunch.cells import Cell
from shatterproof.scrunch.position import Position, Turn
from shatterproof.scrunch.readings import Readings

Place = tuple[int, int]
Places = frozenset[Place]

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


@lru_cache(maxsize=16)
def places(side: int) -> Places:
    """All places of the board: those less than `side` steps from the middle."""
    near = range(1 - side, side)
    return frozenset((up, along) for up in near for along in near if abs(up + along) < side)


def place_of(side: int, cell: Cell) -> Place:
    """The place of a cell. Each row below the middle begins half a cell further right than the row above it."""
    row, column = cell
    return row - side + 1, column - min(row, side - 1)


def cell_at(side: int, place: Place) -> Cell:
    """The cell at a place of the board."""
    row = place[0] + side - 1
    return Cell(row, place[1] + min(row, side - 1))


def seen(side: int, cells: Iterable[Cell]) -> Places:
    return frozenset(place_of(side, cell) for cell in cells)


def beside(place: Place) -> set[Place]:
    """The six places around one, on the board or not."""
    return {(place[0] + up, place[1] + along) for up, along in STEPS}


def snake_at(place: Place, stones: Set[Place]) -> set[Place]:
    """The snake that the stone at a place belongs to."""
    found, edge = {place}, {place}
    while edge:
        edge = {other for stone in edge for other in beside(stone) if other in stones} - found
        found |= edge
    return found


def snakes_of(stones: Set[Place]) -> list[Places]:
    """The snakes that some stones of one colour form, ordered by their lowest, leftmost stones."""
    left, found = set(stones), []
    while left:
        snake = snake_at(min(left), left)
        left -= snake
        found.append(frozenset(snake))
    return found


def smallest_of(stones: Set[Place]) -> list[Places]:
    """The smallest of these snakes."""
    found = snakes_of(stones)
    return [snake for snake in found if all(len(snake) <= len(other) for other in found)]


def is_mutant(stones: Set[Place]) -> bool:
    """Whether a stone has more than two friends beside it."""
    return any(len(beside(stone) & stones) > 2 for stone in stones)


def is_looped(stones: Set[Place]) -> bool:
    """Whether some stones stand in a closed ring: it stays when stones with at most one friend go, again and again."""
    left = set(stones)
    while ends := {stone for stone in left if len(beside(stone) & left) < 2}:
        left -= ends
    return bool(left)


Movement = tuple[Place, Place]


class Hand(NamedTuple):
    """One player's stones and the other side's, on a board of `side`; whether the player is in creation; the readings.

    `before` is the number of snakes before the turn, in the middle of a turn, if a reading compares the growth with it.
    """

    side: int
    own: Places
    other: Places
    creating: bool
    readings: Readings
    before: int | None = None

    @property
    def empty(self) -> Places:
        return places(self.side) - self.own - self.other

    @property
    def is_bare(self) -> bool:
        """Whether a growth places a stone and moves none."""
        return self.creating and self.readings.first_wriggle == "bare-placement"


class Way(NamedTuple):
    """A turn by places: the snakes removed, by their lowest, leftmost stones; the stone placed; the step of another."""

    removed: tuple[Place, ...] = ()
    placed: Place | None = None
    moved: Movement | None = None

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key of turns: placements alone, then growths, removals and passes."""
        rank = 2 if self.removed else 3 if not self.placed else 1 if self.moved else 0
        return rank, self.removed, self.placed or (), self.moved or ()


def hand_of(position: Position, colour: str | None = None) -> Hand:
    """The stones and phase of a side: the side to move unless another is given."""
    colour = colour or position.to_move
    dark, light = seen(position.side, position.dark), seen(position.side, position.light)
    own, other = (dark, light) if colour == "dark" else (light, dark)
    return Hand(position.side, own, other, colour in position.creating, position.readings)


def way_of(side: int, turn: Turn) -> Way:
    """A turn of the reference, written by places."""
    moved = (place_of(side, turn.moved[0]), place_of(side, turn.moved[1])) if turn.moved else None
    placed = place_of(side, turn.placed) if turn.placed else None
    return Way(tuple(place_of(side, cell) for cell in turn.removed), placed, moved)


def isolated(hand: Hand) -> set[Place]:
    """The places where the player may lay an egg."""
    shunned = hand.own if hand.readings.isolated == "from-own" else hand.own | hand.other
    return {place for place in hand.empty if not beside(place) & shunned}


def grown(hand: Hand, placed: Place, moved: Movement | None) -> Places:
    """The stones after a growth."""
    own = hand.own | {placed}
    return own - {moved[0]} | {moved[1]} if moved else own


def is_sound(hand: Hand, own: Places) -> bool:
    """Whether stones may stand like this after a turn, apart from the number of snakes."""
    return not is_mutant(own) and (hand.readings.loops == "allowed" or not is_looped(own))


def may_count(hand: Hand, placed: Place, after: Places) -> bool:
    """Whether a growth keeps within the number of snakes allowed."""
    if hand.readings.snake_count == "after-placement":
        most = len(snakes_of(hand.own | {placed}))
    else:
        most = len(snakes_of(hand.own)) if hand.before is None else hand.before
    exempt = hand.creating and hand.readings.first_count == "exempt"
    return exempt or len(snakes_of(after)) <= most


def movements(hand: Hand, placed: Place) -> Iterator[Movement | None]:
    """Every step, legal or not, of another stone of the snake of the placed stone; None if no stone may move."""
    if hand.is_bare:
        yield None
        return
    for stone in snake_at(placed, hand.own | {placed}) - {placed}:
        for target in beside(stone) & (hand.empty - {placed}):
            yield stone, target


def growths(hand: Hand, snake: Places | None = None) -> Iterator[tuple[Place, Movement | None]]:
    """Every growth that places a stone beside a smallest snake, or beside `snake`."""
    grow = [snake] if snake else smallest_of(hand.own)
    around = {place for stones in grow for stone in stones for place in beside(stone)}
    for placed in around & hand.empty:
        for moved in movements(hand, placed):
            after = grown(hand, placed, moved)
            if is_sound(hand, after) and may_count(hand, placed, after):
                yield placed, moved


def can_grow(hand: Hand, snake: Places) -> bool:
    return next(growths(hand, snake), None) is not None


def can_wriggle(hand: Hand) -> bool:
    """Whether some smallest snake can grow."""
    return any(can_grow(hand, snake) for snake in smallest_of(hand.own))


def may_begin_removal(hand: Hand) -> bool:
    if not hand.own or (hand.creating and (isolated(hand) or hand.readings.stuck_creator == "pass")):
        return False
    grow = [can_grow(hand, snake) for snake in smallest_of(hand.own)]
    all_stuck = hand.readings.tied_death == "all-stuck" or loses_all_at_once(hand)
    return not any(grow) if all_stuck else not all(grow)


def loses_all_at_once(hand: Hand) -> bool:
    """Whether a removal by this player takes all eggs at once."""
    return hand.creating and hand.readings.stuck_creator == "loses-all"


def removable(hand: Hand) -> list[Places]:
    """The snakes that may be removed next."""
    pool = smallest_of(hand.own) if hand.readings.removal_scope == "smallest" else snakes_of(hand.own)
    return [snake for snake in pool if not can_grow(hand, snake)]


def without(hand: Hand, snake: Places) -> Hand:
    """The player's hand once a snake is gone."""
    left = hand.own - snake
    stays = hand.creating and bool(left) and hand.readings.forced_removal == "stays"
    # The growth at the end of the turn may leave as many snakes as stood before the turn.
    counts = hand.readings.removal_count == "before-removal" and hand.readings.removal_ends_turn == "then-wriggle"
    before = (hand.before or len(snakes_of(hand.own))) if counts else None
    return hand._replace(own=left, creating=stays, before=before)


def after_removals(hand: Hand, removed: Iterable[Place]) -> Hand:
    """The player's hand once the snakes on some places are gone, legally or not."""
    for place in removed:
        hand = without(hand, frozenset(snake_at(place, hand.own)))
    return hand


def must_go_on(hand: Hand) -> bool:
    return bool(hand.own) and not can_wriggle(hand)


def removals(hand: Hand) -> Iterator[tuple[tuple[Place, ...], Hand]]:
    """Every full sequence of removals, each with the player's hand after it."""
    if loses_all_at_once(hand):
        yield tuple(sorted(hand.own)), hand._replace(own=frozenset(), creating=False)
        return
    for snake in removable(hand):
        after = without(hand, snake)
        if must_go_on(after):
            yield from (((min(snake), *more), end) for more, end in removals(after))
        else:
            yield (min(snake),), after


def growth_follows(hand: Hand) -> bool:
    """Whether a growth follows the removals in the same turn."""
    return bool(hand.own) and hand.readings.removal_ends_turn == "then-wriggle"


def must_pass(hand: Hand) -> bool:
    if not hand.creating or isolated(hand) or can_wriggle(hand):
        return False
    return (hand.readings.stuck_creator if hand.own else hand.readings.shut_out) == "pass"


def after_growth(hand: Hand, placed: Place, moved: Movement | None) -> Hand:
    return hand._replace(own=grown(hand, placed, moved), creating=False, before=None)


def after_egg(hand: Hand, placed: Place) -> Hand:
    after = hand._replace(own=hand.own | {placed})
    ends = hand.readings.creation_end == "own-growth-or-full" and not isolated(after)
    return after._replace(creating=not ends)


def ways(hand: Hand) -> Iterator[tuple[Way, Hand]]:
    """Every turn of a player who has not lost, each with the player's hand after it, in no order."""
    if hand.creating:
        yield from ((Way(placed=placed), after_egg(hand, placed)) for placed in isolated(hand))
    for placed, moved in growths(hand):
        yield Way((), placed, moved), after_growth(hand, placed, moved)
    for removed, end in removals(hand) if may_begin_removal(hand) else ():
        if growth_follows(end):
            yield from ((Way(removed, *growth), after_growth(end, *growth)) for growth in growths(end))
        else:
            yield Way(removed), end._replace(before=None)
    if must_pass(hand):
        yield Way(), hand


def loser(position: Position) -> tuple[str, str] | None:
    """The player who has lost, and by which clause."""
    for colour in ("dark", "light"):
        if colour not in position.creating and not position.stones(colour):
            return colour, "scrunch.end.last-snake"
    hand = hand_of(position)
    if hand.readings.shut_out == "loses" and hand.creating and not hand.own and not isolated(hand):
        return position.to_move, "scrunch.shut-out"
    return None
