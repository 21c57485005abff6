"""Records in every detail: what is refused and where, remarks, and the printed form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from play.search import refused
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.errors import InputError
from shatterproof.game import Outcome
from shatterproof.judging import Judgement, judge
from shatterproof.movetext import unwrapped, wrapped
from shatterproof.record import Record, format_record, parse_record, read_tags, result_mark

GAME = '[Game "crumble"]\n'
BOARD = f'{GAME}[Board "2x2"]\n'

REFUSED = [
    ("", "the record is empty", "line 1"),
    (" \n\t\n", "the record is empty", "line 1"),
    ("\n*\n", "the tag Game is missing", "line 1"),
    ('[Board "2x2"]\n', "the tag Game is missing", "line 1"),
    ('\n[Game "crumble"\n', "the tag cannot be read", "line 2"),
    (f"{GAME}[Game]\n", "the tag cannot be read", "line 2"),
    (f'{GAME}[Event "a"]\n\n[Event "b"]\n', "the tag Event is given twice", "line 4"),
    (f'[Game "{"x" * 50}"]\n', f"unknown game '{'x' * 37}...'", "line 1, tag Game"),
    (f'{GAME}[Notation "algebraic"]\n', "unknown notation 'algebraic'", "line 2, tag Notation"),
    (f'{GAME}[Position "Ab/bA"]\n[Board "2x3"]\n', "the position is on 2x2", "line 3, tag Board"),
    (f'{GAME}[Board "2x2"]\n[Position "Ab/bA/Ab"]\n', "the position is on 2x3", "line 2, tag Board"),
    (
        f'{GAME}[Position "AB/Cd"]\n',
        "the game is over: Black wins (crumble.win.four-sides)",
        "line 2, tag Position",
    ),
    (f'{GAME}[Position "{{,}}"]\n', "not JSON: expecting property name enclosed in double quotes", "column 2"),
    (f'{GAME}[Position "Ab/bAb"]\n', "the row has 3 places", "line 2, tag Position, part 2"),
    (f"{BOARD}\n1) 1V {{and\nso on\n", "a comment is not closed", "line 4"),
    (f"{BOARD}\n1) 1V\n}} 0H\n", "a comment is not closed", "line 5"),
    (f"{BOARD}1) 1V 0H\n3) 2H\n", "'3)' is out of order", "line 4"),
    (f"{BOARD}1) 1V 0H\n1) 2H\n", "'1)' is out of order", "line 4"),
    (f"{BOARD}1) 1V\n2) 0H\n", "'2)' is out of order", "line 4"),
    (f"{BOARD}1) ... 0H\n", "'...' stands for Black", "line 3"),
    (f'{GAME}[Position "White to move/Ab/bA"]\n1) 0H 1V\n', "'0H' stands for Black", "line 3"),
]
"""Records, what is wrong with them, and where."""


@pytest.mark.parametrize(("text", "what", "where"), REFUSED)
def test_a_record_is_refused_where_it_is_wrong(text: str, what: str, where: str) -> None:
    error = refused(parse_record, text)
    assert error.what.startswith(what)
    assert error.where == (f"line 2, tag Position, {where}" if where.startswith("column") else where)


def test_a_record_may_be_as_long_as_a_file_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shatterproof.strict_json.SIZE_LIMIT", len(BOARD))
    assert parse_record(BOARD).turns == ()
    for more in ("\n", "1)"):
        with pytest.raises(InputError, match=f"the record has {len(BOARD + more)} characters"):
            parse_record(BOARD + more)


def test_a_record_holds_ten_thousand_turns_and_no_more() -> None:
    text = BOARD + "\n".join(f"{number}) 1V 0H" for number in range(1, 5001))
    assert len(parse_record(text).turns) == 10_000
    with pytest.raises(InputError, match="the record is too long; expected at most 10000 turns"):
        parse_record(f"{text}\n5001) 1V")


def test_tags_are_read_without_the_rest() -> None:
    assert read_tags(f'{BOARD}\n[White "Game"]\n1) nothing') == {"Game": "crumble", "Board": "2x2", "White": "Game"}


def test_a_record_is_of_turns_that_may_have_lost_their_hyphens_unless_it_says_otherwise() -> None:
    assert Record(crumble, crumble.start("2x2"), ()).notation == "any"
    found = [parse_record(f"{GAME}{tag}").notation for tag in ("", '[Notation "any"]', '[Notation "published"]')]
    assert found == ["any", "any", "published"]


def test_readings_that_are_given_stand_in_for_those_of_the_tag() -> None:
    said, given = crumble.Readings(draw="agreement-only"), crumble.Readings(draw="draw-turns")
    text = f'{GAME}[Readings "draw=agreement-only"]\n'
    assert parse_record(text).position == crumble.start(readings=said)
    assert parse_record(text, given).position == crumble.start(readings=given)


def test_the_same_turns_can_be_judged_under_other_readings() -> None:
    said, other = crumble.Readings(draw="agreement-only"), crumble.Readings(draw="draw-turns")
    found = parse_record(f'{BOARD}[Readings "draw=agreement-only"]\n1) 1V\n')
    assert found.position.readings == said
    assert found.under(other).position == crumble.start("2x2", other)
    assert found.under(other).turns == found.turns


def test_comments_part_turns_and_their_lines_count() -> None:
    found = parse_record(f"{BOARD}{{before\n\n}} 1) 1V{{between}}0H\n2){{after\n}}1V")
    assert [(turn.text, turn.number, turn.line) for turn in found.turns] == [("1V", 1, 5), ("0H", 1, 5), ("1V", 2, 7)]


@pytest.mark.parametrize(
    ("text", "bare"),
    [("(a2  a1-b2)", "a2 a1-b2"), ("a2\n a1", "a2 a1"), ("(a2", "(a2"), ("a2)", "a2)"), ("(~a2~)", "~a2~"), ("", "")],
)
def test_only_both_parentheses_together_are_taken_off(text: str, bare: str) -> None:
    assert unwrapped(text) == bare


def test_turns_of_several_words_are_put_into_parentheses() -> None:
    assert [wrapped(text) for text in ("a2", "a2 a1-b2")] == ["a2", "(a2 a1-b2)"]


# Printing


@pytest.mark.parametrize("value", ['"', "\\", "\\\\", 'a \\" b', "c:\\d\\"])
def test_tags_keep_their_quotes_and_backslashes(value: str) -> None:
    assert read_tags(format_record(crumble.start("2x2"), [], {"Event": value}))["Event"] == value


def test_results_are_marked_by_who_won() -> None:
    for game in (crumble, scrunch, splinter):
        outcomes = [None, *(Outcome(winner, "a.clause") for winner in (*game.SIDES, None))]
        assert [result_mark(game, outcome) for outcome in outcomes] == ["*", "1-0", "0-1", "1/2-1/2"]


def start_tag(position: Any) -> str:
    """The value of the tag Position of a record."""
    return read_tags(format_record(position, [])).get("Position", "")


def test_only_a_start_that_is_not_the_opening_stands_in_a_tag() -> None:
    assert start_tag(crumble.start("3x2")) == ""
    assert start_tag(crumble.from_diagram("AbC\nDeF\n")) == "3x2, Black to move/AaB/CbD"
    assert start_tag(splinter.from_diagram("SXO\nsxo\n")) == "Splinter 3x2, Blue to move/SXO/sxo"


def halved(board: str, **readings: str) -> crumble.Position:
    """The opening with its first piece cut, so that its diagram has two characters a unit."""
    begun = crumble.start(board, crumble.Readings(**readings))
    return replace(next(after for _, after in crumble.results(begun)), memory=None)


@pytest.mark.parametrize(
    ("position", "length"),
    [(halved("5x15", standing_enclosure="until-closed"), 399), (halved("9x10"), 400), (halved("9x11"), 438)],
)
def test_a_start_is_a_diagram_in_its_tag_while_that_has_less_than_400_characters(
    position: crumble.Position, length: int
) -> None:
    assert len(crumble.to_diagram(position)) == length
    assert start_tag(position).startswith("{") == (length >= 400)
    assert parse_record(format_record(position, [])).position == position


def test_a_start_that_remembers_something_or_cannot_be_drawn_is_json_in_its_tag() -> None:
    memory = '{"recent":[{"target":["0","0","1","1"],"worked":[["0","1","1","1"]]}],"renewals":0}'
    half = GRAIN // 2
    small = [Piece(x * half, 14 * half + y, half, half) for x in range(28) for y in (0, half)]
    fine = {piece: "black" if piece.y > 14 * half else "white" for piece in small}
    fine[Piece(0, 0, 14 * GRAIN, 7 * GRAIN)] = "white"
    for position in (
        crumble.from_diagram(f"2x2, White to move\nAb\nbA\nmemory {memory}\n"),
        crumble.position.set_up("14x8", fine, "black"),
    ):
        assert start_tag(position).startswith("{")
        assert parse_record(format_record(position, [])).position == position


def test_a_judgement_says_only_what_it_was_given() -> None:
    found = Judgement(True, crumble.start("2x2"), 0)
    assert (found.outcome, found.at, found.clause, found.reason, found.remarks) == (None, None, "", "", ())
    assert not found.agreed
    assert found.fits
    refused = judge(parse_record(f"{BOARD}1) 1V 1V 1/2-1/2"))
    assert (refused.legal, refused.agreed, refused.fits) == (False, False, True)


def test_a_turn_that_cannot_be_read_is_refused_with_its_place() -> None:
    assert refused(judge, parse_record(f"{BOARD}1) 1V\n e4")).where == "line 4, move 1 (White)"


@pytest.mark.parametrize(("result", "fits"), [("*", True), ("1/2-1/2", True), ("1-0", False), ("0-1", False)])
def test_a_result_fits_what_stands_on_the_board_or_not(result: str, fits: bool) -> None:
    assert judge(parse_record(f"{BOARD}1) 1V {result}")).fits is fits


def test_remarks_on_how_a_record_was_read_come_first_in_their_order() -> None:
    found = replace(parse_record(f"{BOARD}1) 1V 1-0"), remarks=("second", "first"))
    assert judge(found).remarks[:2] == ("second", "first")
    assert len(judge(found).remarks) == 3
