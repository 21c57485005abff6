"""Rule-shaped mutants of the reference of Scrunch, each with a property and a position that kill it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import networkx as nx

from invariants.mutants import ByLaw, killed_by
from shatterproof import scrunch
from shatterproof.game import Outcome
from shatterproof.scrunch import cells, creation, death, notation, position, snakes, wriggling
from shatterproof.scrunch.cells import Cell, Stones
from shatterproof.scrunch.position import Position
from shatterproof.scrunch.snakes import Standing
from shatterproof_properties.invariants import every_game
from shatterproof_properties.invariants.scrunch import death as death_laws
from shatterproof_properties.invariants.scrunch import enumeration, growth, stones


def drawn(rows: str, header: str = "Dark to move", **readings: str) -> Position:
    """A position from the rows of its diagram, from the top, with strokes between them."""
    return scrunch.from_diagram("\n".join([header, *rows.split("/")]), scrunch.Readings(**readings))


BOTH = "Dark to move, creating Dark and Light"
EGGS = drawn("x . ./. . . ./. . x . ./. . . ./o . .", BOTH)
"""Two eggs of a creator with room for more."""
PAIR = drawn(". . ./. . . ./x . x . ./. . . ./. . .", "Dark to move, creating Light")
"""Two eggs, past creation, with one cell between them."""
UNEQUAL = drawn(". . ./. . . ./x . x x ./. . . ./. o .")
"""An egg and a longer snake with one cell between them."""
TRIANGLE = drawn(". . ./. x . ./. x x . ./. . . ./o . .")
STUCK = drawn(". . ./. . . ./. . . . ./x . . o/x o x", "Dark to move, creating Light")
"""Dark's egg in the corner is stuck, Dark's pair is not."""
TWO_STUCK = drawn("o x o/x o x x/o x . o x/. x x o/. o o", "Light to move")
"""Two snakes have to go, one after the other."""
TIED = drawn(". o ./o x . ./. x o . ./o . . ./x x o", "Dark to move, creating Light")
"""Of two smallest snakes one is stuck."""
DEAD_LARGER = drawn("x . x/o o o ./x . x o x/o o . o/x o x", "Light to move, creating Dark")
"""A snake that is not one of the smallest is stuck too."""
DEAD_LARGEST = drawn("x x x o/o o o o ./. . . . . ./. . . x x . ./. . . . . ./. . . . o/. . o x")
"""Dark's egg is stuck and Dark's largest snake is, the one between is not."""
PAIR_STUCK = drawn("o o/o x x/o o")
FORCED = drawn(". o/o . x/x o", "Light to move, creating Dark and Light")
"""A creator who can lay no egg and grow none."""
CROWDED = drawn("x o ./o . . ./. . . . ./. . . ./. . .", BOTH)
"""Dark may lay eggs, and may not remove the one in the corner."""
LAST_CELL = drawn(". ./. . ./. .", BOTH)
"""An egg in the middle leaves its owner no cell."""
SHUT_OUT = drawn(". ./. o ./. .", BOTH, isolated="from-all", shut_out="loses")
BARE = drawn("x . ./. . . ./. . x . ./. . . ./o . .", BOTH, first_wriggle="bare-placement")
THEN_WRIGGLE = replace(STUCK, readings=scrunch.Readings(removal_ends_turn="then-wriggle"))
PARTING = drawn(". x/. o ./x .", removal_ends_turn="then-wriggle", removal_count="before-removal")
"""Of two stuck eggs either may go, and the other part in its place."""
LOST = drawn("o o/o . o/o o", "Light to move")
"""Dark has no snake left."""

PLACEMENTS, MOVEMENTS, RESULTING_SNAKE = wriggling.placements, wriggling.movements, wriggling.resulting_snake
WITHOUT, MUST_GO_ON, OUTCOME, FINISH = death.without, death.must_go_on, scrunch.outcome, position._finish
FRIENDLY, BOARD = snakes.mutants, cells.board


def four_neighbours(side: int) -> Any:

    def slant(cell: Cell) -> int:
        return cell.column - min(cell.row, side - 1)

    return {
        one: {two for two in beside if one.row == two.row or slant(one) == slant(two)}
        for one, beside in BOARD(side).items()
    }


def beside_what_becomes_smallest(standing: Standing, grown: Iterable[Stones]) -> list[Cell]:
    found = PLACEMENTS(standing, standing.snakes)
    after = {cell: standing.with_stones(standing.own | {cell}) for cell in found}
    return [cell for cell in found if RESULTING_SNAKE(standing, cell) in after[cell].smallest]


def moving_the_placed_stone_too(standing: Standing, placed: Cell) -> Iterator[tuple[Cell, Cell]]:
    yield from MOVEMENTS(standing, placed)
    yield from ((placed, target) for target in sorted(BOARD(standing.side)[placed]) if standing.is_empty(target))


def leaping(standing: Standing, placed: Cell) -> Iterator[tuple[Cell, Cell]]:
    snake = RESULTING_SNAKE(standing, placed)
    for stone in sorted(snake - {placed}):
        for target in PLACEMENTS(standing, [snake]):
            if target != placed:
                yield stone, target


def within_the_small_snake(standing: Standing, placed: Cell) -> Iterator[tuple[Cell, Cell]]:
    small = {stone for snake in standing.smallest for stone in snake}
    return (step for step in MOVEMENTS(standing, placed) if step[0] in small)


def triangles_too(side: int, own: Stones) -> list[Cell]:
    cliques = nx.find_cliques(snakes.joined(side, own))
    return sorted({*FRIENDLY(side, own), *(cell for clique in cliques if len(clique) > 2 for cell in clique)})


def any_dead_snake(standing: Standing) -> list[Stones]:
    return [snake for snake in standing.snakes if not wriggling.can_grow(standing, snake)]


def ended_by_the_last_egg(standing: Standing, cell: Cell) -> Standing:
    after = standing.with_stones(standing.own | {cell})
    return after if creation.isolated_cells(after) else creation.past_creation(after)


def won_by_the_wrong_side(one: Position) -> Outcome | None:
    ended = OUTCOME(one)
    return ended and Outcome(cells.opponent(ended.winner or ""), ended.clause)


def ending_creation_for_both(one: Position, standing: Standing) -> Position:
    after = FINISH(one, standing)
    return after if standing.creating else replace(after, creating=frozenset())


def named_by_its_last_cell(one: Position, cell: Cell) -> Cell:
    own = snakes.snakes(one.side, one.stones(one.to_move))
    return next((max(snake) for snake in own if cell in snake), cell)


def nothing_checked(*given: Any) -> None:
    """Whatever it is, it is allowed."""


def never(*given: Any) -> bool:
    return False


KILLED_BY: ByLaw = {
    stones.the_board_is_a_hexagon_of_hexagons: {
        "cells have four neighbours": (cells.board, four_neighbours, "3"),
    },
    growth.eggs_are_laid_in_creation_on_isolated_cells_and_nowhere_else: {
        "an egg may lie beside a friend": (creation.is_isolated, lambda standing, cell: True, EGGS),
        "an egg may not lie beside the other side's stone": (
            creation.is_isolated,
            lambda standing, cell: not snakes.friends(standing.side, standing.own | standing.opposing, cell),
            EGGS,
        ),
        "eggs are laid past creation": (creation.check_egg, nothing_checked, PAIR),
    },
    growth.creation_ends_by_growing_and_by_what_the_readings_say: {
        "a growth does not end creation": (creation.past_creation, lambda standing: standing, EGGS),
        "the last possible egg ends creation": (creation.after_egg, ended_by_the_last_egg, LAST_CELL),
        "a forced removal leaves creation open": (
            death.without,
            lambda standing, snake: standing.with_stones(standing.own - snake),
            FORCED,
        ),
    },
    stones.the_opponents_stones_and_phase_are_never_touched: {
        "a growth ends creation for both": (position._finish, ending_creation_for_both, EGGS),
    },
    enumeration.turns_are_complete: {
        "the first growth of a bare placement moves a stone": (wriggling.is_bare, never, BARE),
        "the smallest snake is measured after the placement": (
            wriggling.placements,
            beside_what_becomes_smallest,
            PAIR,
        ),
        "the placed stone moves": (wriggling.movements, moving_the_placed_stone_too, PAIR),
        "a stone leaps along its snake": (wriggling.movements, leaping, PAIR),
        "only stones of the smallest snake move": (wriggling.movements, within_the_small_snake, UNEQUAL),
        "merged snakes stay merged": (
            wriggling.most_snakes,
            lambda standing, growth: len(snakes.snakes(standing.side, standing.own | {growth.placed})),
            UNEQUAL,
        ),
        "a growth never follows a removal": (position.wriggles_too, never, THEN_WRIGGLE),
        "a stuck creator removes one egg at a time, whatever the reading": (
            death.loses_all,
            never,
            replace(FORCED, readings=scrunch.Readings(stuck_creator="loses-all")),
        ),
        "a growth is held against the snakes left, whatever the reading": (
            death.counted_before,
            lambda standing: standing,
            PARTING,
        ),
    },
    growth.only_smallest_snakes_grow: {
        "any snake grows": (
            wriggling.placements,
            lambda standing, grown: PLACEMENTS(standing, standing.snakes),
            UNEQUAL,
        ),
    },
    growth.a_turn_leaves_no_mutant_and_no_forbidden_loop: {
        "mutants stand": ((snakes, "MOST_FRIENDS"), 3, TRIANGLE),
    },
    stones.mutants_and_loops_follow_their_definitions: {
        "a triangle is a mutant": (snakes.mutants, triangles_too, UNEQUAL),
    },
    growth.after_creation_the_number_of_snakes_never_grows: {
        "growth parts snakes": (wriggling.most_snakes, lambda standing, growth: None, PAIR),
    },
    death_laws.snakes_are_removed_one_at_a_time_until_a_smallest_can_grow: {
        "one removal is enough": (death.must_go_on, never, TWO_STUCK),
        "all dead snakes go": (
            {
                death.must_go_on: lambda standing: any(
                    not wriggling.can_grow(standing, snake) for snake in standing.snakes
                ),
                death.dead: any_dead_snake,
            },
            None,
            DEAD_LARGEST,
        ),
        "larger snakes are removed first": (death.dead, any_dead_snake, DEAD_LARGER),
    },
    death_laws.each_kind_of_turn_is_there_when_it_should_be: {
        "a stuck snake goes though another can grow": (
            death.must_remove,
            lambda standing: not all(wriggling.can_grow(standing, snake) for snake in standing.smallest),
            TIED,
        ),
        "creators remove at will": (death.check_may_remove, nothing_checked, CROWDED),
    },
    death_laws.a_pass_is_legal_where_nothing_else_is_and_nowhere_else: {
        "a stuck creator passes": (
            position.must_pass,
            lambda standing: standing.creating and (not wriggling.can_wriggle(standing)),
            FORCED,
        ),
    },
    partial(every_game.each_result_is_listed_once_by_its_first_turn, scrunch): {
        "what can part is given up as hopeless": (death.is_hopeless, lambda standing, snake: True, PARTING),
    },
    death_laws.whoever_has_no_snake_left_has_lost: {
        "nobody ever loses": (scrunch.outcome, lambda one: None, LOST),
        "whoever removes their last snake wins": (scrunch.outcome, won_by_the_wrong_side, LOST),
        "nobody is shut out": (position.is_shut_out, never, SHUT_OUT),
    },
    enumeration.turns_are_sound: {
        "each result is listed by all its turns": (scrunch.results, scrunch.actions, PAIR),
    },
    stones.a_stone_more_may_stand_unless_it_makes_a_mutant_or_a_creators_snake: {
        "creators may be set up with longer snakes": (position.check_snakes, nothing_checked, EGGS),
    },
    stones.a_position_may_be_set_up_in_all_phases_that_can_be: {
        "the side to move may be set up with nothing": (position.check_phases, nothing_checked, LAST_CELL),
    },
    partial(every_game.printed_turns_read_back_to_themselves, scrunch): {
        "a removed snake is named by its last cell": (notation._smallest_cell, named_by_its_last_cell, PAIR_STUCK),
    },
}
MUTANTS = killed_by(KILLED_BY)
