"""Positions shown and edited, turns played and explained."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from explorer.asking import BOARDS, ask, error, opening, played, position
from shatterproof.api import from_json, to_json
from shatterproof.game import GAMES, game_of


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
        ("crumble", "hello", "", []),
        ("crumble", "1V", "crumble.cut.own", ["1,0"]),
        ("scrunch", "a9", "scrunch.notation.cell", ["a9"]),
        ("splinter", "b1N", "splinter.turn.own", ["b1"]),
    ],
)
def test_an_illegal_turn_is_refused_with_its_clause_and_what_forbids_it(
    game: str, turn: str, clause: str, about: list[str]
) -> None:
    refusal = ask("play", position=opening(game), turn=turn)["refusal"]
    found = (refusal["verdict"], refusal["clause"], refusal["about"])
    assert found == ("illegal" if clause else "malformed", clause, about)
    assert refusal["title"] == (ask("rule", clause=clause)["title"] if clause else "")


def test_what_comes_next_can_be_had_with_the_turn_played() -> None:
    answer = ask("play", position=opening("scrunch", "2"), turn="a1", then=True)
    after = answer["played"]["shown"]["position"]
    assert answer["then"] == ask("next", position=after, parts=[])


@pytest.mark.parametrize(
    ("diagram", "text", "about"),
    [
        ("2x2, White to move\nAb\nCD", "Black wins: Black's chain touches all four", ["0,0", "1,0", "0,1"]),
        ("2, Dark to move\n. .\n. . .\n. x", "Dark wins: Light has no snake left.", []),
        ("Splinter 3x2, Blue to move\nSXO\nsx.", "Blue wins: White has no circle left.", []),
        ("Splinter 3x2, Blue to move\nSX.\nsx.", "The game is drawn: both sides lack a kind", []),
    ],
)
def test_the_end_of_a_game_is_reported_with_its_reason_and_what_decided_it(
    diagram: str, text: str, about: list[str]
) -> None:
    outcome = ask("open", text=diagram)["start"]["outcome"]
    assert outcome["text"].startswith(text)
    assert outcome["clause"] not in outcome["text"]
    assert outcome["about"] == about


def test_what_a_turn_takes_from_the_board_is_named() -> None:
    edge = ask("play", position=opening("splinter", "6x5"), turn="a1SE")["played"]["gone"]
    assert [(each["at"], each["what"].split(", ")[1]) for each in edge] == [("a1", "over the edge")]
    start = position("Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo")
    cut_off = ask("play", position=start, turn="d3W")["played"]["gone"]
    assert [each["at"] for each in cut_off] == ["e1", "e2", "f1", "f2", "g1", "g2"]
    assert cut_off[0]["what"] == "white square, cut off"
    quiet = ask("play", position=opening("crumble", "3x3"), turn="0,1V")
    assert quiet["played"] is None or quiet["played"]["gone"] == []


def test_readings_that_would_change_a_turn_are_named() -> None:
    start = opening("splinter", "6x5")
    changes = ask("explain", position=start, turn="a1S")["changes"]
    assert ("splinter.step-off", "illegal") in [(change["reading"], change["verdict"]) for change in changes]


def edited(where: Any, *edits: Any) -> Any:
    return ask("edit", position=where, edits=list(edits))


def test_pieces_are_painted_halved_and_made_one() -> None:
    start = opening("crumble", "2x2")
    answer = edited(start, {"put": ["0,0"], "what": "black"}, {"halve": "0,0", "axis": "V"}, {"side": "white"})
    assert answer["problems"] == []
    assert answer["refusal"] is None
    wanted = position("2x2, White to move\nAAbb\nAAbb\nCDEE\nCDEE")
    assert answer["shown"]["position"] == wanted
    back = edited(wanted, {"unite": ["0,0", "1/2,0"]}, {"put": ["0,0"], "what": "white"}, {"side": "black"})
    assert back["shown"]["position"] == start
    # What makes no piece changes nothing.
    none = edited(wanted, {"unite": ["1/2,0", "1,0"]})
    assert (none["refusal"]["clause"], none["shown"]["position"]) == ("crumble.join.outline", wanted)


def test_a_piece_inside_a_ring_is_marked_with_the_clause() -> None:
    start = position("3x3, Black to move\nABC\nDEF\nGHI")
    answer = edited(start, {"put": ["1,1"], "what": "white"})
    assert [(each["clause"], each["about"]) for each in answer["problems"]] == [("crumble.standing-enclosure", ["1,1"])]
    assert 'data-at="1,1" data-fill="light" data-mark="marked"' in answer["shown"]["drawing"]
    assert edited(answer["shown"]["position"], {"put": ["1,1"], "what": "black"})["problems"] == []


def test_every_stone_of_a_mutant_that_has_too_many_friends_is_marked() -> None:
    start = opening("scrunch", "3")
    stones = {"put": ["c3", "c2", "c4", "b2", "d2"], "what": "dark"}
    answer = edited(start, stones, {"creating": []}, {"put": ["a1"], "what": "light"})
    (mutant,) = answer["problems"]
    assert mutant["clause"] == "scrunch.start.mutants"
    assert "c3" in mutant["about"]
    creators = edited(start, {"put": ["a1", "a2"], "what": "light"})
    assert [(each["clause"], each["about"]) for each in creators["problems"]] == [("scrunch.start.eggs", ["a1", "a2"])]


def test_pieces_apart_from_the_largest_group_are_marked() -> None:
    start = opening("splinter", "10x9")
    answer = edited(start, {"put": ["a1", "b1"], "what": "blue cross"})
    assert [(each["clause"], each["about"]) for each in answer["problems"]] == [("splinter.group.one", ["a1", "b1"])]
    assert edited(answer["shown"]["position"], {"put": ["a1", "b1"], "what": ""})["problems"] == []


def test_what_was_remembered_is_forgotten_once_pieces_change() -> None:
    start = opening("splinter", "6x5")
    later = ask("play", position=start, turn="a1S")["played"]["shown"]["position"]
    assert edited(later)["shown"]["position"] == later
    assert edited(later, {"forget": True})["shown"]["position"]["memory"] == []


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("crumble", {"put": ["0,0"], "what": "blue"}),
        ("crumble", {"put": ["9,9"], "what": "black"}),
        ("crumble", {"creating": []}),
        ("crumble", {"side": "light"}),
        ("scrunch", {"put": ["z9"], "what": "dark"}),
        ("scrunch", {"halve": "a1", "axis": "V"}),
        ("splinter", {"put": ["a1"], "what": "blue"}),
        ("splinter", {"put": ["a1"]}),
        ("crumble", {"unite": []}),
    ],
)
def test_an_edit_that_is_none_is_an_error_with_its_place(game: str, change: Any) -> None:
    board = {"crumble": "2x2", "scrunch": "2", "splinter": "6x5"}[game]
    found = error(
        "edit",
        position=opening(game, board),
        edits=[{"side": "black"} if game == "crumble" else {"put": [], "what": ""}, change],
    )
    assert found["at"].startswith("/edits/")


WALKED = {"crumble": ["2x2", "4x4", "3x5"], "scrunch": ["2", "4"], "splinter": ["5x5", "10x9"]}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("seed", "turns"), [(0, 6), *(pytest.param(seed, 60, marks=pytest.mark.long) for seed in range(1, 21))]
)
def test_wherever_the_walker_goes_the_board_is_that_of_the_reference(game: str, seed: int, turns: int) -> None:
    chance = Random(f"{game} {seed}")
    described = next(each for each in ask("games")["games"] if each["game"] == game)
    readings = {each["reading"]: chance.choice(each["values"]) for each in described["readings"]}
    opened = ask("open", game=game, board=chance.choice(WALKED[game]), readings=readings)
    position, played = opened["start"]["position"], list[str]()
    for _ in range(turns):
        turn = built(position, chance)
        if turn is None:
            break
        answer = ask("play", position=position, turn=turn)
        here = from_json(position)
        adapter = game_of(here)
        after = adapter.play(here, adapter.parse_turn(here, turn))
        assert answer["played"]["shown"]["position"] == to_json(after)
        ask("announce", position=to_json(after))
        position = to_json(after)
        played.append(answer["played"]["turn"])
    again = ask("open", code=ask("share", start=opened["start"]["position"], turns=played)["code"])
    assert [each["turn"] for each in again["turns"]] == played
    assert (again["turns"] or [{"shown": again["start"]}])[-1]["shown"]["position"] == position


def built(position: Any, chance: Random) -> str | None:
    """A turn built from the choices; None if the game is over."""
    parts, further = list[str](), [""]
    while further and len(parts) < 12:
        answer = ask("next", position=position, parts=parts)
        assert answer["parts"] == parts
        further = [choice["part"] for choice in answer["choices"] if choice["refusal"] is None]
        assert further or answer["turn"] or answer["outcome"], (position, parts)
        if answer["turn"] and chance.random() < 0.4:
            break
        parts += [chance.choice(further)] if further else []
    return answer["turn"] and str(answer["turn"])
