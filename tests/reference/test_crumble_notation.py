"""Turns of Crumble as text: locations, the grammar, turns that read back, and fraction notation."""

from __future__ import annotations

import re

import pytest

from explorer.asking import ask
from play.search import refused
from shatterproof import crumble
from shatterproof.crumble.notation import Meaning, attempted, edge_intersections, locations, meanings
from shatterproof.crumble.pieces import GRAIN
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn
from shatterproof.judging import judge
from shatterproof.record import parse_record
from shatterproof_properties.invariants.crumble.forms import a_location_in_fractions_means_the_same_turn

MIXED = crumble.from_diagram("3x3, Black to move\nAAAAbC\nAAAADe\nAAAAff\nAAAAff\nGGhhII\nGGhhII\n")
LARGER = crumble.from_diagram("3x2, Black to move\naBBBBc\naBBBBc\nDBBBBe\nDBBBBe\n")
BLOCK = crumble.from_diagram("4x3, Black to move\nabcd\neFGH\nMJKL\n")
POSITIONS = [crumble.start("3x3"), MIXED, LARGER, BLOCK]


@pytest.mark.parametrize("position", POSITIONS)
def test_every_turn_reads_back(position: crumble.Position) -> None:
    for turn in crumble.turns(position):
        text = crumble.format_turn(position, turn)
        assert crumble.parse_turn(position, text) == turn
        assert crumble.parse_turn(position, f"{text}+") == turn


def by_corner(position: crumble.Position) -> dict[tuple[float, float], tuple[int, ...]]:
    """The location of every piece, by its corner in units."""
    return {(piece.x / GRAIN, piece.y / GRAIN): at for piece, at in locations(position.arrangement).items()}


def test_locations_are_the_shortest_and_then_the_smallest() -> None:
    found = by_corner(MIXED)
    assert found == {
        (0, 0): (0,), (1, 0): (1,), (2, 0): (2,), (0, 1): (0, 1), (2, 1): (2, 1),
        (2, 2): (2, 2), (2, 2.5): (2, 3), (2.5, 2): (2, 2, 1), (2.5, 2.5): (2, 3, 1),
    }  # fmt: skip
    assert edge_intersections(MIXED.arrangement) == ([0, GRAIN, 2 * GRAIN, 3 * GRAIN], [0, GRAIN, 3 * GRAIN])


def test_of_locations_of_one_length_the_one_of_the_smallest_numbers_is_taken() -> None:
    start = crumble.start("3x3")
    after = crumble.play(start, crumble.parse_turn(start, "2,2V"))
    found = by_corner(after)
    assert found[2, 2] == (2, 2)
    assert found[2.5, 2] == (0, 2, 3)
    # To the corner at 2, 2.5 leads 1,1,1,3 too, from a crossing below that of 0,1,2,1.
    after = crumble.from_diagram("3x3, Black to move\nbbbbGG\nbbbbff\nAAddff\nAAddEE\nAAcccc\nAAcccc\n")
    found = by_corner(after)
    assert found[2, 2.5] == (0, 1, 2, 1)


ROW = crumble.from_diagram("16x2, Black to move\n" + 8 * "ab" + "\n" + 8 * "AB" + "\n")


def test_the_legal_one_of_several_meanings_is_taken() -> None:
    text = "0H1111NN"
    assert [meaning.count for meaning in meanings(text)] == [(11,), (111,)]
    assert len(attempted(ROW, text).work.pieces) == 11
    assert crumble.parse_turn(ROW, text) == attempted(ROW, text) == crumble.parse_turn(ROW, "0H11-11N-N")


def test_of_several_meanings_none_of_which_is_legal_the_first_is_refused() -> None:
    start = crumble.start("3x3")
    assert refused(crumble.parse_turn, start, "1,1HNW", published=False).clause == "crumble.swap.opponent"


def cut(count: int, index: int = 1, half: str = "", path: str = "") -> Meaning:
    return Meaning((1,), "H", (count,), index, half, path)


@pytest.mark.parametrize(
    ("text", "published", "otherwise"),
    [
        ("1H", [cut(1)], []),
        ("1HN", [cut(1, 1, "N", "N")], []),
        ("1HNW", [cut(1, 1, "N", "NW")], [cut(1, 1, "N", "W")]),
        ("1HNWN", [cut(1, 1, "N", "NWN")], [cut(1, 1, "N", "WN")]),
        ("1HNS", [cut(1, 1, "N", "NS")], []),
        ("1HN-W", [cut(1, 1, "N", "W")], []),
        ("1HN-N", [cut(1, 1, "N", "N")], []),
        ("1H2", [cut(2)], []),
        ("1H12", [cut(12)], []),
        ("1H2-1N-W", [cut(2, 1, "N", "W")], []),
        ("1H2-2S-WE", [cut(2, 2, "S", "WE")], []),
        ("1H21NW", [cut(2, 1, "N", "W")], []),
        ("1H112NW", [cut(11, 2, "N", "W")], []),
        ("1H1111NW", [cut(11, 11, "N", "W"), cut(111, 1, "N", "W")], []),
        ("1H101NW", [cut(10, 1, "N", "W")], []),
        ("1J2,3", [Meaning((1,), "J", (2, 3))], []),
        ("1J2,3,4EN", [Meaning((1,), "J", (2, 3, 4), path="EN")], []),
        ("2,1VW", [Meaning((2, 1), "V", (1,), 1, "W", "W")], []),
        ("999999,0V", [Meaning((999999, 0), "V")], []),
    ],
)
def test_the_grammar_gives_a_text_so_many_meanings(
    text: str, published: list[Meaning], otherwise: list[Meaning]
) -> None:
    for mark in ("", "+"):
        assert meanings(text + mark) == published
        assert meanings(text + mark, published=False) == published + otherwise
    assert meanings(f"{text}++", published=False) == published + otherwise
    with pytest.raises(MalformedTurn):
        meanings(f"{text}++")


@pytest.mark.parametrize(
    "text",
    ["", "H", "1", "1h", "1X", "01V", "1000000V", "1,V", ",1V", "1HE", "1HE-N", "1HN-", "1HX", "1H0", "1H02",
     "1H0-1N-W", "1H2-0N-W", "1H2-1E-N", "1H2-1N", "1H2N",
     "1H00NW", "1H2-3N-W", "1J", "1J2", "1J2,", "1J2,2X", "1J02,2", "+1H"],
)  # fmt: skip
def test_the_grammar_gives_other_texts_no_meaning(text: str) -> None:
    for published in (True, False):
        with pytest.raises(MalformedTurn):
            meanings(text, published)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("9V", "crumble.notation.location"),
        ("3V", "crumble.notation.location"),
        ("0,3V", "crumble.notation.location"),
        ("0J9,9", "crumble.notation.join"),
        ("0J0,1", "crumble.notation.join"),
        ("0J1,0", "crumble.notation.join"),
        ("0J1,1", "crumble.join.several"),
        ("1H", "crumble.cut.own"),
        ("0H3", "crumble.cut.blocked"),
    ],
)
def test_a_text_that_leads_nowhere_names_its_clause(text: str, clause: str) -> None:
    assert refused(crumble.parse_turn, MIXED, text).clause == clause


def test_locations_come_by_their_length_and_then_by_their_numbers() -> None:
    found = list(locations(crumble.from_diagram("3x3, Black to move\nezF\nDDz\nBcc\n").arrangement).values())
    assert found == [(0,), (1,), (0, 1), (0, 2), (0, 1, 2), (0, 2, 1), (0, 2, 2)]


LONGEST = "1/7V".ljust(4096, "E")
"""As many characters as a text may have."""
FRACTIONS = '[Game "crumble"]\n[Notation "fraction"]\n\n1) 1/2,2/3VE 1/3VE\n2) 2/3,1/6H *\n'
PUBLISHED = '[Game "crumble"]\n[Notation "published"]\n\n1) 3,4VE 3,5VW\n2) 4,1H *\n'


def test_a_record_in_fractions_is_the_game_of_the_record_in_published_notation() -> None:
    found, expected = (judge(parse_record(text)) for text in (FRACTIONS, PUBLISHED))
    assert found.legal
    assert found.position == expected.position


def test_the_board_opens_a_record_in_fractions() -> None:
    opened = ask("open", text=FRACTIONS)
    assert [turn["turn"] for turn in opened["turns"]] == ["3,4VE", "3,5VW", "4,1H"]


def test_white_names_places_from_the_upper_right_corner_and_directions_as_white_sees_them() -> None:
    position = crumble.from_diagram("3x2, White to move\nAaB\nbCa\n")
    turn = crumble.parse_fraction_turn(position, "1/3VE")
    assert crumble.format_turn(position, turn) == "1,1VW"


@pytest.mark.parametrize(
    "text",
    ["", "1/2", "3,2V", "1/0V", "0/1V", "01/2V", "1/2,V", "1/2,1/3,1/4V", "1/2v", "-1/2V", "1/2X", "1/2VX", "1/4VX"],
)
def test_what_is_no_fraction_is_malformed(text: str) -> None:
    with pytest.raises(MalformedTurn, match=f"^{re.escape(repr(text))} is no turn in fractions"):
        crumble.parse_fraction_turn(crumble.start("6x6"), text)


@pytest.mark.parametrize("text", ["1/4V", "1/7V", "2/1V", "1/2,1/5V", f"1/{9**9}V", LONGEST])
def test_a_place_without_a_lower_left_corner_is_illegal(text: str) -> None:
    with pytest.raises(IllegalTurn, match=r"crumble\.notation\.fraction"):
        crumble.parse_fraction_turn(crumble.start("6x6"), text)


def test_a_text_that_is_too_long_is_malformed() -> None:
    with pytest.raises(MalformedTurn):
        crumble.parse_fraction_turn(crumble.start("6x6"), f"{LONGEST}E")


def test_a_text_of_several_meanings_is_illegal_where_none_can_be_made() -> None:
    assert len(meanings("0H1211N-N")) > 1
    with pytest.raises(IllegalTurn):
        crumble.parse_fraction_turn(crumble.start("6x6"), "0H1211N-N")


def test_a_finished_game_has_no_turns_in_fractions() -> None:
    position = crumble.from_diagram("3x3, White to move\naAb\nABA\nBAa\n")
    with pytest.raises(IllegalTurn, match=r"crumble\.turn\.finished"):
        crumble.parse_fraction_turn(position, "0V")


@pytest.mark.parametrize("game", ["scrunch", "splinter"])
def test_only_crumble_has_fractions(game: str) -> None:
    with pytest.raises(InputError, match="unknown notation 'fraction'; expected published or any"):
        parse_record(f'[Game "{game}"]\n[Notation "fraction"]\n\n1) a1\n')


def test_the_property_notices_a_reader_that_does_not_turn_the_board_for_white(monkeypatch: pytest.MonkeyPatch) -> None:
    position = crumble.from_diagram("3x2, White to move\nAaB\nbCa\n")
    turn = crumble.parse_turn(position, "1,1VW")
    a_location_in_fractions_means_the_same_turn(position, turn)
    monkeypatch.setattr("shatterproof.crumble.fractions._turned_position", lambda position: position)
    monkeypatch.setattr("shatterproof.crumble.fractions._turned_turn", lambda arrangement, turn: turn)
    with pytest.raises((AssertionError, IllegalTurn)):
        a_location_in_fractions_means_the_same_turn(position, turn)
