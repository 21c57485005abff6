"""What must hold of positions and games as data, diagrams, records and pictures."""

from __future__ import annotations

from shatterproof import crumble
from shatterproof.crumble.position import Position
from shatterproof.errors import InputError
from shatterproof_properties.invariants import check, every_game, guards, tie

tie(
    __name__,
    crumble,
    {
        every_game.json_reads_back_to_the_same_position: (
            "crumble.start.agreed",
            "crumble.board.limits",
            "crumble.pieces.colours",
        ),
        every_game.records_replay_to_the_same_positions: (
            "crumble.notation.location",
            "crumble.turn.order",
            "crumble.takeback",
        ),
    },
)


@guards("crumble.board.limits")
def json_is_canonical(position: Position) -> None:
    """Pieces come from the south row up; lengths are strings; every order of pieces reads as the same position."""
    data = crumble.to_json(position)
    places = [(piece.y, piece.x) for piece in position.arrangement.pieces]
    check(places == sorted(places), "the pieces are not sorted by place")
    check(all(isinstance(text, str) for item in data["pieces"] for text in item), "a length is no string")
    turned_round = data | {"pieces": data["pieces"][::-1]}
    check(crumble.from_json(turned_round) == position, "the order in which pieces are given matters")


@guards("crumble.start.agreed", "crumble.pieces.cover")
def diagrams_read_back_to_the_same_position(position: Position) -> None:
    try:
        crumble.to_diagram(position)
    except InputError as refusal:
        finest = min(min(piece.width, piece.height) for piece in position.arrangement.pieces)
        crowded = len(position.arrangement.pieces) > 25
        check(crowded or finest < 1 << 15, f"no diagram of a coarse position: {refusal}")
        return
    every_game.diagrams_read_back_to_the_same_position(crumble, position)


@guards("crumble.pieces.cover", "crumble.pieces.colours")
def a_picture_shows_every_piece(position: Position) -> None:
    hints = every_game.titles(crumble.to_svg(position))
    black = sum(hint.startswith("Black ") for hint in hints)
    check(len(hints) == len(position.arrangement.pieces), f"{len(hints)} pieces are drawn")
    check(black == len(position.black), f"{black} black pieces are drawn")
