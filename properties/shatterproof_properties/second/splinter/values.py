"""Positions as JSON values, in and out."""

from __future__ import annotations

from itertools import pairwise

from shatterproof.errors import InputError
from shatterproof_properties.second.input import read_head, read_list, read_name, show
from shatterproof_properties.second.splinter.position import (
    KINDS,
    NOWHERE,
    SIDES,
    Position,
    Squares,
    contiguous,
    grouped,
    opposite,
    squares_of,
)
from shatterproof_properties.second.splinter.rules import Rules

KEYS = ("board", "game", "memory", "pieces", "to_move")


def write_position(squares: Squares, position: Position) -> str:
    """A position in canonical JSON, memory included."""
    texts, size, found = squares.piece_texts, squares.size, []
    blue, square_kind, cross_kind = (position.pieces >> plane * size for plane in (1, 2, 3))
    for square in squares_of(position.pieces & squares.all):
        kind = 0 if square_kind & square else 1 if cross_kind & square else 2
        found.append(texts[square][kind if blue & square else 3 + kind])
    memory, side = "", SIDES[not position.blue_moves]
    if position.now:
        names, back = squares.names, opposite(position.heading)
        pairs = ((now, squares.moved(now, back)) for now in squares_of(position.now))
        memory = ",".join([f'["{names[now]}","{names[before]}"]' for now, before in pairs])
    head = f'{{"board":"{squares.columns}x{squares.rows}","game":"splinter","memory":[{memory}]'
    return f'{head},"pieces":[{",".join(found)}],"to_move":"{side}"}}'


def read_position(rules: Rules, value: object) -> Position:
    """A position from a JSON value. Raises InputError with the JSON pointer of the value that is forbidden."""
    squares = rules.squares
    fields = read_head(value, KEYS, "splinter", f"{squares.columns}x{squares.rows}")
    blue_moves = read_name(fields["to_move"], SIDES, "/to_move") == 0
    pieces = _read_pieces(squares, fields["pieces"])
    outcome = rules.decided(pieces, not blue_moves)
    if not pieces:
        raise InputError("no pieces (splinter.group.one)", "/pieces", "one group")
    if rules.refuses_splinters() and not (rules.push_first and outcome):
        sizes = [group.bit_count() for group in grouped(pieces & squares.all, squares.spread)]
        if len(sizes) > 1 and (rules.keep_one or len(set(sizes)) > 1):
            wish = "one group" if rules.keep_one else "groups of equal size"
            raise InputError(f"{len(sizes)} groups (splinter.group.one)", "/pieces", wish)
    here = Position(pieces, blue_moves, 0, NOWHERE, outcome)
    now, heading = _read_memory(rules, here, fields["memory"])
    return Position(pieces, blue_moves, now, heading, outcome)


def _read_pieces(squares: Squares, value: object) -> int:
    pieces, places = 0, []
    for number, entry in enumerate(read_list(value, "/pieces")):
        where = f"/pieces/{number}"
        if not isinstance(entry, list) or len(entry) != 3:
            raise InputError(f"{show(entry)} is no piece", where, "square, side and kind")
        place = _read_square(squares, entry[0], f"{where}/0")
        if place & pieces:
            raise InputError(f"a second piece on {entry[0]} (splinter.board.one-piece)", where, "one piece a square")
        side = read_name(entry[1], SIDES, f"{where}/1")
        kind = read_name(entry[2], KINDS, f"{where}/2")
        pieces |= squares.piece(place, side, kind)
        places.append(place)
    for number, (early, late) in enumerate(pairwise(places), start=1):
        if late < early:
            raise InputError("not in order", f"/pieces/{number}", "pieces sorted by column, then row")
    return pieces


def _read_square(squares: Squares, value: object, where: str) -> int:
    if not isinstance(value, str) or value not in squares.bits:
        last = squares.names[max(squares.names)]
        raise InputError(f"no square {show(value)} (splinter.notation.square)", where, f"a1 to {last}")
    return squares.bits[value]


def _read_memory(rules: Rules, here: Position, value: object) -> tuple[int, int]:
    """The squares of the remembered pieces and the direction in which they came.

    Raises InputError if no slide leaves this memory. `here` is the position, still without its memory.
    """
    entries = read_list(value, "/memory")
    pairs = [_read_pair(rules.squares, entry, f"/memory/{place}") for place, entry in enumerate(entries)]
    if not pairs:
        return 0, NOWHERE
    if here.outcome is not None:
        raise InputError("a decided position remembers nothing", "/memory", "an empty list")
    for place, ((early, _), (late, heading)) in enumerate(pairwise(pairs), start=1):
        if late <= early:
            raise InputError("not in order", f"/memory/{place}", "pairs sorted by column, then row, each once")
        if heading != pairs[0][1]:
            raise InputError("it came from another direction", f"/memory/{place}", "pieces that moved together")
    now, heading = sum(square for square, _ in pairs), pairs[0][1]
    if complaint := _complaint(rules, here, now, heading):
        raise InputError(complaint, "/memory", f"what a turn leaves (splinter.no-return = {rules.no_return})")
    return now, heading


def _read_pair(squares: Squares, entry: object, where: str) -> tuple[int, int]:
    """The square where a piece stands, and the direction in which it came."""
    if not isinstance(entry, list) or len(entry) != 2:
        raise InputError(f"{show(entry)} is no pair", where, "square now, square before")
    now, before = (_read_square(squares, name, f"{where}/{place}") for place, name in enumerate(entry))
    for heading in range(8):
        if squares.moved(before, heading) == now:
            return now, heading
    raise InputError(f"{entry[1]} is not beside {entry[0]}", where, "one step")


def _complaint(rules: Rules, here: Position, now: int, heading: int) -> str:
    squares, back = rules.squares, opposite(heading)
    occupied, own = here.pieces & squares.all, rules.own(here)
    if now & ~occupied:
        return "no piece stands there"
    runs = {square: contiguous(squares, occupied, square, back) for square in squares_of(now)}
    foremost = max(runs, key=lambda square: runs[square].bit_count())
    run = runs[foremost]
    hindmost = run & ~squares.moved(run, heading)
    if hindmost & own:
        return "the other side did not slide that run"
    if hindmost & squares.last[back]:
        return "that run came from off the board"
    heeded = {"any-piece": run, "moved-piece": run & own, "whole-position": foremost & own}[rules.no_return]
    return "" if now == heeded else "these are not the pieces to remember"
