"""Creators of Scrunch who are stuck, and players who are none any more."""

from __future__ import annotations

import pytest

from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition, IllegalTurn, Outcome
from shatterproof.scrunch.cells import Cell, board
from shatterproof.scrunch.position import Turn
from shatterproof.scrunch.snakes import is_egg, snakes


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


@pytest.mark.parametrize(
    ("text", "winner", "clause"),
    [
        ("Scrunch 2, Dark to move\n . .\n. x .\n . .\n", "dark", "scrunch.end.last-snake"),
        ("Scrunch 2, Light to move\n . .\n. o .\n . .\n", "light", "scrunch.end.last-snake"),
        (
            "Scrunch 2, Dark to move, creating Dark\n o o\no . o\n o o\nreadings shut-out=loses isolated=from-all\n",
            "light",
            "scrunch.shut-out",
        ),
    ],
)
def test_a_game_that_is_over_says_who_won_and_by_which_rule(text: str, winner: str, clause: str) -> None:
    assert scrunch.outcome(scrunch.from_diagram(text)) == Outcome(winner, clause)


def test_what_a_position_may_not_have_is_said_of_the_position() -> None:
    for text, what in (
        ("3, Dark to move\n  . . .\n . x . .\n. x x x .\n . . . .\n  o . .\n", "has"),
        ("3, Dark to move\n  x x .\n x . x .\n. x x . .\n . . . .\n  o . .\nreadings loops=forbidden\n", "stand"),
    ):
        with pytest.raises(IllegalPosition, match=r"scrunch\.start\.mutants") as refused:
            scrunch.from_diagram(text)
        assert what in refused.value.what.split()
        assert "would" not in refused.value.what


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


def test_an_empty_board_is_in_creation_unless_the_header_says_otherwise() -> None:
    rows = ". .\n. . .\n. .\n"
    for header, creating in (
        ("Dark to move", {"dark", "light"}),
        ("Dark to move, creating Dark", {"dark"}),
        ("Light to move, creating Dark and Light", {"dark", "light"}),
    ):
        assert scrunch.from_diagram(f"{header}\n{rows}").creating == creating


@pytest.mark.parametrize(
    ("rows", "where", "clause"),
    [
        ("..", "line 1", "scrunch.board.limits"),
        ("2\n. . .\n. . .\n. .", "line 2", ""),
        ("2\n. .\n. . . .\n. .", "line 3", ""),
    ],
)
def test_rows_that_fit_no_board_are_refused(rows: str, where: str, clause: str) -> None:
    with pytest.raises(InputError) as refused:
        scrunch.from_diagram(rows)
    assert refused.value.where == where
    assert getattr(refused.value, "clause", "") == clause


def test_a_snake_to_be_removed_is_on_the_board_even_where_a_turn_need_not_be_legal() -> None:
    position = scrunch.from_diagram("2, Dark to move\n x o\n. . x\n . .\n")
    for read in (scrunch.parse_turn, scrunch.notation.attempted):
        with pytest.raises(IllegalTurn) as refused:
            read(position, "x c2 c3")
        assert refused.value.clause == "scrunch.notation.cell"


def test_a_board_full_of_stones_of_one_colour_is_full_of_mutants() -> None:
    with pytest.raises(IllegalPosition) as refused:
        scrunch.from_diagram("2, Dark to move\n x x\nx x x\n x x\n")
    assert refused.value.clause == "scrunch.start.mutants"


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


def test_growths_come_in_the_order_of_the_cells_placed_left_and_reached() -> None:
    position = scrunch.from_diagram(
        "4, Dark to move\n. . . .\n. . . . .\n. x x x x .\n. x . . . x .\n. x . . . .\n. . . . .\n. . . o\n"
    )
    turns = [turn for turn, _ in scrunch.actions(position)]
    assert turns == sorted(turns)
    assert len(turns) > 20


def test_snakes_are_counted_after_the_placement_where_the_reading_says_so() -> None:
    rows = "4, Dark to move\no . . o\n. . . . .\n. x x x . .\n. . . . . . .\n. . . . . .\no . . . .\n. . . o\n"
    position = scrunch.from_diagram(f"{rows}readings snake-count=after-placement")
    results = [after for _, after in scrunch.results(position)]
    assert len(results) > 10
    assert all(len(snakes(4, after.dark)) == 1 for after in results)


STUCK = "Scrunch 2, Dark to move, creating Dark\n x .\n. o o\n o x\n"
ALL_EGGS = (Cell(0, 1), Cell(2, 0))


def test_a_creator_who_is_stuck_loses_all_eggs_at_once_where_the_reading_says_so() -> None:
    position = scrunch.from_diagram(f"{STUCK}readings stuck-creator=loses-all")
    assert list(scrunch.turns(position)) == [Turn(removed=ALL_EGGS)]
    for removed in (ALL_EGGS, ALL_EGGS[::-1]):
        after = scrunch.play(position, Turn(removed=removed))
        assert scrunch.outcome(after) == Outcome("light", "scrunch.end.last-snake")
    first, second = ALL_EGGS
    for removed, rule in (
        ((first,), "stuck-creator"),
        ((first, first), "stuck-creator"),
        ((first, second, first), "stuck-creator"),
        ((first, Cell(1, 1)), "death.which"),
        ((first, Cell(0, 0)), "death.which"),
    ):
        with pytest.raises(IllegalTurn) as refused:
            scrunch.play(position, Turn(removed=removed))
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


def test_all_eggs_are_lost_in_one_turn_that_names_them_in_order() -> None:
    position = scrunch.from_diagram(
        "Scrunch 3, Dark to move, creating Dark\n  o x o\n . o o x\no x . . o\n o o o o\n  x . x\n"
        "readings stuck-creator=loses-all\n"
    )
    assert [turn for turn, _ in scrunch.actions(position)] == [Turn(removed=tuple(sorted(position.dark)))]


def test_where_no_snake_of_the_mover_is_none_is_removed() -> None:
    position = scrunch.from_diagram("2, Dark to move\n x o\n. . x\n . .\n")
    for cell in (Cell(1, 0), Cell(2, 1)):
        with pytest.raises(IllegalTurn) as refused:
            scrunch.play(position, Turn(removed=(cell,)))
        assert refused.value.clause == "scrunch.death.which"
        assert refused.value.reason.startswith("no snake of the mover is on")
