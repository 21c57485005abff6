"""The explorer's knowledge of Crumble; see `explorer.knowledge`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from shatterproof.crumble.captures import Colours, enclosed
from shatterproof.crumble.cuts import Cut, halves, new_halves
from shatterproof.crumble.joins import Join, join_into
from shatterproof.crumble.picture import caption as caption
from shatterproof.crumble.picture import corner_name
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, describe, place
from shatterproof.crumble.position import Position, Turn, after_work, recoloured
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof_properties.explorer.crumble.builder import CrumbleBuilder, around
from shatterproof_properties.explorer.crumble.builder import arrow_of as arrow_of
from shatterproof_properties.explorer.crumble.builder import thing_named as thing_named
from shatterproof_properties.explorer.knowledge import Lesson, Tool, wins
from shatterproof_properties.explorer.turns_on_board import Act, Phase
from shatterproof_properties.protocol.explaining.crumble import winning_chain

BOARD_FORM = "columns by rows, like 6x6"
BOARDS: tuple[str, ...] = ("2x2", "3x3", "4x4", "3x5", "6x6", "8x8")
MATERIAL = "walnut"
AIM = "Link all four sides of the board with a chain of your pieces."
SHOWN_GAME = (
    "4x4",
    ("1,2VE", "3,3HSWS", "2,2HSE", "2V2-1E-EN", "3HNE", "2,1J2,1EN", "1VE", "1,1VW-N"),
)
begin_turn = CrumbleBuilder
CALL = "Crumble!"
TOOLS: tuple[Tool, ...] = (
    Tool("put", "black", "Black"),
    Tool("put", "white", "White"),
    Tool("halve", "V", "Halve upright"),
    Tool("halve", "H", "Halve level"),
    Tool("unite", "", "Join"),
)
SWITCHES: tuple[Tool, ...] = ()
CHECKS: tuple[Callable[[Any], object], ...] = ()
BREACHES: Mapping[str, Callable[[Any], list[Any]]] = {
    "crumble.standing-enclosure": lambda draft: sorted(enclosed(draft.arrangement, draft.black)),
}
_NAMED = re.compile(r"at \(([0-9/]+), ([0-9/]+)\)")


def name_of(thing: Sequence[int]) -> str:
    return corner_name(Piece(*thing))


def names_in(text: str) -> list[str]:
    return [f"{x},{y}" for x, y in _NAMED.findall(text)]


def deciding(position: Position) -> Iterable[Piece]:
    """The chain that touches all four sides."""
    return winning_chain(position, position.winner) if position.winner else ()


def _paint(position: Position, edit: Mapping[str, Any]) -> Position:
    pieces, colour = edit["put"], edit["what"]
    if colour not in ("black", "white"):
        raise InputError(f"{colour!r} is no colour", expected="black or white")
    black = position.black | set(pieces) if colour == "black" else position.black - set(pieces)
    return replace(position, black=black, memory=None)


def _halve(position: Position, edit: Mapping[str, Any]) -> Position:
    [piece] = edit["halve"]
    pair = halves(piece, edit["axis"])
    if pair is None:
        what = f"{describe(piece)} cannot be halved so into two legal pieces"
        raise IllegalTurn("crumble.cut.halves", what)
    return _with_pieces(position, [piece], pair, piece in position.black)


def _unite(position: Position, edit: Mapping[str, Any]) -> Position:
    """The position with some pieces joined, in the colour of the first. Raises IllegalTurn."""
    pieces = edit["unite"]
    if not pieces:
        raise InputError("nothing is named", expected="pieces to make one")
    outline = pieces[0]
    for piece in pieces[1:]:
        outline = around(outline, piece)
    join = join_into(position.arrangement, frozenset(position.arrangement.pieces), outline)
    return _with_pieces(position, join.pieces, [outline], pieces[0] in position.black)


def _with_pieces(position: Position, gone: Iterable[Piece], new: Iterable[Piece], is_black: bool) -> Position:
    removed, made = list(gone), list(new)
    arrangement = position.arrangement.replace(removed, made)
    black = position.black - set(removed)
    return replace(position, arrangement=arrangement, black=black | set(made) if is_black else black, memory=None)


EDITS: Mapping[frozenset[str], Callable[[Any, dict[str, Any]], Any]] = {
    frozenset({"put", "what"}): _paint,
    frozenset({"halve", "axis"}): _halve,
    frozenset({"unite"}): _unite,
}


def motion_of(position: Position, turn: Turn) -> Iterator[Phase]:
    work, path = turn.work, turn.walk.path if turn.walk else ""
    if isinstance(work, Cut):
        pairs = zip(work.pieces, new_halves(work), strict=True)
        yield tuple(Act("cut", (corner_name(piece),), tuple(map(corner_name, pair))) for piece, pair in pairs)
    else:
        yield (Act("joined", tuple(map(corner_name, work.pieces)), (corner_name(work.outline),)),)
    if turn.walk is None:
        return
    arrangement = after_work(position.arrangement, work)
    standing = Standing(recoloured(position.black, work), turn.walk.start)
    for direction in path:
        before, standing = standing, swap_step(arrangement, standing, direction, position.readings)
        exchanged = before.black ^ {before.at, standing.at}
        yield tuple(_recoloured("swapped", piece, exchanged) for piece in (before.at, standing.at))
        if exchanged != standing.black:
            changed = sorted(exchanged ^ standing.black, key=place)
            yield tuple(_recoloured("captured", piece, standing.black) for piece in changed)


def _recoloured(did: str, piece: Piece, black: Colours) -> Act:
    """The act by which a piece takes the other colour."""
    name, is_black = (corner_name(piece),), piece in black
    fill = "dark" if is_black else "light"
    if did != "captured":
        return Act(did, name, name, fill)
    what = f"{'White' if is_black else 'Black'} {describe(piece)}, captured"
    return Act(did, name, name, fill, side=WHITE if is_black else BLACK, thing="piece", what=what)


# The names of pieces for people who look at the board: "the left half in column 3, row 2".

MEASURED = re.compile(r"((?:no )?piece |Black |White |own )?\b([0-9/]+)x([0-9/]+) at \(([0-9/]+), ([0-9/]+)\)")
"""A piece as the reference writes it, with a word before it that takes the place of an article."""
FINEST = 4
"""The finest pieces that have names, as parts of a unit. Names of finer pieces would be longer than their measures."""
_ACROSS, _UP = ("left", "right"), ("lower", "upper")


def in_words(position: Position, text: str, measured: bool = False) -> str:
    """A text of the reference with pieces named. If `measured`, the measures follow each name."""
    columns, rows = position.arrangement.columns, position.arrangement.rows

    def said(found: re.Match[str]) -> str:
        before, *measures = found.groups(default="")
        width, height, x, y = map(_length, measures)
        name = name_of_piece(Piece(x, y, width, height), columns, rows)
        before = before.replace("piece ", "")
        behind = f", {found[0].removeprefix(before)}" if measured else ""
        return f"{before or 'the '}{name}{behind}" if name else found[0]

    words = MEASURED.sub(said, text)
    return words[0].upper() + words[1:] if words.startswith("the ") else words


@lru_cache(maxsize=1024)
def _length(number: str) -> int:
    return int(Fraction(number) * GRAIN)


@lru_cache(maxsize=4096)
def name_of_piece(piece: Piece, columns: int, rows: int) -> str:
    """The name of a piece on a board of this many columns and rows; "" if it is too fine for a name."""
    if min(piece.width, piece.height) * FINEST < GRAIN:
        return ""
    return f"{_part_of_unit(piece) or _kind(piece)} {_place(piece, columns, rows)}"


def _place(piece: Piece, columns: int, rows: int) -> str:
    """The place on the board of the units that a piece covers in part."""
    # Counted from 0.
    across = range(piece.x // GRAIN, -(-piece.east // GRAIN))
    up = range(piece.y // GRAIN, -(-piece.north // GRAIN))
    if len(across) == len(up) == 1 and across[0] in (0, columns - 1) and up[0] in (0, rows - 1):
        return f"in the {_UP[up[0] > 0]} {_ACROSS[across[0] > 0]} corner"
    return f"in {_counted('column', across)}, {_counted('row', up)}"


def _counted(what: str, units: range) -> str:
    """Units counted from 1: `column 3`, `columns 3 and 4`, `columns 3 to 5`."""
    if len(units) == 1:
        return f"{what} {units[0] + 1}"
    return f"{what}s {units[0] + 1} {'and' if len(units) == 2 else 'to'} {units[-1] + 1}"


def _part_of_unit(piece: Piece) -> str:
    """The part of a unit that a piece is: `left half`, `upper left quarter`; "" if it is no such part."""
    x, y = piece.x % GRAIN, piece.y % GRAIN
    if GRAIN % piece.width or GRAIN % piece.height or x % piece.width or y % piece.height:
        return ""
    return _within(Piece(x, y, piece.width, piece.height), GRAIN)


def _within(piece: Piece, whole: int) -> str:
    """The part that a piece is of a square that begins at 0, 0 and has sides of `whole`."""
    half = whole // 2
    across, up = _ACROSS[piece.x >= half], _UP[piece.y >= half]
    if (piece.width, piece.height) == (whole, whole):
        return "square"
    if (piece.width, piece.height) == (half, whole):
        return f"{across} half"
    if (piece.width, piece.height) == (whole, half):
        return f"{up} half"
    quarter = f"{up} {across} quarter"
    inside = _within(Piece(piece.x % half, piece.y % half, piece.width, piece.height), half)
    return quarter if inside == "square" else f"{inside} of the {quarter}"


def _kind(piece: Piece) -> str:
    """The shape of a piece that is not part of one unit. Its size is added unless it is one unit."""
    longer = max(piece.width, piece.height)
    shape = "square" if piece.width == piece.height else "upright half" if piece.height == longer else "level half"
    return shape if longer == GRAIN else f"{'big' if longer > GRAIN else 'small'} {shape}"


CHECKERBOARD = "3x3, Black to move\nAAbbCC\nAAbbCC\nddEEff\nddEEff\nGGhhII\nGGhhII\n"
PAIRS = "3x3, Black to move\nAABBcc\nAABBcc\nddEEff\nddEEff\nGGhhII\nGGhhII\n"
BLOCK = "4x4, Black to move\nAABBccDD\nAABBccDD\nEEFFggHH\nEEFFggHH\niiJJkkLL\niiJJkkLL\nMMnnOOpp\nMMnnOOpp\n"
LAST = "3x3, White to move\naaAbcc\naaAbcc\nBBBBcc\nBBBBcc\nCCddDD\nCCddDD\n"

LESSONS: tuple[Lesson, ...] = (
    Lesson("The board is always full. On your turn you cut or join pieces of your own colour: you are Black.",
           "Cut one of your squares in two: choose it, and then one of its lines. Then end the turn.",
           PAIRS, "1,1V", lambda before, turn, after: isinstance(turn.work, Cut) and len(turn.work.pieces) == 1),
    Lesson("One cut may run on through more pieces of yours that lie in its way, and halves each of them.",
           "Make a cut that halves two pieces.",
           PAIRS, "1,1V2", lambda before, turn, after: isinstance(turn.work, Cut) and len(turn.work.pieces) == 2),
    Lesson("Pieces of yours that fill a larger piece can be joined into it. Choose one corner, then the opposite one.",
           "Join four squares into a large one.",
           BLOCK, "0,2J2,2", lambda before, turn, after: isinstance(turn.work, Join) and len(turn.work.pieces) == 4),
    Lesson("A piece that you have just cut or joined may walk: it swaps with a neighbour across a complete side.",
           "Cut a square, and let one of its halves swap with a white piece.",
           CHECKERBOARD, "1,1VE", lambda before, turn, after: turn.walk is not None),
    Lesson("You win with a chain of your pieces that links all four sides of the board.",
           "You are White now. Win with this turn.",
           LAST, "2,1HS-W", wins),
)  # fmt: skip
