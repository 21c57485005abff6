"""Scrunch: the turns of positions that play rarely reaches, turns refused there, and what a position may not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from play.search import refused
from shatterproof import scrunch
from shatterproof.game import IllegalPosition, IllegalTurn, Outcome
from shatterproof.scrunch.cells import Cell, board, cell_named, describe
from shatterproof.scrunch.death import removals as removals_of
from shatterproof.scrunch.position import Position, Turn, set_up
from shatterproof.scrunch.snakes import is_egg, snakes


def drawn(diagram: str, readings: str = "") -> Position:
    return scrunch.from_diagram(f"{diagram}\nreadings {readings}\n" if readings else diagram)


def listed(position: Position) -> list[str]:
    return [scrunch.format_turn(position, turn) for turn in scrunch.turns(position)]


THEN_WRIGGLE = "removal-ends-turn=then-wriggle removal-count=before-removal"
ANY_DEAD = "removal-scope=any-dead tied-death=each-stuck"
OWN_GROWTH = "2, Dark to move, creating Dark\n x .\n. . o\n . .\n"
STUCK = "2, Dark to move, creating Dark\n x .\n. o o\n o x\n"
"""A creator with two stuck eggs and no room for another."""
ONE_STUCK = "2, Dark to move{}\n x o\n. x x\n . .\n"
NO_ROOM = "Dark to move, creating Dark\n o o\no . o\n o o\n"
PAST_CREATION = "3, Dark to move\n. . .\n. x . .\n. x . o .\n. . o .\n. . .\n"

LISTED = {
    # Removals.
    "dead snakes that may part later are removed in every order that leads elsewhere": (
        "3, Dark to move\n  . o .\n o x o x\n. o . o o\n x o . .\n  . o o",
        THEN_WRIGGLE,
        ["x b1; c3 d2-e1", "x d2; a1 b1-c1", "x d4; a1 b1-c1", "x d4; c3 d2-e1"],
    ),
    "the same with one snake that has to go first": (
        "3, Dark to move\n  o x o\n o . . .\nx o x x o\n x o o x\n  . x o",
        THEN_WRIGGLE,
        [
            "x a2; d2 c4-d4",
            "x e2 a2 b1; d2 c3-d3",
            "x e2 a2 b1; d2 c4-d3",
            "x e2 a2 b1; d2 c4-d4",
            "x e2 a2 b1; d3 c4-d4",
            "x e2 a2 b1; d4 c3-d2",
        ],
    ),
    "the same with either of two snakes": (
        "3, Dark to move\n  o o o\n . x . o\no o o . .\n . . o o\n  o x .",
        THEN_WRIGGLE,
        ["x a2; d1 d2-d3", "x d2; a3 a2-b2"],
    ),
    "of snakes that go in any order to the same end each is named once, by its smallest cell": (
        "3, Dark to move\n  x o o\n x o x .\no x o x .\n x o x o\n  x o x",
        "tied-death=each-stuck",
        ["x a3 a1"],
    ),
    "any dead snake goes first where that ends otherwise": (
        "3, Dark to move\n  x o x\n o o x o\no x . o x\n o x x o\n  o o .",
        ANY_DEAD,
        ["x b2 c5 d3 e1", "x c5 d3 e1"],
    ),
    "a stuck snake may go where another grows": (
        "3, Dark to move\n  . x .\n x o o o\nx o x x o\n o x o o\n  . o x",
        ANY_DEAD,
        ["e1 e2-e3", "x a3", "x b2"],
    ),
    "of two snakes that stop one another either goes": ("2, Dark to move\n x o\nx . x\n . x\n", "", ["x a2", "x b1"]),
    "a snake that shuts itself in goes": ("2, Dark to move, creating Light\n x x\nx . x\n x x\n", "", ["x a1"]),
    # Creators.
    "only a creator who is stuck may pass": (ONE_STUCK.format(""), "stuck-creator=pass", ["x b2"]),
    "and not while the other side creates": (ONE_STUCK.format(", creating Light"), "stuck-creator=pass", ["x b2"]),
    "a creator who can do nothing passes if the readings let them": (NO_ROOM, "isolated=from-all", ["pass"]),
    "a stuck creator passes": (STUCK, "stuck-creator=pass", ["pass"]),
    "a stuck creator loses all eggs": (STUCK, "stuck-creator=loses-all", ["x a2 c1"]),
    "a creator who can lay an egg removes nothing": (
        "2, Dark to move, creating Dark\n . x\no o .\n o .\n",
        "",
        ["a2"],
    ),
    "the growth that ends creation is a placement among the eggs where it is bare": (
        OWN_GROWTH,
        "first-wriggle=bare-placement",
        ["a1", "a2", "b1", "b2", "c2"],
    ),
    "and in their order": (
        "2, Dark to move, creating Dark\n . .\n. . o\n x .\n",
        "first-wriggle=bare-placement",
        ["a2", "b1", "b2", "c1", "c2"],
    ),
    "a creator who is shut out without eggs passes": (
        "2, Light to move, creating Dark and Light\n . .\n. x .\n . .\n",
        "isolated=from-all stuck-creator=loses-all",
        ["pass"],
    ),
}
"""Diagrams, readings, and the turns in order."""


@pytest.mark.parametrize(("diagram", "readings", "turns"), LISTED.values(), ids=LISTED)
def test_these_turns_there_are_and_no_others(diagram: str, readings: str, turns: list[str]) -> None:
    position = drawn(diagram, readings)
    assert listed(position) == turns
    assert all(min(snake) in turn.removed for turn in scrunch.turns(position)
               for snake in snakes(position.side, position.mover.own) if snake & set(turn.removed))  # fmt: skip


FIRST, SECOND = Cell(0, 1), Cell(2, 0)
"""The stuck eggs."""
LARGER_STUCK = "3, Dark to move\n  . x .\n . . . .\n. . . . .\n o o o .\n  x x o\n"
"""Dark's pair is stuck in the corner, Dark's egg is not."""
ONE_GROWS = "3, Dark to move, creating Dark\n  o x o\n x o . o\no . o o .\n o . . x\n  . x .\n"
GROWS_ONLY = "2, Dark to move, creating Dark\n . .\n. x o\n . .\n"
LOSES_ALL = "stuck-creator=loses-all"
REFUSED = [
    (ONE_STUCK.format(""), "stuck-creator=pass", Turn(), "turn.no-pass"),
    (GROWS_ONLY, "stuck-creator=pass", Turn(), "turn.no-pass"),
    (GROWS_ONLY, "shut-out=loses", Turn(), "turn.no-pass"),
    (LARGER_STUCK, ANY_DEAD, Turn((Cell(0, 0),)), "death.when"),
    (ONE_GROWS, f"{LOSES_ALL} tied-death=each-stuck", Turn(tuple(sorted(drawn(ONE_GROWS).dark))), "death.when"),
    (PAST_CREATION, "first-wriggle=bare-placement", Turn(placed=Cell(0, 0)), "creation.over"),
    (STUCK, LOSES_ALL, Turn((FIRST,)), "stuck-creator"),
    (STUCK, LOSES_ALL, Turn((FIRST, FIRST)), "stuck-creator"),
    (STUCK, LOSES_ALL, Turn((FIRST, SECOND, FIRST)), "stuck-creator"),
    (STUCK, LOSES_ALL, Turn((FIRST, Cell(1, 1))), "death.which"),
    (STUCK, LOSES_ALL, Turn((FIRST, Cell(0, 0))), "death.which"),
    (STUCK, "stuck-creator=pass", Turn((FIRST,)), "stuck-creator"),
    ("2, Dark to move, creating Dark\n . x\no o .\n o .\n", "", Turn((Cell(2, 1),)), "death.creator"),
]


@pytest.mark.parametrize(("diagram", "readings", "turn", "rule"), REFUSED)
def test_a_turn_that_is_not_due_breaks_the_rule_about_it(diagram: str, readings: str, turn: Turn, rule: str) -> None:
    assert refused(scrunch.play, drawn(diagram, readings), turn).clause == f"scrunch.{rule}"


@pytest.mark.parametrize(
    ("diagram", "readings", "growths"),
    [
        (ONE_GROWS, f"{LOSES_ALL} tied-death=each-stuck", 9),
        (GROWS_ONLY, "stuck-creator=pass", 4),
        (GROWS_ONLY, "shut-out=loses", 4),
        (PAST_CREATION, "first-wriggle=bare-placement", 18),
    ],
)
def test_who_can_grow_does_nothing_else(diagram: str, readings: str, growths: int) -> None:
    position = drawn(diagram, readings)
    assert scrunch.outcome(position) is None
    assert [turn.moved is None for turn in scrunch.turns(position)] == [False] * growths


def test_all_eggs_may_be_lost_in_any_order() -> None:
    for removed in ((FIRST, SECOND), (SECOND, FIRST)):
        after = scrunch.play(drawn(STUCK, LOSES_ALL), Turn(removed))
        assert scrunch.outcome(after) == Outcome("light", "scrunch.end.last-snake")


def test_who_passes_stays_in_creation_and_the_other_side_moves() -> None:
    position = drawn(NO_ROOM, "isolated=from-all")
    assert scrunch.outcome(position) is None
    for found in (scrunch.results(position), scrunch.actions(position)):
        ((_, after),) = found
        assert (after.to_move, {*after.creating}) == ("light", {"dark"})
        assert scrunch.outcome(after) is None


def walled_in(side: int) -> Position:
    """Dark to move, in creation, with eggs far apart. Light stones fill the rest, more than the rules allow."""
    graph = board(side)
    dark: set[Cell] = set()
    for cell in sorted(graph):
        if not any(other in dark for near in graph[cell] for other in (near, *graph[near])):
            dark.add(cell)
    return Position(side, frozenset(dark), frozenset(graph) - dark, "dark", frozenset(("dark",)))


def with_two_open_cells_each() -> Position:
    """Dark to move, in creation, with eggs that could only part."""
    eggs = [Cell(row, column) for row in range(0, 19, 3) for column in range(1, 9, 4)]
    open_cells = {Cell(row, column + step) for row, column in eggs for step in (-1, 1)}
    light = frozenset(board(10)) - open_cells - set(eggs)
    return Position(10, frozenset(eggs), light, "dark", frozenset(("dark",)))


@pytest.mark.parametrize(
    "position",
    [
        walled_in(10),
        replace(walled_in(10), readings=scrunch.Readings.from_text(THEN_WRIGGLE)),
        with_two_open_cells_each(),
    ],
)
def test_eggs_that_are_stuck_go_in_one_way_however_many_there_are(position: Position) -> None:
    assert len(position.dark) > 12
    ((turn, after),) = scrunch.results(position)
    assert turn == Turn(tuple(sorted(position.dark)))
    assert scrunch.outcome(after) == Outcome("light", "scrunch.end.last-snake")


def test_removals_that_end_alike_come_once_unless_every_one_is_wanted() -> None:
    standing = drawn("Light to move\no x o\nx o x x\no x . o x\n. x x o\n. o o\n").mover
    assert len(list(removals_of(standing))) == 1
    assert len(list(removals_of(standing, every=True))) == 2


@pytest.mark.parametrize(
    "diagram",
    ["2, Dark to move, creating Dark\n . o\n. o .\n . .\nreadings isolated=from-all shut-out=loses\n",
     "2, Dark to move\n x o\n. . x\n . .\n", "2, Light to move\n o x\n. . o\n . .\n"],
)  # fmt: skip
def test_whoever_has_won_or_could_only_lose_threatens_nothing(diagram: str) -> None:
    assert not scrunch.threatens(drawn(diagram))


def test_snakes_are_counted_after_the_placement_where_the_reading_says_so() -> None:
    rows = "4, Dark to move\no . . o\n. . . . .\n. x x x . .\n. . . . . . .\n. . . . . .\no . . . .\n. . . o"
    results = [after for _, after in scrunch.results(drawn(rows, "snake-count=after-placement"))]
    assert len(results) > 10
    assert all(len(snakes(4, after.dark)) == 1 for after in results)


def test_an_egg_is_a_snake_of_one_stone() -> None:
    stones = sorted(board(2))[:3]
    assert [is_egg(frozenset(stones[:size])) for size in range(4)] == [False, True, False, False]


# What a position may not have, and how cells are named


def test_an_empty_board_is_in_creation_unless_the_header_says_otherwise() -> None:
    for header, creating in (
        ("Dark to move", {"dark", "light"}),
        ("Dark to move, creating Dark", {"dark"}),
        ("Light to move, creating Dark and Light", {"dark", "light"}),
    ):
        assert drawn(f"{header}\n. .\n. . .\n. .\n").creating == creating


def test_what_a_position_may_not_have_is_said_of_the_position() -> None:
    for text, what in (
        ("3, Dark to move\n  . . .\n . x . .\n. x x x .\n . . . .\n  o . .\n", "has"),
        ("3, Dark to move\n  x x .\n x . x .\n. x x . .\n . . . .\n  o . .\nreadings loops=forbidden\n", "stand"),
        ("2, Dark to move\n x x\nx x x\n x x\n", "has"),
    ):
        error = refused(drawn, text)
        assert error.clause == "scrunch.start.mutants"
        assert what in error.what.split()
        assert "would" not in error.what


@pytest.mark.parametrize(("turn", "stone"), [("b3 b2-c3", "c3"), ("b3 c2-c3", "b3"), ("b3 c4-c3", "b2")])
def test_of_a_mutant_the_first_stone_that_has_too_many_friends_is_named(turn: str, stone: str) -> None:
    position = drawn("3, Dark to move\n. . .\n. . . .\n. x . x .\n. x . .\n. . o\n")
    with pytest.raises(IllegalTurn, match=f"the stone on {stone} would have more than two friends"):
        scrunch.play(position, scrunch.parse_turn(position, turn))


def test_a_snake_to_be_removed_is_on_the_board_even_where_a_turn_need_not_be_legal() -> None:
    position = drawn("2, Dark to move\n x o\n. . x\n . .\n")
    for read in (scrunch.parse_turn, scrunch.notation.attempted):
        assert refused(read, position, "x c2 c3").clause == "scrunch.notation.cell"


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
