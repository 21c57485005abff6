"""Turns of Crumble in fraction notation."""

from __future__ import annotations

import re

import pytest

from explorer.asking import ask
from shatterproof import crumble
from shatterproof.crumble.notation import meanings
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn
from shatterproof.judging import judge
from shatterproof.record import parse_record
from shatterproof_properties.invariants.crumble.forms import a_location_in_fractions_means_the_same_turn

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
