"""What must hold of the board and of the stones on it, as played and as set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof.scrunch.cells import DARK, LARGEST_BOARD, LIGHT, Cell, describe, opponent
from shatterproof.scrunch.cells import board as graph_of
from shatterproof.scrunch.position import Position, Turn, set_up
from shatterproof.scrunch.snakes import has_loop, is_egg, mutants, snakes
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.scrunch.brute_force import (
    beside,
    cell_at,
    hand_of,
    is_looped,
    is_mutant,
    place_of,
    places,
    seen,
    smallest_of,
    snakes_of,
)

PHASES: Sequence[frozenset[str]] = [frozenset(sides) for sides in ((), (DARK,), (LIGHT,), (DARK, LIGHT))]
NO_BOARDS = ("", "0", "1", "11", "100", "07", "7x7", "-7", "7.0", "seven", "٧")


@guards("scrunch.board.hexagon")
def the_board_is_a_hexagon_of_hexagons(board: str) -> None:
    """The board has all cells within a number of steps from the middle; each is beside those one step away."""
    side = int(board)
    graph = graph_of(side)
    check(set(graph) == {cell_at(side, place) for place in places(side)}, f"the cells of board {side} are others")
    check(len(graph) == 3 * side * (side - 1) + 1, f"board {side} has {len(graph)} cells")
    for cell in graph:
        near = {cell_at(side, place) for place in beside(place_of(side, cell)) & places(side)}
        check(set(graph[cell]) == near, f"beside {describe(cell)} lie {sorted(map(describe, graph[cell]))}")


@guards("scrunch.board.limits")
def boards_have_2_to_10_cells_along_a_side(board: str) -> None:
    check(scrunch.board_size(board) == (int(board),), f"board {board} has another size")
    for name in (*NO_BOARDS, str(LARGEST_BOARD + int(board) - 1)):
        try:
            scrunch.start(name)
        except InputError:
            continue
        raise AssertionError(f"there is a board {name!r}")


@guards("scrunch.start.empty", "scrunch.turn.order")
def the_start_is_empty_and_dark_moves(board: str) -> None:
    position = scrunch.start(board)
    check(not position.dark and not position.light, "stones stand at the start")
    check(position.to_move == DARK and position.creating == {DARK, LIGHT}, "the start is not before Dark's first egg")
    check(scrunch.outcome(position) is None, "the game is over before it starts")


@guards("scrunch.board.one-stone", "scrunch.board.hexagon")
def every_stone_stands_alone_on_a_cell_of_the_board(position: Position) -> None:
    check(not position.dark & position.light, f"two stones on {sorted(position.dark & position.light)}")
    check(seen(position.side, position.dark | position.light) <= places(position.side), "a stone is off the board")


@guards("scrunch.snake.group", "scrunch.snake.egg", "scrunch.snake.smallest")
def snakes_are_the_groups_of_connected_stones(position: Position) -> None:
    for colour in (DARK, LIGHT):
        stones = position.stones(colour)
        found = snakes(position.side, stones)
        brute_force = snakes_of(seen(position.side, stones))
        check([seen(position.side, snake) for snake in found] == brute_force, f"{colour} has the snakes {brute_force}")
        alone = {cell for cell in stones if not beside(place_of(position.side, cell)) & seen(position.side, stones)}
        check({min(snake) for snake in found if is_egg(snake)} == alone, f"the eggs of {colour}")
    smallest = [seen(position.side, snake) for snake in position.mover.smallest]
    check(smallest == smallest_of(hand_of(position).own), "the mover's smallest snakes are others")


@guards("scrunch.snake.mutant", "scrunch.loops")
def mutants_and_loops_follow_their_definitions(position: Position) -> None:
    """Adding a stone on any cell makes a mutant, or closes a loop, exactly when the definitions say so."""
    for cell in sorted(set(graph_of(position.side)) - position.mover.own):
        stones = position.mover.own | {cell}
        there = seen(position.side, stones)
        check(bool(mutants(position.side, stones)) == is_mutant(there), f"a mutant with {describe(cell)}")
        check(has_loop(position.side, stones) == is_looped(there), f"a loop with {describe(cell)}")


def _fault(position: Position) -> str | None:
    """The clause that refuses a position; None if it is accepted. No two of its stones share a cell."""
    hands = {colour: hand_of(position, colour) for colour in (DARK, LIGHT)}
    for hand in hands.values():
        if hand.creating and any(len(snake) > 1 for snake in snakes_of(hand.own)):
            return "scrunch.start.eggs"
        if is_mutant(hand.own) or (position.readings.loops == "forbidden" and is_looped(hand.own)):
            return "scrunch.start.mutants"
    mover = hands[position.to_move]
    return None if mover.creating or mover.own else "scrunch.start.phases"


def _check_set_up(one: Position) -> None:
    given = one.board, one.dark, one.light, one.to_move, one.creating, one.readings
    expected = _fault(one)
    every_game.check_refused(expected, scrunch.to_json(one), set_up, *given)
    if not expected:
        again = set_up(*given)
        check(again == one and hash(again) == hash(one), "set up again, the position is another")


@guards("scrunch.start.agreed", "scrunch.start.phases", "scrunch.start.eggs")
def a_position_may_be_set_up_in_all_phases_that_can_be(position: Position) -> None:
    for creating in PHASES:
        for colour in (DARK, LIGHT):
            _check_set_up(replace(position, creating=creating, to_move=colour))


@guards("scrunch.start.agreed", "scrunch.start.eggs", "scrunch.start.mutants")
def a_stone_more_may_stand_unless_it_makes_a_mutant_or_a_creators_snake(position: Position) -> None:
    for cell in sorted(set(graph_of(position.side)) - position.dark - position.light):
        _check_set_up(replace(position, dark=position.dark | {cell}))
        _check_set_up(replace(position, light=position.light | {cell}))


@guards("scrunch.start.agreed", "scrunch.board.one-stone", "scrunch.notation.cell")
def two_stones_on_a_cell_or_one_off_the_board_are_refused(position: Position) -> None:
    data, off = scrunch.to_json(position), describe(Cell(2 * position.side - 2, position.side))
    spoilt = [("scrunch.notation.cell", colour, off) for colour in (DARK, LIGHT)]
    spoilt += [
        ("scrunch.board.one-stone", colour, taken)
        for colour in (DARK, LIGHT)
        for taken in (*data[colour][:1], *data[opponent(colour)][:1])
    ]
    for clause, colour, name in spoilt:
        spoilt_data = data | {colour: [*data[colour], name]}
        every_game.check_refused(clause, spoilt_data, scrunch.from_json, spoilt_data)


@guards("scrunch.turn.order", "scrunch.turn.parts", "scrunch.death.which")
def the_opponents_stones_and_phase_are_never_touched(position: Position, turn: Turn) -> None:
    after = scrunch.play(position, turn)
    other = opponent(position.to_move)
    check(after.to_move == other, f"{position.to_move} moves, then {after.to_move}")
    check(after.stones(other) == position.stones(other), f"a turn of {position.to_move} changed the stones of {other}")
    check((other in after.creating) == (other in position.creating), f"a turn changed the phase of {other}")
    check((after.side, after.readings) == (position.side, position.readings), "a turn changed the board or readings")
