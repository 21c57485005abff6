"""Scrunch's compiled functions tell exactly what the engine in Python tells, and decline what they do not play."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sampling import only_in_ci
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties import play
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.second.compiled import Compiled, compiled
from shatterproof_properties.second.engine import MOST
from shatterproof_properties.second.scrunch import Engine, Position
from shatterproof_properties.second.scrunch.board import bits

pytestmark = pytest.mark.usefixtures("built")

SCRUNCH = find_game("scrunch")
LARGEST = 10
ASKED_IN_A_CHILD = """
import json, sys
from shatterproof_properties.second.compiled import compiled
known = compiled("scrunch")
for text in json.load(sys.stdin):
    known.results(text, 1000)
    known.leaves(text, 2)
print("done")
"""


@cache
def known() -> Compiled:
    found = compiled("scrunch")
    assert found
    return found


@cache
def engine_for(side: int) -> Engine:
    """The engine in Python alone."""
    engine = Engine(side)
    vars(engine)["_compiled"] = None
    return engine


def assert_same(engine: Engine, here: Position, depth: int) -> None:
    """The whole list, its first half, and the leaves down to a depth."""
    text = engine.text(here)
    entries = [result.entry() for _, result in engine.result_texts(here)]
    half = (len(entries) + 1) // 2
    assert known().results(text, MOST) == (",".join(entries), len(entries)), text
    assert known().results(text, half) == (",".join(entries[:half]), half), text
    for deep in range(1, depth + 1):
        by = [(engine.turn_text(here, turn), engine.leaves(after, deep - 1)) for turn, after in engine.results(here)]
        told = known().leaves(text, deep)
        assert told == (strict_json.encode(by)[1:-1], sum(leaves for _, leaves in by)), (text, deep)


def game(engine: Engine, chance: random.Random, eggs: int) -> Iterator[Position]:
    """The positions of a random game in which nobody lays eggs for longer than need be after some."""
    here, ply = engine.opening(), 0
    while True:
        yield here
        results = list(engine.results(here))
        if not results:
            return
        growths = [after for turn, after in results if turn.moved]
        here = chance.choice(growths) if growths and ply >= eggs else chance.choice(results)[1]
        ply += 1


@pytest.mark.parametrize(
    ("side", "games", "every", "depth"),
    [
        *((2, 12, 1, 4), (3, 4, 1, 2), (4, 3, 2, 2), (5, 2, 3, 1), (6, 2, 4, 1), (7, 1, 9, 2)),
        *((8, 1, 9, 1), (9, 1, 12, 1), (10, 1, 15, 1)),
    ],
)
def test_games_are_listed_as_in_python(side: int, games: int, every: int, depth: int) -> None:
    chance = random.Random(side)
    for _ in range(games):
        played = list(game(engine_for(side), chance, chance.randrange(side, 4 * side)))
        for here in [*played[chance.randrange(every) :: every], played[-1]]:
            assert_same(engine_for(side), here, depth)


@pytest.mark.parametrize("bias", [None, *play.biases(SCRUNCH)])
@settings(max_examples=3 * settings().max_examples)
@given(data=st.data())
def test_positions_set_up_are_listed_as_in_python(bias: str | None, data: st.DataObject) -> None:
    drawn = data.draw(play.positions_set_up(SCRUNCH, play.boards(SCRUNCH, LARGEST), decided=True, bias=bias))
    value = position_to_json(SCRUNCH, drawn)
    engine = engine_for(int(value["board"]))
    assert_same(engine, engine.read(value), 1)


def test_the_smallest_board_is_listed_as_in_python() -> None:
    (family,) = play.families(SCRUNCH)
    found = 0
    for number in range(0, family.count, 11):
        position = family.position(number)
        if position is not None:
            found += 1
            assert_same(engine_for(2), engine_for(2).read(position_to_json(SCRUNCH, position)), 2)
    assert found > 100


def walled_in(engine: Engine, pairs: int) -> Position:
    """Dark's eggs behind walls of Light's: first some pairs, each about one empty cell, then each egg by itself."""
    board = engine.board
    in_line = [
        (cell | other, hole)
        for hole, beside in board.near.items()
        for cell in bits(beside)
        for other in bits(beside)
        if cell < other and not cell & board.near[other] and board.near[cell] & board.near[other] == hole
    ]
    dark = light = 0
    for eggs, hole in [*in_line, *((cell, 0) for cell in board.near)]:
        walls = board.beside(eggs | hole) & ~(eggs | hole)
        if (pairs or not hole) and not (eggs | walls | board.beside(walls)) & (dark | light):
            dark, light, pairs = dark | eggs, light | walls, pairs - (hole != 0)
    return Position(dark, light, False, False, True)


@pytest.mark.parametrize(("side", "pairs"), [(6, 0), (6, 1), (LARGEST, 0)])
def test_long_removals_are_listed_as_in_python(side: int, pairs: int) -> None:
    engine = engine_for(side)
    here = walled_in(engine, pairs)
    (result,) = engine.results(engine.read(engine.write(here)))
    assert len(result[0].removed) == here.own.bit_count() > 5
    assert_same(engine, here, 1)


def value(board: str, dark: str, light: str = "", creating: str = "", to_move: str = "dark") -> str:
    """A position in canonical JSON by names of cells."""
    sides = {"creating": creating.split(), "dark": dark.split(), "light": light.split()}
    return strict_json.encode({"board": board, "game": "scrunch", "to_move": to_move, **sides})


@pytest.mark.parametrize(
    "text",
    [
        value("1", "a1"),
        value("11", "a1"),
        value("08", "a1"),
        value("100", "a1"),
        value("", "a1"),
        value("3", "b1 a1"),
        value("3", "a1 a1"),
        value("3", "a1 b2", "b2"),
        value("3", "f1"),
        value("3", "a4"),
        value("3", "a0"),
        value("3", "a01"),
        value("8", "a9"),
        value("10", "t1"),
        value("3", "a1a2"),
        value("3", "b1 b2 b3 c2"),
        value("3", "", "b1 b2 b3 c2", "dark"),
        value("3", "a1 a2", "e1", "dark"),
        value("9", "j1 k1 j2 k2"),
        value("9", "j1 j2", "a1", "dark"),
        value("3", "", "a1"),
        value("3", "a1", "", "light dark"),
        value("3", "a1", "b2", "", "blue"),
        value("3", "a1", "b2").replace(":", ": "),
        value("3", "a1", "b2") + " ",
        value("3", "a1", "b2").replace("scrunch", "crumble"),
        "{}",
        "",
    ],
)
def test_what_is_not_played_or_not_of_our_writing_is_declined(text: str) -> None:
    assert known().results(text, MOST) is None
    assert known().leaves(text, 1) is None


@pytest.mark.parametrize("side", [7, only_in_ci(LARGEST)])
def test_numbers_that_make_no_sense_and_too_much_work_are_declined(side: int) -> None:
    engine = engine_for(side)
    start = engine.text(engine.opening())
    assert known().results(start, 0) == ("", 0)
    assert known().results(start, -1) is None
    for depth in (-1, 0, 12, 65):
        assert known().leaves(start, depth) is None


def is_of_our_writing(text: str) -> bool:
    """Whether the engine in Python reads a text, and would write it in the same way, on a board that is played here."""
    try:
        position = json.loads(text)
        engine = engine_for(int(position["board"]))
        return engine.board.side <= LARGEST and engine.text(engine.read(position)) == text
    except (ValueError, TypeError, KeyError, InputError):
        return False


def spoilt(text: str, others: list[str], chance: random.Random) -> str:
    """A text with a piece of it left out, doubled, or replaced by another piece, or cut off."""
    begin = chance.randrange(len(text))
    end = min(len(text), begin + chance.choice((1, 1, 1, 2, 5, 30)))
    other = chance.choice(others)
    from_there = chance.randrange(len(other))
    piece = other[from_there : from_there + chance.choice((1, 1, 2, 5, 30))]
    manner = chance.randrange(5)
    if manner == 4:
        return text[:begin]
    put = ("", text[begin:end] * 2, piece, chr(chance.randrange(1, 128)))[manner]
    return text[:begin] + put + text[end:]


def test_spoilt_texts_crash_nothing_and_are_declined_unless_python_would_write_them() -> None:
    chance = random.Random(8)
    engines = [engine_for(side) for side in (2, 3, 5, 7, 8, 10)]
    texts = [engine.text(here) for engine in engines for here in islice(game(engine, chance, 6), 24)]
    tried = [spoilt(chance.choice(texts), texts, chance) for _ in range(6000)]
    for _ in range(2000):
        tried.append(spoilt(tried[chance.randrange(6000)] or "{", texts, chance))
    tried += [texts[-1][:length] for length in range(len(texts[-1]))]
    asked = [sys.executable, "-c", ASKED_IN_A_CHILD]
    done = subprocess.run(asked, input=json.dumps(tried), capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", (done.returncode, done.stderr)
    played = [text for text in tried if known().results(text, MOST)]
    assert played == [text for text in tried if is_of_our_writing(text)]
    assert len(played) > 20
    for text in played[:20]:
        engine = engine_for(int(json.loads(text)["board"]))
        assert_same(engine, engine.read(json.loads(text)), 1)
