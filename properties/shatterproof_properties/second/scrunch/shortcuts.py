"""Growths of one side's stones, found without asking the rules for each step.

Beyond the mover's own stones a growth needs only that the two cells it adds are free of the other side's. So all
growths of a set of stones are listed once, as if the mover were alone, and used against any opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shatterproof_properties.second.scrunch.position import Board, Turn, bits

REMEMBERED = 400_000
"""The most results kept at a time."""


class GrowthTable:
    """Growths of stones that stand alone on the board, remembered from one position to the next."""

    def __init__(
        self,
        board: Board,
        snakes: Callable[[int], tuple[int, ...]],
        forbids_loops: bool,
        counts_after_placement: bool,
    ) -> None:
        """Remembers nothing at first. `snakes` finds the snakes of some stones; the others are as in `Rules`."""
        self._board, self._snakes = board, snakes
        self._forbids_loops, self._counts_after_placement = forbids_loops, counts_after_placement
        self._known: dict[tuple[int, int, bool, bool], dict[int, Turn]] = {}
        self._results = 0

    def growths(self, own: int, places: int, bare: bool, bounded: bool) -> dict[int, Turn]:
        """All results of growths with a stone placed on one of the places, each with its first turn, in order.

        A `bare` growth is a placement without a movement. A `bounded` growth may not leave more snakes than before.
        """
        key = (own, places, bare, bounded)
        found = self._known.get(key)
        if found is None:
            found = self._placements(own, places) if bare else self._grown(own, places, bounded)
            self._results += len(found) + 1
            if self._results > REMEMBERED:
                self._known.clear()
                self._results = len(found) + 1
            self._known[key] = found
        return found

    def _placements(self, own: int, places: int) -> dict[int, Turn]:
        board = self._board
        found: dict[int, Turn] = {}
        for placed in bits(places):
            after = own | placed
            if not board.mutants(after) and not (self._forbids_loops and board.has_loop(after)):
                found[after] = Turn((), placed, 0, 0)
        return found

    def _grown(self, own: int, places: int, bounded: bool) -> dict[int, Turn]:
        board = self._board
        snakes = self._snakes(own)
        crowded = board.crowded(own)
        found: dict[int, Turn] = {}
        for placed in bits(places):
            near = board.near[placed]
            joined = [snake for snake in snakes if snake & near]
            # No step divides a snake into as many as nine.
            slack = (0 if self._counts_after_placement else len(joined) - 1) if bounded else 9
            for moved, target, after in _movements(board, own, placed, sum(joined), crowded, slack):
                if after not in found and not (self._forbids_loops and board.has_loop(after)):
                    found[after] = Turn((), placed, moved, target)
        return found


def _movements(
    board: Board, own: int, placed: int, joined: int, crowded: tuple[int, ...], slack: int
) -> Iterator[tuple[int, int, int]]:
    """The stone moved, its target, and all stones after the step. `slack` is how many snakes the step may add."""
    near, held, snake = board.near, own | placed, joined | placed
    one, two, three, four = crowded
    beside = near[placed]
    four |= three & beside
    three |= two & beside
    two |= one & beside
    threes = held & three & ~four
    pairs, room = held & two & ~three, board.cells & ~held & ~four
    is_tree = board.is_tree(snake)
    movers = joined & board.beside(room)
    for mutant in bits(held & three):
        movers &= mutant | near[mutant] if mutant & threes else mutant
    for moved in bits(movers):
        freed = near[moved]
        rest = held ^ moved
        full = (pairs & ~freed | threes & freed) & rest
        # What the step must join again to keep within the slack.
        due = ((freed & snake).bit_count() if is_tree else _parts(board, snake, moved)) - slack
        for target in bits(freed & room):
            beside = near[target]
            if not beside & full and (due <= 0 or _joins(board, rest, beside & rest, due)):
                yield moved, target, rest | target


def _parts(board: Board, snake: int, moved: int) -> int:
    """The number of snakes that a snake falls into if a stone leaves it."""
    rest = snake ^ moved
    ends = board.near[moved] & snake
    parts = 0
    while ends:
        parts += 1
        if not ends & (ends - 1):
            break
        ends &= ~board.flood(ends & -ends, rest)
    return parts


def _joins(board: Board, stones: int, touched: int, due: int) -> bool:
    """Whether a cell that touches at most two of the stones touches this many snakes."""
    first = touched & -touched
    if due == 1:
        return first != 0
    second = touched ^ first
    return due == 2 and second != 0 and not board.flood(first, stones) & second
