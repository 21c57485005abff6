"""Trials of Scrunch that Ludii saved, read as game records."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludii_trials import HEAD, WAYS, from_the_right, from_the_top, move, number, played, trial
from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof.judging import judge
from shatterproof.record import Record
from shatterproof.scrunch.cells import Cell
from shatterproof_properties.common.ludii import MOST_NESTED, parse_trial, record_of_trial
from shatterproof_properties.play import games

SIDE = 3
EGG = "[Add:type=Cell,to={},what={},decision=true]"


def cell(name: str) -> int:
    """Ludii's number for a cell of the board in these tests."""
    row = "abcde".index(name[0])
    return number(SIDE, Cell(row, int(name[1:]) - 1))


def lines(*rows: str, tail: str = "rankings=0.0,0.0,0.0") -> str:
    return "\n".join([HEAD, *rows, tail])


def parsed(text: str, board: str | None = None) -> Record:
    return record_of_trial(text, lambda game: game.Readings(), board)


def read(*rows: str) -> Record:
    return parsed(lines(*rows), str(SIDE))


def add(mover: int, name: str) -> str:
    return EGG.format(cell(name), mover)


def step(start: str, end: str) -> str:
    return f"[Move:typeFrom=Cell,from={cell(start)},typeTo=Cell,to={cell(end)},decision=true]"


def remove(name: str) -> str:
    return f"[Remove:type=Cell,to={cell(name)}]"


def texts(record: Record) -> list[str]:
    return [turn.text for turn in record.turns]


def written(position: Any, turns: list[Any]) -> list[str]:
    found = []
    for turn in turns:
        found.append(scrunch.format_turn(position, turn))
        position = scrunch.play(position, turn)
    return found


LAID = (move(1, add(1, "a1")), move(2, add(2, "c1")), move(1, add(1, "a2"), step("a1", "b2")), move(2, add(2, "c5")))


@pytest.mark.parametrize("way", WAYS)
@given(data=st.data())
def test_a_game_is_read_whatever_way_its_turns_are_put_together(way: str, data: Any) -> None:
    position, turns = data.draw(games(scrunch, boards=st.sampled_from(("2", "3", "4")), max_plies=14))
    record = parsed(trial(position, turns, way, [f"Board Size/Hexhex {position.board}"]))
    assert record.position.board == position.board
    assert texts(record) == written(position, turns)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game_is_legal_and_won_by_whom_the_trial_says(way: str, seed: int) -> None:
    position, turns = played("3", seed)
    verdict = judge(parsed(trial(position, turns, way), "3"))
    assert (verdict.legal, verdict.fits, verdict.played) == (True, True, len(turns))
    assert verdict.outcome is not None
    assert not verdict.remarks


def test_every_turn_knows_its_number_side_and_first_line() -> None:
    record = read(move(1, add(1, "a1")), move(2, add(2, "a3")), move(1, add(1, "a2")), move(1, step("a1", "b1")))
    assert [(turn.text, turn.number, turn.side, turn.line) for turn in record.turns] == [
        ("a1", 1, "dark", 2),
        ("a3", 1, "light", 3),
        ("a2 a1-b1", 2, "dark", 4),
    ]


@pytest.mark.parametrize("counted", [from_the_top, from_the_right])
def test_a_board_that_lies_otherwise_is_the_same_to_the_rules(counted: Any) -> None:
    position, turns = played("3", 1)
    text, other = trial(position, turns), trial(position, turns, number=counted)
    assert other != text
    assert judge(parsed(other, "3")).outcome == judge(parsed(text, "3")).outcome


def test_stones_taken_away_in_the_others_move_are_a_turn_of_their_owner() -> None:
    record = read(
        move(1, add(1, "a1")), move(2, add(2, "c1")), move(1, add(1, "c5"), remove("c1")), move(1, add(1, "e1"))
    )
    assert [(turn.side, turn.text) for turn in record.turns][2:] == [("dark", "c5"), ("light", "x c1"), ("dark", "e1")]


def test_a_snake_that_dies_is_named_once_and_a_pass_beside_it_says_nothing() -> None:
    record = read(*LAID, move(1, remove("b2"), remove("a2"), "[Pass:decision=true]"))
    assert texts(record)[-1] == "x a2"


def test_what_is_removed_later_counts_once() -> None:
    later = f"[Remove:type=Cell,to={cell('a1')},applied=false]"
    record = read(move(1, add(1, "a1")), move(2, add(2, "c1")), move(1, later, remove("a1")))
    assert texts(record)[-1] == "x a1"


def test_a_resignation_ends_the_turns() -> None:
    record = read(move(1, add(1, "a1")), move(2, "[Forfeit:player=P2,decision=true]"), move(1, add(1, "a1")))
    assert texts(record) == ["a1"]


@pytest.mark.parametrize(
    ("done", "text"),
    [
        ([add(1, "a1"), add(1, "c1")], "a1 c1"),
        ([step("a1", "a2")], "a1-a2"),
        ([step("a1", "a2"), add(1, "c1")], "a1-a2 c1"),
        ([add(1, "a1"), remove("a1")], "a1 x a1"),
    ],
)
def test_what_is_no_turn_is_reported_with_its_line(done: list[str], text: str) -> None:
    with pytest.raises(InputError, match=rf"line 2, move 1 \(Dark\): '{text}' is no turn; expected a form like d4"):
        judge(read(move(1, *done)))


def test_a_snake_removed_in_part_is_reported_with_its_line() -> None:
    with pytest.raises(InputError, match=r"line 6, move 3 .* 'x b2 without a2' is no turn"):
        judge(read(*LAID, move(1, remove("b2"))))


def test_an_illegal_turn_is_reported_with_its_clause() -> None:
    verdict = judge(read(move(1, add(1, "a1")), move(2, add(2, "a1"))))
    assert (verdict.legal, verdict.clause) == (False, "scrunch.board.one-stone")
    assert verdict.at is not None
    assert verdict.at.line == 3


BOARDS = [
    (["Board Size/5"], 5),
    (["End Rule/Misere 3", "Board/Hex 4"], 4),
    (["Board/Standard", "board size/Hexhex 6 (6 a side)"], 6),
    (["Hexhex board with 5 cells a side"], 5),
]


@pytest.mark.parametrize(("options", "side"), BOARDS)
def test_an_option_names_the_board(options: list[str], side: int) -> None:
    record = parsed(trial(scrunch.start(), [], options=options))
    assert record.position.board == str(side)
    assert record.remarks[0].startswith(f"read on board {side}, by the option ")


@pytest.mark.parametrize("option", ["Board Size/Limping 5", "Board/5x6", "Board Size/12", "Board Size/127 cells"])
def test_an_option_that_names_no_board_of_scrunch_is_refused(option: str) -> None:
    with pytest.raises(InputError, match=r"names no board of Scrunch; expected 2 to 10 .* judge FILE --board N"):
        parsed(trial(scrunch.start(), [], options=[option]))


@pytest.mark.parametrize("board", ["3", "4"])
def test_steps_show_the_board(board: str) -> None:
    record = parsed(trial(*played(board, 5)))
    assert record.position.board == board
    assert judge(record).remarks == (
        f"read on board {board}, the only one on which all steps go to neighbouring cells",
    )


def test_eggs_alone_do_not_show_the_board() -> None:
    with pytest.raises(InputError, match=r"names no board, and its cells fit 4: 7, 8, 9, 10; expected .*--board N"):
        parsed(lines(move(1, EGG.format(126, 1))))


def test_steps_that_fit_no_board_are_refused() -> None:
    text = trial(*played("4", 5))
    leap = "[Move:from=0,to=36]"
    damaged = text.replace("numInitial", move(1, leap) + "\n" + move(2, leap) + "\nnumInitial")
    line = damaged.splitlines().index(move(1, leap)) + 1
    with pytest.raises(InputError, match=f"line {line}: on no board of Scrunch .*, on board 4 those before this one;"):
        parsed(damaged)


def test_a_cell_that_no_board_has_is_refused() -> None:
    text = lines(move(1, EGG.format(271, 1)), move(2, EGG.format(400, 2)))
    with pytest.raises(InputError, match="line 3: no board of Scrunch has a cell 400; expected cells from 0 to 270"):
        parsed(text)


def one(action: str) -> list[str]:
    return [HEAD, move(1, action)]


REFUSED = {
    "another game": (["game=/lud/board/Hex.lud"], "line 1: this is a trial of Hex; expected one of Scrunch"),
    "no game": ([move(1, add(1, "a1"))], "line 1: the trial does not say of which game it is"),
    "a game on Windows": (["game=C:\\lud\\Go.LUD"], "this is a trial of Go; "),
    "set up": (
        [HEAD, move(0, add(1, "a1"))],
        "line 2: stones are set up before the first move; expected an empty board",
    ),
    "a third player": ([HEAD, move(3, add(1, "a1"))], "line 2: player 3 moves"),
    "light first": ([HEAD, move(2, add(2, "a1"))], "line 2: player 2 moves first; expected player 1, who has Dark"),
    "one kind": ([HEAD, move(1, add(1, "a1")), move(2, add(1, "c1"))], "line 3: both players add pieces of the kind 1"),
    "swap": (one("[Swap:player1=1,player2=2]"), "line 2: Swap is no action of Scrunch; expected Add, Move"),
    "counts": (one("[SetCount:type=Cell,to=1,count=0]"), "line 2: SetCount is no action of Scrunch"),
    "edges": (one("[Add:type=Edge,to=1,what=1]"), "line 2: type of Add is no cell; expected Cell or Vertex"),
    "far away": (one("[Add:type=Cell,to=19,what=1]"), "line 2: board 3 has no cell 19; expected cells from 0 to 18"),
    "below": (one("[Add:type=Cell,to=-1,what=1]"), "line 2: board 3 has no cell -1"),
    "huge": (one(f"[Add:type=Cell,to={'9' * 5000},what=1]"), "line 2: to of Add is '9999"),
    "other digits": (one("[Add:type=Cell,to=٣,what=1]"), "line 2: to of Add is '٣'; expected a whole number"),
    "no cell": (one("[Add:type=Cell,what=1]"), "line 2: Add has no to; expected to=NUMBER"),
    "no mover": ([HEAD, "Move=[Move:from=1,actions=[Pass:]]"], "line 2: Move has no mover"),
    "cut off": ([HEAD, move(1, add(1, "a1"))[:-1]], "line 2: a bracket is not closed; expected Move="),
    "closed twice": ([HEAD, move(1, add(1, "a1")) + "]"], "line 2: ']' is out of place"),
    "two moves": ([HEAD, move(1, add(1, "a1")) + "[Move:mover=1,actions=]"], "line 2: '[Move:' is out of place"),
    "no name": ([HEAD, "Move=[Move:mover=1,actions=[[]]]"], "line 2: '[' is out of place"),
    "before it": ([HEAD, "Move=x[Move:mover=1,actions=]"], "line 2: 'x' is out of place"),
    "closed first": ([HEAD, "Move=]"], "line 2: a bracket is closed that is not open"),
    "nothing": ([HEAD, "Move="], "line 2: a bracket is not closed"),
    "no actions": ([HEAD, "Move=[Add:to=1,what=1]"], "line 2: this is no move"),
    "inside an action": (one("[Add:to=1,[Pass:],what=1]"), "line 2: '[Pass:' is inside another action"),
    "another line": (
        [HEAD, "Mov=[Move:mover=1,actions=]"],
        "line 2: 'Mov=[Move:mover=1,actions=]' is no line of a trial",
    ),
    "an open block": ([HEAD, "START GAME OPTIONS", "Board/3"], "line 2: START GAME OPTIONS has no end"),
    "winner": ([HEAD, "winner=Dark"], "line 2: winner of the trial is 'Dark'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_reported_with_its_line(name: str) -> None:
    rows, said = REFUSED[name]
    with pytest.raises(InputError) as refusal:
        parsed("\n".join(rows), "3")
    assert said in str(refusal.value)


def test_moves_inside_moves_have_an_end() -> None:
    def nested(depth: int) -> str:
        return HEAD + "\nMove=" + "[Move:mover=1,actions=" * depth + "]" * depth

    assert parse_trial(nested(MOST_NESTED)).actions == ()
    with pytest.raises(InputError, match="is inside another action"):
        parse_trial(nested(MOST_NESTED + 1))


def test_thousands_of_actions_are_one_turn_that_is_reported_briefly() -> None:
    with pytest.raises(InputError) as refusal:
        judge(read(move(1, *[add(1, "a1")] * 20_000)))
    assert "is no turn" in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_a_trial_has_at_most_as_many_turns_as_a_record() -> None:
    rows = [move(1 + index % 2, add(1 + index % 2, "a1")) for index in range(10_001)]
    assert len(read(*rows[:-1]).turns) == 10_000
    with pytest.raises(InputError, match="line 10002: the trial is too long; expected at most 10000 turns"):
        read(*rows)


def test_lines_of_later_versions_are_passed_over() -> None:
    assert parse_trial(lines("PLAYERS = A, B", "NEW_THING=1")).actions == ()
