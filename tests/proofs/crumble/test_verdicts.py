"""Wins in one: z3 finds them, re-proves them, and contradicts whoever says otherwise."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from proofs.answers import others_of, set_ups
from proofs.crumble.wins import compared, find_win, positions, survey
from sampling import only_in_ci, some
from shatterproof import crumble
from shatterproof.errors import InputError
from shatterproof_properties.play.crumble.positions import set_up
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.crumble.verdicts import confirm_win, is_stated, reprove_win

THREE_SIDES = "3x3, Black to move\nABA\naba\nAAb"
"""`0VW-NE` wins for Black: a walk of two steps."""

SLIP = "3x3, Black to move\naba\nbaA\nAAa"
"""`0VW-NE` completes White's chain."""

WON_BY_A_CAPTURE = "4x4, White to move\nAAaaaabb\nAAaaaabb\nBBCCccdd\nBBCCccdd\nDeEEffgg\nDeEEffgg\nFFhhffii\nFFhhffii"


def test_a_winning_turn_is_proved_again_from_a_position_or_its_json_form_a_turn_or_its_text() -> None:
    position = crumble.from_diagram(THREE_SIDES)
    turn = crumble.parse_turn(position, "0VW-NE")
    assert reprove_win(position, turn)
    assert reprove_win(crumble.to_json(position), "0VW-NE")


@pytest.mark.parametrize(
    ("path", "why"),
    [("NEE", "the walk goes on after a win"), ("S", "no complete side"), ("W", "the mover's own piece")],
)
def test_a_walk_that_breaks_a_rule_is_no_win(path: str, why: str) -> None:
    position = crumble.from_diagram(THREE_SIDES)
    turn = crumble.parse_turn(position, "0VW-NE")
    assert turn.walk is not None
    assert not reprove_win(position, crumble.Turn(turn.work, turn.walk._replace(path=path))), why


def test_no_win_is_found_in_fewer_steps_than_it_takes() -> None:
    position = crumble.from_diagram("2x2, Black to move\nab\nAB")
    lengths = {
        len(turn.walk.path)
        for turn, after in crumble.results(position)
        if turn.walk and (ended := crumble.outcome(after)) and ended.winner == "black"
    }
    shortest = min(lengths)
    assert find_win(position, shortest) is not None
    assert find_win(position, shortest - 1) is None


def test_a_win_that_is_found_is_proved_and_none_is_found_where_no_walk_of_one_step_wins_or_the_game_is_over() -> None:
    position, won = (crumble.from_diagram(diagram) for diagram in (THREE_SIDES, "3x3, Black to move\naAb\nABA\nBAa"))
    assert reprove_win(position, find_win(position) or "")
    assert find_win(crumble.start("2x2"), longest=1) is None
    assert crumble.outcome(won) is not None
    assert find_win(won) is None


@pytest.mark.parametrize("readings", [{}, {"win_stops": "end-of-turn"}, {"capture_nested": "one-snapshot"}])
@pytest.mark.parametrize("diagram", [SLIP, THREE_SIDES])
def test_turns_that_win_are_proved_and_no_others(diagram: str, readings: dict[str, str]) -> None:
    position = crumble.from_diagram(diagram, crumble.Readings(**readings))
    for turn, after in crumble.results(position):
        ended = crumble.outcome(after)
        assert reprove_win(position, turn) == (ended is not None and ended.winner == "black"), turn


@pytest.mark.parametrize(("reading", "value"), some(others_of(crumble), one_in=3))
def test_wins_are_reported_under_every_reading(reading: str, value: str) -> None:
    readings = crumble.Readings(**{reading: value})
    random = Random(f"{reading}={value}")
    drawn = set_ups(set_up("3x2", readings, decided=False, bias="chains"), 8, random)
    small = sorted(drawn, key=lambda position: len(position.arrangement.pieces))
    for position in small[:3]:
        walked = [(turn, after) for turn, after in crumble.results(position) if turn.walk]
        for turn, after in random.sample(walked, min(8, len(walked))):
            ended = crumble.outcome(after)
            assert reprove_win(position, turn) == (ended is not None and ended.winner == position.to_move), turn


def test_what_a_standing_ring_holds_until_it_is_closed_again_is_not_stated() -> None:
    enclosed = "3x3, White to move\nAAB\nCdB\nCEE"
    held = crumble.from_diagram(enclosed + "\nreadings standing-enclosure=until-closed")
    assert not is_stated(held)
    with pytest.raises(InputError):
        reprove_win(held, "0V")
    assert not confirm_win(crumble.to_json(held), "0V", {}, None)
    assert is_stated(crumble.from_diagram(enclosed + "\nreadings standing-enclosure=next-step"))
    assert is_stated(crumble.start("3x3", crumble.Readings(standing_enclosure="until-closed")))
    both = crumble.Readings(standing_enclosure="until-closed", capture_nested="one-snapshot")
    assert not is_stated(crumble.start("3x3", both))


def test_a_win_claimed_wrongly_is_a_disagreement() -> None:
    position = crumble.to_json(crumble.from_diagram(THREE_SIDES))
    assert confirm_win(position, "0VW-NE", {}, None)
    with pytest.raises(Disagreement, match=r"does 0VW-N win.*z3 says it does not"):
        confirm_win(position, "0VW-N", {}, None)


@pytest.mark.parametrize(("most", "few"), [only_in_ci((2, 4)), pytest.param(10, 30, marks=pytest.mark.long)])
def test_z3_and_the_second_engine_agree_on_positions_with_captures_among_them(most: int, few: int) -> None:
    roomy = positions(200, Random(7), ("4x4", "5x4"))
    capturing = [position for position in roomy if survey(position).captures]
    capturing.sort(key=lambda position: (not survey(position).wins_by_capture, len(position["pieces"])))
    capturing.insert(0, crumble.to_json(crumble.from_diagram(WON_BY_A_CAPTURE)))
    met = Counter[str]()
    for number, position in enumerate([*capturing[:most], *positions(few, Random(7), ("3x3", "4x3"))]):
        found, apart = compared(position, None, Random(number))
        assert not apart, (position, apart)
        met += found
    assert met["positions"] == most + few
    assert met["with a capture"] >= most
    assert met["won by a capture"] > 0
    assert met["won in one"] < most + few
