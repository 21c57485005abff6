"""Refused positions in JSON: the pointer says where, and the clause which rule they break."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from play.search import refused
from shatterproof import crumble, scrunch, splinter
from shatterproof.game import IllegalPosition

NOTHING = object()
"""Stands for a field that is left out."""

BASES: dict[Any, Any] = {
    crumble: crumble.to_json(crumble.start("2x2")),
    scrunch: scrunch.to_json(scrunch.from_diagram("3, Dark to move\n. . .\n. x . .\n. x . o .\n. . o .\n. . .\n")),
    splinter: splinter.to_json(splinter.from_diagram("5x3, Blue to move\nSXO..\n..sx.\n..o..\n")),
}

OF_ALL = [
    ("game", "chess", "/game", ""),
    ("game", None, "/game", ""),
    ("board", 7, "/board", ""),
    ("board", "", "/board", ""),
    ("board", "x", "/board", ""),
    ("to_move", "red", "/to_move", ""),
    ("to_move", None, "/to_move", ""),
    ("colour", "red", "/colour", ""),
    ("to_move", NOTHING, "/", ""),
    ("board", NOTHING, "/", ""),
    ("game", NOTHING, "/", ""),
    ("readings", [], "/readings", ""),
    ("readings", {"chess.castling": "no"}, "/readings", ""),
    ("readings", 1, "/readings", ""),
]
"""For a position of any game: the changed field, its value, the place of the refusal, and the clause."""
UNIT = ["0", "0", "1", "1"]
NO_PIECES = [
    ["2", "0", "1", "1"],
    ["0", "2", "1", "1"],
    ["0", "0", "1", "1/4"],
    ["0", "0", "0", "0"],
    ["3/2", "0", "1", "1"],
    ["0", "3/2", "1", "1"],
    ["0", "0", "1"],
    ["0", "0", "1", "1", "1"],
    7,
]
"""Values that are no piece of a board of 2 by 2."""
NOT_IN_ORDER: list[Any] = [
    [],
    {},
    [UNIT, UNIT],
    [["0", "1", "1", "1"], UNIT],
    [["1", "0", "1", "1"], UNIT],
    [["0", "1", "1", "1"], ["1", "0", "1", "1"]],
]
"""Values that are no list of different pieces from the south-west."""
CRUMBLE = [
    ("board", "1x2", "/board", "crumble.board.rectangle"),
    ("board", "17x2", "/board", "crumble.board.rectangle"),
    ("board", "2x3", "/pieces", "crumble.pieces.cover"),
    ("board", "3x2", "/pieces", "crumble.pieces.cover"),
    ("pieces", {}, "/pieces", ""),
    ("pieces/0", "black", "/pieces/0", ""),
    ("pieces/0", ["0", "0", "1", "1"], "/pieces/0", ""),
    ("pieces/1/4", "blue", "/pieces/1/4", ""),
    ("pieces/1/0", 1, "/pieces/1/0", ""),
    ("pieces/1/1", "0.5", "/pieces/1/1", ""),
    ("pieces/1/2", "1/3", "/pieces/1/2", "crumble.board.limits"),
    ("pieces/1/3", "1/4", "/pieces/1", "crumble.pieces.shape"),
    ("pieces/1/0", "2", "/pieces/1", "crumble.pieces.cover"),
    ("pieces/1/1", "2", "/pieces/1", "crumble.pieces.cover"),
    ("pieces/1", ["0", "0", "1", "1", "white"], "/pieces/1", ""),
    ("pieces/1", ["1", "0", "1", "1", "white", "white"], "/pieces/1", ""),
    ("memory", [], "/memory", ""),
    ("memory", {"recent": []}, "/memory", ""),
    ("memory", {"recent": [], "renewals": 0}, "/memory/recent", ""),
    ("memory", {"recent": {}, "renewals": 0}, "/memory/recent", ""),
    *(
        ("memory", {"recent": [{"target": piece, "worked": [UNIT]}], "renewals": 0}, "/memory/recent/0/target", "")
        for piece in NO_PIECES
    ),
    *(
        ("memory", {"recent": [{"target": UNIT, "worked": [piece]}], "renewals": 0}, "/memory/recent/0/worked/0", "")
        for piece in NO_PIECES
    ),
    *(
        ("memory", {"recent": [{"target": UNIT, "worked": worked}], "renewals": 0}, "/memory/recent/0/worked", "")
        for worked in NOT_IN_ORDER
    ),
    *(
        ("memory", {"recent": [{"target": UNIT, "worked": [UNIT]}], "renewals": number}, "/memory/renewals", "")
        for number in (1, -1, "0", None, True)
    ),
    ("memory", {"recent": [{"target": UNIT}], "renewals": 0}, "/memory/recent/0", ""),
    ("memory", {"recent": [{"target": UNIT, "worked": [UNIT]}] * 5, "renewals": 0}, "/memory/recent", ""),
    ("memory", {"recent": [{"target": None, "worked": [UNIT]}], "renewals": 0}, "/memory/recent", ""),
    ("memory", {"recent": [None], "renewals": 0}, "/memory/recent", ""),
]
SCRUNCH = [
    ("board", "1", "/board", "scrunch.board.limits"),
    ("board", "11", "/board", "scrunch.board.limits"),
    ("board", "03", "/board", ""),
    ("creating", "dark", "/creating", ""),
    ("creating", ["light", "dark"], "/creating", ""),
    ("creating", ["dark", "dark"], "/creating", ""),
    ("creating", ["all", "dark"], "/creating", ""),
    ("creating", ["dark"], "/dark, /light", "scrunch.start.eggs"),
    ("dark", None, "/dark", ""),
    ("dark/1", 7, "/dark/1", ""),
    ("dark/1", "c", "/dark/1", ""),
    ("light/1", "c6", "/light/1", "scrunch.notation.cell"),
    ("light", ["c4", "c4"], "/light", "scrunch.board.one-stone"),
    ("light", ["c2", "c4"], "/dark, /light", "scrunch.board.one-stone"),
    ("dark", ["c2", "c3", "d1", "d2", "e1"], "/dark, /light", "scrunch.start.mutants"),
    ("dark", [], "/dark, /light", "scrunch.start.phases"),
]
SPLINTER = [
    ("board", "1x3", "/board", "splinter.board.limits"),
    ("board", "27x3", "/board", "splinter.board.limits"),
    ("board", "3x3", "/pieces", "splinter.notation.square"),
    ("board", "5x2", "/pieces", "splinter.notation.square"),
    ("pieces", "a1", "/pieces", ""),
    ("pieces", [], "/pieces", "splinter.group.one"),
    ("pieces/0", "a1", "/pieces/0", ""),
    ("pieces/0", ["a1", "blue"], "/pieces/0", ""),
    ("pieces/0", ["a1", "blue", "square", "square"], "/pieces/0", ""),
    ("pieces/0", "a1b", "/pieces/0", ""),
    ("pieces/2/0", 7, "/pieces/2/0", ""),
    ("pieces/2/0", "a", "/pieces/2/0", ""),
    ("pieces/2/1", "black", "/pieces/2/1", ""),
    ("pieces/2/2", "star", "/pieces/2/2", ""),
    ("pieces/1/0", "a3", "/pieces/1/0", "splinter.board.one-piece"),
    ("pieces/0/0", "a1", "/pieces", "splinter.group.one"),
    ("memory", {}, "/memory", ""),
    ("memory", ["a1"], "/memory/0", ""),
    ("memory", [["a1", "b2", "c3"]], "/memory/0", ""),
    ("memory", [["a1", 2]], "/memory/0/1", ""),
    ("memory", [["a", "a1"]], "/memory/0/0", ""),
    ("memory", [["c1", "d1"], ["c1", "d1"]], "/memory", ""),
    ("memory", [["a1", "b2"]], "/memory", "splinter.slide.return"),
]
CASES = [
    (game, *case)
    for game, own in ((crumble, CRUMBLE), (scrunch, SCRUNCH), (splinter, SPLINTER))
    for case in [*OF_ALL, *own]
]


def changed(game: Any, place: str, value: Any) -> Any:
    """The JSON value of a position with another value in one place."""
    data = copy.deepcopy(BASES[game])
    *path, last = [int(part) if part.isdigit() else part for part in place.split("/")]
    here = data
    for part in path:
        here = here[part]
    if value is NOTHING:
        del here[last]
    else:
        here[last] = value
    return data


@pytest.mark.parametrize(("game", "place", "value", "where", "clause"), CASES)
def test_a_position_is_refused_where_it_is_wrong(game: Any, place: str, value: Any, where: str, clause: str) -> None:
    error = refused(game.from_json, changed(game, place, value))
    assert error.where == where
    assert (error.clause if isinstance(error, IllegalPosition) else "") == clause


@pytest.mark.parametrize("game", BASES)
def test_the_position_itself_is_not_refused(game: Any) -> None:
    assert game.to_json(game.from_json(BASES[game])) == BASES[game]


RINGED = crumble.to_json(crumble.start("3x3"))
RINGED["pieces"] = [[*piece[:4], "white" if piece[:2] == ["1", "1"] else "black"] for piece in RINGED["pieces"]]
MUTANT = {**scrunch.to_json(scrunch.start("3")), "creating": [], "dark": ["b1", "c1", "c2", "d1"], "light": ["a3"]}
APART = {**splinter.to_json(splinter.start("6x2")), "memory": [["f1", "f2"]]}
APART["pieces"] = [piece for piece in APART["pieces"] if piece[0][0] != "c"]


@pytest.mark.parametrize(
    ("game", "data", "clause"),
    [
        (crumble, RINGED, "crumble.standing-enclosure"),
        (scrunch, MUTANT, "scrunch.start.mutants"),
        (splinter, APART, "splinter.group.one"),
        (splinter, {**APART, "readings": {"splinter.both-out": "push-first"}}, "splinter.group.one"),
    ],
)
def test_a_position_that_no_play_leaves_is_taken_only_to_be_shown(game: Any, data: Any, clause: str) -> None:
    assert game.to_json(game.from_json(data, strict=False)) == data
    error = refused(game.from_json, data)
    assert (error.clause, error.where) == (clause, "/dark, /light" if game is scrunch else "/pieces")


def test_pieces_off_the_board_are_not_even_shown() -> None:
    data = {**APART, "pieces": [*APART["pieces"], ["g1", "blue", "cross"]]}
    assert refused(splinter.from_json, data, strict=False).clause == "splinter.notation.square"


@pytest.mark.parametrize(("cell", "rule"), [("a9", "notation.cell"), ("b1", "board.one-stone")])
def test_stones_off_the_board_or_on_others_are_not_even_shown(cell: str, rule: str) -> None:
    assert refused(scrunch.from_json, {**MUTANT, "light": [cell]}, strict=False).clause == f"scrunch.{rule}"


@pytest.mark.parametrize("game", BASES)
def test_only_readings_that_are_not_the_defaults_are_written(game: Any) -> None:
    assert "readings" not in game.to_json(game.start())
    name, values = next(iter(game.Readings.choices().items()))
    other = game.start(readings=game.Readings.from_mapping({name: values[1]}))
    assert game.to_json(other)["readings"] == {name: values[1]}


@pytest.mark.parametrize("game", BASES)
def test_other_readings_than_those_in_force_are_refused(game: Any) -> None:
    reading, values = next(iter(game.Readings.choices().items()))
    named = {**BASES[game], "readings": {reading: values[1]}}
    assert (
        game.from_json(named).readings
        == game.from_json(named, game.Readings.from_mapping({reading: values[1]})).readings
    )
    assert refused(game.from_json, named, game.Readings()).where == "/readings"


@pytest.mark.parametrize("game", [crumble, splinter])
def test_a_colour_that_is_none_is_reported(game: Any) -> None:
    data = changed(game, f"pieces/0/{4 if game is crumble else 1}", "green")
    assert refused(game.from_json, data).what == 'colour is "green"'
