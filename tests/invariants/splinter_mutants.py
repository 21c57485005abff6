"""Rule-shaped mutants of the reference of Splinter, each with a property and a position that kill it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from invariants.mutants import ByLaw, killed_by
from shatterproof import splinter
from shatterproof.game import IllegalTurn, Outcome
from shatterproof.splinter import groups, notation, position, slides, squares
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.squares import DIRECTIONS, Square, is_on_board, step
from shatterproof_properties.invariants.splinter import enumeration, openings, turns
from shatterproof_properties.invariants.splinter import forms as form_laws
from shatterproof_properties.invariants.splinter import slides as slide_laws


def drawn(rows: str, side: str = "Blue", **values: str) -> Position:
    """A position from the rows of its diagram, from the north, side by side."""
    lines = rows.split()
    header = f"{len(lines[0])}x{len(lines)}, {side} to move"
    return splinter.from_diagram("\n".join([header, *lines]), Readings(**values))


def under(position: Position, **values: str) -> Position:
    return replace(position, readings=replace(position.readings, **values))


def after(of: Position, *texts: str) -> Position:
    """The position after some turns."""
    for text in texts:
        of = splinter.play(of, splinter.parse_turn(of, text))
    return of


def played(of: Position, *texts: str) -> tuple[Position, list[Turn]]:
    """A position, and the turns that texts say, one after another."""
    now, found = of, list[Turn]()
    for text in texts:
        found.append(splinter.parse_turn(now, text))
        now = splinter.play(now, found[-1])
    return of, found


EVERYTHING = enumeration.turns_are_those_found_by_trying_everything

TWO_TIE = drawn("....... SXO.OXS sxo.oxs ...O...")
"""A step of the piece in the south off the board leaves two equal groups."""
THREE_TIE = drawn("SXO.OXS sxo.oxs ...O... ..SXs.. ..xo... .......")
"""A slide of the piece in the middle to the south leaves three equal groups."""
TIE_AND_REST = drawn("SXO.OXS sxo.oxs ...O... ..o.x.. .......")
"""The same leaves two equal groups and smaller ones."""
CORNERS = drawn("S.s .X. x.o .O.")
LINE = drawn("s... Ox.o X.S. ....")
"""A slide of the piece in the west to the east pushes one piece up to another."""
AT_THE_EDGE = drawn("SsX. .OxO .o..")
"""The line in the middle pushes a piece over the edge, and Blue has another of its kind."""
FAR_FROM_THE_EDGE = drawn("SsX.. .OxO. .o...")
SCARCE = drawn("S.... .XOso x....")
"""The line in the middle pushes off White's last circle, and leaves Blue's last square behind."""
BLOCK = drawn(".... SXO. sxo. ....")
WITH_ROOM = drawn("SX... sx... Oo...")
ONE_OUT, MORE_BLUE, EVEN = drawn("SX. sxo"), drawn("OOO o.."), drawn("OO oo")


def joined_by_sides(pieces: Any) -> Any:
    left, found = set(pieces), []
    while left:
        part, waiting = set[Square](), [min(left)]
        while waiting:
            square = waiting.pop()
            if square in left:
                left.remove(square)
                part.add(square)
                waiting += [step(square, way) for way in "NESW"]
        found.append(frozenset(part))
    return sorted(found, key=min)


def of_one_colour(pieces: Any) -> Any:
    parts = [{square for square, piece in pieces.items() if piece.colour == side} for side in ("blue", "white")]
    return sorted((group for part in parts for group in GROUPS({square: pieces[square] for square in part})), key=min)


def all_but_the_smallest(found: Any) -> Any:
    least = min(map(len, found))
    return [group for group in found if len(group) > least] or found


def the_others(tied: Any, choice: Any, readings: Any) -> Any:
    return tied if choice is None else [group for group in tied if group not in STAYING(tied, choice, readings)]


def only_the_opponents(of: Position, slide: Any, pushed: Any, tied: Any, choice: Any) -> Position:
    end = FINISH(of, slide, pushed, tied, choice)
    own = {item for item in pushed.items() if item[1].colour == of.to_move}
    return replace(end, standing=end.standing | own)


def own_pieces_only(pieces: Any, square: Square, direction: str) -> Any:
    slide = SLIDE_FROM(pieces, square, direction)
    run = slide.run
    while pieces[run[-1]].colour != pieces[square].colour:
        run = run[:-1]
    return replace(slide, run=run)


def one_piece_only(pieces: Any, square: Square, direction: str) -> Any:
    slide = SLIDE_FROM(pieces, square, direction)
    return replace(slide, run=slide.run[:2])


def against_the_edge(of: Position, square: Square, direction: str) -> Any:
    slide = SLIDE_OF(of, square, direction)
    if len(slide.run) > 1 and not is_on_board(of.columns, of.rows, slide.pairs[-1][0]):
        raise IllegalTurn("splinter.slide.off", "the edge holds")
    return slide


def wrapping_round(columns: int, rows: int, pieces: Any, slide: Any) -> Any:
    left = {square: piece for square, piece in pieces.items() if square not in slide.run}
    moved = {Square(now.column % columns, now.row % rows): pieces[before] for now, before in slide.pairs}
    return left | moved


def every_vacated_square(slide: Any, memory: Any, readings: Any) -> Any:
    left = {before for _, before in memory}
    return [(before, now) for now, before in slide.pairs if now in left]


def all_that_moved(end: Any, slide: Any, removed: bool, to_move: str, readings: Any) -> Any:
    return REMEMBER(end, slide, removed, to_move, replace(readings, no_return="any-piece"))


def the_slid_piece(end: Any, slide: Any, removed: bool, to_move: str, readings: Any) -> Any:
    return REMEMBER(end, slide, removed, to_move, readings) & set(slide.pairs[:1])


def only_without_any_piece(pieces: Any, colour: str) -> list[str]:
    return [] if any(piece.colour == colour for piece in pieces.values()) else ["square"]


def the_mover_loses(of: Position) -> Outcome | None:
    ended = OUTCOME(of)
    both = ended is not None and ended.clause != "splinter.win.type-out"
    return Outcome(of.to_move, "splinter.win.both-out") if both else ended


def blue_wins_when_even(of: Position) -> Outcome | None:
    ended = OUTCOME(of)
    return Outcome("blue", "splinter.win.both-out") if ended and ended.winner is None else ended


def only_the_opponent_is_out(of: Position) -> Outcome | None:
    ended = OUTCOME(of)
    return None if ended and ended.winner == of.to_move else ended


def turned_over(columns: int, rows: int) -> Any:
    pieces = STARTING_PIECES(columns, rows)
    return {Square(square.column, rows - 1 - square.row): piece for square, piece in pieces.items()}


def greatest_square(of: Position, turn: Turn) -> str:
    text = FORMAT_TURN(of, turn)
    if turn.choice is None:
        return text
    slide = SLIDE_OF(of, turn.square or Square(0, 0), turn.direction)
    pushed = slides.after_slide(of.columns, of.rows, of.pieces, slide)
    named = next(group for group in GROUPS(pushed) if turn.choice in group)
    return text[: -len(squares.describe(turn.choice))] + squares.describe(max(named))


GROUPS, LARGEST, STAYING = groups.groups, groups.largest, groups.staying
SLIDE_FROM, RETURNING, REMEMBER = slides.slide_from, slides.returning, slides.remember
SLIDE_OF, OUTCOME, FINISH, TIED_GROUPS = position.slide_of, position.outcome, position._finish, position.tied_groups
STARTING_PIECES, FORMAT_TURN = squares.starting_pieces, notation.format_turn


KILLED_BY: ByLaw = {
    slide_laws.groups_are_those_that_share_sides_or_corners: {
        "corners do not join pieces": (groups.groups, joined_by_sides, CORNERS),
        "each colour forms its own groups": (groups.groups, of_one_colour, CORNERS),
    },
    EVERYTHING: {
        "only the smallest group goes": (groups.largest, all_but_the_smallest, TIE_AND_REST),
        "in a tie the first group stays without a choice": (groups.largest, lambda found: LARGEST(found)[:1], TWO_TIE),
        "the group that is named goes": (groups.staying, the_others, TWO_TIE),
        "nothing is pushed over the edge": (position.slide_of, against_the_edge, AT_THE_EDGE),
        "nobody may step off the board": (
            position.slide_of,
            lambda of, *slide: SLIDE_OF(under(of, step_off="forbidden"), *slide),
            TWO_TIE,
        ),
        "everybody may step off the board": (
            slides.steps_off,
            lambda columns, rows, slide: False,
            under(TWO_TIE, step_off="forbidden"),
        ),
        "only the slid piece is remembered": (slides.remember, the_slid_piece, LINE),
        "more is remembered than matters": (slides.remember, all_that_moved, under(LINE, no_return="moved-piece")),
        "a game that pushing off has ended is splintered": (
            position.tied_groups,
            lambda of, pushed: groups.largest(groups.groups(pushed)),
            under(SCARCE, both_out="push-first"),
        ),
        "a pass leaves what is remembered": (
            position.after_pass,
            lambda of: replace(of, to_move=squares.opponent(of.to_move)),
            under(after(AT_THE_EDGE, "b2E"), passing="allowed"),
        ),
    },
    slide_laws.one_group_is_left: {
        "under remove-one all other groups go": (
            groups.staying,
            lambda tied, choice, readings: [g for g in tied if choice not in g][:1] or tied,
            under(THREE_TIE, tie="remove-one"),
        ),
        "no game that pushing off has ended is splintered": (
            position.tied_groups,
            lambda of, pushed: TIED_GROUPS(under(of, both_out="push-first"), pushed),
            SCARCE,
        ),
    },
    slide_laws.groups_stay_or_go_whole_and_no_larger_one_goes: {
        "own pieces that are cut off stay": (position._finish, only_the_opponents, TIE_AND_REST),
    },
    form_laws.turns_print_as_square_direction_and_choice: {
        "a choice is named by the greatest square": (notation.format_turn, greatest_square, TWO_TIE),
    },
    slide_laws.pieces_are_conserved_but_for_those_pushed_off_or_cut_off: {
        "only own pieces are pushed": (slides.slide_from, own_pieces_only, LINE),
        "only one piece is pushed": (slides.slide_from, one_piece_only, FAR_FROM_THE_EDGE),
        "what leaves the board comes in again": (slides.after_slide, wrapping_round, AT_THE_EDGE),
    },
    turns.there_are_eight_directions_and_no_other: {
        "slides go along columns and rows only": (
            (position, "DIRECTIONS"),
            {way: DIRECTIONS[way] for way in "NESW"},
            LINE,
        ),
    },
    slide_laws.returns_are_forbidden_as_the_pieces_went: {
        "pieces go straight back": (slides.check_return, lambda slide, memory, readings: None, played(LINE, "a3E")),
        "no piece at all may come to a square that was left": (
            slides.returning,
            every_vacated_square,
            played(LINE, "a3E"),
        ),
        "pushed pieces may go back": (
            slides.returning,
            lambda slide, memory, readings: RETURNING(slide, memory, replace(readings, no_return="moved-piece")),
            played(LINE, "a3E"),
        ),
        "a position that lacks a piece counts as restored": (
            slides.remember,
            lambda end, slide, removed, to_move, readings: REMEMBER(end, slide, False, to_move, readings),
            played(under(AT_THE_EDGE, no_return="whole-position"), "b2E"),
        ),
    },
    turns.outcomes_follow_from_counting: {
        "a side is out only without any piece": (squares.missing_kinds, only_without_any_piece, ONE_OUT),
        "the mover loses when both sides are out": (
            position.outcome,
            the_mover_loses,
            replace(MORE_BLUE, to_move="white"),
        ),
        "a game that ends even is won": (position.outcome, blue_wins_when_even, EVEN),
        "nobody loses by their own turn": (
            position.outcome,
            only_the_opponent_is_out,
            replace(ONE_OUT, to_move="white"),
        ),
    },
    turns.sides_alternate_and_only_where_they_may_pass_does_nothing_move: {
        "whoever passes passes for both": (
            position.after_pass,
            lambda of: replace(of, memory=frozenset()),
            under(LINE, passing="allowed"),
        ),
        "the same side moves again": (squares.opponent, lambda colour: colour, LINE),
    },
    turns.every_square_without_an_own_piece_is_refused: {
        "pieces of any side are slid": (
            position.slide_of,
            lambda of, square, way: SLIDE_FROM(of.pieces, square, way),
            LINE,
        ),
    },
    openings.the_opening_is_the_block_as_far_as_it_fits: {
        "the opening stands upside down": (squares.starting_pieces, turned_over, "4x4"),
    },
    slide_laws.a_piece_apart_from_all_others_is_refused: {
        "pieces may be set up apart": (position.check_groups, lambda of: None, WITH_ROOM),
    },
    form_laws.a_memory_that_no_slide_leaves_is_refused: {
        "any memory may be set up": (position.check_memory, lambda of: None, LINE),
    },
    form_laws.positions_that_break_the_board_are_refused: {
        "boards may be one column wider": ((squares, "LARGEST_BOARD"), 27, LINE),
    },
}
MUTANTS = killed_by(KILLED_BY)
