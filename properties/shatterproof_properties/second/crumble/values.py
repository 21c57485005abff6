"""Positions as JSON values, in and out."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from shatterproof.errors import InputError
from shatterproof_properties.second.crumble.board import GRAINS, Rect, from_text, to_text
from shatterproof_properties.second.crumble.position import (
    DRAWN,
    GONE,
    SIDES,
    WON,
    Arrangement,
    Memory,
    Position,
    Remembered,
    Targets,
    arranged,
)
from shatterproof_properties.second.crumble.rules import OWN_WINS, Rules, in_order
from shatterproof_properties.second.input import read_head, read_list, read_name, read_object, show

KEYS = ("board", "game", "memory", "pieces", "to_move")


@lru_cache(maxsize=1 << 16)
def _rect_text(rect: Rect) -> str:
    """A rectangle as items of a list in JSON: x, y, width and height."""
    west, south, east, north = rect
    return ",".join(f'"{to_text(length)}"' for length in (west, south, east - west, north - south))


@lru_cache(maxsize=1 << 16)
def _piece_text(rect: Rect, is_black: bool) -> str:
    return f'[{_rect_text(rect)},"{SIDES[not is_black]}"]'


def write_position(rules: Rules, position: Position) -> str:
    """A position in canonical JSON, memory included."""
    black, order = position.black, position.arrangement.derived(_by_place)
    pieces = ",".join([_piece_text(rect, bool(black >> slot & 1)) for slot, rect in order])
    memory, side = "null", SIDES[not position.black_moves]
    if position.memory:
        turns = position.memory.recent
        recent = ",".join(_remembered_text(turn, rules.lists_targets) if turn else "null" for turn in turns)
        memory = f'{{"recent":[{recent}],"renewals":{position.memory.renewals}}}'
    head = f'{{"board":"{rules.columns}x{rules.rows}","game":"crumble","memory":{memory}'
    return f'{head},"pieces":[{pieces}],"to_move":"{side}"}}'


def _by_place(arrangement: Arrangement) -> list[tuple[int, Rect]]:
    """The pieces with their slots, in order."""
    pieces = [(slot, rect) for slot, rect in enumerate(arrangement.rects) if rect != GONE]
    return sorted(pieces, key=lambda piece: (piece[1][1], piece[1][0]))


@lru_cache(maxsize=1 << 14)
def _remembered_text(turn: Remembered, lists_targets: bool) -> str:
    targets = ",".join(f"[{_rect_text(piece)}]" for piece in turn.targets) or "null"
    if lists_targets and turn.targets:
        targets = f"[{targets}]"
    worked = ",".join(f"[{_rect_text(piece)}]" for piece in turn.worked)
    return f'{{"target":{targets},"worked":[{worked}]}}'


def read_position(rules: Rules, value: object) -> Position:
    """A position from a JSON value. Raises InputError with the JSON pointer of the value that is forbidden."""
    fields = read_head(value, KEYS, "crumble", f"{rules.columns}x{rules.rows}")
    black_moves = read_name(fields["to_move"], SIDES, "/to_move") == 0
    arrangement, black = _read_pieces(rules, fields["pieces"])
    memory = _read_memory(rules, fields["memory"])
    white = arrangement.live ^ black
    if rules.refuses_unsettled() and (rules.enclosed(arrangement, black) or rules.enclosed(arrangement, white)):
        expected = "a settled position (crumble.standing-enclosure)"
        raise InputError("some pieces stand enclosed", "/pieces", expected)
    winner = rules.winner(arrangement, *((black, white) if black_moves else (white, black)))
    outcome = None if not winner else WON[SIDES[(winner == OWN_WINS) != black_moves]]
    if outcome and memory:
        raise InputError("a won position remembers nothing", "/memory", "null")
    if outcome is None and memory and memory.renewals >= rules.renewals_for_draw():
        outcome = DRAWN
    return Position(arrangement, black, black_moves, memory, outcome)


def _read_pieces(rules: Rules, value: object) -> tuple[Arrangement, int]:
    rects, black = [], 0
    for number, entry in enumerate(read_list(value, "/pieces")):
        where = f"/pieces/{number}"
        fields = read_list(entry, where)
        if not fields or fields[-1] not in SIDES:
            raise InputError("it has no colour (crumble.pieces.colours)", where, '"black" or "white" in the end')
        rects.append(_read_rect(rules, fields[:-1], where))
        black |= (fields[-1] == SIDES[0]) << number
    for number, (early, late) in enumerate(pairwise(rects), start=1):
        if (late[1], late[0]) <= (early[1], early[0]):
            raise InputError("not in order", f"/pieces/{number}", "pieces sorted by y, then x, each once")
    arrangement = arranged(rules, rects)
    covered = sum((east - west) * (north - south) for west, south, east, north in rects)
    if covered != rules.columns * rules.rows * GRAINS * GRAINS:
        raise InputError("the pieces leave a gap on the board (crumble.pieces.cover)", "/pieces", "no gap")
    return arrangement, black


def _read_rect(rules: Rules, value: object, where: str) -> Rect:
    numbers = read_list(value, where)
    if len(numbers) != 4:
        raise InputError(f"{len(numbers)} numbers", where, "x, y, width and height")
    try:
        x, y, width, height = map(from_text, numbers)
    except InputError as error:
        error.locate(where)
        raise
    if not width or not height or not rules.is_legal_shape(width, height):
        raise InputError("another shape (crumble.pieces.shape)", where, "a square or a half-square")
    if x + width > rules.columns * GRAINS or y + height > rules.rows * GRAINS:
        raise InputError("it reaches over the edge (crumble.pieces.cover)", where, "a piece on the board")
    return x, y, x + width, y + height


def _read_memory(rules: Rules, value: object) -> Memory | None:
    if value is None:
        return None
    fields = read_object(value, ("recent", "renewals"), "/memory")
    entries = read_list(fields["recent"], "/memory/recent")
    renewals, most = fields["renewals"], rules.renewals_for_draw()
    longest = rules.most_remembered(most)
    if not 1 <= len(entries) <= longest:
        expected = f"one to {'five' if longest == 5 else 'four'} turns"
        raise InputError(f"{len(entries)} turns", "/memory/recent", expected)
    recent = tuple(_read_remembered(rules, entry, f"/memory/recent/{age}") for age, entry in enumerate(entries))
    if type(renewals) is not int or not 0 <= renewals <= most:
        raise InputError(f"{show(renewals)} renewals", "/memory/renewals", f"0 to {most}")
    memory = Memory(recent, renewals)
    if not rules.may_remember(memory):
        raise InputError("no turns under these readings leave this (crumble.draw)", "/memory", "what turns leave")
    return memory


def _read_remembered(rules: Rules, value: object, where: str) -> Remembered | None:
    if value is None:
        return None
    fields = read_object(value, ("target", "worked"), where)
    targets: Targets = ()
    # A turn swapped into no piece, one piece, or a list of pieces (crumble.draw-into).
    if fields["target"] is not None:
        target, place = fields["target"], f"{where}/target"
        targets = _read_sorted(rules, target, place) if rules.lists_targets else (_read_rect(rules, target, place),)
    worked = _read_sorted(rules, fields["worked"], f"{where}/worked")
    for index, (west, south, east, north) in enumerate(worked):
        if any(west < x1 and x0 < east and south < y1 and y0 < north for x0, y0, x1, y1 in worked[:index]):
            raise InputError("two pieces overlap", f"{where}/worked/{index}", "pieces that do not overlap")
    return Remembered(targets, worked)


def _read_sorted(rules: Rules, value: object, where: str) -> tuple[Rect, ...]:
    pieces = tuple(_read_rect(rules, piece, f"{where}/{place}") for place, piece in enumerate(read_list(value, where)))
    if not pieces or pieces != in_order(set(pieces)):
        raise InputError("pieces missing, twice or not in order", where, "pieces sorted by y, then x, each once")
    return pieces
