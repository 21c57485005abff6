"""What must hold of the pieces on the board: they cover it, are of legal shapes, and start in a checkerboard."""

from __future__ import annotations

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, describe
from shatterproof.crumble.position import Position, Turn, set_up
from shatterproof.game import IllegalPosition
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.crumble.brute_force import SIDES, cells_of, held_by_rings, is_piece


@guards("crumble.pieces.cover")
def the_board_is_exactly_covered(position: Position) -> None:
    cells = cells_of(position.arrangement)
    for (x, y), owners in cells.owners.items():
        at = f"the cell at ({cells.xs[x] / GRAIN}, {cells.ys[y] / GRAIN})"
        check(len(owners) == 1, f"{at} is covered by {len(owners)} pieces")
    outside = [piece for piece, own in cells.cells.items() if not set(own) <= cells.owners.keys()]
    check(not outside, f"pieces off the board: {outside}")


@guards("crumble.pieces.shape")
def every_piece_is_a_square_or_half_of_one(position: Position) -> None:
    for piece in position.arrangement.pieces:
        check(is_piece(piece.width, piece.height), f"{describe(piece)} is neither a square nor half of one")


@guards("crumble.board.rectangle")
def the_board_is_a_rectangle_of_2_to_16_units_a_side(position: Position) -> None:
    columns, rows = position.arrangement.columns, position.arrangement.rows
    check(position.board == f"{columns}x{rows}" and {columns, rows} <= set(range(2, 17)), f"board {position.board}")
    pieces = position.arrangement.pieces
    extent = max(piece.x + piece.width for piece in pieces), max(piece.y + piece.height for piece in pieces)
    check(extent == (columns * GRAIN, rows * GRAIN), f"the pieces of a {position.board} board end at {extent}")


@guards("crumble.pieces.size", "crumble.board.limits", "crumble.cut.halves")
def pieces_of_any_size_can_be_cut_down_to_one_grain(position: Position) -> None:
    """A square of any size can be cut both ways, and a half-square of any size across its long side."""
    if crumble.outcome(position):
        return
    cut = {turn.work for turn in crumble.turns(position) if turn.walk is None and isinstance(turn.work, Cut)}
    for piece in position.own:
        for axis, across, along in (("H", piece.height, piece.width), ("V", piece.width, piece.height)):
            expected = across >= along and across % 2 == 0
            check((Cut(axis, (piece,)) in cut) == expected, f"{axis} cut of {describe(piece)}: expected {expected}")


@guards("crumble.start.checkerboard", "crumble.turn.order")
def the_start_is_a_checkerboard_and_black_moves(board: str) -> None:
    position = crumble.start(board)
    columns, rows = map(int, board.split("x"))
    squares = {Piece(x * GRAIN, y * GRAIN, GRAIN, GRAIN) for x in range(columns) for y in range(rows)}
    check(set(position.arrangement.pieces) == squares, "the start is not made of unit squares")
    check(position.to_move == BLACK and position.memory is None, "Black does not begin from nothing")
    check(Piece(0, (rows - 1) * GRAIN, GRAIN, GRAIN) in position.black, "the north-west square is not black")
    cells = cells_of(position.arrangement)
    for square in squares:
        for other in cells.meeting(square, SIDES):
            check((square in position.black) != (other in position.black), f"{square} and {other} are alike")


@guards("crumble.start.agreed", "crumble.standing-enclosure")
def any_settled_position_may_be_set_up(position: Position) -> None:
    """Every position that play reaches may be set up; a piece inside a ring is refused if the readings forbid it."""
    colours = {piece: BLACK if piece in position.black else WHITE for piece in position.arrangement.pieces}
    held = held_by_rings(cells_of(position.arrangement), position.black)
    strict = position.readings.standing_enclosure == "reject" and position.readings.capture_nested == "outer-takes-all"
    try:
        again = set_up(position.board, colours, position.to_move, position.memory, position.readings)
    except IllegalPosition as refusal:
        check(strict and held and refusal.clause == "crumble.standing-enclosure", f"refused: {refusal}")
        return
    check(not (strict and held), f"{held} stands inside a ring and was accepted")
    check(again == position and hash(again) == hash(position), "set up again, the position is another")


@guards("crumble.standing-enclosure")
def what_stands_enclosed_is_refused_or_waits(arrangement: Arrangement, black: frozenset[Piece]) -> None:
    for nested in ("outer-takes-all", "one-snapshot"):
        for standing in ("reject", "next-step", "until-closed"):
            readings = crumble.Readings(capture_nested=nested, standing_enclosure=standing)
            any_settled_position_may_be_set_up(Position(arrangement, black, readings=readings))


@guards("crumble.turn.parts", "crumble.cut.halves", "crumble.join.outline")
def area_is_conserved_piece_by_piece(position: Position, turn: Turn) -> None:
    """The pieces that a turn takes away and those that it makes fill the same space; all other pieces stay."""
    before, after = set(position.arrangement.pieces), set(crumble.play(position, turn).arrangement.pieces)
    gone, new = before - after, after - before
    check(gone == set(turn.work.pieces), f"{gone} went, not the pieces cut or joined")
    for piece in gone:
        whole = sum(_common_area(piece, other) for other in new)
        check(whole == piece.width * piece.height, f"{describe(piece)} is covered anew over {whole} square grains")
    check(_area(gone) == _area(new), f"{_area(gone)} square grains became {_area(new)}")


def _common_area(piece: Piece, other: Piece) -> int:
    wide = min(piece.x + piece.width, other.x + other.width) - max(piece.x, other.x)
    high = min(piece.y + piece.height, other.y + other.height) - max(piece.y, other.y)
    return max(wide, 0) * max(high, 0)


def _area(pieces: set[Piece]) -> int:
    return sum(piece.width * piece.height for piece in pieces)
