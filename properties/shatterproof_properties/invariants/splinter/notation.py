"""What must hold of turns as text: reading back what was printed, and what is said about texts that are no turns."""

from __future__ import annotations

from contextlib import suppress

from shatterproof import splinter
from shatterproof.game import REFUSALS, AmbiguousTurn, IllegalTurn, MalformedTurn
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.squares import Square, describe, square_named
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.splinter.brute_force import SIGNS, SlideVerdict, say, verdict_by_brute_force
from shatterproof_properties.invariants.splinter.definitions import groups_of, name_of, tied_of
from shatterproof_properties.invariants.splinter.enumeration import way_of
from shatterproof_properties.invariants.splinter.slides import slide_made


@guards("splinter.notation.square", "splinter.notation.slide", "splinter.notation.tie", "splinter.notation.pass")
def turns_print_as_square_direction_and_choice(position: Position, turn: Turn) -> None:
    found, expected = splinter.format_turn(position, turn), say(position, way_of(turn))
    check(found == expected, f"{turn} is printed as {found}, by definition as {expected}")
    check(splinter.TURN_TEXT.fullmatch(found), f"{found} is not one text in a record")


tie(
    __name__,
    splinter,
    {every_game.printed_turns_read_back_to_themselves: ("splinter.notation.slide", "splinter.notation.tie")},
)


@guards("splinter.notation.tie", "splinter.group.tie", "splinter.tie")
def any_square_of_a_group_names_it(position: Position, turn: Turn) -> None:
    """The smallest is the one that is written; the mark is that of the reading."""
    if turn.choice is None or turn.square is None:
        return
    sign = SIGNS[position.readings.tie]
    slide = describe(turn.square) + turn.direction
    group = next(group for group in groups_of(slide_made(position, turn).standing) if turn.choice in group)
    check(turn.choice == min(group), f"{turn.choice} is not the smallest square of its group")
    for place in group:
        check(splinter.parse_turn(position, slide + sign + name_of(place)) == turn, f"{place} names another group")


@guards("splinter.notation.tie", "splinter.group.tie")
def a_tie_left_open_is_ambiguous(position: Position, turn: Turn) -> None:
    """The meanings are the texts with each choice, in order; each of them is legal."""
    if turn.square is None:
        return
    text = describe(turn.square) + turn.direction
    try:
        read = splinter.parse_turn(position, text)
    except AmbiguousTurn as several:
        tied = tied_of(position, slide_made(position, turn).standing)
        expected = tuple(text + SIGNS[position.readings.tie] + name_of(min(group)) for group in tied)
        check(several.meanings == expected and len(expected) > 1, f"{text} can mean {several.meanings}")
        for meaning in several.meanings:
            splinter.parse_turn(position, meaning)
        return
    check(read == turn, f"{text} leaves nothing open, and is read as {read}, not {turn}")


@guards(
    "splinter.turn.finished",
    "splinter.turn.own",
    "splinter.notation.square",
    "splinter.notation.slide",
    "splinter.notation.tie",
    "splinter.slide.return",
    "splinter.group.tie",
    "splinter.step-off",
    "splinter.tie",
    "splinter.passing",
    "splinter.notation.pass",
)
def texts_get_the_verdict_of_the_definitions(position: Position, text: str) -> None:
    """No turn, the clause that is broken first, or what is meant."""
    found, expected = _verdict(position, text), verdict_by_brute_force(position, text)
    check(found == expected, f"{text!r} gets {found}, by the definitions {expected}")


def _verdict(position: Position, text: str) -> SlideVerdict:
    try:
        return SlideVerdict(None, (way_of(splinter.parse_turn(position, text)),))
    except IllegalTurn as refused:
        return SlideVerdict(refused.clause)
    except MalformedTurn:
        return SlideVerdict()
    except AmbiguousTurn as several:
        return SlideVerdict(None, tuple(way_of(splinter.parse_turn(position, text)) for text in several.meanings))


@guards("splinter.turn.finished", "splinter.turn.parts")
def texts_and_turns_are_judged_alike(position: Position, text: str) -> None:
    """A text that is a legal turn plays; what is asked about a position leaves it as it was."""
    before = splinter.to_json(position)
    with suppress(*REFUSALS):
        splinter.play(position, splinter.parse_turn(position, text))
    check(splinter.to_json(position) == before, f"{text!r} changed the position")


@guards("splinter.notation.square", "splinter.board.rectangle")
def every_square_has_a_name_of_its_own(board: str) -> None:
    """A letter for the column from the left, a number for the row from the bottom."""
    columns, rows = splinter.board_size(board)
    squares = [Square(column, row) for column in range(columns) for row in range(rows)]
    names = [describe(square) for square in squares]
    check(len(set(names)) == len(squares), "two squares have the same name")
    for square, name in zip(squares, names, strict=True):
        check(name == name_of((square.column, square.row)), f"{square} is called {name}")
        check(square_named(name) == square, f"{name} is read as {square_named(name)}")
