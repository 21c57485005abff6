"""Splinter's results in C are those of the second engine in Python, entry by entry; what it cannot play it declines."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties import play
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.second.compiled import ROOM, Compiled, compiled
from shatterproof_properties.second.engine import MOST
from shatterproof_properties.second.splinter import Engine, Position

Json = dict[str, Any]
GAME = find_game("splinter")
BOARDS = [(2, 4), (5, 2), (4, 4), (7, 6), (10, 9), (2, 26), (26, 4), (8, 16), (12, 12), (9, 26), (26, 26)]
"""Small, odd and standard ones, and the largest."""
LARGEST_SET_UP = 26
PLAYED_WHOLE = 128
"""Squares of a board on which nothing is declined."""
OPENING = Engine(10, 9).text(Engine(10, 9).opening())
SMALL = (
    '{"board":"4x3","game":"splinter","memory":[["b1","a1"],["c1","b1"]],"pieces":[["a2","white","circle"],'
    '["b1","blue","square"],["b2","white","square"],["b3","white","cross"],["c1","blue","cross"],'
    '["c2","blue","circle"]],"to_move":"white"}'
)
SPREAD = (
    '{"board":"26x26","game":"splinter","memory":[],"pieces":['
    + ",".join(f'["{letter}{row}","blue","cross"]' for row, letter in enumerate("abcdefghijkl", start=8))
    + '],"to_move":"blue"}'
)
"""A diagonal."""
OVER = '{"board":"4x3","game":"splinter","memory":[],"pieces":[["a1","blue","circle"]],"to_move":"white"}'
BESIDE = (
    '{"board":"4x3","game":"splinter","memory":[["b1","a1"],["b3","a3"]],"pieces":[["b1","blue","circle"],'
    '["b2","white","square"],["b3","blue","cross"],["c1","white","circle"],["c2","blue","square"],'
    '["c3","white","cross"]],"to_move":"white"}'
)
"""Two runs from the west, one below the other."""
NARROW = (
    '{"board":"6x1","game":"splinter","memory":[],"pieces":[["a1","blue","circle"],["b1","blue","cross"],'
    '["c1","blue","square"],["d1","white","circle"],["e1","white","cross"],["f1","white","square"]],"to_move":"white"}'
)


class InPython(Engine):
    """The engine without compiled functions."""


@pytest.fixture(scope="module")
def quick(built: None) -> Compiled:
    """The compiled functions."""
    found = compiled("splinter")
    assert found
    return found


def listed(engine: Engine, here: Position, most: int = MOST) -> tuple[str, int]:
    """The first results of a position as the engine in Python lists them, and how many they are."""
    entries = [result.entry() for _, result in engine.result_texts(here)][:most]
    return ",".join(entries), len(entries)


def games(columns: int, rows: int, chance: random.Random) -> Iterator[Position]:
    """Positions along random games of many losses, the last ones included."""
    engine = InPython(columns, rows)
    for greed in (0.0, 0.3, 1.0):
        here = engine.opening()
        for _ in range(12):
            yield here
            results = [after for _, after in engine.results(here)]
            if not results:
                break
            tried = chance.sample(results, min(4, len(results)))
            few = min(tried, key=lambda after: after.pieces.bit_count())
            here = few if chance.random() < greed else tried[0]


# The same lists


@pytest.mark.parametrize(("columns", "rows"), BOARDS)
def test_along_games_the_lists_are_the_same(quick: Compiled, columns: int, rows: int) -> None:
    engine = InPython(columns, rows)
    for here in games(columns, rows, random.Random(1)):
        assert quick.results(engine.text(here), MOST) == listed(engine, here)


@settings(max_examples=4 * settings().max_examples)
@given(data=st.data())
def test_of_positions_set_up_the_lists_are_the_same(quick: Compiled, data: st.DataObject) -> None:
    bias = data.draw(st.sampled_from((None, *play.biases(GAME))))
    boards = play.boards(GAME, LARGEST_SET_UP)
    position = data.draw(play.positions_set_up(GAME, boards, GAME.Readings(), decided=True, bias=bias))
    engine = InPython.on_board(position.board)
    here = engine.read(position_to_json(GAME, position))
    found = quick.results(engine.text(here), MOST)
    if found or len(engine.squares.bits) <= PLAYED_WHOLE:
        assert found == listed(engine, here)


def test_results_that_differ_in_their_memory_alone_are_all_told(quick: Compiled) -> None:
    corner = [[name, "blue", "circle"] for name in ("a1", "a2", "a3", "b1")]
    rest = [["b2", "blue", "square"], ["b3", "white", "square"], ["c1", "blue", "circle"], ["c2", "white", "cross"]]
    last = [["d1", "blue", "circle"], ["d2", "blue", "cross"], ["d3", "white", "circle"]]
    value = strict_json.decode(OVER) | {"pieces": [*corner, *rest, *last], "to_move": "blue"}
    engine = InPython(4, 3)
    north, east = (engine.apply(value, turn)["position"] for turn in ("a1N", "a1E"))
    assert north["pieces"] == east["pieces"]
    assert north["memory"] != east["memory"]
    here = engine.read(value)
    assert quick.results(engine.text(here), MOST) == listed(engine, here)


def test_a_list_longer_than_the_room_kept_is_told_whole(quick: Compiled) -> None:
    engine = InPython(8, 16)
    kinds = [(side, kind) for side in ("blue", "white") for kind in ("square", "cross", "circle")]
    pieces = [[name, *kinds[place % 6]] for place, name in enumerate(list(engine.squares.bits)[:-8])]
    here = engine.read({"board": "8x16", "game": "splinter", "memory": [], "pieces": pieces, "to_move": "blue"})
    text, count = listed(engine, here)
    assert len(text) > ROOM
    assert quick.results(engine.text(here), MOST) == (text, count)


@pytest.mark.parametrize("most", [0, 1, 7, 119, 120, 121])
def test_no_more_results_are_told_than_wanted(quick: Compiled, most: int) -> None:
    engine = InPython(10, 9)
    assert quick.results(OPENING, most) == listed(engine, engine.opening(), most)


# Leaves


def counted(quick: Compiled, text: str, depth: int) -> Json | None:
    """What the engine's `count` answers, from the leaves in C."""
    found = quick.leaves(text, depth)
    return found and {"total": found[1], "by": sorted(strict_json.decode(f"[{found[0]}]"))}


@pytest.mark.parametrize(("columns", "rows", "depth"), [(2, 4, 3), (5, 2, 3), (4, 4, 2), (26, 4, 1), (26, 26, 1)])
def test_along_games_the_leaves_are_the_same(quick: Compiled, columns: int, rows: int, depth: int) -> None:
    engine = InPython(columns, rows)
    for here in list(games(columns, rows, random.Random(2)))[::4]:
        for least in range(1, depth + 1):
            assert counted(quick, engine.text(here), least) == engine.count(engine.write(here), least)


def test_turns_are_told_with_their_leaves_in_the_order_of_the_list(quick: Compiled) -> None:
    leaves, total = quick.leaves(OPENING, 2) or ("", 0)
    results = InPython(10, 9).turns(strict_json.decode(OPENING))
    assert [turn for turn, _ in strict_json.decode(f"[{leaves}]")] == [result["turn"] for result in results]
    assert total == 14241


def test_a_decided_position_has_no_results(quick: Compiled) -> None:
    assert quick.results(OVER, MOST) == ("", 0)
    assert quick.leaves(OVER, 2) == ("", 0)


# What is declined

NOT_PLAYED = {
    "pieces further apart than 128 squares allow": SPREAD,
    "a side of one": NARROW,
    "a side of 27": OPENING.replace("10x9", "27x4"),
    "a board of another form": OPENING.replace("10x9", "10x09"),
    "another game": OPENING.replace("splinter", "scrunch"),
    "a space": OPENING.replace(":", ": ", 1),
    "more text": OPENING + " ",
    "no pieces": '{"board":"4x3","game":"splinter","memory":[],"pieces":[],"to_move":"blue"}',
    "two groups": NARROW.replace("6x1", "7x2").replace("f1", "g1"),
    "a second piece on a square": SMALL.replace("b2", "b1"),
    "pieces in another order": SMALL.replace("a2", "d2"),
    "a square beyond the board": SMALL.replace("a2", "a4"),
    "a square of another form": SMALL.replace("a2", "a02"),
    "a memory of no piece": SMALL.replace('["c1","b1"]', '["d1","c1"]'),
    "a memory of half a run": SMALL.replace('["b1","a1"],', ""),
    "a memory of the mover's own run": SMALL.replace('"to_move":"white"', '"to_move":"blue"'),
    "a memory of two directions": SMALL.replace('["c1","b1"]', '["c1","d1"]'),
    "a memory of two runs": BESIDE,
    "a memory in another order": SMALL.replace('["b1","a1"],["c1","b1"]', '["c1","b1"],["b1","a1"]'),
    "a memory from further away": SMALL.replace('"a1"', '"d1"'),
    "a memory of a decided position": OVER.replace("[]", '[["a1","a2"]]'),
}


def test_the_small_position_itself_is_played(quick: Compiled) -> None:
    engine = InPython(4, 3)
    assert quick.results(SMALL, MOST) == listed(engine, engine.read(strict_json.decode(SMALL)))


@pytest.mark.parametrize("text", NOT_PLAYED.values(), ids=NOT_PLAYED.keys())
def test_what_is_not_played_is_declined(quick: Compiled, text: str) -> None:
    assert quick.results(text, MOST) is None
    assert quick.leaves(text, 1) is None


@pytest.mark.parametrize(("depth", "answer"), [(-1, None), (0, None), (8, ("", 0)), (9, None)])
def test_a_depth_at_which_no_leaves_are_counted_is_declined(
    quick: Compiled, depth: int, answer: tuple[str, int] | None
) -> None:
    assert quick.leaves(OVER, depth) == answer


def test_too_much_work_is_declined(quick: Compiled) -> None:
    assert quick.leaves(OPENING, 5) is None


# Texts that are none of ours

SPOILS = '[]{}",:0123456789abcx \x01\x7f'


def spoiled(text: str, chance: random.Random) -> str:
    """A text of which a few characters, somewhere, are left out, doubled, exchanged or moved."""
    for _ in range(chance.randrange(1, 4)):
        begin = chance.randrange(len(text))
        end = min(len(text), begin + chance.choice((1, 1, 1, 2, 9, 27)))
        change = chance.randrange(4)
        if change == 3:
            to = chance.randrange(len(text))
            text = text[:to] + text[begin:end] + text[to:]
        else:
            inside = "" if change == 0 else text[begin:end] * 2 if change == 1 else chance.choice(SPOILS)
            text = text[:begin] + inside + text[end:]
    return text


def ours(text: str) -> bool:
    """Whether a text is one that the engine in Python writes for a position."""
    try:
        position = strict_json.decode(text)
        engine = InPython.on_board(position["board"])
        return engine.text(engine.read(position)) == text
    except (InputError, ValueError, LookupError, TypeError):
        return False


def fuzz(seed: int) -> None:
    """Texts cut short and spoiled: what is no position of ours is declined, and nothing breaks."""
    quick, chance = compiled("splinter"), random.Random(seed)
    assert quick
    for text in (OPENING, SMALL, OVER):
        for end in range(len(text)):
            assert quick.results(text[:end], MOST) is quick.leaves(text[:end], 1) is None
        for _ in range(1500):
            other = spoiled(text, chance)
            found = quick.results(other, 3)
            assert (quick.leaves(other, 1) is None) == (found is None)
            assert (found is not None) == ours(other), other


@pytest.mark.usefixtures("quick")
def test_no_text_breaks_it() -> None:
    code = f"import {Path(__file__).stem} as here; here.fuzz(6)"
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
