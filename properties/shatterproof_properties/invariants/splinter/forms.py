"""What must hold of positions and games as data, diagrams, records and pictures."""

from __future__ import annotations

from xml.etree import ElementTree

from shatterproof import splinter, strict_json
from shatterproof.game import IllegalPosition
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.squares import Square
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.splinter.definitions import name_of, standing_of

tie(
    __name__,
    splinter,
    {
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


@guards("splinter.board.one-piece", "splinter.notation.square")
def json_is_canonical(position: Position) -> None:
    """Pieces come by column, then row, each under the name of its square; every order reads as the same position."""
    data = splinter.to_json(position)
    expected = [[name_of(place), *man] for place, man in sorted(standing_of(position).items())]
    check(data["pieces"] == expected, f"{data['pieces']} stand for {expected}")
    pairs = [[name_of(now), name_of(before)] for now, before in sorted(position.memory)]
    check(data["memory"] == pairs, f"{data['memory']} stand for {pairs}")
    turned_round = data | {"pieces": data["pieces"][::-1], "memory": data["memory"][::-1]}
    check(splinter.from_json(turned_round) == position, "the order in which pieces are given matters")


@guards("splinter.board.one-piece", "splinter.notation.square", "splinter.board.limits")
def positions_that_break_the_board_are_refused(position: Position) -> None:
    """Two pieces on one square; a piece beyond the edge; a board too large or too small."""
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
            found = _refusal(broken)
            check(found == clause, f"{strict_json.encode(broken)} is refused by {found}")


def _refusal(data: object) -> str | None:
    """The clause against a position given as data; None if it is accepted."""
    try:
        splinter.from_json(data)
    except IllegalPosition as refused:
        return refused.clause
    return None


@guards("splinter.slide.return", "splinter.start.agreed")
def a_memory_that_no_slide_leaves_is_refused(position: Position) -> None:
    """Of a piece that is not there, that stayed, or that went too far; without any a position can always stand."""
    data = splinter.to_json(position)
    check(_refusal(data | {"memory": []}) is None, "a position needs its memory")
    places = [Square(column, row) for column in range(position.columns) for row in range(position.rows)]
    column, row = next(iter(position.pieces))
    first, far = name_of((column, row)), name_of((column + 2 if column < 24 else column - 2, row))
    wrong = [[first, first], [first, far]]
    empty = next((name_of(place) for place in places if place not in position.pieces), None)
    wrong += [[empty, first]] if empty else []
    for memory in ([*data["memory"], pair] for pair in wrong):
        found = _refusal(data | {"memory": memory})
        check(found == "splinter.slide.return", f"the memory {memory} is refused by {found}")


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
