"""Removals and creators of Scrunch: which snakes go, who is stuck, passes or loses all, and how creation ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from play.search import clause_broken, refused
from shatterproof import scrunch
from shatterproof.game import IllegalTurn, Outcome
from shatterproof.scrunch.cells import Cell, board
from shatterproof.scrunch.death import removals as removals_of
from shatterproof.scrunch.position import Position, Turn
from shatterproof.scrunch.snakes import is_egg


def walled_in(side: int) -> Position:
    """Dark to move, in creation, with eggs far apart. Light stones fill the rest, more than the rules allow."""
    graph = board(side)
    dark: set[Cell] = set()
    for cell in sorted(graph):
        if not any(other in dark for near in graph[cell] for other in (near, *graph[near])):
            dark.add(cell)
    return Position(side, frozenset(dark), frozenset(graph) - dark, "dark", frozenset(("dark",)))


COUNTED_BEFORE = {"scrunch.removal-ends-turn": "then-wriggle", "scrunch.removal-count": "before-removal"}


@pytest.mark.parametrize("readings", [{}, COUNTED_BEFORE])
def test_eggs_that_are_shut_in_one_by_one_go_in_one_way_however_many_there_are(readings: dict[str, str]) -> None:
    position = replace(walled_in(10), readings=scrunch.Readings.from_mapping(readings))
    assert len(position.dark) > 30
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn(tuple(sorted(position.dark)))
    assert after.dark == frozenset()
    ended = scrunch.outcome(after)
    assert ended
    assert ended.winner == "light"


def test_eggs_that_could_only_part_go_in_one_way_too() -> None:
    eggs = [Cell(row, column) for row in range(0, 19, 3) for column in range(1, 9, 4)]
    open_cells = {Cell(row, column + step) for row, column in eggs for step in (-1, 1)}
    light = frozenset(board(10)) - open_cells - set(eggs)
    position = Position(10, frozenset(eggs), light, "dark", frozenset(("dark",)))
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn(tuple(sorted(eggs)))
    assert after.dark == frozenset()


def test_a_snake_that_shuts_itself_in_goes_though_no_opposing_stone_stands() -> None:
    position = scrunch.from_diagram("2, Dark to move, creating Light\n x x\nx . x\n x x\n")
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn((min(position.dark),))
    assert after.dark == frozenset()


EITHER_PAIR = "Scrunch 2, Dark to move\n x o\nx . x\n . x\n"
"""Both pairs are stuck, each while the other stands."""
LARGER_STUCK = "Scrunch 3, Dark to move\n  . x .\n . . . .\n. . . . .\n o o o .\n  x x o\n"
"""Dark's pair is stuck in the corner, Dark's egg is not."""


def removals(diagram: str, **readings: Any) -> list[str]:
    position = scrunch.from_diagram(diagram, scrunch.Readings(**readings))
    return [scrunch.format_turn(position, turn) for turn in scrunch.turns(position) if turn.removed]


def test_of_two_snakes_that_stop_one_another_either_may_be_removed() -> None:
    assert removals(EITHER_PAIR) == ["x a2", "x b1"]


def test_removals_that_end_alike_come_once_unless_every_one_is_wanted() -> None:
    rows = "Light to move\no x o\nx o x x\no x . o x\n. x x o\n. o o\n"
    standing = scrunch.from_diagram(rows).mover
    assert len(list(removals_of(standing))) == 1
    assert len(list(removals_of(standing, every=True))) == 2


def test_a_stuck_snake_that_is_none_of_the_smallest_is_no_reason_to_remove() -> None:
    readings = {"tied_death": "each-stuck", "removal_scope": "any-dead"}
    position = scrunch.from_diagram(LARGER_STUCK, scrunch.Readings(**readings))
    assert removals(LARGER_STUCK, **readings) == []
    assert clause_broken(scrunch, position, "x a1") == "scrunch.death.when"


@pytest.mark.parametrize("creating", ["", ", creating Light"])
def test_only_a_creator_who_is_stuck_may_pass(creating: str) -> None:
    text = f"Scrunch 2, Dark to move{creating}\n x o\n. x x\n . .\nreadings scrunch.stuck-creator=pass\n"
    position = scrunch.from_diagram(text)
    assert [scrunch.format_turn(position, turn) for turn in scrunch.turns(position)] == ["x b2"]
    with pytest.raises(IllegalTurn):
        scrunch.play(position, Turn())


def test_a_creator_with_one_egg_that_can_grow_does_not_lose_them_all() -> None:
    position = scrunch.from_diagram(
        "Scrunch 3, Dark to move, creating Dark\n  o x o\n x o . o\no . o o .\n o . . x\n  . x .\n"
        "readings scrunch.stuck-creator=loses-all scrunch.tied-death=each-stuck\n"
    )
    turns = list(scrunch.turns(position))
    assert len(turns) == 9
    assert not any(turn.removed for turn in turns)
    assert refused(scrunch.play, position, Turn(removed=tuple(sorted(position.dark)))).clause == "scrunch.death.when"


def test_a_creator_who_can_lay_no_egg_but_grow_neither_passes_nor_has_lost() -> None:
    for readings in ("scrunch.stuck-creator=pass", "scrunch.shut-out=loses"):
        position = scrunch.from_diagram(
            f"Scrunch 2, Dark to move, creating Dark\n . .\n. x o\n . .\nreadings {readings}\n"
        )
        assert scrunch.outcome(position) is None
        turns = list(scrunch.turns(position))
        assert turns
        assert all(turn.moved for turn in turns)
        assert refused(scrunch.play, position, Turn()).clause == "scrunch.turn.no-pass"


def test_a_creator_who_can_do_nothing_passes_if_the_readings_let_them() -> None:
    position = scrunch.from_diagram("Dark to move, creating Dark\n o o\no . o\n o o\nreadings isolated=from-all\n")
    assert scrunch.outcome(position) is None
    assert list(scrunch.turns(position)) == [Turn()]
    assert scrunch.play(position, Turn()).to_move == "light"


def test_the_growth_that_ends_creation_is_a_placement_among_the_eggs_where_it_is_bare() -> None:
    position = scrunch.from_diagram(
        "Scrunch 2, Dark to move, creating Dark\n x .\n. . o\n . .\nreadings first-wriggle=bare-placement\n"
    )
    turns = [turn for turn, _ in scrunch.actions(position)]
    assert [scrunch.format_turn(position, turn) for turn in turns] == ["a1", "a2", "b1", "b2", "c2"]
    assert turns == [turn for turn, _ in scrunch.results(position)]
    lower = scrunch.from_diagram(
        "Scrunch 2, Dark to move, creating Dark\n . .\n. . o\n x .\nreadings first-wriggle=bare-placement\n"
    )
    assert [scrunch.format_turn(lower, turn) for turn in scrunch.turns(lower)] == ["a2", "b1", "b2", "c1", "c2"]


def test_an_empty_board_is_in_creation_unless_the_header_says_otherwise() -> None:
    rows = ". .\n. . .\n. .\n"
    for header, creating in (
        ("Dark to move", {"dark", "light"}),
        ("Dark to move, creating Dark", {"dark"}),
        ("Light to move, creating Dark and Light", {"dark", "light"}),
    ):
        assert scrunch.from_diagram(f"{header}\n{rows}").creating == creating


def test_an_egg_is_a_snake_of_one_stone() -> None:
    stones = sorted(board(2))[:3]
    assert [is_egg(frozenset(stones[:size])) for size in range(4)] == [False, True, False, False]


def test_past_creation_every_growth_moves_another_stone_whatever_the_first_one_is() -> None:
    position = scrunch.from_diagram(
        "3, Dark to move\n. . .\n. x . .\n. x . o .\n. . o .\n. . .\nreadings first-wriggle=bare-placement"
    )
    turns = list(scrunch.turns(position))
    assert turns
    assert all(turn.moved for turn in turns)
    assert refused(scrunch.play, position, Turn(placed=turns[0].placed)).clause == "scrunch.creation.over"


STUCK = "Scrunch 2, Dark to move, creating Dark\n x .\n. o o\n o x\n"

ALL_EGGS = (Cell(0, 1), Cell(2, 0))


def test_a_creator_who_is_stuck_loses_all_eggs_at_once_where_the_reading_says_so() -> None:
    position = scrunch.from_diagram(f"{STUCK}readings stuck-creator=loses-all")
    assert list(scrunch.turns(position)) == [Turn(removed=ALL_EGGS)]
    for removed in (ALL_EGGS, ALL_EGGS[::-1]):
        after = scrunch.play(position, Turn(removed=removed))
        assert scrunch.outcome(after) == Outcome("light", "scrunch.end.last-snake")
    first, second = ALL_EGGS
    wrong: list[tuple[tuple[Cell, ...], str]] = [
        ((first,), "stuck-creator"),
        ((first, first), "stuck-creator"),
        ((first, second, first), "stuck-creator"),
        ((first, Cell(1, 1)), "death.which"),
        ((first, Cell(0, 0)), "death.which"),
    ]
    for named, rule in wrong:
        assert refused(scrunch.play, position, Turn(removed=named)).clause == f"scrunch.{rule}"


def test_a_creator_who_passes_or_can_lay_an_egg_removes_nothing() -> None:
    stuck = scrunch.from_diagram(f"{STUCK}readings stuck-creator=pass")
    assert list(scrunch.turns(stuck)) == [Turn()]
    free = scrunch.from_diagram("Scrunch 2, Dark to move, creating Dark\n . x\no o .\n o .\n")
    assert [scrunch.format_turn(free, turn) for turn in scrunch.turns(free)] == ["a2"]
    for position, removed, rule in ((stuck, ALL_EGGS[:1], "stuck-creator"), (free, (Cell(2, 1),), "death.creator")):
        assert refused(scrunch.play, position, Turn(removed=removed)).clause == f"scrunch.{rule}"


def test_a_creator_who_is_shut_out_without_eggs_passes_and_does_not_lose_them_all() -> None:
    position = scrunch.from_diagram(
        "Scrunch 2, Light to move, creating Dark and Light\n . .\n. x .\n . .\n"
        "readings scrunch.isolated=from-all scrunch.stuck-creator=loses-all\n"
    )
    for found in (scrunch.results(position), scrunch.actions(position)):
        ((turn, after),) = found
        assert turn == Turn()
        assert after.creating == {"dark", "light"}
        assert scrunch.outcome(after) is None
