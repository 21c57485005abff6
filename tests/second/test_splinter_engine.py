"""The second engine of Splinter: ties, memories and groups, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import refused
from shatterproof.errors import InputError
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import Squares

Json = dict[str, Any]


def drawn(rows: list[str], to_move: str = "blue") -> Json:
    """A position from rows of letters, north first: square, x cross and o circle, upper case blue."""
    kinds = {"s": "square", "x": "cross", "o": "circle"}
    pieces = [
        [f"{'abcdefg'[column]}{row}", "blue" if line[column].isupper() else "white", kinds[line[column].lower()]]
        for column in range(len(rows[0]))
        for row, line in enumerate(reversed(rows), start=1)
        if line[column] != "."
    ]
    board = f"{len(rows[0])}x{len(rows)}"
    return {"board": board, "game": "splinter", "memory": [], "pieces": pieces, "to_move": to_move}


def table(position: Json, readings: dict[str, str] | None = None) -> Engine:
    columns, rows = map(int, position["board"].split("x"))
    return Engine(columns, rows, readings)


BRIDGE = drawn(["sxO.OSX", "oO.X.oo", ".......", "......."])


def test_in_a_tie_the_mover_names_a_group_that_stays() -> None:
    engine = table(BRIDGE)
    assert engine.apply(BRIDGE, "d3N")["verdict"] == "legal"
    assert engine.apply(BRIDGE, "d3S")["means"] == ["d3S=a3", "d3S=e4"]
    kept = engine.apply(BRIDGE, "d3S=c4")
    assert kept["outcome"] == {"winner": "white", "clause": "splinter.win.type-out"}
    assert [piece[0] for piece in kept["position"]["pieces"]] == ["a3", "a4", "b3", "b4", "c4"]
    removed = table(BRIDGE, {"splinter.tie": "remove-one"}).apply(BRIDGE, "d3Sxf3")
    assert removed["position"] == kept["position"]


REFUSALS = [
    (BRIDGE, "h1N", {}, "splinter.notation.square"),
    (BRIDGE, "a10N", {}, "splinter.notation.square"),
    (BRIDGE, "a1N", {}, "splinter.turn.own"),
    (BRIDGE, "a3N", {}, "splinter.turn.own"),
    (BRIDGE, "g4N", {"splinter.step-off": "forbidden"}, "splinter.step-off"),
    (BRIDGE, "d3N=a3", {}, "splinter.group.tie"),
    (BRIDGE, "d3S=d2", {}, "splinter.group.tie"),
    (BRIDGE, "d3S=h1", {}, "splinter.notation.square"),
    (BRIDGE, "d3Sxa3", {}, "splinter.tie"),
    (BRIDGE, "d3S=a3", {"splinter.tie": "remove-one"}, "splinter.tie"),
    (BRIDGE, "d3Sxd2", {"splinter.tie": "remove-one"}, "splinter.group.tie"),
]
MALFORMED = ["", "d3", "D3N", "d3n", "d03N", "d0N", "d3NN", "d3N=", "d3N a4", "d3N=a4=a4", "d3N\n", "pass"]


# The no-return rule

PUSHED = drawn(["sxOS", "ooXX", ".Xoo"], "white")
NO_RETURN = "splinter.no-return"
BOTH, OURS = [["b1", "a1"], ["c1", "b1"]], [["c1", "b1"]]


MEMORIES = [
    ("any-piece", [["b1", "a1"]], True),
    ("any-piece", [*BOTH, ["d1", "c1"]], True),
    ("any-piece", OURS, False),
    ("any-piece", [["c1", "d1"]], False),
    ("any-piece", [["a2", "a1"]], False),
    ("any-piece", [["a1", "b1"]], False),
    ("any-piece", [["b1", "a1"], ["d1", "c1"]], False),
    ("any-piece", [["b1", "a1"], ["c1", "c2"]], False),
    ("any-piece", BOTH[::-1], False),
    ("any-piece", [BOTH[0], *BOTH], False),
    ("any-piece", [["b1", "d1"]], False),
    ("any-piece", [["b1", "b1"]], False),
    ("any-piece", [["b1", "b0"]], False),
    ("any-piece", [["b1"]], False),
    ("any-piece", ["b1"], False),
    ("any-piece", None, False),
    ("any-piece", {}, False),
    ("moved-piece", [["c1", "b1"], ["d1", "c1"]], True),
    ("moved-piece", [["d1", "c1"]], False),
    ("moved-piece", BOTH, False),
    ("whole-position", [["d1", "c1"]], True),
    ("whole-position", [["b1", "a1"]], False),
    ("whole-position", [["c1", "b1"], ["d1", "c1"]], False),
]


@pytest.mark.parametrize(("reading", "memory", "possible"), MEMORIES)
def test_a_memory_is_what_a_slide_of_the_other_side_leaves(reading: str, memory: Any, possible: bool) -> None:
    engine, position = Engine(4, 3, {NO_RETURN: reading}), PUSHED | {"memory": memory}
    if possible:
        assert engine.write(engine.read(position)) == position
    else:
        assert refused(engine.read, position).where.startswith("/memory")


# Positions from outside

APART = [["a1", "blue", "square"], ["a3", "white", "square"]]
BAD: list[tuple[Any, str, str]] = [
    ({"game": "scrunch"}, "/game", ""),
    ({"board": "3x4"}, "/board", ""),
    ({"board": "27x3"}, "/board", ""),
    ({"board": ["4x3"]}, "/board", ""),
    ({"to_move": "red"}, "/to_move", ""),
    ({"to_move": {}}, "/to_move", ""),
    ({"readings": {}}, "", ""),
    ({"pieces": None}, "/pieces", ""),
    ({"pieces": []}, "/pieces", ""),
    ({"pieces": APART}, "/pieces", ""),
    ({"pieces": PUSHED["pieces"][::-1]}, "/pieces/1", ""),
    ({"pieces": [*PUSHED["pieces"][:1], *PUSHED["pieces"]]}, "/pieces/1", ""),
    ({"pieces": [["e1", "blue", "square"]]}, "/pieces/0/0", ""),
    ({"pieces": [["a10", "blue", "square"]]}, "/pieces/0/0", ""),
    ({"pieces": [[1, "blue", "square"]]}, "/pieces/0/0", ""),
    ({"pieces": [["a1", "red", "square"]]}, "/pieces/0/1", ""),
    ({"pieces": [["a1", "blue", "triangle"]]}, "/pieces/0/2", ""),
    ({"pieces": [["a1", "blue", ["square"]]]}, "/pieces/0/2", ""),
    ({"pieces": [["a1", "blue"]]}, "/pieces/0", ""),
    ({"pieces": ["a1" * 9999]}, "/pieces/0", ""),
    ({"pieces": [["a1", "blue", "square"]], "memory": [["a1", "a2"]]}, "/memory", ""),
]


@pytest.mark.parametrize(
    ("readings", "pieces", "possible"),
    [
        ({}, APART, False),
        ({"splinter.tie": "remove-one"}, APART, True),
        ({"splinter.tie": "remove-one"}, [*APART, ["b1", "blue", "cross"]], False),
        ({"splinter.both-out": "push-first"}, [*APART, ["b1", "blue", "cross"]], True),
        ({"splinter.both-out": "push-first"}, [], False),
    ],
)
def test_several_groups_stand_only_where_readings_leave_them(
    readings: dict[str, str], pieces: list[list[str]], possible: bool
) -> None:
    engine, position = Engine(4, 3, readings), PUSHED | {"pieces": sorted(pieces)}
    if possible:
        assert engine.write(engine.read(position)) == position
    else:
        with pytest.raises(InputError, match=r"splinter\.group\.one"):
            engine.read(position)


def test_boards_without_room_for_all_kinds_have_no_opening() -> None:
    for columns, rows in [(2, 3), (4, 3), (4, 2)]:
        with pytest.raises(InputError, match=r"splinter\.start\.other-boards"):
            Engine(columns, rows).start()
    for columns, rows in [(2, 4), (5, 2), (26, 26)]:
        engine = Engine(columns, rows)
        assert list(engine.turns(engine.start()))


def test_the_edge_is_every_square_that_lacks_a_neighbour() -> None:
    squares = Squares(4, 3)
    assert {name for name, bit in squares.bits.items() if not bit & squares.edge} == {"b2", "c2"}
