"""What must hold of positions and turns as text, data, records and pictures: what is printed reads back."""

from __future__ import annotations

from xml.etree import ElementTree

from shatterproof import splinter
from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.squares import Square, describe, square_named
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.splinter.brute_force import (
    SIGNS,
    SlideVerdict,
    groups_of,
    name_of,
    say,
    standing_of,
    tied_of,
    verdict_by_brute_force,
)
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
    {
        every_game.printed_turns_read_back_to_themselves: ("splinter.notation.slide", "splinter.notation.tie"),
        every_game.json_reads_back_to_the_same_position: (
            "splinter.start.agreed",
            "splinter.pieces.kinds",
            "splinter.notation.square",
        ),
        every_game.diagrams_read_back_to_the_same_position: (
            "splinter.start.agreed",
            "splinter.pieces.kinds",
            "splinter.board.rectangle",
        ),
        every_game.records_replay_to_the_same_positions: (
            "splinter.notation.slide",
            "splinter.notation.tie",
            "splinter.turn.order",
        ),
    },
)


@guards("splinter.notation.tie", "splinter.group.tie", "splinter.tie")
def any_square_of_a_group_names_it(position: Position, turn: Turn) -> None:
    """Any square of a group names it. The text written uses the smallest square and the mark of the reading."""
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
    """A turn that leaves a tie open is ambiguous. Its meanings are the legal texts with each choice, in order."""
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
    """The verdict on each text is that of the definitions: no turn, the first clause broken, or the meanings."""
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


@guards("splinter.notation.square", "splinter.board.rectangle")
def every_square_has_a_name_of_its_own(board: str) -> None:
    """Each square has its own name: a letter for the column from the left, and a number for the row from the bottom."""
    columns, rows = splinter.board_size(board)
    squares = [Square(column, row) for column in range(columns) for row in range(rows)]
    names = [describe(square) for square in squares]
    check(len(set(names)) == len(squares), "two squares have the same name")
    for square, name in zip(squares, names, strict=True):
        check(name == name_of((square.column, square.row)), f"{square} is called {name}")
        check(square_named(name) == square, f"{name} is read as {square_named(name)}")


@guards("splinter.board.one-piece", "splinter.notation.square")
def json_is_canonical(position: Position) -> None:
    """JSON lists pieces by column, then row, by the names of squares; they may be given in any other order."""
    data = splinter.to_json(position)
    expected = [[name_of(place), *man] for place, man in sorted(standing_of(position).items())]
    check(data["pieces"] == expected, f"{data['pieces']} stand for {expected}")
    pairs = [[name_of(now), name_of(before)] for now, before in sorted(position.memory)]
    check(data["memory"] == pairs, f"{data['memory']} stand for {pairs}")
    turned_round = data | {"pieces": data["pieces"][::-1], "memory": data["memory"][::-1]}
    check(splinter.from_json(turned_round) == position, "the order in which pieces are given matters")


@guards("splinter.board.one-piece", "splinter.notation.square", "splinter.board.limits")
def positions_that_break_the_board_are_refused(position: Position) -> None:
    """A position is refused if pieces share a square, one is off the board, or the board is too large or small."""
    data = splinter.to_json(position)
    first = data["pieces"][0]
    beyond = name_of((position.columns - 1, position.rows))
    wrong = {
        "splinter.board.one-piece": [data | {"pieces": [*data["pieces"], [first[0], "white", "circle"]]}],
        "splinter.notation.square": [data | {"pieces": [*data["pieces"], [beyond, "blue", "circle"]]}],
        "splinter.board.limits": [data | {"board": name} for name in ("1x5", "5x1", "27x26", "26x27")],
    }
    for clause, several in wrong.items():
        for broken in several:
            every_game.check_refused(clause, broken, splinter.from_json, broken)


@guards("splinter.slide.return", "splinter.start.agreed")
def a_memory_that_no_slide_leaves_is_refused(position: Position) -> None:
    """A memory is refused if its piece is not there, has not moved, or has moved too far.

    Any position may have no memory.
    """
    data = splinter.to_json(position)
    every_game.check_refused(None, "no memory", splinter.from_json, data | {"memory": []})
    places = [Square(column, row) for column in range(position.columns) for row in range(position.rows)]
    column, row = next(iter(position.pieces))
    first, far = name_of((column, row)), name_of((column + 2 if column < 24 else column - 2, row))
    wrong = [[first, first], [first, far]]
    empty = next((name_of(place) for place in places if place not in position.pieces), None)
    wrong += [[empty, first]] if empty else []
    for memory in ([*data["memory"], pair] for pair in wrong):
        other = data | {"memory": memory}
        every_game.check_refused("splinter.slide.return", f"the memory {memory}", splinter.from_json, other)


@guards("splinter.board.rectangle", "splinter.pieces.kinds")
def a_picture_shows_every_piece(position: Position) -> None:
    hints = every_game.titles(splinter.to_svg(position))
    expected = [" ".join((name_of(place), *man)) for place, man in standing_of(position).items()]
    missing = set(expected) - set(hints)
    check(not missing, f"{sorted(missing)} are not drawn")


@guards("splinter.turn.parts")
def a_picture_can_show_the_last_turn(position: Position, turn: Turn) -> None:
    after = splinter.play(position, turn)
    changed = {square for square, _ in position.standing ^ after.standing}
    check(turn.square is None or turn.square in changed, f"{turn.square} has not changed")
    drawn = ElementTree.fromstring(splinter.to_svg(after, marked=changed, last=turn))
    check(drawn.tag.endswith("svg"), "the picture is no SVG")
