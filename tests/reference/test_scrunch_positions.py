"""Positions of Scrunch: their ends, their limits, and the results of removals and growths."""

from __future__ import annotations

import pytest

from play.search import refused
from shatterproof import scrunch
from shatterproof.game import IllegalPosition, IllegalTurn
from shatterproof.scrunch.cells import Cell, cell_named, describe
from shatterproof.scrunch.position import Turn, set_up
from shatterproof.scrunch.snakes import snakes


@pytest.mark.parametrize(
    ("rows", "turns"),
    [
        (
            "  . o .\n o x o x\n. o . o o\n x o . .\n  . o o",
            ["x b1; c3 d2-e1", "x d2; a1 b1-c1", "x d4; a1 b1-c1", "x d4; c3 d2-e1"],
        ),
        (
            "  o x o\n o . . .\nx o x x o\n x o o x\n  . x o",
            [
                "x a2; d2 c4-d4",
                *(f"x e2 a2 b1; {growth}" for growth in ("d2 c3-d3", "d2 c4-d3", "d2 c4-d4", "d3 c4-d4", "d4 c3-d2")),
            ],
        ),
        ("  o o o\n . x . o\no o o . .\n . . o o\n  o x .", ["x a2; d1 d2-d3", "x d2; a3 a2-b2"]),
    ],
)
def test_dead_snakes_that_may_part_later_are_removed_in_every_order_that_leads_elsewhere(
    rows: str, turns: list[str]
) -> None:
    readings = "readings removal-ends-turn=then-wriggle removal-count=before-removal"
    position = scrunch.from_diagram(f"Scrunch 3, Dark to move\n{rows}\n{readings}\n")
    assert [scrunch.format_turn(position, turn) for turn in scrunch.turns(position)] == turns


def test_what_a_position_may_not_have_is_said_of_the_position() -> None:
    for text, what in (
        ("3, Dark to move\n  . . .\n . x . .\n. x x x .\n . . . .\n  o . .\n", "has"),
        ("3, Dark to move\n  x x .\n x . x .\n. x x . .\n . . . .\n  o . .\nreadings loops=forbidden\n", "stand"),
    ):
        with pytest.raises(IllegalPosition, match=r"scrunch\.start\.mutants") as refused:
            scrunch.from_diagram(text)
        assert what in refused.value.what.split()
        assert "would" not in refused.value.what


@pytest.mark.parametrize(
    "text",
    [
        "Scrunch 2, Dark to move, creating Dark\n . o\n. o .\n . .\nreadings isolated=from-all shut-out=loses\n",
        "Scrunch 2, Dark to move\n x o\n. . x\n . .\n",
        "Scrunch 2, Light to move\n o x\n. . o\n . .\n",
    ],
)
def test_whoever_has_won_or_could_only_lose_threatens_nothing(text: str) -> None:
    assert not scrunch.threatens(scrunch.from_diagram(text))


def test_a_snake_to_be_removed_is_on_the_board_even_where_a_turn_need_not_be_legal() -> None:
    position = scrunch.from_diagram("2, Dark to move\n x o\n. . x\n . .\n")
    for read in (scrunch.parse_turn, scrunch.notation.attempted):
        assert refused(read, position, "x c2 c3").clause == "scrunch.notation.cell"


def test_a_board_full_of_stones_of_one_colour_is_full_of_mutants() -> None:
    assert refused(scrunch.from_diagram, "2, Dark to move\n x x\nx x x\n x x\n").clause == "scrunch.start.mutants"


def test_snakes_are_counted_after_the_placement_where_the_reading_says_so() -> None:
    rows = "4, Dark to move\no . . o\n. . . . .\n. x x x . .\n. . . . . . .\n. . . . . .\no . . . .\n. . . o\n"
    position = scrunch.from_diagram(f"{rows}readings snake-count=after-placement")
    results = [after for _, after in scrunch.results(position)]
    assert len(results) > 10
    assert all(len(snakes(4, after.dark)) == 1 for after in results)


@pytest.mark.parametrize(
    ("rows", "readings", "turns"),
    [
        ("  x o o\n x o x .\no x o x .\n x o x o\n  x o x", "tied-death=each-stuck", ["x a3 a1"]),
        (
            "  x o x\n o o x o\no x . o x\n o x x o\n  o o .",
            "removal-scope=any-dead tied-death=each-stuck",
            ["x b2 c5 d3 e1", "x c5 d3 e1"],
        ),
        (
            "  . x .\n x o o o\nx o x x o\n o x o o\n  . o x",
            "removal-scope=any-dead tied-death=each-stuck",
            ["e1 e2-e3", "x a3", "x b2"],
        ),
    ],
)
def test_snakes_are_removed_in_every_way_that_ends_otherwise_each_by_its_smallest_cell(
    rows: str, readings: str, turns: list[str]
) -> None:
    position = scrunch.from_diagram(f"Scrunch 3, Dark to move\n{rows}\nreadings {readings}\n")
    found = list(scrunch.turns(position))
    assert [scrunch.format_turn(position, turn) for turn in found] == turns
    smallest = {min(snake) for snake in snakes(3, position.dark)}
    assert all(cell in smallest for turn in found for cell in turn.removed)


@pytest.mark.parametrize(("turn", "stone"), [("b3 b2-c3", "c3"), ("b3 c2-c3", "b3"), ("b3 c4-c3", "b2")])
def test_of_a_mutant_the_first_stone_that_has_too_many_friends_is_named(turn: str, stone: str) -> None:
    position = scrunch.from_diagram("3, Dark to move\n. . .\n. . . .\n. x . x .\n. x . .\n. . o\n")
    with pytest.raises(IllegalTurn, match=f"the stone on {stone} would have more than two friends"):
        scrunch.play(position, scrunch.parse_turn(position, turn))


def test_of_cells_taken_twice_or_off_the_board_the_first_is_named() -> None:
    twice = {cell_named(name) for name in ("a1", "b2", "d4", "m7", "g13")}
    with pytest.raises(IllegalPosition, match="two stones are on a1"):
        set_up("7", twice, twice)
    with pytest.raises(IllegalPosition, match="no cell j10"):
        set_up("3", [Cell(18, 2), Cell(9, 9)], [])


@pytest.mark.parametrize("cell", [Cell(19, 0), Cell(30, 0), Cell(-1, 0), Cell(-25, 2), Cell(0, 40)])
def test_a_cell_that_no_text_can_name_is_off_the_board(cell: Cell) -> None:
    assert refused(scrunch.play, scrunch.start("2"), Turn(placed=cell)).clause == "scrunch.notation.cell"
    assert refused(set_up, "3", [cell], []).clause == "scrunch.notation.cell"


def test_a_row_beyond_all_boards_is_reported_by_its_number() -> None:
    assert [describe(Cell(row, 2)) for row in (0, 18, 19, -1)] == ["a3", "s3", "(19, 2)", "(-1, 2)"]
