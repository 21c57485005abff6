"""Positions, turns, and what a turn makes of a position."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from shatterproof.game import IllegalPosition, IllegalTurn, Outcome
from shatterproof.scrunch.cells import DARK, LIGHT, Cell, Stones, board, board_size, check_on_board, describe, opponent
from shatterproof.scrunch.creation import after_egg, check_egg, is_isolated, is_stuck_in_creation, isolated_cells
from shatterproof.scrunch.death import Removal, after_removal, removals
from shatterproof.scrunch.readings import Readings
from shatterproof.scrunch.snakes import Standing, check_sound, friends
from shatterproof.scrunch.wriggling import Growth, after_growth, can_wriggle, check_growth, growths, is_bare

DEFAULTS = Readings()
BOTH = frozenset((DARK, LIGHT))


@dataclass(frozen=True)
class Position:
    """Everything the future depends on: the stones on a board of `side`, who moves, and who is still in creation."""

    side: int
    dark: Stones = frozenset()
    light: Stones = frozenset()
    to_move: str = DARK
    creating: frozenset[str] = BOTH
    readings: Readings = field(default=DEFAULTS)

    @property
    def board(self) -> str:
        return str(self.side)

    def stones(self, colour: str) -> Stones:
        """The stones of one side."""
        return self.dark if colour == DARK else self.light

    @cached_property
    def mover(self) -> Standing:
        """How the side to move stands."""
        own, opposing = self.stones(self.to_move), self.stones(opponent(self.to_move))
        return Standing(self.side, own, opposing, self.to_move in self.creating, self.readings)


@dataclass(frozen=True)
class Turn:
    """The mover's choices: snakes removed, a stone placed, a step of another; with none of them the turn is a pass.

    An egg and a bare placement are a stone placed and nothing else (scrunch.turn.parts).
    """

    removed: Removal = ()
    placed: Cell | None = None
    moved: tuple[Cell, Cell] | None = None

    def order(self) -> tuple[object, ...]:
        """The key of the canonical order: placements alone, growths, removals, passes; then by cells."""
        rank = 2 if self.removed else 3 if self.placed is None else 1 if self.moved else 0
        return rank, self.removed, self.placed or (), self.moved or ()

    def __lt__(self, other: Turn) -> bool:
        return self.order() < other.order()


PASS = Turn()


def start(board: str = "7", readings: Readings = DEFAULTS) -> Position:
    """scrunch.start.empty: the opening position on a board named by the cells along a side. Raises InputError."""
    return Position(*board_size(board), readings=readings)


def set_up(
    board: str,
    dark: Collection[Cell],
    light: Collection[Cell],
    to_move: str = DARK,
    creating: Collection[str] = (),
    readings: Readings = DEFAULTS,
) -> Position:
    """scrunch.start.agreed: any position that the rules allow. `creating` names the sides still in creation.

    Raises IllegalPosition for a cell that is off the board or holds two stones, a creator with more than eggs, a
    mutant or forbidden loop, and phases that cannot be.
    """
    position = Position(*board_size(board), frozenset(dark), frozenset(light), to_move, frozenset(creating), readings)
    check_cells(position)
    check_snakes(position)
    check_phases(position)
    return position


def check_cells(position: Position) -> None:
    """Raises IllegalPosition for a stone off the board (scrunch.notation.cell) or two on a cell."""
    for cell in sorted(position.dark | position.light):
        if cell not in board(position.side):
            what = f"board {position.side} has no cell {describe(cell)}"
            raise IllegalPosition("scrunch.notation.cell", what, expected="cells of the board")
    for cell in sorted(position.dark & position.light):
        what = f"two stones are on {describe(cell)}"
        raise IllegalPosition("scrunch.board.one-stone", what, expected="at most one stone on a cell")


def check_snakes(position: Position) -> None:
    """Raises IllegalPosition for a creator's snake that is no egg, a mutant, or a forbidden loop."""
    for colour in (DARK, LIGHT):
        stones = position.stones(colour)
        if colour in position.creating and any(friends(position.side, stones, cell) for cell in stones):
            what = f"{colour} is in creation and has more than eggs"
            raise IllegalPosition("scrunch.start.eggs", what, expected="eggs alone, or a side past creation")
        try:
            check_sound(position.side, stones, position.readings)
        except IllegalTurn as unsound:
            what = unsound.reason.replace("would have", "has").replace("would stand", "stand")
            wish = "no mutant, and no loop where they are forbidden"
            raise IllegalPosition("scrunch.start.mutants", what, expected=wish) from None


def check_phases(position: Position) -> None:
    """Raises IllegalPosition (scrunch.start.phases) unless at most the side that has just moved has lost."""
    if position.to_move not in position.creating and not position.stones(position.to_move):
        what = f"{position.to_move} is to move, past creation and without a stone"
        raise IllegalPosition("scrunch.start.phases", what, expected="stones, or a side in creation")


def outcome(position: Position) -> Outcome | None:
    """None while the game goes on; else who won (scrunch.end.last-snake, scrunch.shut-out)."""
    for colour in (DARK, LIGHT):
        if colour not in position.creating and not position.stones(colour):
            return Outcome(opponent(colour), "scrunch.end.last-snake")
    if position.readings.shut_out == "loses" and is_shut_out(position.mover):
        return Outcome(opponent(position.to_move), "scrunch.shut-out")
    return None


def is_shut_out(standing: Standing) -> bool:
    """scrunch.shut-out: whether a creator without a stone has no cell for one."""
    return is_stuck_in_creation(standing) and not standing.own


def must_pass(standing: Standing) -> bool:
    """scrunch.turn.no-pass: whether the player can do nothing else, and the readings let them pass."""
    if not is_stuck_in_creation(standing) or can_wriggle(standing):
        return False
    return standing.readings.stuck_creator == "pass" if standing.own else standing.readings.shut_out == "pass"


def turns(position: Position) -> Iterator[Turn]:
    """Every result that a legal turn can reach, once: as the first turn in order that reaches it. Lazy, in order."""
    return (turn for turn, _ in results(position))


def results(position: Position) -> Iterator[tuple[Turn, Position]]:
    """The turns of `turns`, each with the position it leads to."""
    seen: set[Position] = set()
    for turn, after in _ways(position):
        if after not in seen:
            seen.add(after)
            yield turn, after


def actions(position: Position) -> Iterator[tuple[Turn, Position]]:
    """Every legal turn, also those that lead to the same result, with the position it leads to. Lazy, in order."""
    return _ways(position, every=True)


def _ways(position: Position, every: bool = False) -> Iterator[tuple[Turn, Position]]:
    """Legal turns in order; of removals that end alike only the first, unless `every` one is wanted."""
    if outcome(position):
        return
    mover = position.mover
    if mover.creating:
        bare = (growth.placed for growth in growths(mover, mover.smallest)) if is_bare(mover) else ()
        for cell in sorted([*isolated_cells(mover), *bare]):
            yield Turn(placed=cell), _finish(position, _after_placement(mover, cell))
    if not is_bare(mover):
        for growth in growths(mover, mover.smallest):
            yield Turn((), *growth), _finish(position, after_growth(mover, growth))
    for removed, standing in removals(mover, every):
        yield from _after_removal(position, removed, standing)
    if must_pass(mover):
        yield PASS, _finish(position, mover)


def _after_removal(position: Position, removed: Removal, standing: Standing) -> Iterator[tuple[Turn, Position]]:
    if not wriggles_too(standing):
        yield Turn(removed), _finish(position, standing)
        return
    for growth in growths(standing, standing.smallest):
        yield Turn(removed, *growth), _finish(position, after_growth(standing, growth))


def wriggles_too(standing: Standing) -> bool:
    """scrunch.removal-ends-turn: whether a growth has to follow the removals of a turn."""
    return standing.readings.removal_ends_turn == "then-wriggle" and bool(standing.own)


def play(position: Position, turn: Turn) -> Position:
    """The position after a turn. Raises IllegalTurn, naming the clause, unless the turn is legal."""
    ended = outcome(position)
    if ended:
        raise IllegalTurn("scrunch.turn.finished", f"the game is over, {ended.winner} has won")
    for cell in (*turn.removed, *([turn.placed] if turn.placed else ()), *(turn.moved or ())):
        check_on_board(position.side, cell)
    standing = position.mover
    if turn == PASS:
        check_pass(standing)
    elif turn.removed:
        standing = _play_removal(standing, turn)
    elif turn.placed is not None and turn.moved is None:
        standing = _play_placement(standing, turn.placed)
    else:
        standing = _play_growth(standing, turn)
    return _finish(position, standing)


def check_pass(standing: Standing) -> None:
    """Raises IllegalTurn (scrunch.turn.no-pass) unless the player can do nothing else."""
    if not must_pass(standing):
        raise IllegalTurn("scrunch.turn.no-pass", "the mover has a turn to play, so may not pass")


def _play_placement(standing: Standing, cell: Cell) -> Standing:
    """An egg, or where the first growth is a placement alone, that."""
    if not standing.is_empty(cell):
        raise IllegalTurn("scrunch.board.one-stone", f"{describe(cell)} is occupied")
    if is_bare(standing) and friends(standing.side, standing.own, cell):
        check_growth(standing, Growth(cell))
    else:
        check_egg(standing, cell)
    return _after_placement(standing, cell)


def _after_placement(standing: Standing, cell: Cell) -> Standing:
    return after_egg(standing, cell) if is_isolated(standing, cell) else after_growth(standing, Growth(cell))


def _play_growth(standing: Standing, turn: Turn) -> Standing:
    if turn.placed is None:
        raise IllegalTurn("scrunch.growth.both", "a stone is placed before another is moved")
    growth = Growth(turn.placed, turn.moved)
    check_growth(standing, growth)
    return after_growth(standing, growth)


def _play_removal(standing: Standing, turn: Turn) -> Standing:
    standing = after_removal(standing, turn.removed)
    if wriggles_too(standing) != (turn.placed is not None):
        due = "has to" if wriggles_too(standing) else "does not"
        raise IllegalTurn("scrunch.removal-ends-turn", f"a growth {due} follow the removal in the same turn")
    return standing if turn.placed is None else _play_growth(standing, turn)


def _finish(position: Position, standing: Standing) -> Position:
    """The position once the turn is over: the opponent to move, the mover's stones and phase as they stand."""
    mover = position.to_move
    creating = position.creating if standing.creating else position.creating - {mover}
    after = replace(position, to_move=opponent(mover), creating=creating)
    return replace(after, dark=standing.own) if mover == DARK else replace(after, light=standing.own)


def threatens(position: Position) -> bool:
    """Whether the side that has just moved would win if it could move again at once.

    A turn of Scrunch never wins for the side that makes it, since only the mover's own snakes are removed; but under
    some readings it can leave the opponent no cell for a first egg (scrunch.shut-out).
    """
    if outcome(position):
        return False
    mover = opponent(position.to_move)
    again = replace(position, to_move=mover)
    return any(ended.winner == mover for _, after in results(again) if (ended := outcome(after)))
