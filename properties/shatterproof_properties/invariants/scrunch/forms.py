"""What must hold of positions and turns as text, data, records and pictures: what is printed reads back."""

from __future__ import annotations

import re
from itertools import islice
from xml.etree import ElementTree

from shatterproof import scrunch
from shatterproof.movetext import wrapped
from shatterproof.scrunch.cells import Cell, cell_named, describe
from shatterproof.scrunch.position import Position, Turn
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.scrunch.brute_force import cell_at, hand_of, place_of, places, snake_at

WRITTEN_FORMS = (
    "scrunch.notation.egg",
    "scrunch.notation.growth",
    "scrunch.notation.removal",
    "scrunch.notation.pass",
)
"""The clauses about the forms in which a turn can be written."""


def said(cell: Cell) -> str:
    """The name of a cell by definition: a letter for the row from the bottom, a number for the place in it from 1."""
    return "abcdefghijklmnopqrs"[cell[0]] + str(cell[1] + 1)


@guards("scrunch.notation.cell", "scrunch.board.hexagon")
def every_cell_has_a_name_of_its_own(board: str) -> None:
    side = int(board)
    cells = [cell_at(side, place) for place in sorted(places(side))]
    names = [describe(cell) for cell in cells]
    check(names == [said(cell) for cell in cells], f"the cells are called {names}")
    check([cell_named(name) for name in names] == cells, "a name leads to another cell")
    counted = [name for row in range(2 * side - 1) for name in _row(side, row)]
    check(names == counted, f"by counting the cells of every row they are called {counted}")


def _row(side: int, row: int) -> list[str]:
    return [f"{'abcdefghijklmnopqrs'[row]}{number + 1}" for number in range(side + min(row, 2 * side - 2 - row))]


@guards("scrunch.notation.cell")
def cells_off_the_board_are_no_place_for_a_turn(position: Position) -> None:
    """A turn on a cell just past the end of a row, or above the last row, is refused."""
    if scrunch.outcome(position):
        return
    rows = 2 * position.side - 1
    off = [Cell(row, len(_row(position.side, row))) for row in range(rows)]
    for cell in [*off, *([Cell(rows, 0)] if rows < 19 else [])]:
        for text in (said(cell), f"x {said(cell)}", f"{said(cell)} a1-a2", f"a1 a2-{said(cell)}"):
            every_game.check_refused("scrunch.notation.cell", text, scrunch.parse_turn, position, text)


def text_by_definition(turn: Turn) -> str:
    """The text of a turn, put together from its parts."""
    parts = ["x " + " ".join(map(said, turn.removed))] if turn.removed else []
    if turn.placed:
        step = f" {said(turn.moved[0])}-{said(turn.moved[1])}" if turn.moved else ""
        parts.append(said(turn.placed) + step)
    return "; ".join(parts) or "pass"


@guards("scrunch.notation.cell", *WRITTEN_FORMS)
def turns_print_as_their_parts(position: Position, turn: Turn) -> None:
    found = scrunch.format_turn(position, turn)
    check(found == text_by_definition(turn), f"{turn} is printed as {found}, by definition {text_by_definition(turn)}")


tie(
    __name__,
    scrunch,
    {
        every_game.printed_turns_read_back_to_themselves: WRITTEN_FORMS,
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


@guards("scrunch.notation.removal", "scrunch.death.which")
def a_removed_snake_may_be_named_by_any_of_its_stones(position: Position, turn: Turn) -> None:
    """Any of its stones may name a removed snake. The text written names the first stone, by row and then by place."""
    own = hand_of(position).own
    for cell in turn.removed:
        snake = [cell_at(position.side, place) for place in snake_at(place_of(position.side, cell), own)]
        check(cell == min(snake), f"the snake on {sorted(snake)} is named by {cell}")
        for other in snake:
            text = text_by_definition(turn).replace(f" {said(cell)}", f" {said(other)}", 1)
            check(scrunch.parse_turn(position, text) == turn, f"{text} reads back as another turn")


@guards(*WRITTEN_FORMS)
def anything_else_in_a_text_is_malformed(position: Position, turn: Turn) -> None:
    """A text with a space more or less, a capital, or a sign at its end is malformed."""
    text = scrunch.format_turn(position, turn)
    gaps = [found.start() for found in re.finditer(" ", text)]
    wrong = [text[:at] + " " + text[at:] for at in gaps] + [text[:at] + text[at + 1 :] for at in gaps]
    for said_so in (*wrong, f" {text}", f"{text} ", f"{text}+", f"{text}\n", text.upper(), f"{text};", f"{text} pass"):
        check(every_game.is_malformed(scrunch, position, said_so), f"{said_so!r} is not malformed")


@guards("scrunch.notation.record")
def a_record_tells_its_turns_apart(position: Position, turn: Turn) -> None:
    """A record tells apart any two turns that follow one another, though a turn may have several words.

    Only an egg after a removal is lost if the parentheses are left out.
    """
    after = scrunch.play(position, turn)
    following = list(islice(scrunch.turns(after), 3))
    printed = [scrunch.format_turn(position, turn), *(scrunch.format_turn(after, other) for other in following)]
    for one in printed:
        for two in printed:
            check(_are_separate(wrapped(one), wrapped(two)), f"{one} and {two} are read as others in a record")
            lost = one.startswith("x") and ";" not in one and re.fullmatch(_CELL, two) is not None
            check(_are_separate(one, two) != lost, f"{one} and {two}, without parentheses: expected {not lost}")


def _are_separate(one: str, two: str) -> bool:
    return [found.group() for found in scrunch.TURN_TEXT.finditer(f"{one} {two}")] == [one, two]


@guards("scrunch.notation.egg", "scrunch.notation.growth", "scrunch.notation.removal")
def only_texts_of_the_forms_mean_a_turn(position: Position, text: str) -> None:
    """A text is malformed exactly if it has none of the forms, whatever the position."""
    form = re.compile(r"pass|(?:x(?: CELL)+)(?:; CELL(?: CELL-CELL)?)?|CELL(?: CELL-CELL)?".replace("CELL", _CELL))
    malformed = every_game.is_malformed(scrunch, position, text)
    check(malformed != bool(form.fullmatch(text)), f"{text!r} is malformed: {malformed}")


_CELL = r"[a-s](?:1[0-9]?|[2-9])"


@guards("scrunch.start.agreed", "scrunch.notation.cell")
def json_is_canonical(position: Position) -> None:
    """JSON lists cells by row and then by place; any other order reads as the same position; Dark creates first."""
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
    """A turn adds and takes only stones of the mover, and a picture can mark the cells that change."""
    after = scrunch.play(position, turn)
    changed = {*(position.dark ^ after.dark), *(position.light ^ after.light)}
    check(changed == position.stones(position.to_move) ^ after.stones(position.to_move), "the difference is elsewhere")
    check(ElementTree.fromstring(scrunch.to_svg(after, changed, turn)) is not None, "the turn makes no picture")
