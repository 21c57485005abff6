"""Creators of Scrunch: who is stuck, passes or loses all, and how creation ends."""

from __future__ import annotations

import pytest

from shatterproof import scrunch
from shatterproof.game import IllegalTurn, Outcome
from shatterproof.scrunch.cells import Cell, board
from shatterproof.scrunch.position import Turn
from shatterproof.scrunch.snakes import is_egg


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
    with pytest.raises(IllegalTurn) as refused:
        scrunch.play(position, Turn(removed=tuple(sorted(position.dark))))
    assert refused.value.clause == "scrunch.death.when"


def test_a_creator_who_can_lay_no_egg_but_grow_neither_passes_nor_has_lost() -> None:
    for readings in ("scrunch.stuck-creator=pass", "scrunch.shut-out=loses"):
        position = scrunch.from_diagram(
            f"Scrunch 2, Dark to move, creating Dark\n . .\n. x o\n . .\nreadings {readings}\n"
        )
        assert scrunch.outcome(position) is None
        turns = list(scrunch.turns(position))
        assert turns
        assert all(turn.moved for turn in turns)
        with pytest.raises(IllegalTurn) as refused:
            scrunch.play(position, Turn())
        assert refused.value.clause == "scrunch.turn.no-pass"


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
    with pytest.raises(IllegalTurn) as refused:
        scrunch.play(position, Turn(placed=turns[0].placed))
    assert refused.value.clause == "scrunch.creation.over"


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
        with pytest.raises(IllegalTurn) as refused:
            scrunch.play(position, Turn(removed=named))
        assert refused.value.clause == f"scrunch.{rule}"


def test_a_creator_who_passes_or_can_lay_an_egg_removes_nothing() -> None:
    stuck = scrunch.from_diagram(f"{STUCK}readings stuck-creator=pass")
    assert list(scrunch.turns(stuck)) == [Turn()]
    free = scrunch.from_diagram("Scrunch 2, Dark to move, creating Dark\n . x\no o .\n o .\n")
    assert [scrunch.format_turn(free, turn) for turn in scrunch.turns(free)] == ["a2"]
    for position, removed, rule in ((stuck, ALL_EGGS[:1], "stuck-creator"), (free, (Cell(2, 1),), "death.creator")):
        with pytest.raises(IllegalTurn) as refused:
            scrunch.play(position, Turn(removed=removed))
        assert refused.value.clause == f"scrunch.{rule}"


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
