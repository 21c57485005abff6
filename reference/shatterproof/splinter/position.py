"""Positions, turns, and what a turn makes of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from shatterproof.game import IllegalPosition, IllegalTurn, Outcome
from shatterproof.splinter.groups import Group, check_choice, choices, groups, largest, staying, without_splinters
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.slides import (
    Memory,
    Slide,
    after_slide,
    check_return,
    last_slide,
    remember,
    slide_from,
    steps_off,
)
from shatterproof.splinter.squares import (
    BLUE,
    DIRECTIONS,
    WHITE,
    Piece,
    Pieces,
    Square,
    board_size,
    check_on_board,
    describe,
    is_on_board,
    missing_kinds,
    opponent,
    starting_pieces,
)

DEFAULTS = Readings()


@dataclass(frozen=True)
class Position:
    """Everything the future depends on: the pieces, who moves, and what the no-return rule remembers."""

    columns: int
    rows: int
    standing: frozenset[tuple[Square, Piece]]
    to_move: str = BLUE
    memory: Memory = frozenset()
    readings: Readings = field(default=DEFAULTS)

    @property
    def board(self) -> str:
        return f"{self.columns}x{self.rows}"

    @cached_property
    def pieces(self) -> Pieces:
        """The pieces by their squares, sorted by these."""
        return dict(sorted(self.standing))


@dataclass(frozen=True)
class Turn:
    """The mover's choices: a piece, the direction of its slide, and in a tie a square of the group that is named.

    The square of a choice is the smallest of its group, after the slide (splinter.turn.parts). A turn without a piece
    is a pass (splinter.passing).
    """

    square: Square | None
    direction: str
    choice: Square | None = None

    def order(self) -> tuple[object, ...]:
        """The key of the canonical order: by square, then by direction from north clockwise, then by choice; a pass
        comes last."""
        if self.square is None:
            return (True,)
        return False, self.square, list(DIRECTIONS).index(self.direction), self.choice or ()

    def __lt__(self, other: Turn) -> bool:
        return self.order() < other.order()


PASS = Turn(None, "")


def start(board: str = "10x9", readings: Readings = DEFAULTS) -> Position:
    """splinter.start.block: the opening position on a board of `columns x rows` squares. Raises InputError."""
    columns, rows = board_size(board)
    return Position(columns, rows, frozenset(starting_pieces(columns, rows).items()), readings=readings)


def set_up(
    board: str, pieces: Pieces, to_move: str = BLUE, memory: Memory = frozenset(), readings: Readings = DEFAULTS
) -> Position:
    """splinter.start.agreed: any position that the rules allow, from pieces on their squares.

    Raises IllegalPosition for a square off the board, for pieces that do not hold together, and for a memory that no
    slide leaves.
    """
    columns, rows = board_size(board)
    position = Position(columns, rows, frozenset(pieces.items()), to_move, readings=readings)
    check_squares(position)
    check_groups(position)
    return with_memory(position, memory)


def check_squares(position: Position) -> None:
    """Raises IllegalPosition (splinter.notation.square) for a piece off the board."""
    for square in position.pieces:
        if not is_on_board(position.columns, position.rows, square):
            what = f"board {position.board} has no square {describe(square)}"
            raise IllegalPosition("splinter.notation.square", what, expected="squares of the board")


def check_groups(position: Position) -> None:
    """Raises IllegalPosition (splinter.group.one) unless the pieces hold together, as far as the readings ask it."""
    found, readings = groups(position.pieces), position.readings
    several = readings.tie == "remove-one" and len(largest(found)) == len(found)
    broken_off = readings.both_out == "push-first" and outcome(position)
    if not found:
        raise IllegalPosition("splinter.group.one", "there is no piece", expected="one group of pieces")
    if len(found) > 1 and not several and not broken_off:
        what = f"{len(found)} groups stand, one of them on {describe(min(found[1]))}"
        raise IllegalPosition("splinter.group.one", what, expected="one group of pieces")


def with_memory(position: Position, memory: Memory) -> Position:
    """The position with something to remember.

    Raises IllegalPosition (splinter.slide.return) unless a slide of the other side leaves just that.
    """
    remembering = replace(position, memory=memory)
    check_memory(remembering)
    return remembering


def check_memory(position: Position) -> None:
    """Raises IllegalPosition (splinter.slide.return) unless a slide of the other side leaves this to remember."""
    if not position.memory:
        return
    slide = last_slide(position.pieces, position.memory)
    if outcome(position) or slide is None or not _leaves_memory(position, slide):
        what = "no slide of the other side leaves this to remember"
        raise IllegalPosition("splinter.slide.return", what, expected="where pieces stand now and stood before it")


def _leaves_memory(position: Position, slide: Slide) -> bool:
    """Whether it was the other side's slide, and leaves just this to remember."""
    slid, left = slide.pairs[0]
    if position.pieces.get(slid, Piece("", "")).colour != opponent(position.to_move):
        return False
    if not is_on_board(position.columns, position.rows, left):
        return False
    return remember(position.pieces, slide, False, position.to_move, position.readings) == position.memory


def outcome(position: Position) -> Outcome | None:
    """None while the game goes on; else who won, or a draw (splinter.win.type-out, .both-out, .even)."""
    out = [colour for colour in (BLUE, WHITE) if missing_kinds(position.pieces, colour)]
    if not out:
        return None
    if len(out) == 1:
        return Outcome(opponent(out[0]), "splinter.win.type-out")
    colours = [piece.colour for piece in position.pieces.values()]
    blue, white = colours.count(BLUE), colours.count(WHITE)
    if blue == white:
        return Outcome(None, "splinter.win.even")
    return Outcome(BLUE if blue > white else WHITE, "splinter.win.both-out")


def slide_of(position: Position, square: Square, direction: str) -> Slide:
    """The slide of the mover's piece on `square`. Raises IllegalTurn unless the rules of slides allow it."""
    check_on_board(position.columns, position.rows, square)
    piece = position.pieces.get(square)
    if piece is None or piece.colour != position.to_move:
        raise IllegalTurn("splinter.turn.own", f"no piece of {position.to_move} is on {describe(square)}")
    slide = slide_from(position.pieces, square, direction)
    if position.readings.step_off == "forbidden" and steps_off(position.columns, position.rows, slide):
        raise IllegalTurn("splinter.step-off", f"the piece on {describe(square)} would leave the board by itself")
    check_return(slide, position.memory, position.readings)
    return slide


def pieces_pushed(position: Position, slide: Slide) -> Pieces:
    """The pieces once a slide has been made, before anything is cut off."""
    return after_slide(position.columns, position.rows, position.pieces, slide)


def tied_groups(position: Position, pushed: Pieces) -> list[Group]:
    """The largest groups once a slide has been made; none when the game has ended by pushing off (splinter.both-out).

    `pushed` are the pieces after the slide.
    """
    if position.readings.both_out == "push-first" and outcome(_with_pieces(position, pushed)):
        return []
    return largest(groups(pushed))


def _with_pieces(position: Position, pieces: Pieces) -> Position:
    return replace(position, standing=frozenset(pieces.items()), memory=frozenset())


def turns(position: Position) -> Iterator[Turn]:
    """Every result that a legal turn can reach, once: as the first turn in order that reaches it. Lazy, in order."""
    return (turn for turn, _ in results(position))


def results(position: Position) -> Iterator[tuple[Turn, Position]]:
    """The turns of `turns`, each with the position it leads to."""
    seen: set[Position] = set()
    for turn, after in actions(position):
        if after not in seen:
            seen.add(after)
            yield turn, after


def actions(position: Position) -> Iterator[tuple[Turn, Position]]:
    """Every legal turn, also those that lead to the same result, with the position it leads to. Lazy, in order."""
    if outcome(position):
        return
    for square, piece in position.pieces.items():
        for direction in DIRECTIONS if piece.colour == position.to_move else ():
            try:
                slide = slide_of(position, square, direction)
            except IllegalTurn:
                continue
            yield from _after_slide(position, slide)
    if position.readings.passing == "allowed":
        yield PASS, after_pass(position)


def _after_slide(position: Position, slide: Slide) -> Iterator[tuple[Turn, Position]]:
    pushed = pieces_pushed(position, slide)
    tied = tied_groups(position, pushed)
    for choice in choices(tied):
        yield Turn(slide.run[0], slide.direction, choice), _finish(position, slide, pushed, tied, choice)


def play(position: Position, turn: Turn) -> Position:
    """The position after a turn. Raises IllegalTurn, naming the clause, unless the turn is legal."""
    ended = outcome(position)
    if ended:
        won = f"{ended.winner} has won" if ended.winner else "it is drawn"
        raise IllegalTurn("splinter.turn.finished", f"the game is over, {won}")
    if turn.square is None:
        check_pass(position)
        check_choice([], turn.choice)
        return after_pass(position)
    if turn.direction not in DIRECTIONS:
        raise IllegalTurn("splinter.slide.one-step", f"{turn.direction!r} is no direction")
    slide = slide_of(position, turn.square, turn.direction)
    pushed = pieces_pushed(position, slide)
    tied = tied_groups(position, pushed)
    check_choice(tied, turn.choice)
    return _finish(position, slide, pushed, tied, turn.choice)


def check_pass(position: Position) -> None:
    """Raises IllegalTurn (splinter.turn.no-pass) unless the readings let players pass (splinter.passing)."""
    if position.readings.passing == "forbidden":
        raise IllegalTurn("splinter.turn.no-pass", "every turn slides a piece")


def after_pass(position: Position) -> Position:
    """splinter.passing: the same pieces, the opponent to move, and nothing to remember, since nothing was moved."""
    return replace(position, to_move=opponent(position.to_move), memory=frozenset())


def _finish(position: Position, slide: Slide, pushed: Pieces, tied: list[Group], choice: Square | None) -> Position:
    """The position once the turn is over: splinters gone, the opponent to move, the slide remembered."""
    left = without_splinters(pushed, staying(tied, choice, position.readings)) if tied else pushed
    after = replace(_with_pieces(position, left), to_move=opponent(position.to_move))
    if outcome(after):
        return after
    removed = len(left) < len(position.pieces)
    return replace(after, memory=remember(left, slide, removed, after.to_move, position.readings))


def threatens(position: Position) -> bool:
    """Whether the side that has just moved would win if it could move again at once."""
    if outcome(position):
        return False
    mover = opponent(position.to_move)
    again = replace(position, to_move=mover, memory=frozenset())
    return any(ended.winner == mover for _, after in results(again) if (ended := outcome(after)))
