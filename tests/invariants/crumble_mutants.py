"""Rule-shaped mutants of the reference of Crumble, each with a property and a position that kill it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from invariants.mutants import ByLaw, killed_by
from shatterproof import crumble
from shatterproof.crumble import captures, cuts, draws, joins, position, swaps
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.pieces import OPPOSITE, Piece, opponent, share_complete_side, side
from shatterproof.crumble.position import Position, Turn
from shatterproof.game import IllegalTurn
from shatterproof_properties.invariants.crumble import captures as ring_laws
from shatterproof_properties.invariants.crumble import draws as draw_laws
from shatterproof_properties.invariants.crumble import enumeration, turns


def drawn(rows: str, side: str = "Black") -> Position:
    """A position from the rows of its diagram, from the north, side by side; one character is half a unit."""
    lines = rows.split()
    board = f"{len(lines[0]) // 2}x{len(lines) // 2}"
    return crumble.from_diagram("\n".join([f"{board}, {side} to move", *lines]))


def units(rows: str, side: str = "Black") -> Position:
    """A position of unit squares, from rows of letters with spaces between them."""
    lines = rows.split()
    return crumble.from_diagram("\n".join([f"{len(lines[0])}x{len(lines)}, {side} to move", *lines]))


def colours(of: Position) -> tuple[Arrangement, frozenset[Piece]]:
    return of.arrangement, of.black


def game(start: Position, texts: str, **values: str) -> tuple[Position, list[Turn]]:
    """A position under readings that are not all the defaults, and the turns that texts say, one after another."""
    now = begun = replace(start, readings=crumble.Readings(**values))
    found = list[Turn]()
    for text in texts.split():
        found.append(crumble.parse_turn(now, text))
        now = crumble.play(now, found[-1])
    return begun, found


NINE = crumble.start("3x3").arrangement
CLOSING = units("abcA dBCe fghD", "White")
ENTERING = units("abcA deBC fghD")
WINNING = units("ABC def")
HALF_BESIDE_UNIT = drawn("aaBB CCBB ddee ddee")
GAP = drawn("AAbbCC AAddCC EEffgg EEffgg")
BLOCKED = units("AbC Def")
FOUR_TO_JOIN = units("ABc DEf Ghi")
LOST = units("aBc dEf GHI")
_, GAME_DRAWN = game(
    crumble.start("2x2"), "1HN 0HNE 0,1V2 1,1V2-2W-W 0,1H2-2N-N 1,1H2-1N-NW 0,1V2-2E-EN 0,1,4V2-2W-WNW 0,2VEEN"
)


TWO_COLUMNS = drawn("ABab ABab ccCC ccCC")
ON_TOP = drawn("aabc aabc AABC AABC")
THREE = drawn("AAaa AAaa AAbb AAbb")
UNSETTLED = crumble.from_diagram(
    "2x2, Black to move\nAAab\nAABb\nCcBd\nCDDd\nreadings crumble.standing-enclosure=until-closed\n"
)


def one_side_is_enough(piece: Piece, other: Piece, direction: str) -> bool:
    (line, low, high), (where, start, end) = side(piece, direction), side(other, OPPOSITE[direction])
    return line == where and start <= low and high <= end


def only_where_pieces_meet(*given: Any) -> Any:
    cut = CUT_FROM(*given)
    for one, two in pairwise(cut.pieces):
        if (one.east, one.north)[cut.axis == "V"] != (two.x, two.y)[cut.axis == "V"]:
            raise IllegalTurn("crumble.cut.along-edges", "a gap")
    return cut


CUT_FROM, SWAP_STEP, JOINS = cuts.cut_from, swaps.swap_step, joins.joins


def anyones_pieces(piece: Piece, axis: str, line: int, own: Any, first: bool) -> None:
    if not first and piece not in own:
        return
    CHECK_PIECE(piece, axis, line, own, first)


CHECK_PIECE = cuts.check_piece_to_cut


def for_the_mover_only(now: Position) -> str | None:
    won = captures.winner(now.arrangement, now.black)
    return won if won == opponent(now.to_move) else None


ENCLOSED = captures.enclosed


KILLED_BY: ByLaw = {
    ring_laws.at_most_one_side_has_a_four_side_chain: {
        "chains hang together at corners": (captures.chains, captures.groups, colours(crumble.start("2x2"))),
    },
    ring_laws.enclosed_is_what_rings_hold: {
        "rings may be broken at corners": (
            (Arrangement, "touching"),
            property(lambda self: self.neighbours),
            colours(crumble.start("3x3")),
        ),
        "the edge protects nothing": (
            (Arrangement, "at_the_edge"),
            property(lambda self: frozenset()),
            colours(crumble.start("2x2")),
        ),
        "only one colour is captured": (
            captures.enclosed,
            lambda arrangement, black: ENCLOSED(arrangement, black) - black,
            (NINE, frozenset([NINE.pieces[4]])),
        ),
    },
    turns.every_step_is_one_swap_then_captures: {
        "nothing is captured during a walk": (
            captures.resolve,
            lambda arrangement, black, readings, stood: black,
            CLOSING,
        ),
        "a captured piece walks on": (swaps.swap_step, lambda *given: SWAP_STEP(*given)._replace(free=True), ENTERING),
        "a win does not end a walk": (swaps.swap_step, lambda *given: SWAP_STEP(*given)._replace(winner=None), WINNING),
    },
    ring_laws.a_position_with_a_four_side_chain_is_over: {
        "only the side that moved can win": ((Position, "winner"), property(for_the_mover_only), LOST),
    },
    ring_laws.neighbours_share_a_side_and_touching_pieces_a_point: {
        "a complete side of one piece is enough": (share_complete_side, one_side_is_enough, colours(HALF_BESIDE_UNIT)),
    },
    enumeration.cuts_and_joins_are_those_found_by_trying_everything: {
        "half-squares may be halved lengthwise": (
            (cuts, "has_legal_shape"),
            lambda width, height: True,
            HALF_BESIDE_UNIT,
        ),
        "a cut stops at a gap": (cuts.cut_from, only_where_pieces_meet, GAP),
        "a cut goes on through the opponent's pieces": (cuts.check_piece_to_cut, anyones_pieces, BLOCKED),
        "two pieces only are joined": (
            joins.joins,
            lambda arrangement, own: (join for join in JOINS(arrangement, own) if len(join.pieces) == 2),
            FOUR_TO_JOIN,
        ),
    },
    turns.a_cut_or_join_alone_neither_recolours_nor_captures_nor_wins: {
        "the new pieces are always white": (
            position.recoloured,
            lambda black, work: frozenset(black.difference(work.pieces)),
            WINNING,
        ),
    },
    draw_laws.positions_with_the_same_future_are_equal: {
        "what no longer matters is remembered": (
            draws.forget,
            lambda recent, renewals, readings: recent,
            (crumble.start("2x2"), [next(crumble.turns(crumble.start("2x2")))]),
        ),
    },
    draw_laws.draws_are_those_of_the_whole_history: {
        "one turn that renews makes a draw": (
            draws.renewals_to_draw,
            lambda readings: 1,
            (crumble.start("2x2"), GAME_DRAWN),
        ),
        "a draw needs no common target": (
            draws.same_target,
            lambda deed, recent, readings: False,
            (crumble.start("2x2"), GAME_DRAWN),
        ),
        "the two turns before are always taken together": (
            draws.works_again,
            lambda deed, own, readings: all(draws.descends(piece, own, readings) for piece in deed.worked),
            game(TWO_COLUMNS, "1VW-N 1HN 0,1J2,1E 0HN-EN 2HNW 1HNN"),
        ),
        "a walk that comes home has swapped into its start": (
            position.targets,
            lambda walk, standing, readings: (standing.at,) if walk else (),
            game(ON_TOP, "1HNS 1,2HS 1HN 1,4HSS 1J1,2N 1,3J1,2SS"),
        ),
        "pairs of turns are counted like turns": (
            draws.renewals_to_draw,
            lambda readings: 4 if readings.draw == "draw-turns" else 2,
            game(THREE, "0H 1H 0J1,3 1J1,2 0HN-E 1HN 0HN 1VW", draw="draw-turns", draw_turn="pair-of-turns"),
        ),
        "a draw turn needs no common target": (
            draws.makes_draw_turns,
            lambda line, length, readings: True,
            game(THREE, "0H 1H 0J1,3 1J1,2 0HN-E 1HN 0HN 1VW", draw="draw-turns", draw_turn_target="shared"),
        ),
    },
    enumeration.turns_are_complete: {
        "rings that stood before a step capture in it": (
            captures.standing_rings,
            lambda arrangement, black, readings: frozenset(),
            UNSETTLED,
        ),
    },
}
MUTANTS = killed_by(KILLED_BY)
