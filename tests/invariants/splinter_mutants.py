"""Rule-shaped mutants of the reference of Splinter, each with a property and a position that kill it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from invariants.mutants import Check, Mutant, instead_of, of_all_turns, of_position, patched
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


of_turns = partial(of_all_turns, splinter)


def after(of: Position, *texts: str) -> Position:
    """The position after some turns."""
    for text in texts:
        of = splinter.play(of, splinter.parse_turn(of, text))
    return of


def played(of: Position, *texts: str) -> Check:
    """That no more and no less is a return than the pieces' ways say, in a game."""
    now, found = of, list[Turn]()
    for text in texts:
        found.append(splinter.parse_turn(now, text))
        now = splinter.play(now, found[-1])
    return lambda: slide_laws.returns_are_forbidden_as_the_pieces_went(of, found)


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


MUTANTS = {
    "corners do not join pieces": Mutant(
        instead_of(groups.groups, joined_by_sides),
        of_position(slide_laws.groups_are_those_that_share_sides_or_corners, CORNERS),
    ),
    "each colour forms its own groups": Mutant(
        instead_of(groups.groups, of_one_colour),
        of_position(slide_laws.groups_are_those_that_share_sides_or_corners, CORNERS),
    ),
    "only the smallest group goes": Mutant(
        instead_of(groups.largest, all_but_the_smallest),
        of_position(EVERYTHING, TIE_AND_REST),
    ),
    "in a tie the first group stays without a choice": Mutant(
        instead_of(groups.largest, lambda found: LARGEST(found)[:1]),
        of_position(EVERYTHING, TWO_TIE),
    ),
    "the group that is named goes": Mutant(
        instead_of(groups.staying, the_others),
        of_position(EVERYTHING, TWO_TIE),
    ),
    "under remove-one all other groups go": Mutant(
        instead_of(groups.staying, lambda tied, choice, readings: [g for g in tied if choice not in g][:1] or tied),
        of_turns(slide_laws.one_group_is_left, under(THREE_TIE, tie="remove-one")),
    ),
    "own pieces that are cut off stay": Mutant(
        instead_of(position._finish, only_the_opponents),
        of_turns(slide_laws.groups_stay_or_go_whole_and_no_larger_one_goes, TIE_AND_REST),
    ),
    "a choice is named by the greatest square": Mutant(
        instead_of(notation.format_turn, greatest_square),
        of_position(lambda of: of_turns(form_laws.turns_print_as_square_direction_and_choice, of)(), TWO_TIE),
    ),
    "only own pieces are pushed": Mutant(
        instead_of(slides.slide_from, own_pieces_only),
        of_turns(slide_laws.pieces_are_conserved_but_for_those_pushed_off_or_cut_off, LINE),
    ),
    "only one piece is pushed": Mutant(
        instead_of(slides.slide_from, one_piece_only),
        of_turns(slide_laws.pieces_are_conserved_but_for_those_pushed_off_or_cut_off, FAR_FROM_THE_EDGE),
    ),
    "nothing is pushed over the edge": Mutant(
        instead_of(position.slide_of, against_the_edge),
        of_position(EVERYTHING, AT_THE_EDGE),
    ),
    "what leaves the board comes in again": Mutant(
        instead_of(slides.after_slide, wrapping_round),
        of_turns(slide_laws.pieces_are_conserved_but_for_those_pushed_off_or_cut_off, AT_THE_EDGE),
    ),
    "slides go along columns and rows only": Mutant(
        patched(position, "DIRECTIONS", {way: DIRECTIONS[way] for way in "NESW"}),
        of_position(turns.there_are_eight_directions_and_no_other, LINE),
    ),
    "nobody may step off the board": Mutant(
        instead_of(position.slide_of, lambda of, *slide: SLIDE_OF(under(of, step_off="forbidden"), *slide)),
        of_position(EVERYTHING, TWO_TIE),
    ),
    "everybody may step off the board": Mutant(
        instead_of(slides.steps_off, lambda columns, rows, slide: False),
        of_position(EVERYTHING, under(TWO_TIE, step_off="forbidden")),
    ),
    "pieces go straight back": Mutant(
        instead_of(slides.check_return, lambda slide, memory, readings: None),
        played(LINE, "a3E"),
    ),
    "no piece at all may come to a square that was left": Mutant(
        instead_of(slides.returning, every_vacated_square),
        played(LINE, "a3E"),
    ),
    "pushed pieces may go back": Mutant(
        instead_of(
            slides.returning,
            lambda slide, memory, readings: RETURNING(slide, memory, replace(readings, no_return="moved-piece")),
        ),
        played(LINE, "a3E"),
    ),
    "only the slid piece is remembered": Mutant(
        instead_of(slides.remember, the_slid_piece),
        of_position(EVERYTHING, LINE),
    ),
    "more is remembered than matters": Mutant(
        instead_of(slides.remember, all_that_moved),
        of_position(EVERYTHING, under(LINE, no_return="moved-piece")),
    ),
    "a position that lacks a piece counts as restored": Mutant(
        instead_of(
            slides.remember,
            lambda end, slide, removed, to_move, readings: REMEMBER(end, slide, False, to_move, readings),
        ),
        played(under(AT_THE_EDGE, no_return="whole-position"), "b2E"),
    ),
    "a side is out only without any piece": Mutant(
        instead_of(squares.missing_kinds, only_without_any_piece),
        of_position(turns.outcomes_follow_from_counting, ONE_OUT),
    ),
    "the mover loses when both sides are out": Mutant(
        instead_of(position.outcome, the_mover_loses),
        of_position(turns.outcomes_follow_from_counting, replace(MORE_BLUE, to_move="white")),
    ),
    "a game that ends even is won": Mutant(
        instead_of(position.outcome, blue_wins_when_even),
        of_position(turns.outcomes_follow_from_counting, EVEN),
    ),
    "nobody loses by their own turn": Mutant(
        instead_of(position.outcome, only_the_opponent_is_out),
        of_position(turns.outcomes_follow_from_counting, replace(ONE_OUT, to_move="white")),
    ),
    "a game that pushing off has ended is splintered": Mutant(
        instead_of(position.tied_groups, lambda of, pushed: groups.largest(groups.groups(pushed))),
        of_position(EVERYTHING, under(SCARCE, both_out="push-first")),
    ),
    "no game that pushing off has ended is splintered": Mutant(
        instead_of(position.tied_groups, lambda of, pushed: TIED_GROUPS(under(of, both_out="push-first"), pushed)),
        of_turns(slide_laws.one_group_is_left, SCARCE),
    ),
    "a pass leaves what is remembered": Mutant(
        instead_of(position.after_pass, lambda of: replace(of, to_move=squares.opponent(of.to_move))),
        of_position(EVERYTHING, under(after(AT_THE_EDGE, "b2E"), passing="allowed")),
    ),
    "whoever passes passes for both": Mutant(
        instead_of(position.after_pass, lambda of: replace(of, memory=frozenset())),
        of_turns(turns.sides_alternate_and_only_where_they_may_pass_does_nothing_move, under(LINE, passing="allowed")),
    ),
    "the same side moves again": Mutant(
        instead_of(squares.opponent, lambda colour: colour),
        of_turns(turns.sides_alternate_and_only_where_they_may_pass_does_nothing_move, LINE),
    ),
    "pieces of any side are slid": Mutant(
        instead_of(position.slide_of, lambda of, square, way: SLIDE_FROM(of.pieces, square, way)),
        of_position(turns.every_square_without_an_own_piece_is_refused, LINE),
    ),
    "the opening stands upside down": Mutant(
        instead_of(squares.starting_pieces, turned_over),
        lambda: openings.the_opening_is_the_block_as_far_as_it_fits("4x4"),
    ),
    "pieces may be set up apart": Mutant(
        instead_of(position.check_groups, lambda of: None),
        of_position(slide_laws.a_piece_apart_from_all_others_is_refused, WITH_ROOM),
    ),
    "any memory may be set up": Mutant(
        instead_of(position.check_memory, lambda of: None),
        of_position(form_laws.a_memory_that_no_slide_leaves_is_refused, LINE),
    ),
    "boards may be one column wider": Mutant(
        patched(squares, "LARGEST_BOARD", 27),
        of_position(form_laws.positions_that_break_the_board_are_refused, LINE),
    ),
}
