"""Compiled functions give exactly the answers of the engine in Python, and decline what they do not play."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sampling import only_in_ci, some
from second.compiled_play import (
    DECLINED,
    FOUR_TURNS,
    MEMORY,
    OPENING,
    OVER,
    SMALL,
    game_positions,
    in_python,
    known,
    leaves_are_same,
    list_is_same,
    opening,
    start,
)
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import OURS, find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.vectors.vector import read
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.second.compiled import ROOM
from shatterproof_properties.second.engine import MOST
from shatterproof_properties.second.scrunch.position import Position, bits

pytestmark = pytest.mark.usefixtures("built")

WALKS = [
    *[("crumble", *row) for row in (
        ("2x2", 4, 24, 1), ("3x2", 4, 20, 1), ("3x3", 3, 20, 1), ("5x4", 2, 20, 1), ("6x6", 1, 25, 1),
        ("15x16", 1, 1, 1),
    )],
    *[("scrunch", *row) for row in (
        ("2", 12, 99, 1), ("3", 4, 99, 1), ("4", 3, 99, 2), ("5", 2, 150, 3), ("6", 2, 200, 4), ("7", 1, 200, 9),
        ("8", 1, 200, 9), ("9", 1, 250, 12), ("10", 1, 300, 15),
    )],
    *[("splinter", board, 3, 12, 1) for board in (
        "2x4", "5x2", "4x4", "7x6", "10x9", "2x26", "26x4", "8x16", "12x12", "9x26", "26x26",
    )],
]  # fmt: skip
"""A game, a board, the number and length of games, and how often a position is compared."""
LEAVES = [
    *[("crumble", *row) for row in (
        ("2x2", 14, 6, 3), ("3x2", 14, 6, 3), ("2x3", 14, 6, 2), ("4x3", 14, 6, 2), ("6x6", 14, 6, 1),
        ("8x8", 14, 6, 1),
    )],
    *[("scrunch", *row) for row in (
        ("2", 99, 2, 4), ("3", 99, 3, 2), ("4", 99, 5, 2), ("5", 150, 9, 1), ("7", 200, 40, 2), ("10", 300, 60, 1),
    )],
    *[("splinter", *row) for row in (
        ("2x4", 12, 2, 3), ("5x2", 12, 2, 3), ("4x4", 12, 3, 2), ("26x4", 12, 3, 1), ("26x26", 12, 3, 1),
    )],
]  # fmt: skip
"""A game, a board, the number of turns, how often a position is compared, and to what depth."""
PLAYED_WHOLE = 128
"""The most squares of a board of Splinter on which nothing is declined."""
LARGEST_SET_UP = {"crumble": 4, "scrunch": 10, "splinter": 26}


# The same lists


@pytest.mark.parametrize(("game", "board", "games", "plies", "every"), some(WALKS, one_in=3))
def test_along_games_the_lists_are_the_same(game: str, board: str, games: int, plies: int, every: int) -> None:
    chance, engine = random.Random(board), in_python(game, board)
    for _ in range(games):
        played = list(game_positions(game, board, plies, chance))
        for text in [*played[chance.randrange(every) :: every], played[-1]]:
            list_is_same(game, engine, text)


@pytest.mark.parametrize(
    ("game", "bias"), some([(game, bias) for game in OURS for bias in (None, *play.biases(find_game(game)))], one_in=2)
)
@given(data=st.data())
def test_of_positions_set_up_the_lists_are_the_same(game: str, bias: str | None, data: st.DataObject) -> None:
    rules = find_game(game)
    boards = play.boards(rules, LARGEST_SET_UP[game])
    decided = bias is None or game != "crumble"
    position = position_to_json(rules, data.draw(play.positions_set_up(rules, boards, decided=decided, bias=bias)))
    engine = in_python(game, position["board"])
    text = engine.text(engine.read(position))
    if game != "splinter" or len(engine.squares.bits) <= PLAYED_WHOLE or known(game).results(text, 1):
        list_is_same(game, engine, text)


@pytest.mark.parametrize("game", ["crumble", "scrunch"])
def test_of_small_families_the_lists_are_the_same(game: str) -> None:
    chance, rules, found = random.Random(3), find_game(game), 0
    for family in play.families(rules):
        engine = in_python(game, family.board)
        for number in chance.sample(range(family.count), min(family.count, 300)):
            position = family.position(number)
            if position is not None:
                found += 1
                list_is_same(game, engine, engine.text(engine.read(position_to_json(rules, position))))
    assert found > 100


@pytest.mark.parametrize("part", some(range(4), one_in=4))
def test_of_the_vectors_the_lists_are_the_same_whoever_moves(part: int) -> None:
    asked = [vector.question for vector in read("crumble", "core")]
    positions = sorted({(one.board, one.start) for one in asked if one.start and not one.readings})
    assert len(positions) > 100
    for board, text in positions[part::4]:
        engine = in_python("crumble", board)
        for side in ("black", "white"):
            here = engine.read({**strict_json.decode(text), "to_move": side})
            list_is_same("crumble", engine, engine.text(here))


@pytest.mark.parametrize(
    ("memory", "is_over"),
    [
        (MEMORY, False),
        (FOUR_TURNS, False),
        (FOUR_TURNS.replace('"renewals":0', '"renewals":1'), False),
        (FOUR_TURNS.replace('"renewals":0', '"renewals":2'), True),
    ],
)
def test_what_crumble_remembers_counts(memory: str, is_over: bool) -> None:
    engine = in_python("crumble", "2x2")
    assert bool(list_is_same("crumble", engine, start(memory))) is not is_over
    leaves_are_same("crumble", engine, start(memory), 2)


def test_results_that_differ_in_their_memory_alone_are_all_listed() -> None:
    corner = [[name, "blue", "circle"] for name in ("a1", "a2", "a3", "b1")]
    rest = [["b2", "blue", "square"], ["b3", "white", "square"], ["c1", "blue", "circle"], ["c2", "white", "cross"]]
    last = [["d1", "blue", "circle"], ["d2", "blue", "cross"], ["d3", "white", "circle"]]
    position = strict_json.decode(OVER) | {"pieces": [*corner, *rest, *last], "to_move": "blue"}
    engine = in_python("splinter", "4x3")
    north, east = (engine.apply(position, turn)["position"] for turn in ("a1N", "a1E"))
    assert north["pieces"] == east["pieces"]
    assert north["memory"] != east["memory"]
    list_is_same("splinter", engine, engine.text(engine.read(position)))


def walled_in(engine: Any, pairs: int) -> Position:
    """Dark's eggs behind walls of Light's: some pairs, each about one empty cell, then single eggs."""
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


@pytest.mark.parametrize(("board", "pairs"), [("6", 0), ("6", 1), ("10", 0)])
def test_long_removals_are_listed_as_in_python(board: str, pairs: int) -> None:
    engine = in_python("scrunch", board)
    here = walled_in(engine, pairs)
    assert list_is_same("scrunch", engine, engine.text(here)) == 1
    ((turn, _),) = engine.results(here)
    assert len(turn.removed) == here.own.bit_count() > 5
    leaves_are_same("scrunch", engine, engine.text(here), 1)


def test_a_list_longer_than_the_room_for_answers_comes_whole() -> None:
    engine = in_python("splinter", "8x16")
    kinds = [(side, kind) for side in ("blue", "white") for kind in ("square", "cross", "circle")]
    pieces = [[name, *kinds[place % 6]] for place, name in enumerate(list(engine.squares.bits)[:-8])]
    position = {"board": "8x16", "game": "splinter", "memory": [], "pieces": pieces, "to_move": "blue"}
    text = engine.text(engine.read(position))
    list_is_same("splinter", engine, text)
    entries, _ = known("splinter").results(text, MOST) or ("", 0)
    assert len(entries) > ROOM


@pytest.mark.parametrize(("game", "board"), [("crumble", "4x4"), ("scrunch", "7"), ("splinter", "10x9")])
def test_only_so_many_results_are_listed_as_are_wanted(game: str, board: str) -> None:
    engine, text = in_python(game, board), opening(game, board)
    entries = [result.entry() for _, result in engine.result_texts(engine.read(strict_json.decode(text)))]
    for most in (0, 1, 2, 7, len(entries) - 1, len(entries), len(entries) + 1, MOST):
        assert known(game).results(text, most) == (",".join(entries[:most]), min(most, len(entries)))


def test_fewer_results_than_none_are_declined() -> None:
    assert known("scrunch").results(opening("scrunch", "7"), -1) is None


# Leaves


@pytest.mark.parametrize(("game", "board", "plies", "every", "depth"), some(LEAVES, one_in=3))
def test_along_games_the_leaves_are_the_same(game: str, board: str, plies: int, every: int, depth: int) -> None:
    engine = in_python(game, board)
    for text in list(game_positions(game, board, plies, random.Random(board)))[::every]:
        leaves_are_same(game, engine, text, depth)


def won_by_black() -> str:
    here = in_python("crumble", "2x2").opening()
    return str(in_python("crumble", "2x2").text(here._replace(black=here.arrangement.live)))


@pytest.mark.parametrize(
    ("game", "text"), [("crumble", won_by_black()), ("splinter", OVER)], ids=["crumble", "splinter"]
)
def test_a_decided_position_has_no_results(game: str, text: str) -> None:
    assert known(game).results(text, MOST) == ("", 0)
    assert known(game).leaves(text, 2) == known(game).leaves(text, 8) == ("", 0)


# What is declined


def test_the_small_position_itself_is_played() -> None:
    list_is_same("splinter", in_python("splinter", "4x3"), SMALL)


@pytest.mark.parametrize(
    ("game", "text"),
    [pytest.param(game, text, id=f"{game}: {why}") for game, texts in DECLINED.items() for why, text in texts.items()],
)
def test_what_is_not_played_or_not_of_our_writing_is_declined(game: str, text: str) -> None:
    assert known(game).results(text, MOST) is None
    assert known(game).leaves(text, 1) is None


@pytest.mark.parametrize(
    ("game", "text", "depths"),
    [
        ("crumble", start(), (-1, 0, 17, MOST)),
        ("scrunch", opening("scrunch", "7"), (-1, 0, 12, 65)),
        only_in_ci(("scrunch", opening("scrunch", "10"), (-1, 0, 12, 65))),
        ("splinter", OVER, (-1, 0, 9)),
        ("splinter", OPENING, (5,)),
    ],
    ids=["crumble", "scrunch-7", "scrunch-10", "splinter-over", "splinter"],
)
def test_no_depth_a_very_large_one_and_too_much_work_are_declined(game: str, text: str, depths: tuple[int]) -> None:
    assert [known(game).leaves(text, depth) for depth in depths] == [None] * len(depths)


# Texts that are none of ours

ASKED_IN_A_CHILD = """
import json, sys
from shatterproof_properties.second.compiled import compiled
known = compiled(sys.argv[1])
listed = [[known.results(text, 5) is not None, known.leaves(text, 1) is not None] for text in json.load(sys.stdin)]
print(json.dumps(listed))
"""


def spoilt(text: str, others: list[str], chance: random.Random) -> str:
    """A text with a part left out, doubled, moved, or replaced by another part, or cut off."""
    begin = chance.randrange(len(text))
    end = min(len(text), begin + chance.choice((1, 1, 1, 2, 5, 9, 27, len(text))))
    other = chance.choice(others)
    from_there = chance.randrange(len(other))
    piece = other[from_there : from_there + chance.choice((1, 1, 2, 5, 30))]
    manner = chance.randrange(6)
    if manner == 4:
        return text[:begin]
    if manner == 5:
        to = chance.randrange(len(text))
        return text[:to] + text[begin:end] + text[to:]
    put = ("", text[begin:end] * 2, piece, chr(chance.randrange(1, 128)))[manner]
    return text[:begin] + put + text[end:]


def is_of_our_writing(game: str, text: str) -> bool:
    """Whether the engine in Python reads a text and would write the same."""
    try:
        position = strict_json.decode(text)
        engine = in_python(game, position["board"])
        return bool(engine.text(engine.read(position)) == text)
    except (ValueError, TypeError, LookupError, InputError):
        return False


SPOILT = {
    "crumble": (("2x2", "3x2"), [start(MEMORY), start(FOUR_TURNS)]),
    "scrunch": (("2", "3", "5", "7", "8", "10"), []),
    "splinter": (("4x4",), [OPENING, SMALL, OVER]),
}


@pytest.mark.parametrize("game", OURS)
def test_spoilt_texts_crash_nothing_and_are_declined_unless_python_would_write_them(game: str) -> None:
    chance = random.Random(8)
    boards, texts = SPOILT[game]
    texts = [*texts, *(text for board in boards for text in islice(game_positions(game, board, 24, chance), 24))]
    tried = [spoilt(chance.choice(texts), texts, chance) for _ in range(3000)]
    tried += [spoilt(each or "{", texts, chance) for each in chance.sample(tried, 1000)]
    tried += [text[:length] for text in (texts[0], texts[-1]) for length in range(len(text))]
    asked = [sys.executable, "-c", ASKED_IN_A_CHILD, game]
    done = subprocess.run(asked, input=json.dumps(tried), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    expected = [is_of_our_writing(game, text) for text in tried]
    assert json.loads(done.stdout) == [[each, each] for each in expected]
    played = [text for text, is_ours in zip(tried, expected, strict=True) if is_ours]
    assert len(played) > 5
    for text in played[:20]:
        list_is_same(game, in_python(game, json.loads(text)["board"]), text)
