"""What must hold of positions and games as data, diagrams, records and pictures."""

from __future__ import annotations

from xml.etree import ElementTree

from shatterproof import scrunch
from shatterproof.scrunch.position import Position, Turn
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.scrunch.definitions import places
from shatterproof_properties.invariants.scrunch.notation import said

tie(
    __name__,
    scrunch,
    {
        every_game.json_reads_back_to_the_same_position: (
            "scrunch.start.agreed",
            "scrunch.board.limits",
            "scrunch.start.phases",
        ),
        every_game.records_replay_to_the_same_positions: ("scrunch.notation.record", "scrunch.turn.order"),
        every_game.playing_on_never_changes_an_earlier_position: ("scrunch.turn.order",),
        every_game.a_refused_turn_changes_nothing: ("scrunch.turn.finished",),
    },
)


@guards("scrunch.start.agreed", "scrunch.notation.cell")
def json_is_canonical(position: Position) -> None:
    """Cells come by row, then by place in the row; every order reads as the same position; Dark creates first."""
    data = scrunch.to_json(position)
    for colour in ("dark", "light"):
        expected = [said(cell) for cell in sorted(position.stones(colour))]
        check(data[colour] == expected, f"{colour} has {data[colour]}, by definition {expected}")
        turned_round = data | {colour: data[colour][::-1]}
        check(scrunch.from_json(turned_round) == position, "the order in which cells are given matters")
    check(data["creating"] == sorted(position.creating), f"in creation are {data['creating']}")
    check(("readings" in data) == bool(position.readings.departures()), "the readings are named without need, or not")


@guards("scrunch.start.agreed", "scrunch.board.hexagon", "scrunch.start.phases")
def diagrams_read_back_to_the_same_position(position: Position) -> None:
    every_game.diagrams_read_back_to_the_same_position(scrunch, position)
    text = scrunch.to_diagram(position)
    rows = [line for line in text.splitlines() if line and not line.strip(" xo.")]
    check(len(rows) == 2 * position.side - 1, f"the diagram has {len(rows)} rows")
    for letter, stones in (("x", position.dark), ("o", position.light)):
        check(sum(row.count(letter) for row in rows) == len(stones), f"stones are missing:\n{text}")
    for row, line in enumerate(reversed(rows)):
        drawn = {cell.column for cell in position.dark if cell.row == row}
        check({at for at, letter in enumerate(line.split()) if letter == "x"} == drawn, f"another row:\n{text}")


@guards("scrunch.board.hexagon", "scrunch.board.one-stone")
def a_picture_shows_every_cell_and_stone(position: Position) -> None:
    hints = every_game.titles(scrunch.to_svg(position))
    check(len(hints) == len(places(position.side)), f"{len(hints)} cells are drawn")
    for colour in ("dark", "light"):
        shown = {hint for hint in hints if hint.endswith(colour.capitalize())}
        expected = {f"{said(cell)} {colour.capitalize()}" for cell in position.stones(colour)}
        check(shown == expected, f"of {colour} are drawn {sorted(shown)}")


@guards("scrunch.board.one-stone", "scrunch.growth.both")
def a_turn_changes_stones_of_the_mover_only(position: Position, turn: Turn) -> None:
    """Only stones of the mover come and go; a picture can mark the cells that change."""
    after = scrunch.play(position, turn)
    changed = {*(position.dark ^ after.dark), *(position.light ^ after.light)}
    check(changed == position.stones(position.to_move) ^ after.stones(position.to_move), "the difference is elsewhere")
    check(ElementTree.fromstring(scrunch.to_svg(after, changed, turn)) is not None, "the turn makes no picture")
