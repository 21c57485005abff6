"""Turns as values and as text: their order, what is refused with its clause, what was meant; none in a decided game."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import clause_broken, refused
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.position import Turn as CrumbleTurn
from shatterproof.crumble.position import set_up as crumble_set_up
from shatterproof.crumble.swaps import Walk
from shatterproof.errors import InputError
from shatterproof.game import Outcome, find_game, game_of
from shatterproof.scrunch.cells import Cell
from shatterproof.scrunch.position import PASS, set_up
from shatterproof.scrunch.position import Turn as ScrunchTurn
from shatterproof.splinter.position import Turn as SplinterTurn
from shatterproof.splinter.squares import DIRECTIONS, Square


def unit(x: int, y: int, width: int = 1, height: int = 1) -> Piece:
    """A piece by its place and size in units."""
    return Piece(x * GRAIN, y * GRAIN, width * GRAIN, height * GRAIN)


ROWS = crumble.from_diagram("4x2, Black to move\nAbCd\nEFgH\n")
WEST, EAST = unit(0, 0), unit(1, 0)
BOTH = unit(0, 0, 2, 1)
LEFT_HALF = Piece(0, 0, GRAIN // 2, GRAIN)


PAIR = scrunch.from_diagram("Scrunch 3, Dark to move\n  . . .\n . . . .\n. x x . .\n . . . .\n  o . .\n")
CENTRE = Cell(2, 2)
FAR = {Cell(9, 9)}
ROW = splinter.from_diagram("5x3, Blue to move\nOsSsO\nxXxXo\n.....\n")
NO_TURNS = [
    (ROWS, CrumbleTurn(Cut("V", ())), "crumble.turn.parts"),
    (ROWS, CrumbleTurn(Cut("V", (unit(0, 0, 1, 2),))), "crumble.turn.parts"),
    (ROWS, CrumbleTurn(Join(BOTH, ())), "crumble.turn.parts"),
    (ROWS, CrumbleTurn(Join(BOTH, (WEST, unit(7, 7)))), "crumble.turn.parts"),
    (ROWS, CrumbleTurn(Join(BOTH, (WEST,))), "crumble.join.outline"),
    (ROWS, CrumbleTurn(Join(BOTH, (EAST, WEST))), "crumble.join.outline"),
    (ROWS, CrumbleTurn(Join(unit(0, 1, 2, 2), (unit(0, 1), unit(1, 1)))), "crumble.join.outline"),
    (ROWS, CrumbleTurn(Join(unit(0, -1, 2, 2), (WEST, EAST))), "crumble.join.outline"),
    (ROWS, CrumbleTurn(Cut("H", (WEST, unit(0, 1)))), "crumble.cut.straight"),
    (ROWS, CrumbleTurn(Cut("H", (WEST, unit(2, 1)))), "crumble.cut.straight"),
    (ROWS, CrumbleTurn(Cut("v", (WEST,))), "crumble.cut.straight"),
    (ROWS, CrumbleTurn(Cut("V", (WEST,)), Walk(EAST, "N")), "crumble.swap.start"),
    (ROWS, CrumbleTurn(Cut("V", (WEST,)), Walk(LEFT_HALF, "")), "crumble.walk.steps"),
    (ROWS, CrumbleTurn(Cut("V", (WEST,)), Walk(LEFT_HALF, "NX")), "crumble.walk.steps"),
    (PAIR, ScrunchTurn(moved=(CENTRE, Cell(2, 3))), "scrunch.growth.both"),
    (PAIR, ScrunchTurn(placed=Cell(9, 9)), "scrunch.notation.cell"),
    (PAIR, ScrunchTurn(placed=Cell(2, 3), moved=(CENTRE, Cell(-1, 0))), "scrunch.notation.cell"),
    (PAIR, ScrunchTurn(removed=(Cell(2, 9),)), "scrunch.notation.cell"),
    (ROW, SplinterTurn(Square(0, 2), "NNE"), "splinter.slide.one-step"),
    (ROW, SplinterTurn(Square(0, 2), ""), "splinter.slide.one-step"),
    (ROW, SplinterTurn(Square(0, 7), "N"), "splinter.notation.square"),
    (ROW, SplinterTurn(Square(-1, 0), "N"), "splinter.notation.square"),
    (ROW, SplinterTurn(Square(0, 0), "N"), "splinter.turn.own"),
    (ROW, SplinterTurn(Square(0, 2), "E", Square(0, 0)), "splinter.group.tie"),
]


@pytest.mark.parametrize(("position", "turn", "clause"), NO_TURNS)
def test_a_turn_that_is_none_is_refused(position: Any, turn: Any, clause: str) -> None:
    assert refused(game_of(position).play, position, turn).clause == clause


def test_a_piece_of_crumble_has_one_of_two_colours() -> None:
    assert refused(crumble_set_up, "2x2", {unit(0, 0, 2, 2): "red"}).clause == "crumble.pieces.colours"


def test_there_is_no_third_side_in_crumble() -> None:
    with pytest.raises(InputError, match="no side"):
        crumble_set_up("2x2", {unit(0, 0, 2, 2): "black"}, "red")


@pytest.mark.parametrize(("dark", "light"), [(FAR, set()), (set(), FAR), (FAR, FAR)])
def test_stones_of_scrunch_lie_on_the_board(dark: set[Cell], light: set[Cell]) -> None:
    assert refused(set_up, "3", dark | {CENTRE}, light).clause == "scrunch.notation.cell"


def test_the_side_that_begins_is_to_move_in_a_position_unless_it_is_said() -> None:
    for game in (crumble, scrunch, splinter):
        assert game.start().to_move == game.SIDES[0]
    assert set_up("3", [Cell(0, 0)], [Cell(2, 2)]).to_move == "dark"
    assert (
        crumble.position.set_up("2x2", dict.fromkeys(crumble.start("2x2").arrangement.pieces, "white")).to_move
        == "black"
    )
    assert splinter.position.set_up("5x2", splinter.start("5x2").pieces).to_move == "blue"


@pytest.mark.parametrize(
    ("game", "text", "meant"),
    [
        ("crumble", "2,5hs", "2,5HS, in capital letters"),
        ("crumble", "2,1j1,2w+", "2,1J1,2W+, in capital letters"),
        ("scrunch", "D4 e5-E6", "d4 e5-e6, in small letters"),
        ("scrunch", "X d4", "x d4, in small letters"),
        ("scrunch", "Pass", "pass, in small letters"),
        ("splinter", "C3SE", "c3SE, with only the direction in capitals"),
        ("splinter", "c3se=D4", "c3SE=d4, with only the direction in capitals"),
        ("splinter", "c3sXd4", "c3Sxd4, with only the direction in capitals"),
    ],
)
def test_a_text_in_letters_of_another_size_is_refused_with_what_was_meant(game: str, text: str, meant: str) -> None:
    rules = find_game(game)
    assert refused(rules.parse_turn, rules.start(), text).expected == meant


@pytest.mark.parametrize(
    ("game", "text"), [("crumble", "2,5hx"), ("scrunch", "D44 e"), ("splinter", "C3NN"), ("crumble", "é1H")]
)
def test_other_texts_are_refused_with_a_form(game: str, text: str) -> None:
    rules = find_game(game)
    assert refused(rules.parse_turn, rules.start(), text).expected.startswith("a form like ")


LONGEST = 4096

TEXTS = [
    (crumble, "0" + ",0" * ((LONGEST - 2) // 2) + "V", "crumble.cut.own"),
    (crumble, "10" + ",0" * ((LONGEST - 2) // 2) + "V", None),
    (scrunch, "x" + " a1" * ((LONGEST - 1) // 3), "scrunch.death.which"),
    (scrunch, "x a10" + " a1" * ((LONGEST - 4) // 3), None),
]


@pytest.mark.parametrize(("game", "text", "clause"), TEXTS, ids=["crumble", "crumble", "scrunch", "scrunch"])
def test_a_turn_of_many_characters_is_read_and_one_of_more_is_not(game: Any, text: str, clause: str | None) -> None:
    assert len(text) == LONGEST + (clause is None)
    position = crumble.start("2x2") if game is crumble else scrunch.from_diagram("2, Dark to move\n. o\n. x .\n. .\n")
    assert clause_broken(game, position, text) == clause


SOUTH, EASTERN, NORTH = Piece(0, 0, 4, 4), Piece(4, 0, 4, 4), Piece(0, 4, 4, 4)
FIRST, SECOND = Cell(0, 0), Cell(0, 1)
WEST_SQUARE, EAST_SQUARE = Square(0, 1), Square(1, 0)

CRUMBLE = [
    CrumbleTurn(Cut("H", (SOUTH,))),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(SOUTH, "E")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(SOUTH, "W")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(SOUTH, "EE")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(EASTERN, "E")),
    CrumbleTurn(Cut("H", (SOUTH,)), Walk(NORTH, "E")),
    CrumbleTurn(Cut("H", (SOUTH, EASTERN))),
    CrumbleTurn(Cut("H", (EASTERN,))),
    CrumbleTurn(Cut("H", (NORTH,))),
    CrumbleTurn(Cut("V", (SOUTH,))),
    CrumbleTurn(Join(SOUTH, ())),
    CrumbleTurn(Join(SOUTH, ()), Walk(SOUTH, "N")),
    CrumbleTurn(Join(Piece(0, 0, 4, 8), ())),
    CrumbleTurn(Join(Piece(0, 0, 8, 4), ())),
    CrumbleTurn(Join(EASTERN, ())),
    CrumbleTurn(Join(NORTH, ())),
]
"""Cuts, then joins; by place; no walk, then shorter walks, then by letters."""
SCRUNCH = [
    ScrunchTurn(placed=FIRST),
    ScrunchTurn(placed=SECOND),
    ScrunchTurn(placed=FIRST, moved=(FIRST, SECOND)),
    ScrunchTurn(placed=FIRST, moved=(SECOND, FIRST)),
    ScrunchTurn(placed=SECOND, moved=(FIRST, SECOND)),
    ScrunchTurn(removed=(FIRST,)),
    ScrunchTurn(removed=(FIRST,), placed=FIRST),
    ScrunchTurn(removed=(FIRST,), placed=FIRST, moved=(FIRST, SECOND)),
    ScrunchTurn(removed=(SECOND,)),
    PASS,
]
"""Placements alone, growths, removals, passes; then by cells."""
SPLINTER = [
    SplinterTurn(WEST_SQUARE, "N"),
    SplinterTurn(WEST_SQUARE, "N", WEST_SQUARE),
    SplinterTurn(WEST_SQUARE, "N", EAST_SQUARE),
    *(SplinterTurn(WEST_SQUARE, direction) for direction in list(DIRECTIONS)[1:]),
    SplinterTurn(EAST_SQUARE, "N"),
]
"""By square, then by direction from north clockwise, then by choice."""


@pytest.mark.parametrize("ordered", [CRUMBLE, SCRUNCH, SPLINTER], ids=["crumble", "scrunch", "splinter"])
def test_turns_are_in_their_canonical_order(ordered: list[Any]) -> None:
    for index, turn in enumerate(ordered):
        assert [turn < other for other in ordered] == [index < at for at in range(len(ordered))]


DRAWN = "1HN 0HNE 0,1V2 1,1V2-2W-W 0,1H2-2N-N 1,1H2-1N-NW 0,1V2-2E-EN 0,1,4V2-2W-WNW 0,2VEEN"
"""A drawn game of Crumble on four units, in which Black would win with another turn."""


def drawn_game() -> Any:
    position = crumble.start("2x2")
    for text in DRAWN.split():
        position = crumble.play(position, crumble.parse_turn(position, text))
    return position


SHUT_OUT = "Dark to move, creating Dark\n o o\no . o\n o o\nreadings shut-out=loses isolated=from-all\n"
DECIDED = [
    (crumble, drawn_game(), None, "draw.repetition"),
    (crumble, crumble.from_diagram("2x2, White to move\nAa\nBC\n"), "black", "win.four-sides"),
    (crumble, crumble.from_diagram("2x2, White to move\nAa\nbc\n"), "white", "win.four-sides"),
    (scrunch, scrunch.from_diagram("Light to move\no o\no . o\no o\n"), "light", "end.last-snake"),
    (scrunch, scrunch.from_diagram("Dark to move\nx .\n. x .\n. .\n"), "dark", "end.last-snake"),
    (scrunch, scrunch.from_diagram(SHUT_OUT), "light", "shut-out"),
    (splinter, splinter.from_diagram("Blue to move\nSXO\nsx.\n"), "blue", "win.type-out"),
    (splinter, splinter.from_diagram("Blue to move\nSX.\nsxo\n"), "white", "win.type-out"),
    (splinter, splinter.from_diagram("White to move\nSX.\nsx.\n"), None, "win.even"),
]


ANY_TURNS = {
    crumble: CrumbleTurn(Cut("V", ())),
    scrunch: ScrunchTurn(),
    splinter: SplinterTurn(Square(0, 0), "N"),
}
OFF_THE_BOARD = {crumble: "9,9V", scrunch: "x s19", splinter: "z26N"}


@pytest.mark.parametrize(("game", "position", "winner", "rule"), DECIDED)
def test_a_decided_position_is_quiet_and_whatever_is_played_in_it_comes_too_late(
    game: Any, position: Any, winner: str | None, rule: str
) -> None:
    assert game.outcome(position) == Outcome(winner, f"{game.NAME}.{rule}")
    assert not game.threatens(position)
    assert not (game is crumble and crumble.is_crumblemate(position))
    assert list(game.turns(position)) == []
    # That it is over is reported before anything else about a turn.
    for refusal in (
        refused(game.play, position, ANY_TURNS[game]),
        refused(game.parse_turn, position, OFF_THE_BOARD[game]),
    ):
        assert refusal.clause == f"{game.NAME}.turn.finished"


def test_whoever_could_shut_the_opponent_out_with_another_turn_threatens_to() -> None:
    rows = "Dark to move, creating Dark and Light\n. .\n. . .\no .\nreadings isolated=from-all"
    assert scrunch.threatens(scrunch.from_diagram(f"{rows} shut-out=loses\n"))
    assert not scrunch.threatens(scrunch.from_diagram(f"{rows}\n"))
