"""Positions shown, turns played and explained."""

from __future__ import annotations

import re

import pytest

from explorer.asking import BOARDS, ask, opening, played, position
from shatterproof.game import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_cell_and_square_of_a_drawing_has_a_name(game: str) -> None:
    shown = ask("open", game=game, board=BOARDS[game])["start"]
    names = re.findall(r'data-at="([^"]+)"', shown["drawing"])
    assert len(names) == len(set(names)) == {"crumble": 9, "scrunch": 19, "splinter": 30}[game]
    assert ask("show", position=shown["position"]) == shown


@pytest.mark.parametrize("game", GAMES)
def test_a_legal_turn_is_played_and_reported(game: str) -> None:
    start = opening(game)
    text = played(game, 1)[0][0]
    answer = ask("play", position=start, turn=f" {text} ")
    assert answer["refusal"] is None
    assert answer["played"]["turn"] == text
    assert answer["did"]
    assert 'data-mark="new"' in answer["played"]["shown"]["drawing"]


@pytest.mark.parametrize(
    ("game", "turn", "clause", "about"),
    [
        ("crumble", "1V", "crumble.cut.own", ["1,0"]),
        ("scrunch", "a9", "scrunch.notation.cell", ["a9"]),
        ("splinter", "b1N", "splinter.turn.own", ["b1"]),
    ],
)
def test_an_illegal_turn_is_refused_with_its_clause_and_what_forbids_it(
    game: str, turn: str, clause: str, about: list[str]
) -> None:
    refusal = ask("play", position=opening(game), turn=turn)["refusal"]
    assert (refusal["verdict"], refusal["clause"], refusal["about"]) == ("illegal", clause, about)
    assert refusal["title"] == ask("rule", clause=clause)["title"]


def test_nonsense_is_malformed() -> None:
    refusal = ask("play", position=opening("crumble", "2x2"), turn="hello")["refusal"]
    assert (refusal["verdict"], refusal["clause"]) == ("malformed", "")


def test_what_comes_next_can_be_had_with_the_turn_played() -> None:
    answer = ask("play", position=opening("scrunch", "2"), turn="a1", then=True)
    after = answer["played"]["shown"]["position"]
    assert answer["then"] == ask("next", position=after, parts=[])


@pytest.mark.parametrize(
    ("diagram", "text"),
    [
        ("2x2, White to move\nAA\nAA", "Black wins: Black's chain touches all four sides of the board."),
        ("2, Dark to move\n. .\n. . .\n. x", "Dark wins: Light has no snake left."),
        ("Splinter 3x2, Blue to move\nSXO\nsx.", "Blue wins: White has no circle left."),
        ("Splinter 3x2, Blue to move\nSX.\nsx.", "The game is drawn: both sides lack a kind"),
    ],
)
def test_the_end_of_a_game_is_reported_with_its_reason(diagram: str, text: str) -> None:
    outcome = ask("open", text=diagram)["start"]["outcome"]
    assert outcome["text"].startswith(text)
    assert outcome["clause"] not in outcome["text"]


def test_the_chain_that_wins_is_named() -> None:
    outcome = ask("open", text="2x2, White to move\nAb\nCD")["start"]["outcome"]
    assert outcome["about"] == ["0,0", "1,0", "0,1"]


def test_what_a_turn_takes_from_the_board_is_named() -> None:
    edge = ask("play", position=opening("splinter", "6x5"), turn="a1SE")["played"]["gone"]
    assert [(each["at"], each["what"].split(", ")[1]) for each in edge] == [("a1", "over the edge")]
    start = position("Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo")
    cut_off = ask("play", position=start, turn="d3W")["played"]["gone"]
    assert [each["at"] for each in cut_off] == ["e1", "e2", "f1", "f2", "g1", "g2"]
    assert cut_off[0]["what"] == "white square, cut off"
    quiet = ask("play", position=opening("crumble", "3x3"), turn="0,1V")
    assert quiet["played"] is None or quiet["played"]["gone"] == []


def test_a_captured_piece_is_named_and_one_that_was_swapped_is_not() -> None:
    for clause in ("crumble.capture.enclosed", "crumble.capture.every-step", "crumble.capture.either"):
        for block in ask("rule", clause=clause)["blocks"]:
            for case in block.get("cases", []):
                last = ask("open", code=case["code"])["turns"][-1:]
                taken = [each for turn in last for each in turn["gone"]]
                if taken:
                    assert all(each["what"].endswith("captured") for each in taken)
                    assert 'data-at="' + taken[0]["at"] + '"' in last[0]["shown"]["drawing"]
                    return
    raise AssertionError("no example captures anything")


def test_readings_that_would_change_a_turn_are_named() -> None:
    start = opening("splinter", "6x5")
    changes = ask("explain", position=start, turn="a1S")["changes"]
    assert ("splinter.step-off", "illegal") in [(change["reading"], change["verdict"]) for change in changes]
