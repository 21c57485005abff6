"""Splinter: ends and clauses, memories, the order of turns, groups, and the last slide known from what moved."""

from __future__ import annotations

import pytest

from play.search import refused
from shatterproof import splinter
from shatterproof.game import IllegalPosition, MalformedTurn, Outcome
from shatterproof.splinter.groups import Group, check_choice, groups, largest
from shatterproof.splinter.position import PASS, Turn
from shatterproof.splinter.slides import Slide, last_slide
from shatterproof.splinter.squares import DIRECTIONS, Piece, Square, square_named


@pytest.mark.parametrize(
    ("row", "winner", "rule"),
    [
        ("SXOs", "blue", "type-out"),
        ("sxoS", "white", "type-out"),
        ("Ss", None, "even"),
        ("SSss", None, "even"),
        ("SSs", "blue", "both-out"),
        ("Sss", "white", "both-out"),
        ("sSs", "white", "both-out"),
    ],
)
def test_a_game_that_is_over_says_who_won_and_by_which_rule(row: str, winner: str | None, rule: str) -> None:
    for to_move in ("Blue", "White"):
        position = splinter.from_diagram(f"{to_move} to move\n{row}\n{'.' * len(row)}\n")
        assert splinter.outcome(position) == Outcome(winner, f"splinter.win.{rule}")
        assert list(splinter.turns(position)) == []
        error = refused(splinter.play, position, Turn(Square(0, 1), "E"))
        assert error.clause == "splinter.turn.finished"
        assert error.reason == f"the game is over, {f'{winner} has won' if winner else 'it is drawn'}"
        assert not splinter.threatens(position)


def test_a_pass_comes_after_all_slides_and_these_by_square_and_direction_from_the_north() -> None:
    texts = ["a1N", "a1NE", "a1NW", "a2N", "b1N", "b1S"]
    turns = [splinter.notation.attempted(splinter.start(), text) for text in texts]
    choices = [Turn(Square(2, 0), "N", choice) for choice in (None, Square(0, 0), Square(0, 1), Square(1, 0))]
    assert Turn(None, "") == PASS
    expected = [*turns, *choices, PASS]
    assert sorted([PASS, *choices[::-1], *turns[::-1]]) == expected


BLUE_SLID, WHITE_SLID = '[["a2","b2"],["b2","c2"],["c2","d2"]]', '[["a1","b1"],["b1","c1"],["c1","d1"]]'
"""The memories of rows that were pushed to the west."""


@pytest.mark.parametrize(
    ("to_move", "memory", "is_left"),
    [
        ("White", BLUE_SLID, True),
        ("Blue", BLUE_SLID, False),
        ("Blue", WHITE_SLID, True),
        ("White", WHITE_SLID, False),
        ("White", '[["b2","c2"],["c2","d2"]]', True),
        ("White", '[["c2","d2"]]', True),
        ("White", '[["a2","b2"],["c2","d2"]]', False),
        ("White", '[["a2","b2"],["b2","c2"]]', False),
        ("White", f'{BLUE_SLID[:-1]},["a1","b1"]]', False),
        ("White", f'{BLUE_SLID[:-1]},["c1","d1"]]', False),
        ("White", '[["c2","d1"],["b1","c0"]]', False),
        ("White", '[["c2","d1"]]', True),
        ("White", '[["c2","d1"],["b1","c1"]]', False),
        ("White", '[["c2","d3"]]', False),
        ("White", '[["e2","d2"]]', False),
    ],
)
def test_a_position_remembers_a_whole_slide_of_the_other_side_and_nothing_else(
    to_move: str, memory: str, is_left: bool
) -> None:
    text = f"{to_move} to move\nSXO..\nsxo..\nmemory {memory}\n"
    if is_left:
        assert len(splinter.from_diagram(text).memory) == memory.count("[") - 1
        return
    error = refused(splinter.from_diagram, text)
    if "0" not in memory:
        assert isinstance(error, IllegalPosition)
        assert error.clause == "splinter.slide.return"


@pytest.mark.parametrize(("readings", "stands"), [("", False), ("readings tie=remove-one\n", True)])
def test_groups_of_one_size_stand_only_where_one_of_them_is_to_go(readings: str, stands: bool) -> None:
    text = f"SXO.sxo\nsxo.SXO\n{readings}"
    if stands:
        assert len(splinter.from_diagram(text).pieces) == 12
        return
    assert refused(splinter.from_diagram, text).clause == "splinter.group.one"


def test_every_turn_leads_where_it_is_said_to_and_every_result_comes_once() -> None:
    position = splinter.from_diagram("SOX\nso.\nxsS\n")
    actions, results = list(splinter.actions(position)), list(splinter.results(position))
    assert (len(actions), len(results)) == (32, 18)
    assert all(splinter.play(position, turn) == after for turn, after in actions)
    assert len({after for _, after in results}) == 18
    for turn, after in results:
        assert turn == min(other for other, same in actions if same == after)


def test_a_pass_names_no_group_and_is_no_turn_where_none_passes() -> None:
    for readings, turn, clause in (
        ("passing=forbidden", PASS, "splinter.turn.no-pass"),
        ("passing=allowed", Turn(None, "", Square(0, 0)), "splinter.group.tie"),
    ):
        position = splinter.start(readings=splinter.Readings.from_text(readings))
        assert refused(splinter.play, position, turn).clause == clause


@pytest.mark.parametrize(
    ("rows", "is_threat"),
    [("SxOs\no.oX", True), ("o.Ss\nOOXx", True), ("........\n..SXO...\n..sxo...\n........", False)],
)
def test_a_threat_is_a_turn_that_wins(rows: str, is_threat: bool) -> None:
    assert splinter.threatens(splinter.from_diagram(rows)) == is_threat


def test_a_choice_is_named_only_in_a_tie() -> None:
    for text in ("c2E=a1", "c2E=e1", "c2E=c2"):
        error = refused(splinter.parse_turn, splinter.from_diagram("SXO..\nsxo.."), text)
        assert (error.clause, error.reason) == ("splinter.group.tie", "there is no tie to decide")


def test_a_pass_is_written_where_the_readings_let_players_pass() -> None:
    allowed = splinter.from_diagram("SXO..\nsxo..\nreadings passing=allowed")
    forbidden = splinter.from_diagram("SXO..\nsxo..")
    for read in (splinter.parse_turn, splinter.notation.attempted):
        assert read(allowed, "pass") == PASS
        assert read(allowed, "c2E") == read(forbidden, "c2E") == Turn(Square(2, 1), "E")
        with pytest.raises(MalformedTurn):
            read(forbidden, "pass")
    over = splinter.from_diagram("Ss\n..\nreadings passing=allowed")
    assert refused(splinter.parse_turn, over, "pass").clause == "splinter.turn.finished"


def test_a_turn_is_read_with_its_choice_be_it_legal_or_not() -> None:
    position = splinter.start()
    for text, choice in (("a1N=c3", Square(2, 2)), ("a1Nxd4", Square(3, 3)), ("a1N", None)):
        assert splinter.notation.attempted(position, text) == Turn(Square(0, 0), "N", choice)


TIE = "Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n"


@pytest.mark.parametrize(
    ("choice", "clause"),
    [("a5", "notation.square"), ("g5", "notation.square"), ("h1", "notation.square"), ("g4", "group.tie")],
)
def test_a_choice_is_a_square_of_the_board_and_of_a_group(choice: str, clause: str) -> None:
    position = splinter.from_diagram(TIE)
    assert splinter.parse_turn(position, "d3N=g1").choice == Square(4, 0)
    assert refused(splinter.parse_turn, position, f"d3N={choice}").clause == f"splinter.{clause}"


PIECE = Piece("blue", "square")


def group(squares: str) -> Group:
    return frozenset(square_named(name) for name in squares.split())


LONG, SHORT, PAIR = group("a1 b1 c1 d2"), group("b4 b5"), group("c7 d7")
"""Groups in the order of their smallest squares, which is not the order of their largest."""


def test_groups_come_in_the_order_of_their_smallest_squares() -> None:
    for order in ((SHORT, PAIR, LONG), (PAIR, LONG, SHORT), (LONG, SHORT, PAIR)):
        pieces = {square: PIECE for each in order for square in sorted(each, reverse=True)}
        assert groups(pieces) == [LONG, SHORT, PAIR]


def test_of_no_groups_none_is_the_largest() -> None:
    assert groups({}) == largest([]) == []
    assert largest([SHORT, LONG, PAIR]) == [LONG]
    assert largest([SHORT, PAIR]) == [SHORT, PAIR]


def test_a_choice_is_made_in_a_tie_and_of_a_tied_group() -> None:
    for choice in ("b4", "b5", "c7"):
        check_choice([SHORT, PAIR], square_named(choice))
    check_choice([LONG], None)
    check_choice([], None)
    first = square_named("a1")
    for tied, named, reason in (
        ([SHORT, PAIR], None, "names none"),
        ([SHORT, PAIR, LONG], None, "names none"),
        ([LONG], first, "there is no tie to decide"),
        ([], first, "there is no tie to decide"),
        ([SHORT, PAIR], first, "no tied group is on a1"),
    ):
        error = refused(check_choice, tied, named)
        assert error.clause == "splinter.group.tie"
        assert reason in error.reason


BLUE = Piece("blue", "square")
AFTER = dict.fromkeys(map(square_named, ("b1", "c1", "d1")), BLUE)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("kept", [(0, 1, 2), (2,), (1, 2)])
def test_the_last_slide_is_known_from_its_foremost_piece(direction: str, kept: tuple[int, ...]) -> None:
    columns, rows = DIRECTIONS[direction]
    run = tuple(Square(10 + at * columns, 5 + at * rows) for at in range(3))
    slide = Slide(run, direction)
    pieces = dict.fromkeys((now for now, _ in slide.pairs), BLUE) | {Square(0, 0): BLUE}
    assert last_slide(pieces, frozenset(slide.pairs[at] for at in kept)) == slide


@pytest.mark.parametrize("pairs", ["b1-a1 c1-a1", "b1-a1 b2-a1", "c1-a1", "a1-a1", "b1-a1 a1-b1"])
def test_no_slide_moves_pieces_otherwise_than_by_one_square_in_one_direction(pairs: str) -> None:
    memory = frozenset((square_named(pair[:2]), square_named(pair[3:])) for pair in pairs.split())
    assert last_slide(AFTER, memory) is None
